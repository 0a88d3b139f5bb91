//! Paths that users type: a shell leaves "~" as it is in the middle of a word, as in --trace=~/traces.

use clap::builder::{PathBufValueParser, TypedValueParser};
use std::path::{Path, PathBuf};

/// For options and arguments that are paths.
pub fn parser() -> impl TypedValueParser<Value = PathBuf> {
    PathBufValueParser::new().try_map(|path| expand(&path))
}

/// The path with the user's home directory in place of "~".
pub fn expand(path: &Path) -> Result<PathBuf, String> {
    let Some(first) = path.components().next() else { return Ok(path.into()) };
    let first = first.as_os_str().to_string_lossy().into_owned();
    if !first.starts_with('~') {
        return Ok(path.into());
    }
    if first != "~" {
        return Err(format!(
            "{first} is not expanded: ~ stands for your own home directory only; write the path out, or \
             ./{first} for a file of that name"
        ));
    }
    let home = std::env::home_dir().filter(|home| home.is_absolute());
    let home = home.ok_or("~ cannot be expanded: HOME is not set; write the path out")?;
    // (Joining nothing would add a slash.)
    let rest = path.strip_prefix("~").unwrap_or(path);
    Ok(if rest.as_os_str().is_empty() { home } else { home.join(rest) })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_own_home_directory_is_expanded() {
        let home = std::env::home_dir().unwrap();
        let expand = |path: &str| expand(Path::new(path));
        assert_eq!(expand("~"), Ok(home.clone()));
        assert_eq!(expand("~/a/~"), Ok(home.join("a/~")));
        for path in ["a/~", "./~", "./~x", "/~", "", "-"] {
            assert_eq!(expand(path), Ok(PathBuf::from(path)));
        }
        assert!(expand("~other/a").unwrap_err().contains("./~other"));
    }
}
