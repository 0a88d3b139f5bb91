//! Commands as a shell would read them.

use super::Variables;
use std::ffi::{OsStr, OsString};

pub fn line(program: &OsStr, arguments: &[OsString]) -> String {
    let words = std::iter::once(program).chain(arguments.iter().map(OsString::as_os_str));
    words.map(|word| quote(&word.to_string_lossy())).collect::<Vec<_>>().join(" ")
}

pub fn with_variables(variables: &Variables, program: &OsStr, arguments: &[OsString]) -> String {
    let set = variables.iter().map(|(name, value)| format!("{name}={} ", quote(value)));
    set.collect::<String>() + &line(program, arguments)
}

fn quote(word: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "_-./:=,+@%".contains(c);
    if !word.is_empty() && word.chars().all(plain) {
        return word.to_string();
    }
    format!("'{}'", word.replace('\'', "'\\''"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_needs_it_is_quoted() {
        assert_eq!(quote("-x"), "-x");
        assert_eq!(quote("a b"), "'a b'");
        assert_eq!(quote("it's"), "'it'\\''s'");
        assert_eq!(quote(""), "''");
    }
}
