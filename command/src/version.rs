//! `samebits --version`: what is here.

use crate::doctor::machine;
use crate::run::library;
use samebits::policy::VERSION;
use std::process::{Command, Stdio};

/// The families of MPI libraries that the one file serves, as users know them.
const FAMILIES: [&str; 4] = [
    "Open MPI",
    "MPICH and its descendants (Intel MPI, Cray MPICH, MVAPICH, ParaStation MPI)",
    "the standard ABI of MPI 5",
    "SimGrid's SMPI",
];

/// Launchers that are asked what they are of.
const LAUNCHERS: [&str; 4] = ["mpirun", "mpiexec", "mpirun.openmpi", "mpirun.mpich"];

pub fn text() -> String {
    let library = library::find(None).unwrap_or_else(|_| "not found beside this command".into());
    let mut found: Vec<String> = Vec::new();
    for launcher in LAUNCHERS {
        let Some(version) = version_of(launcher) else { continue };
        if found.iter().all(|known| !known.starts_with(&version)) {
            found.push(format!("{version} ({launcher})"));
        }
    }
    let mpi = match found.is_empty() {
        true => "no mpirun or mpiexec in PATH".into(),
        false => found.join("; "),
    };
    format!(
        "samebits {VERSION}\nlibrary:  {library}\nserves:   {}\nMPI:      {mpi}\nCPU:      {}\n",
        FAMILIES.join("; "),
        machine::cpu()
    )
}

/// The line that names the MPI library of a launcher.
fn version_of(launcher: &str) -> Option<String> {
    let mut asked = Command::new(launcher);
    asked.arg("--version").stdin(Stdio::null()).stderr(Stdio::null());
    let output = asked.output().ok()?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let lines: Vec<&str> = text.lines().map(str::trim).collect();
    let hydra = || {
        let version = lines.iter().find_map(|line| line.strip_prefix("Version:"))?;
        Some(format!("MPICH's Hydra {}", version.trim()))
    };
    let named = lines.iter().find(|line| line.contains("MPI") && !line.contains("build details"));
    let named = named.map(|line| line.trim_start_matches("mpirun ").trim_start_matches("mpiexec "));
    hydra().or_else(|| named.map(str::to_string))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_says_what_is_here() {
        let text = text();
        for part in [VERSION, "library:", "Open MPI", "MPI:", "CPU:"] {
            assert!(text.contains(part), "{text}");
        }
        assert_eq!(version_of("no-such-launcher-at-all"), None);
    }
}
