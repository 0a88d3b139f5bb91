//! How many threads work on a share of an array, or on a rank's part of a long vector, where
//! the user has not said it (`SAMEBITS_THREADS`).

use crate::threads::{allowed, online};

/// What launchers call the number of ranks on this node.
const RANKS_HERE: [&str; 5] = [
    "OMPI_COMM_WORLD_LOCAL_SIZE",
    "MPI_LOCALNRANKS",
    "PALS_LOCAL_SIZE",
    "SLURM_NTASKS_PER_NODE",
    "SLURM_TASKS_PER_NODE",
];

/// The threads of this process: see [`of`].
pub fn automatic() -> usize {
    of(|name| std::env::var(name).ok(), allowed(), online())
}

/// As many as OMP_NUM_THREADS says, but no more than CPUs on which this process may
/// run; where it says nothing, as many as the process has CPUs for itself: those on
/// which it may run, if the launcher has bound it, else its part of the node's. Where
/// the launcher does not say how many ranks share the node, one.
fn of(variable: impl Fn(&str) -> Option<String>, allowed: usize, online: usize) -> usize {
    // OMP_NUM_THREADS may be a list for nested levels, SLURM's number be 4(x2).
    let number = |name: &str| -> Option<usize> {
        let text = variable(name)?;
        let digits = text.trim().split(|c: char| !c.is_ascii_digit()).next()?;
        digits.parse().ok().filter(|n| *n > 0)
    };
    if let Some(threads) = number("OMP_NUM_THREADS") {
        return threads.min(allowed);
    }
    match RANKS_HERE.iter().find_map(|name| number(name)) {
        Some(ranks) => allowed.min(online / ranks).max(1),
        None => 1,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn as_many_as_this_rank_has_cpus_for_itself() {
        let threads = |variables: &[(&str, &str)], allowed, online| {
            let find = |name: &str| {
                variables.iter().find(|(known, _)| *known == name).map(|(_, v)| v.to_string())
            };
            of(find, allowed, online)
        };
        assert_eq!(threads(&[], 16, 16), 1, "nobody says how many share the node");
        assert_eq!(threads(&[("MPI_LOCALNRANKS", "4")], 16, 16), 4, "not bound");
        assert_eq!(threads(&[("OMPI_COMM_WORLD_LOCAL_SIZE", "4")], 2, 16), 2, "bound");
        assert_eq!(threads(&[("SLURM_TASKS_PER_NODE", "32(x2)")], 16, 16), 1, "too many ranks");
        assert_eq!(threads(&[("OMP_NUM_THREADS", "3,2"), ("MPI_LOCALNRANKS", "1")], 16, 16), 3);
        assert_eq!(threads(&[("OMP_NUM_THREADS", "8")], 1, 16), 1, "bound to one CPU");
        assert_eq!(threads(&[("OMP_NUM_THREADS", "many"), ("MPI_LOCALNRANKS", "2")], 4, 8), 4);
    }
}
