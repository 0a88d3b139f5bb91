//! Which machine and MPI library a profile was measured on.

use crate::threads::online;
use std::fs;

/// A machine and an MPI library, as far as a profile names them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Origin {
    /// The model of its CPUs.
    pub cpu: String,
    /// How many of them a node has.
    pub cpus: usize,
    /// The MPI library, and its version.
    pub mpi: String,
    /// The nodes that the ranks were on. (Other numbers of nodes and ranks are no other machine.)
    pub hosts: usize,
    /// The ranks.
    pub ranks: usize,
}

impl Origin {
    /// This machine, with an MPI library, as that says what it is.
    pub fn here(mpi: &str, hosts: usize, ranks: usize) -> Origin {
        Origin { cpu: cpu(), cpus: online(), mpi: one_line(mpi), hosts, ranks }
    }

    /// What is another one than this; none where the profile is of a machine like this.
    pub fn differs(&self, here: &Origin) -> Option<String> {
        let differs = |what, (there, here): (&dyn std::fmt::Display, &dyn std::fmt::Display)| {
            let (there, here) = (there.to_string(), here.to_string());
            (there != here).then(|| format!("it was measured {what} {there}, and this is {here}"))
        };
        differs("on a CPU called", (&self.cpu, &here.cpu))
            .or_else(|| differs("on a node whose number of CPUs is", (&self.cpus, &here.cpus)))
            .or_else(|| differs("under", (&self.mpi, &here.mpi)))
    }
}

/// The model of the first CPU, as the system names it.
fn cpu() -> String {
    let text = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    // (Of ARM's, Linux says numbers alone.)
    let value = |key: &str| {
        let lines = text.lines().filter_map(|line| line.split_once(':'));
        lines.filter(|(name, _)| name.trim() == key).map(|(_, value)| value.trim()).next()
    };
    let name = match (value("model name"), value("CPU implementer"), value("CPU part")) {
        (Some(name), _, _) => name.to_string(),
        (None, Some(implementer), Some(part)) => format!("implementer {implementer} part {part}"),
        _ => std::env::consts::ARCH.to_string(),
    };
    one_line(&name)
}

/// A text as a value of a profile: without runs of white space, and not empty.
pub(super) fn one_line(text: &str) -> String {
    let words: Vec<&str> = text
        .split(|c: char| c.is_whitespace() || c.is_control())
        .filter(|w| !w.is_empty())
        .collect();
    match words.is_empty() {
        true => "unknown".into(),
        false => words.join(" "),
    }
}
