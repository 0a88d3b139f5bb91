//! The text of a profile: a first line that says what it is and in which version, then a key
//! and its value on each line. Empty lines, and such that begin with `#`, say nothing. Every
//! key is there once, in any order, and none that is not known: a number that were left out,
//! or written otherwise than it is read, would be a wrong one.

use super::origin::{one_line, Origin};
use crate::policy::wording::did_you_mean;
use crate::schedule::cost::PARAMETERS;
use crate::schedule::Machine;
use std::fmt::Write;

/// What the first line begins with; behind it is the version.
pub(super) const MAGIC: &str = "samebits profile ";

/// The version that is written, and the only one that is read.
const VERSION: &str = "1";

/// The keys of the machine's description.
const ORIGIN: [&str; 5] = ["cpu", "cpus", "mpi", "hosts", "ranks"];

/// A profile.
#[derive(Clone, Debug, PartialEq)]
pub struct Profile {
    /// What it was measured on.
    pub origin: Origin,
    /// What was measured.
    pub machine: Machine,
}

impl Profile {
    /// The profile as a text, whose numbers are read back to the bit.
    pub fn to_text(&self) -> String {
        let Profile { origin, machine } = self;
        let mut text = format!(
            "{MAGIC}{VERSION}\n\
             # What samebits_tune has measured; the choice of schedules goes by it where\n\
             # SAMEBITS_PROFILE names this file, on such CPUs and under such an MPI library.\n\
             cpu {}\ncpus {}\nmpi {}\nhosts {}\nranks {}\n",
            one_line(&origin.cpu),
            origin.cpus,
            one_line(&origin.mpi),
            origin.hosts,
            origin.ranks
        );
        for parameter in PARAMETERS {
            let value = (parameter.of)(machine);
            let (name, unit, about) = (parameter.name, parameter.unit, parameter.about);
            // (The shortest digits that are read back to the same bits.)
            let _ = write!(text, "\n# {about} [{unit}]\n{name} {value:e}\n");
        }
        text
    }

    /// The profile of a text, as [`Profile::to_text`] writes it. `Err` names the line and what
    /// is accepted there.
    pub fn from_text(text: &str) -> Result<Profile, String> {
        let mut lines = text.lines().zip(1usize..);
        match lines.next().and_then(|(line, _)| line.strip_prefix(MAGIC)) {
            Some(VERSION) => {}
            Some(other) => {
                return Err(format!(
                    "line 1: version {other:?} is not accepted; it takes version {VERSION}"
                ))
            }
            None => {
                return Err(format!(
                    "line 1: a profile begins with \"{MAGIC}{VERSION}\"; this is none"
                ))
            }
        }
        let mut origin = [None; ORIGIN.len()];
        let mut machine = Machine::DEFAULT;
        let mut known = vec![false; PARAMETERS.len()];
        for (line, number) in lines {
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            let (key, value) = line.split_once(' ').unwrap_or((line, ""));
            let there_twice = || format!("line {number}: {key} is there twice");
            if let Some(which) = ORIGIN.iter().position(|name| *name == key) {
                origin_value(key, value).map_err(|takes| refusal(number, key, value, &takes))?;
                if origin[which].replace(value).is_some() {
                    return Err(there_twice());
                }
            } else if let Some(which) = PARAMETERS.iter().position(|known| known.name == key) {
                let takes = format!("a positive number of {}", PARAMETERS[which].unit);
                *(PARAMETERS[which].place)(&mut machine) =
                    positive(value).ok_or_else(|| refusal(number, key, value, &takes))?;
                if std::mem::replace(&mut known[which], true) {
                    return Err(there_twice());
                }
            } else {
                let names = || PARAMETERS.iter().map(|known| known.name);
                let names: Vec<&str> = ORIGIN.into_iter().chain(names()).collect();
                return Err(format!(
                    "line {number}: {key:?} is no key of a profile{}; it takes {}",
                    did_you_mean(key, &names),
                    names.join(", ")
                ));
            }
        }
        let missing = |name: &str| format!("line {}: {name} is missing", text.lines().count() + 1);
        if let Some(which) = known.iter().position(|known| !known) {
            return Err(missing(PARAMETERS[which].name));
        }
        let value = |which: usize| origin[which].ok_or_else(|| missing(ORIGIN[which]));
        let count = |which: usize| value(which).map(|value| value.parse().unwrap_or(0));
        let origin = Origin {
            cpu: value(0)?.to_string(),
            cpus: count(1)?,
            mpi: value(2)?.to_string(),
            hosts: count(3)?,
            ranks: count(4)?,
        };
        Ok(Profile { origin, machine })
    }
}

fn refusal(line: usize, key: &str, value: &str, takes: &str) -> String {
    format!("line {line}: {key} {value:?} is not accepted; it takes {takes}")
}

/// Whether it is a value of that key of the machine's description, or what is.
fn origin_value(key: &str, value: &str) -> Result<(), String> {
    match key {
        "cpu" | "mpi" if value == one_line(value) => Ok(()),
        "cpu" | "mpi" => Err("a name, words with one space between them".into()),
        _ => {
            let digits = !value.is_empty() && value.bytes().all(|byte| byte.is_ascii_digit());
            match value.parse::<usize>() {
                Ok(1..) if digits => Ok(()),
                _ => Err("a number from 1 on".into()),
            }
        }
    }
}

/// A number that a time may have.
fn positive(text: &str) -> Option<f64> {
    let digits = text.bytes().all(|byte| byte.is_ascii_digit() || b".e-".contains(&byte));
    let number: f64 = text.parse().ok().filter(|_| digits)?;
    (number.is_finite() && number > 0.0).then_some(number)
}
