//! `samebits --version`: what is here, without asking anybody; `samebits doctor` asks launchers.

use crate::doctor::machine;
use crate::run::library;
use samebits_policy::VERSION;

/// The families of MPI libraries that the one file serves, as users know them.
const FAMILIES: [&str; 4] = [
    "Open MPI",
    "MPICH and its descendants (Intel MPI, Cray MPICH, MVAPICH, ParaStation MPI)",
    "the standard ABI of MPI 5",
    "SimGrid's SMPI",
];

pub fn text() -> String {
    let library = library::find(None).unwrap_or_else(|_| "not found beside this command".into());
    format!(
        "samebits {VERSION}\nlibrary:  {library}\nserves:   {}\nCPU:      {}\n",
        FAMILIES.join("; "),
        machine::cpu()
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_says_what_is_here() {
        let text = text();
        for part in [VERSION, "library:", "Open MPI", "CPU:"] {
            assert!(text.contains(part), "{text}");
        }
    }
}
