//! `--report FILE -- mpirun …`: the file's name in a word of its own. As the option may also stand alone,
//! the next word is a file only where nothing but options comes between it and `--`; otherwise it is the
//! launcher.

use clap::{Args, Command};
use std::ffi::OsString;

const OPTION: &str = "--report";

/// The arguments of `samebits run`, with the file joined to the option.
pub fn joined(arguments: &[OsString]) -> Vec<OsString> {
    let known = super::Options::augment_args(Command::new("run"));
    let (mut all, mut at) = (Vec::new(), 0);
    while at < arguments.len() {
        let word = &arguments[at];
        let file = arguments.get(at + 1).filter(|file| {
            let begins = !file.as_encoded_bytes().starts_with(b"-");
            word == OPTION && begins && only_options(&known, &arguments[at + 2..])
        });
        if let Some(file) = file {
            let mut one = OsString::from(format!("{OPTION}="));
            one.push(file);
            all.push(one);
            at += 2;
            continue;
        }
        let Some(words) = words(&known, word) else { break };
        all.extend_from_slice(&arguments[at..(at + words).min(arguments.len())]);
        at += words;
    }
    all.extend_from_slice(arguments.get(at..).unwrap_or_default());
    all
}

fn only_options(known: &Command, rest: &[OsString]) -> bool {
    let mut at = 0;
    while let Some(word) = rest.get(at) {
        match words(known, word) {
            _ if word == "--" => return true,
            None => return false,
            // Another --report, perhaps with a file.
            Some(1) if word == OPTION && rest.get(at + 1).is_some_and(|next| next != "--") => {
                let next = words(known, &rest[at + 1]).is_none();
                at += 1 + usize::from(next);
            }
            Some(words) => at += words,
        }
    }
    false
}

/// How many words an option is; none if it is no option of ours.
fn words(known: &Command, word: &OsString) -> Option<usize> {
    let text = word.to_string_lossy().into_owned();
    let name = text.strip_prefix("--")?;
    let (name, joined) = name.split_once('=').map_or((name, false), |(name, _)| (name, true));
    let option = known.get_arguments().find(|option| option.get_long() == Some(name))?;
    let takes = option.get_action().takes_values() && !option.is_require_equals_set();
    Some(if takes && !joined { 2 } else { 1 })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn joined(command: &str) -> String {
        let words: Vec<OsString> = command.split(' ').map(OsString::from).collect();
        let joined = super::joined(&words).into_iter().map(|word| word.into_string().unwrap());
        joined.collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn a_word_before_the_dashes_is_the_file() {
        for (command, expected) in [
            ("--report out -- mpirun ./a", "--report=out -- mpirun ./a"),
            ("--report out --trace t -- mpirun", "--report=out --trace t -- mpirun"),
            ("--trace t --report out --math -- a", "--trace t --report=out --math -- a"),
            ("--report -- mpirun --report out", "--report -- mpirun --report out"),
            ("--report mpirun -n 2 ./a", "--report mpirun -n 2 ./a"),
            ("--report mpirun -n 2 ./a -- b", "--report mpirun -n 2 ./a -- b"),
            ("--report mpirun ./a --math -- b", "--report mpirun ./a --math -- b"),
            ("--report --math mpirun ./a", "--report --math mpirun ./a"),
            ("--report=x --report out -- a", "--report=x --report=out -- a"),
            ("--trace --report out -- a", "--trace --report out -- a"),
            ("mpirun --report out -- a", "mpirun --report out -- a"),
        ] {
            assert_eq!(joined(command), expected, "{command}");
        }
    }
}
