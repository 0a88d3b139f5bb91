//! Profiles: measured parameters of the cost model, in a file that `SAMEBITS_PROFILE` names.
//!
//! A profile is a text: a line with the format's name and version, then a key and its value on each
//! line. Empty lines and comments (`#`) are skipped. Every key has to be there exactly once, in any
//! order, so that no number is silently ignored or a default.
//!
//! All ranks must use the same numbers, so the digest of a profile is part of the policy that they
//! compare. If a profile's machine or MPI library is not that of one rank, no rank uses it.

use super::wording::did_you_mean;
use samebits_base::files::{self, Existing, Mode};
use samebits_base::threads::online;
use samebits_schedule::{cost::PARAMETERS, Machine};
use std::fmt::Write as _;
use std::fs::{self, File};
use std::io::{ErrorKind, Read, Write};
use std::path::Path;

/// Profiles have about 2 KiB.
const MAX_BYTES: u64 = 64 << 10;

const MAGIC: &str = "samebits profile ";
const VERSION: &str = "1";
const ORIGIN_KEYS: [&str; 5] = ["cpu", "cpus", "mpi", "hosts", "ranks"];

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Origin {
    pub cpu: String,
    /// CPUs per node.
    pub cpus: usize,
    /// The version string of the MPI library.
    pub mpi: String,
    /// The number of nodes that the ranks were on; not compared, and neither is that of ranks.
    pub hosts: usize,
    pub ranks: usize,
}

impl Origin {
    pub fn local(mpi: &str, hosts: usize, ranks: usize) -> Origin {
        Origin { cpu: cpu(), cpus: online(), mpi: one_line(mpi), hosts, ranks }
    }

    /// How a profile's machine differs from the local one, in words.
    pub fn differs(&self, local: &Origin) -> Option<String> {
        let cpus = (&self.cpus.to_string(), &local.cpus.to_string());
        let facts = [
            ("on a CPU called", (&self.cpu, &local.cpu)),
            ("on a node whose number of CPUs is", cpus),
            ("under", (&self.mpi, &local.mpi)),
        ];
        let (what, (profile, local)) =
            facts.into_iter().find(|(_, (profile, local))| profile != local)?;
        Some(format!("it was measured {what} {profile}, and this is {local}"))
    }
}

/// The name of this processor.
pub fn cpu() -> String {
    let text = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let value = |key: &str| {
        let mut lines = text.lines().filter_map(|line| line.split_once(':'));
        lines.find(|(name, _)| name.trim() == key).map(|(_, value)| value.trim())
    };
    // Linux reports ARM's CPUs by number.
    let name = match (value("model name"), value("CPU implementer"), value("CPU part")) {
        (Some(name), _, _) => name.to_string(),
        (None, Some(implementer), Some(part)) => format!("implementer {implementer} part {part}"),
        _ => std::env::consts::ARCH.to_string(),
    };
    one_line(&name)
}

/// The words of a text with single spaces between them, or "unknown".
fn one_line(text: &str) -> String {
    let words = text.split(|c: char| c.is_whitespace() || c.is_control());
    let words: Vec<&str> = words.filter(|word| !word.is_empty()).collect();
    match words[..] {
        [] => "unknown".into(),
        _ => words.join(" "),
    }
}

#[derive(Clone, Debug, PartialEq)]
pub struct Profile {
    pub origin: Origin,
    pub machine: Machine,
}

impl Profile {
    /// The profile as text, from which [`Profile::from_text`] reads the same bits.
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
            let _ = write!(text, "\n# {about} [{unit}]\n{name} {value:e}\n");
        }
        text
    }

    /// Parses a profile. `Err` names the line and what is accepted there.
    pub fn from_text(text: &str) -> Result<Profile, String> {
        let mut lines = text.lines().zip(1usize..);
        let version =
            lines.next().and_then(|(line, _)| line.strip_prefix(MAGIC)).ok_or_else(|| {
                format!("line 1: this is not a profile; a profile begins with \"{MAGIC}{VERSION}\"")
            })?;
        if version != VERSION {
            return Err(format!(
                "line 1: version {version:?} is not accepted; it takes version {VERSION}"
            ));
        }
        let parameters = PARAMETERS.iter().map(|row| row.name);
        let names: Vec<&str> = ORIGIN_KEYS.into_iter().chain(parameters).collect();
        let mut values = vec![""; names.len()];
        for (line, number) in lines {
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            let (key, value) = line.split_once(' ').unwrap_or((line, ""));
            let Some(which) = names.iter().position(|name| *name == key) else {
                return Err(format!(
                    "line {number}: a profile has no key {key:?}{}; accepted: {}",
                    did_you_mean(key, &names),
                    names.join(", ")
                ));
            };
            let unit = which.checked_sub(ORIGIN_KEYS.len()).map(|which| PARAMETERS[which].unit);
            check(key, unit, value).map_err(|takes| {
                format!("line {number}: {key} {value:?} is not accepted; it takes {takes}")
            })?;
            if !std::mem::replace(&mut values[which], value).is_empty() {
                return Err(format!("line {number}: {key} appears twice"));
            }
        }
        let is_missing = |which: &usize| values[*which].is_empty();
        if let Some(which) =
            (ORIGIN_KEYS.len()..names.len()).chain(0..ORIGIN_KEYS.len()).find(is_missing)
        {
            let end = text.lines().count() + 1;
            return Err(format!("line {end}: {} is missing", names[which]));
        }
        let (facts, numbers) = values.split_at(ORIGIN_KEYS.len());
        let count = |which: usize| facts[which].parse().unwrap_or(0);
        let (cpu, mpi) = (facts[0].to_string(), facts[2].to_string());
        let origin = Origin { cpu, cpus: count(1), mpi, hosts: count(3), ranks: count(4) };
        let mut machine = Machine::DEFAULT;
        for (parameter, number) in PARAMETERS.iter().zip(numbers) {
            *(parameter.place)(&mut machine) = number.parse().expect("it was checked");
        }
        Ok(Profile { origin, machine })
    }

    pub fn load(path: &Path) -> Result<Profile, String> {
        let metadata = fs::metadata(path).map_err(|error| error.to_string())?;
        // Opening a pipe might wait for another process.
        if !metadata.is_file() {
            return Err("it is not a regular file".into());
        }
        if metadata.len() > MAX_BYTES {
            return Err(format!("it is not a profile: longer than {MAX_BYTES} bytes"));
        }
        let bytes = fs::read(path).map_err(|error| error.to_string())?;
        let text =
            String::from_utf8(bytes).map_err(|_| "it is not a profile: not text".to_string())?;
        Profile::from_text(&text)
    }

    /// Checks that the path is free or holds a profile, of whichever version.
    pub fn may_be_written(path: &Path) -> Result<(), String> {
        if let Some(error) = files::link(path) {
            return Err(error.to_string());
        }
        let mut head = vec![0; MAGIC.len()];
        match fs::metadata(path) {
            Err(error) if error.kind() == ErrorKind::NotFound => {}
            Err(error) => return Err(error.to_string()),
            Ok(metadata) if !metadata.is_file() => return Err("it is not a regular file".into()),
            Ok(_) => {
                let read = File::open(path).and_then(|mut file| file.read_exact(&mut head));
                if read.is_err() || head != MAGIC.as_bytes() {
                    let why = "there is a file that is not a profile of samebits; it is left \
                               unchanged";
                    return Err(why.into());
                }
            }
        }
        let directory = directory(path);
        match fs::metadata(directory) {
            Ok(metadata) if metadata.is_dir() => Ok(()),
            Ok(_) => Err(format!("{} is not a folder", directory.display())),
            Err(error) => Err(format!("{}: {error}", directory.display())),
        }
    }

    /// Writes the file atomically. One in whose place it comes had these rights, or more.
    pub fn store(&self, path: &Path, mode: Mode) -> Result<(), String> {
        Profile::may_be_written(path)?;
        let name = path.file_name().ok_or("it does not name a file")?.to_string_lossy();
        let temporary = directory(path).join(format!(".{name}.{}", std::process::id()));
        let created = files::open(&temporary, Existing::Kept, mode.and_of(path));
        let written = created.and_then(|mut file| {
            file.write_all(self.to_text().as_bytes())?;
            file.sync_all()?;
            fs::rename(&temporary, path)
        });
        written.map_err(|error| {
            if error.kind() != ErrorKind::AlreadyExists {
                let _ = fs::remove_file(&temporary);
            }
            error.to_string()
        })
    }
}

fn directory(path: &Path) -> &Path {
    let parent = path.parent().filter(|parent| !parent.as_os_str().is_empty());
    parent.unwrap_or(Path::new("."))
}

/// Checks a value, which is not empty then. `Err` is what the key takes.
fn check(key: &str, unit: Option<&str>, value: &str) -> Result<(), String> {
    let consists_of =
        |others: &[u8]| value.bytes().all(|byte| byte.is_ascii_digit() || others.contains(&byte));
    let (valid, takes) = match unit {
        Some(unit) => {
            let positive = |number: f64| number.is_finite() && number > 0.0;
            let valid = consists_of(b".e-") && value.parse().is_ok_and(positive);
            (valid, format!("a positive number of {unit}"))
        }
        None if ["cpu", "mpi"].contains(&key) => {
            (value == one_line(value), "a name: words separated by single spaces".into())
        }
        None => {
            let valid = consists_of(b"") && value.parse().is_ok_and(|n: usize| n > 0);
            (valid, "a number, 1 or more".into())
        }
    };
    valid.then_some(()).ok_or(takes)
}
