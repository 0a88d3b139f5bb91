//! The variables of samebits that the ranks get: those of the environment, replaced by options.

use super::{Options, Variables};
use samebits_policy::{module_systems, variable, Policy};
use std::path::Path;

/// Values that are paths, which the ranks might look for from another directory.
const PATHS: [&str; 3] = ["SAMEBITS_REPORT", "SAMEBITS_PROFILE", "SAMEBITS_TRACE"];

/// Names and values, each checked as the library does. `Err` says what is accepted, and names what was
/// typed.
pub fn collect(options: &Options) -> Result<Variables, String> {
    let mut all: Vec<Chosen> = std::env::vars_os()
        .map(|(name, value)| (lossy(&name), lossy(&value)))
        .filter(|(name, value)| name.starts_with("SAMEBITS_") && !value.is_empty())
        .filter(|(name, _)| !module_systems::sets(name))
        .map(|(name, value)| Chosen { typed: name.clone(), name, value })
        .collect();
    all.sort_by(|one, other| one.name.cmp(&other.name));
    let mut put = |typed: &str, name: &str, value: &str| {
        all.retain(|other| other.name != name);
        all.push(Chosen { typed: typed.into(), name: name.into(), value: value.into() });
    };
    for pair in &options.set {
        let (name, value) = pair.split_once('=').ok_or_else(|| {
            format!("--set takes NAME=VALUE, as in --set SAMEBITS_THREADS=2, not \"{pair}\"")
        })?;
        put(&format!("--set {name}"), name, value);
    }
    let own = [
        ("--arithmetic", "SAMEBITS_ARITHMETIC", &options.arithmetic),
        ("--schedule", "SAMEBITS_SCHEDULE", &options.schedule),
        ("--unsupported", "SAMEBITS_UNSUPPORTED", &options.unsupported),
        ("--children", "SAMEBITS_CHILDREN", &options.children),
        ("--report", "SAMEBITS_REPORT", &options.report),
        ("--file-mode", "SAMEBITS_FILE_MODE", &options.file_mode),
    ];
    for (typed, name, value) in own {
        if let Some(value) = value {
            put(typed, name, value);
        }
    }
    if let Some(path) = &options.trace {
        // Absolute at once: a directory may have a name that the variable takes for something else.
        let path = std::path::absolute(path).map_err(|error| format!("--trace: {error}"))?;
        let text = path.to_str().ok_or("the name of the trace's directory is not valid UTF-8")?;
        put("--trace", "SAMEBITS_TRACE", text);
    }
    if let Some(number) = &options.trace_values {
        put("--trace-values", "SAMEBITS_TRACE_VALUES", number);
    }
    let wrong: Vec<String> = all.iter().filter_map(|chosen| check(chosen).err()).collect();
    if !wrong.is_empty() {
        return Err(wrong.join("\n"));
    }
    let all = all.into_iter().map(|chosen| {
        let value = absolute(&chosen.name, &chosen.value);
        Ok((chosen.name, value.map_err(|why| format!("{}: {why}", chosen.typed))?))
    });
    all.collect()
}

/// A variable's value, and by what it was chosen.
struct Chosen {
    typed: String,
    name: String,
    value: String,
}

fn lossy(text: &std::ffi::OsStr) -> String {
    text.to_string_lossy().into_owned()
}

fn check(Chosen { typed, name, value }: &Chosen) -> Result<(), String> {
    // What is not named so is of no interest to the library, which would not complain either.
    if !name.starts_with("SAMEBITS_") {
        return Err(format!("--set takes variables SAMEBITS_…, not {name}"));
    }
    match variable(name) {
        Some(_) if value.is_empty() => Ok(()),
        Some(row) => row.check(typed, value),
        None => Policy::from_variables([(name.clone(), value.clone())]).map(drop).map_err(|why| {
            match typed.strip_suffix(name.as_str()) {
                Some(option) => format!("{option}{why}"),
                None => why,
            }
        }),
    }
}

/// The value with its path, if it is one, as the ranks find it from any directory.
fn absolute(name: &str, value: &str) -> Result<String, String> {
    let word = variable(name).is_some_and(|row| row.words().contains(&value));
    if !PATHS.contains(&name) || word || value.is_empty() {
        return Ok(value.into());
    }
    let path = crate::paths::expand(Path::new(value))?;
    let path = std::path::absolute(path).map_err(|error| error.to_string())?;
    Ok(lossy(path.as_os_str()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wrong(typed: &str, name: &str, value: &str) -> String {
        let chosen = Chosen { typed: typed.into(), name: name.into(), value: value.into() };
        check(&chosen).unwrap_err()
    }

    #[test]
    fn what_was_typed_is_refused_in_the_librarys_words() {
        let arithmetic = wrong("--arithmetic", "SAMEBITS_ARITHMETIC", "exat");
        let hint = "--arithmetic=exat is not accepted (did you mean exact?); it takes auto, ";
        assert!(arithmetic.starts_with(hint), "{arithmetic}");
        let name = "SAMEBITS_ARITMETIC";
        let set = wrong(&format!("--set {name}"), name, "exact");
        let hint = "--set SAMEBITS_ARITMETIC is not a variable of samebits (did you mean \
                    SAMEBITS_ARITHMETIC?); accepted: ";
        assert!(set.starts_with(hint), "{set}");
        let own = wrong(name, name, "exact");
        assert!(own.starts_with(name), "{own}");
        assert!(wrong("--set PATH", "PATH", "1").contains("SAMEBITS_…"));
        let values = wrong("--trace-values", "SAMEBITS_TRACE_VALUES", "5000");
        assert!(
            values.starts_with("--trace-values=5000 is not accepted; it takes 0 or"),
            "{values}"
        );
    }

    #[test]
    fn paths_do_not_depend_on_the_ranks_directory() {
        let absolute = |name: &str, value: &str| absolute(name, value).unwrap();
        assert_eq!(absolute("SAMEBITS_REPORT", "1"), "1");
        assert!(absolute("SAMEBITS_REPORT", "out.txt").starts_with('/'));
        assert!(absolute("SAMEBITS_TRACE", "traces").starts_with('/'));
        assert_eq!(absolute("SAMEBITS_THREADS", "2"), "2");
        let home = std::env::home_dir().unwrap();
        assert_eq!(absolute("SAMEBITS_PROFILE", "~/p"), home.join("p").to_str().unwrap());
        assert!(super::absolute("SAMEBITS_REPORT", "~other/r").is_err());
    }
}
