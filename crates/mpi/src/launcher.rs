//! What a launcher puts in the environment of each process about the job.

use std::{env, fs};

/// This process's rank in MPI_COMM_WORLD: the variables in the order in which they are tried.
/// Slurm's come last: they may be those of the step in which another launcher was started.
const RANK: &[&str] = &["OMPI_COMM_WORLD_RANK", "PMIX_RANK", "PMI_RANK", "SLURM_PROCID"];

/// This process's rank and the number of ranks, by the same launchers. Of Slurm's variables those of the step
/// that srun has started, not of the job: in a batch script, or in a shell of salloc, a program that runs
/// alone is what was asked for.
const RANK_AND_SIZE: &[(&str, &str)] = &[
    ("OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE"),
    ("PMI_RANK", "PMI_SIZE"),
    ("MV2_COMM_WORLD_RANK", "MV2_COMM_WORLD_SIZE"),
    ("SLURM_PROCID", "SLURM_STEP_NUM_TASKS"),
];

/// From Open MPI's mpirun and prterun, Hydra (MPICH, Intel MPI), Cray's PALS, MVAPICH 2, Slurm.
const LOCAL_RANK: &[&str] = &[
    "OMPI_COMM_WORLD_LOCAL_RANK",
    "MPI_LOCALRANKID",
    "PMI_LOCAL_RANK",
    "MV2_COMM_WORLD_LOCAL_RANK",
    "SLURM_LOCALID",
];

/// From the same launchers; Slurm has a list.
const LOCAL_SIZE: &[&str] = &[
    "OMPI_COMM_WORLD_LOCAL_SIZE",
    "MPI_LOCALNRANKS",
    "PMI_LOCAL_SIZE",
    "MV2_COMM_WORLD_LOCAL_SIZE",
];

/// The number of ranks of the job, and of those on its machine, by the same launchers (Cray's PALS and
/// Hydra have one name for the first). All ranks of a job find the same, if the second is less or not.
const SIZE_AND_LOCAL_SIZE: &[(&str, &str)] = &[
    ("OMPI_COMM_WORLD_SIZE", "OMPI_COMM_WORLD_LOCAL_SIZE"),
    ("PMI_SIZE", "MPI_LOCALNRANKS"),
    ("PMI_SIZE", "PMI_LOCAL_SIZE"),
    ("MV2_COMM_WORLD_SIZE", "MV2_COMM_WORLD_LOCAL_SIZE"),
];

/// The nodes of the step that srun has started.
const NODES: &[&str] = &["SLURM_STEP_NUM_NODES"];

/// Slurm's, where a step has several components.
const HETEROGENEOUS: &[&str] = &["SLURM_HET_SIZE", "SLURM_PACK_SIZE"];

/// The value of an environment variable.
type Variable<'a> = &'a dyn Fn(&str) -> Option<String>;

fn environment(name: &str) -> Option<String> {
    env::var(name).ok()
}

fn number(names: &[&str], variable: Variable) -> Option<usize> {
    names.iter().find_map(|name| variable(name)?.parse().ok())
}

/// Whether this is the first rank, as far as the launcher says.
pub fn is_first() -> bool {
    RANK.iter().find_map(|name| environment(name)).is_none_or(|rank| rank == "0")
}

/// Whether a launcher has started this process as a rank.
pub fn is_rank() -> bool {
    RANK.iter().any(|name| environment(name).is_some())
}

/// This process's rank and the number of ranks that were started with it, as the launcher says.
pub fn rank_and_size() -> Option<(usize, usize)> {
    rank_and_size_by(&environment)
}

fn rank_and_size_by(variable: Variable) -> Option<(usize, usize)> {
    let number = |name: &str| variable(name)?.parse().ok();
    RANK_AND_SIZE.iter().find_map(|(rank, size)| number(rank).zip(number(size)))
}

/// Whether the launcher itself has started this process, and not a rank or a script that was started as
/// one: then its parent is no rank. (The launcher's environment may be unreadable for others.)
pub fn has_started_this() -> bool {
    let parent = std::os::unix::process::parent_id();
    let variables = std::fs::read(format!("/proc/{parent}/environ")).unwrap_or_default();
    is_rank() && !names_a_rank(&variables)
}

/// Whether a process's variables, each with a zero behind it, are those of a rank.
fn names_a_rank(variables: &[u8]) -> bool {
    let name = |variable: &[u8]| variable.split(|byte| *byte == b'=').next().map(<[u8]>::to_vec);
    let mut names = variables.split(|byte| *byte == 0).filter_map(name);
    names.any(|name| RANK.iter().any(|rank| rank.as_bytes() == name))
}

/// This process's number among the ranks on its machine, if the launcher says.
pub fn local_rank() -> Option<usize> {
    number(LOCAL_RANK, &environment)
}

/// The number of ranks on its machine, if the launcher says.
pub fn local_size() -> Option<usize> {
    local_size_by(&environment)
}

/// Whether the job is on several machines, as the launcher says: the same on all ranks of one
/// MPI_COMM_WORLD. False if it says nothing.
pub fn is_on_several_nodes() -> bool {
    is_on_several_nodes_by(&environment)
}

fn is_on_several_nodes_by(variable: Variable) -> bool {
    let number = |name: &str| variable(name)?.parse::<usize>().ok();
    let both = |(size, local): &(&str, &str)| number(size).zip(number(local));
    match SIZE_AND_LOCAL_SIZE.iter().find_map(both) {
        Some((size, local)) => local < size,
        // (Of a step of several components each may be told its own.)
        None if HETEROGENEOUS.iter().any(|name| variable(name).is_some()) => false,
        None => NODES.iter().find_map(|name| number(name)).is_some_and(|nodes| nodes > 1),
    }
}

/// The same on all ranks of a job on a machine, and in no other job: Open MPI's or Slurm's name for
/// it, or the process that has started them.
pub fn job() -> String {
    environment("PMIX_NAMESPACE").unwrap_or_else(|| std::os::unix::process::parent_id().to_string())
}

/// The name of this machine.
pub fn host() -> String {
    let name = fs::read_to_string("/proc/sys/kernel/hostname").unwrap_or_default();
    name.trim_end().to_string()
}

fn local_size_by(variable: Variable) -> Option<usize> {
    number(LOCAL_SIZE, variable).or_else(|| {
        let node = variable("SLURM_NODEID")?.parse().ok()?;
        tasks_of(&variable("SLURM_STEP_TASKS_PER_NODE")?, node)
    })
}

/// The tasks of a node in Slurm's list: "4(x2),3" is 4 on two nodes and 3 on the third.
fn tasks_of(list: &str, node: usize) -> Option<usize> {
    let mut end = 0;
    for item in list.split(',') {
        let (tasks, nodes) = match item.strip_suffix(')').and_then(|item| item.split_once("(x")) {
            Some((tasks, nodes)) => (tasks, nodes.parse().ok()?),
            None => (item, 1),
        };
        end += nodes;
        if node < end {
            return tasks.parse().ok();
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The value of a variable among these.
    fn value(variables: &[(&str, &str)], name: &str) -> Option<String> {
        let found = variables.iter().find(|(variable, _)| *variable == name);
        found.map(|(_, value)| value.to_string())
    }

    #[test]
    fn the_number_of_ranks_is_that_of_the_innermost_launcher() {
        let says = |variables: &[_]| rank_and_size_by(&|name| value(variables, name));
        for (rank, size) in RANK_AND_SIZE {
            assert_eq!(says(&[(rank, "3"), (size, "8")]), Some((3, 8)));
            assert_eq!(says(&[(rank, "3")]), None);
            assert_eq!(says(&[(rank, "3"), (size, "many")]), None);
        }
        let step = [("SLURM_PROCID", "1"), ("SLURM_STEP_NUM_TASKS", "2")];
        let mpirun = [("OMPI_COMM_WORLD_RANK", "0"), ("OMPI_COMM_WORLD_SIZE", "1")];
        assert_eq!(says(&[step, mpirun].concat()), Some((0, 1)));
        // A batch script, or salloc's shell.
        assert_eq!(says(&[("SLURM_PROCID", "0"), ("SLURM_NTASKS", "8")]), None);
    }

    #[test]
    fn each_launcher_says_whether_the_job_is_on_several_nodes() {
        let says = |variables: &[_]| is_on_several_nodes_by(&|name| value(variables, name));
        assert!(!says(&[]));
        for (size, local) in SIZE_AND_LOCAL_SIZE {
            assert!(says(&[(size, "4"), (local, "2")]), "{size}");
            assert!(!says(&[(size, "4"), (local, "4")]), "{size}");
            assert!(
                !says(&[(size, "4")]) && !says(&[(local, "2")]),
                "what the other is, is unknown"
            );
            assert!(!says(&[(size, "4"), (local, "few")]), "{size}");
        }
        let step = ("SLURM_STEP_NUM_NODES", "2");
        assert!(says(&[step]) && !says(&[("SLURM_STEP_NUM_NODES", "1")]));
        assert!(HETEROGENEOUS.iter().all(|name| !says(&[step, (name, "2")])));
        // Another launcher, whose processes on the nodes are such a step, may start ranks on one of them.
        let mpirun = [("OMPI_COMM_WORLD_SIZE", "2"), ("OMPI_COMM_WORLD_LOCAL_SIZE", "2")];
        assert!(!says(&[&[step][..], &mpirun].concat()));
    }

    #[test]
    fn a_rank_is_known_by_its_variables() {
        for name in RANK {
            assert!(names_a_rank(format!("HOME=/root\0{name}=0\0").as_bytes()), "{name}");
            assert!(!names_a_rank(format!("HOME={name}\0{name}S=0\0").as_bytes()), "{name}");
        }
        assert!(!names_a_rank(b""));
    }

    #[test]
    fn each_launchers_number_of_local_ranks_is_read() {
        let says = |variables: &[_]| local_size_by(&|name| value(variables, name));
        assert_eq!(says(&[]), None);
        for name in LOCAL_SIZE {
            assert_eq!(says(&[(name, "12")]), Some(12));
            assert_eq!(says(&[(name, "many")]), None);
        }
        let slurm =
            |list, node| says(&[("SLURM_STEP_TASKS_PER_NODE", list), ("SLURM_NODEID", node)]);
        for (node, tasks) in [("0", Some(4)), ("1", Some(4)), ("2", Some(3)), ("3", None)] {
            assert_eq!(slurm("4(x2),3", node), tasks);
        }
        assert_eq!(slurm("16", "0"), Some(16));
        assert_eq!(slurm("", "0"), None);
        assert_eq!(says(&[("SLURM_STEP_TASKS_PER_NODE", "4")]), None);
    }
}
