//! Where the library is: beside this command, or where an installation has it.

use std::env;
use std::path::{Path, PathBuf};

const NAME: &str = "libsamebits.so";

/// Its absolute path. `given` is what the user says.
pub fn find(given: Option<&Path>) -> Result<String, String> {
    let found = match given {
        Some(path) if path.is_file() => path.to_path_buf(),
        Some(path) => return Err(format!("there is no library {}", path.display())),
        None => near(&env::current_exe().map_err(|error| {
            format!(
                "cannot find where this command is installed ({error}); name the library by \
                 --library"
            )
        })?)?,
    };
    let absolute = std::path::absolute(&found).unwrap_or(found);
    let text = absolute.to_str().ok_or_else(|| {
        format!(
            "the library's path {} is not valid UTF-8, so no launcher can pass it on",
            absolute.display()
        )
    })?;
    if text.contains([':', ' ']) {
        return Err(format!(
            "the library's path is \"{text}\", but LD_PRELOAD is split at colons and spaces; copy the library elsewhere, and name it by --library"
        ));
    }
    Ok(text.to_string())
}

/// The plug-in of this name, which lies beside the library.
pub fn plugin(library: &str, name: &str) -> Result<String, String> {
    let path = Path::new(library).with_file_name(format!("libsamebits_{name}.so"));
    let text = path.to_string_lossy().into_owned();
    if path.is_file() {
        return Ok(text);
    }
    let how = match in_source_tree() {
        true => "\"make plugins\" builds it".to_string(),
        false => format!(
            "it is built for one version of what it plugs into, from samebits' sources (docs/{name}.md \
             says how); copy it beside the library"
        ),
    };
    Err(format!("there is no plug-in {text}, which --{name} loads beside the library; {how}"))
}

/// The library of the mathematical functions, which lies beside the one in front of MPI.
pub fn math(library: &str) -> Result<String, String> {
    let path = Path::new(library).with_file_name("libsamebits_math.so");
    let text = path.to_string_lossy().into_owned();
    if path.is_file() {
        return Ok(text);
    }
    let how = if in_source_tree() { "\"make build\" makes it" } else { "an installation has it" };
    Err(format!("there is no {text}, with the mathematical functions; {how} beside the library"))
}

/// What to do where a part of samebits is missing.
pub fn how_to_get() -> &'static str {
    if in_source_tree() {
        "build it by make build"
    } else {
        "install samebits again"
    }
}

/// Whether this command was built where it lies, so that there is something to build by make.
fn in_source_tree() -> bool {
    let own = env::current_exe().unwrap_or_default();
    let folders = own.ancestors().skip(1).take(4);
    folders.into_iter().any(|folder| folder.join("scripts/build.sh").is_file())
}

fn near(command: &Path) -> Result<PathBuf, String> {
    let places = places(command);
    places.iter().find(|path| path.is_file()).cloned().ok_or_else(|| {
        let list = places.iter().map(|path| format!("  {}", path.display()));
        let list = list.collect::<Vec<_>>().join("\n");
        format!("{NAME} is in none of these places; name it by --library=PATH:\n{list}")
    })
}

fn places(command: &Path) -> Vec<PathBuf> {
    let bin = command.parent().unwrap_or(Path::new("/"));
    let prefix = bin.parent().unwrap_or(bin);
    let triplet = format!("{}-linux-gnu", env::consts::ARCH);
    [bin.to_path_buf(), prefix.join("lib"), prefix.join("lib64"), prefix.join("lib").join(triplet)]
        .map(|folder| folder.join(NAME))
        .into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_is_found_near_the_command_or_the_places_are_listed() {
        let top = tempfile::tempdir().unwrap();
        let command = top.path().join("bin").join("samebits");
        let message = near(&command).unwrap_err();
        assert!(
            message.contains("/bin/libsamebits.so") && message.contains("-linux-gnu/"),
            "{message}"
        );
        let lib = top.path().join("lib");
        std::fs::create_dir(&lib).unwrap();
        std::fs::write(lib.join(NAME), "").unwrap();
        assert_eq!(near(&command), Ok(lib.join(NAME)));
    }

    #[test]
    fn a_path_that_the_loader_would_cut_is_refused() {
        let top = tempfile::Builder::new().prefix("a b").tempdir().unwrap();
        let path = top.path().join(NAME);
        assert!(find(Some(&path)).unwrap_err().contains("there is no library"));
        std::fs::write(&path, "").unwrap();
        assert!(find(Some(&path)).unwrap_err().contains("--library"));
    }
}
