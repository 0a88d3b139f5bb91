//! The variables of samebits that the ranks get: those of the environment, replaced by options.

use super::{Options, Variables};
use samebits::policy::{module_systems, variable, Policy};
use std::path::Path;

/// Checked here where the library's table has no row for them.
const TRACE: [&str; 3] = ["SAMEBITS_TRACE", "SAMEBITS_TRACE_VALUES", "SAMEBITS_TRACE_LIMIT"];

/// Values that are paths, which the ranks might look for from another directory.
const PATHS: [&str; 3] = ["SAMEBITS_REPORT", "SAMEBITS_PROFILE", "SAMEBITS_TRACE"];

/// Names and values, each checked as the library does. `Err` says what is accepted.
pub fn collect(options: &Options) -> Result<Variables, String> {
    let mut all = Variables::new();
    let mut environment: Variables = std::env::vars_os()
        .map(|(name, value)| (lossy(&name), lossy(&value)))
        .filter(|(name, value)| name.starts_with("SAMEBITS_") && !value.is_empty())
        .filter(|(name, _)| !module_systems::sets(name))
        .collect();
    environment.sort();
    all.extend(environment);
    let mut put = |name: &str, value: &str| {
        all.retain(|(other, _)| other != name);
        all.push((name.to_string(), value.to_string()));
    };
    for pair in &options.set {
        let (name, value) = pair.split_once('=').ok_or_else(|| {
            format!("--set takes NAME=VALUE, as --set SAMEBITS_THREADS=2, and got \"{pair}\"")
        })?;
        put(name, value);
    }
    let own = [
        ("SAMEBITS_ARITHMETIC", &options.arithmetic),
        ("SAMEBITS_SCHEDULE", &options.schedule),
        ("SAMEBITS_UNSUPPORTED", &options.unsupported),
        ("SAMEBITS_REPORT", &options.report),
        ("SAMEBITS_FILE_MODE", &options.file_mode),
    ];
    for (name, value) in own {
        if let Some(value) = value {
            put(name, value);
        }
    }
    if let Some(path) = &options.trace {
        // Absolute at once: a directory may have a name that the variable takes for something else.
        let path = std::path::absolute(path).map_err(|error| format!("--trace: {error}"))?;
        let text = path.to_str().ok_or("the trace's directory has a name that is no text")?;
        put("SAMEBITS_TRACE", text);
    }
    if let Some(number) = options.trace_values {
        put("SAMEBITS_TRACE_VALUES", &number.to_string());
    }
    check(&all)?;
    for (name, value) in &mut all {
        make_absolute(name, value);
    }
    Ok(all)
}

fn lossy(text: &std::ffi::OsStr) -> String {
    text.to_string_lossy().into_owned()
}

fn check(variables: &Variables) -> Result<(), String> {
    // What is not named so is of no interest to the library, which would not complain either.
    if let Some((name, _)) = variables.iter().find(|(name, _)| !name.starts_with("SAMEBITS_")) {
        return Err(format!("--set is for the variables SAMEBITS_…, and got {name}"));
    }
    let in_table = |name: &str| variable(name).is_some() || !TRACE.contains(&name);
    let (known, trace): (Vec<_>, Vec<_>) =
        variables.iter().cloned().partition(|(name, _)| in_table(name));
    Policy::from_variables(known)?;
    for (name, value) in trace {
        let number = value.parse::<u64>().is_ok();
        if name != "SAMEBITS_TRACE" && !number {
            return Err(format!("{name}={value} is not accepted; it takes a number"));
        }
    }
    Ok(())
}

fn make_absolute(name: &str, value: &mut String) {
    let word = variable(name).is_some_and(|row| row.words().contains(&value.as_str()));
    if !PATHS.contains(&name) || word {
        return;
    }
    if let Some(path) =
        std::path::absolute(Path::new(value.as_str())).ok().as_deref().and_then(Path::to_str)
    {
        *value = path.to_string();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wrong(name: &str, value: &str) -> String {
        check(&vec![(name.into(), value.into())]).unwrap_err()
    }

    #[test]
    fn wrong_names_and_values_are_refused_in_the_librarys_words() {
        assert!(wrong("SAMEBITS_ARITHMETIC", "exat").contains("did you mean exact?"));
        assert!(wrong("SAMEBITS_ARITMETIC", "exact").contains("did you mean SAMEBITS_ARITHMETIC?"));
        assert!(wrong("PATH", "1").contains("SAMEBITS_…"));
        assert!(!wrong("SAMEBITS_TRACE_VALUES", "many").is_empty());
    }

    #[test]
    fn paths_do_not_depend_on_the_ranks_directory() {
        let absolute = |name: &str, value: &str| {
            let mut value = value.to_string();
            make_absolute(name, &mut value);
            value
        };
        assert_eq!(absolute("SAMEBITS_REPORT", "1"), "1");
        assert!(absolute("SAMEBITS_REPORT", "out.txt").starts_with('/'));
        assert!(absolute("SAMEBITS_TRACE", "traces").starts_with('/'));
        assert_eq!(absolute("SAMEBITS_THREADS", "2"), "2");
    }
}
