//! What the environment that a launcher gives each process says of the job.

use std::env;

/// The names of a number that a launcher gives, in the order in which they are looked for.
/// (Slurm's come last: they may be those of the step in which another launcher was started.)
type Names = [&'static str];

/// This process's rank in MPI_COMM_WORLD.
const RANK: &Names = &["OMPI_COMM_WORLD_RANK", "PMIX_RANK", "PMI_RANK", "SLURM_PROCID"];

/// Its number among the ranks on its machine, in their order: Open MPI's mpirun and prterun,
/// Hydra (MPICH, Intel MPI), Cray's PALS, MVAPICH 2, Slurm.
const LOCAL_RANK: &Names = &[
    "OMPI_COMM_WORLD_LOCAL_RANK",
    "MPI_LOCALRANKID",
    "PMI_LOCAL_RANK",
    "MV2_COMM_WORLD_LOCAL_RANK",
    "SLURM_LOCALID",
];

/// The number of ranks on its machine, by the same launchers; Slurm has a list.
const RANKS_HERE: &Names = &[
    "OMPI_COMM_WORLD_LOCAL_SIZE",
    "MPI_LOCALNRANKS",
    "PMI_LOCAL_SIZE",
    "MV2_COMM_WORLD_LOCAL_SIZE",
];

/// The value of an environment variable.
type Variable<'a> = &'a dyn Fn(&str) -> Option<String>;

fn own(name: &str) -> Option<String> {
    env::var(name).ok()
}

fn number(names: &Names, variable: Variable) -> Option<usize> {
    names.iter().find_map(|name| variable(name)?.parse().ok())
}

/// Whether this is the first rank, as far as the launcher says.
pub fn is_first() -> bool {
    RANK.iter().find_map(|name| own(name)).is_none_or(|rank| rank == "0")
}

/// This process's number among the ranks on its machine, if the launcher has said it.
pub fn local_rank() -> Option<usize> {
    number(LOCAL_RANK, &own)
}

/// The number of ranks on its machine, if the launcher has said it.
pub fn ranks_here() -> Option<usize> {
    ranks_by(&own)
}

/// What all ranks on a machine have in common with each other, and with no other job: the name
/// that Open MPI and Slurm give it or, under other launchers, the process that has started them.
pub fn job() -> String {
    own("PMIX_NAMESPACE").unwrap_or_else(|| std::os::unix::process::parent_id().to_string())
}

fn ranks_by(variable: Variable) -> Option<usize> {
    number(RANKS_HERE, variable).or_else(|| {
        let node = variable("SLURM_NODEID")?.parse().ok()?;
        tasks_of(&variable("SLURM_STEP_TASKS_PER_NODE")?, node)
    })
}

/// The tasks of a node in Slurm's list of them: "4(x2),3" is 4 on two nodes and 3 on the third.
fn tasks_of(list: &str, node: usize) -> Option<usize> {
    let mut first = 0;
    for item in list.split(',') {
        let (tasks, nodes) = match item.strip_suffix(')').and_then(|item| item.split_once("(x")) {
            Some((tasks, nodes)) => (tasks, nodes.parse().ok()?),
            None => (item, 1),
        };
        first += nodes;
        if node < first {
            return tasks.parse().ok();
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn launchers_say_how_many_ranks_there_are() {
        let says = |variables: &[(&str, &str)]| {
            ranks_by(&|name| {
                let found = variables.iter().find(|(variable, _)| *variable == name);
                found.map(|(_, value)| value.to_string())
            })
        };
        assert_eq!(says(&[]), None);
        for name in RANKS_HERE {
            assert_eq!(says(&[(name, "12")]), Some(12));
            assert_eq!(says(&[(name, "many")]), None);
        }
        let slurm =
            |list, node| says(&[("SLURM_STEP_TASKS_PER_NODE", list), ("SLURM_NODEID", node)]);
        assert_eq!(slurm("4(x2),3", "0"), Some(4));
        assert_eq!(slurm("4(x2),3", "1"), Some(4));
        assert_eq!(slurm("4(x2),3", "2"), Some(3));
        assert_eq!(slurm("4(x2),3", "3"), None);
        assert_eq!(slurm("16", "0"), Some(16));
        assert_eq!(slurm("", "0"), None);
        assert_eq!(says(&[("SLURM_STEP_TASKS_PER_NODE", "4")]), None);
    }
}
