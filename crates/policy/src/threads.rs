//! How many threads a rank uses for its share of an array or vector without `SAMEBITS_THREADS`.

use samebits_base::threads::{allowed, online};

/// Variables in which launchers store the number of ranks on this node.
const LOCAL_RANKS: [&str; 5] = [
    "OMPI_COMM_WORLD_LOCAL_SIZE",
    "MPI_LOCALNRANKS",
    "PALS_LOCAL_SIZE",
    "SLURM_NTASKS_PER_NODE",
    "SLURM_TASKS_PER_NODE",
];

pub fn automatic() -> usize {
    from_variables(|name| std::env::var(name).ok(), allowed(), online())
}

/// OMP_NUM_THREADS, at most the CPUs on which this process may run. Without it, the CPUs that the
/// process has to itself: its binding or its part of the node, whichever is smaller. One, if the
/// launcher does not report the number of local ranks.
fn from_variables(
    variable: impl Fn(&str) -> Option<String>,
    allowed: usize,
    online: usize,
) -> usize {
    // OMP_NUM_THREADS may be a list for nested levels, SLURM's number "4(x2)".
    let number = |name: &str| -> Option<usize> {
        let text = variable(name)?;
        let digits = text.trim().split(|c: char| !c.is_ascii_digit()).next()?;
        digits.parse().ok().filter(|n| *n > 0)
    };
    if let Some(threads) = number("OMP_NUM_THREADS") {
        return threads.min(allowed);
    }
    match LOCAL_RANKS.iter().find_map(|name| number(name)) {
        Some(ranks) => allowed.min(online / ranks).max(1),
        None => 1,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rank_has_a_thread_for_each_cpu_of_its_own() {
        let threads = |variables: &[(&str, &str)], allowed, online| {
            let find = |name: &str| variables.iter().find(|(n, _)| *n == name);
            from_variables(|name| find(name).map(|(_, value)| value.to_string()), allowed, online)
        };
        assert_eq!(threads(&[], 16, 16), 1, "unknown number of local ranks");
        assert_eq!(threads(&[("MPI_LOCALNRANKS", "4")], 16, 16), 4, "not bound");
        assert_eq!(threads(&[("OMPI_COMM_WORLD_LOCAL_SIZE", "4")], 2, 16), 2, "bound");
        assert_eq!(threads(&[("SLURM_TASKS_PER_NODE", "32(x2)")], 16, 16), 1, "too many ranks");
        assert_eq!(threads(&[("OMP_NUM_THREADS", "3,2"), ("MPI_LOCALNRANKS", "1")], 16, 16), 3);
        assert_eq!(threads(&[("OMP_NUM_THREADS", "8")], 1, 16), 1, "bound to one CPU");
        for none in ["many", "0"] {
            assert_eq!(threads(&[("OMP_NUM_THREADS", none), ("MPI_LOCALNRANKS", "2")], 4, 8), 4);
        }
    }
}
