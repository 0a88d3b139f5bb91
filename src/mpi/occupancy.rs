//! Whether the ranks of a machine outnumber the CPUs on which they may run: then whoever waits
//! gives its CPU away at once.
//!
//! The ranks of a communicator know their own CPUs. How many ranks there are beside them, the
//! launcher has told each process; on which CPUs those may run is taken to be what the launcher
//! itself may use.

use std::env;

/// A set of CPUs.
#[derive(Clone, Copy)]
pub struct Cpus(libc::cpu_set_t);

/// CPUs that a set tells of.
const CPUS: usize = 8 * size_of::<libc::cpu_set_t>();

impl Cpus {
    /// None of them.
    pub const NONE: Cpus = {
        // SAFETY: a set of CPUs may be all zero.
        Cpus(unsafe { std::mem::zeroed() })
    };

    /// Those on which a process may run; none where the system does not say, or has more of them
    /// than a set tells of.
    fn of(process: libc::pid_t) -> Cpus {
        let mut set = Cpus::NONE;
        // SAFETY: room for a set.
        if unsafe { libc::sched_getaffinity(process, size_of_val(&set.0), &mut set.0) } != 0 {
            return Cpus::NONE;
        }
        set
    }

    /// Those on which this process may run.
    pub fn own() -> Cpus {
        Cpus::of(0)
    }

    /// Those on which the process may run that has started this one.
    fn launchers() -> Cpus {
        // SAFETY: asks for a number.
        Cpus::of(unsafe { libc::getppid() })
    }

    fn has(&self, cpu: usize) -> bool {
        // SAFETY: CPU_ISSET takes any number below that.
        unsafe { libc::CPU_ISSET(cpu, &self.0) }
    }

    fn count(&self) -> usize {
        (0..CPUS).filter(|cpu| self.has(*cpu)).count()
    }

    fn and(mut self, other: &Cpus) -> Cpus {
        for cpu in (0..CPUS).filter(|cpu| other.has(*cpu)) {
            // SAFETY: likewise.
            unsafe { libc::CPU_SET(cpu, &mut self.0) };
        }
        self
    }
}

/// What a rank knows of who runs where.
#[derive(Clone, Copy)]
pub struct Occupancy {
    /// Where it may run itself.
    own: Cpus,
    /// The number of ranks on its machine, if the launcher has said it.
    ranks_here: Option<usize>,
    /// Where the launcher may run.
    launchers: Cpus,
}

impl Occupancy {
    /// What this rank knows.
    pub fn own() -> Occupancy {
        Occupancy {
            own: Cpus::own(),
            ranks_here: ranks_here(|name| env::var(name).ok()),
            launchers: Cpus::launchers(),
        }
    }
}

/// Whether more ranks than CPUs are on this machine, by what any of the members of a communicator
/// knows that are on it.
pub fn is_oversubscribed(members: &[Occupancy]) -> bool {
    let own = members.iter().fold(Cpus::NONE, |all, member| all.and(&member.own));
    let unknown = members.iter().any(|member| member.own.count() == 0);
    let everyone = members.iter().any(|Occupancy { ranks_here, launchers, .. }| {
        ranks_here.is_some_and(|ranks| own.and(launchers).count() < ranks)
    });
    unknown || own.count() < members.len() || everyone
}

/// What launchers call the number of ranks on a process's machine: Open MPI's mpirun and
/// prterun, Hydra (MPICH, Intel MPI), Cray's PALS, MVAPICH 2.
const RANKS_HERE: [&str; 4] = [
    "OMPI_COMM_WORLD_LOCAL_SIZE",
    "MPI_LOCALNRANKS",
    "PMI_LOCAL_SIZE",
    "MV2_COMM_WORLD_LOCAL_SIZE",
];

/// The number of ranks on this machine, if the launcher has said it.
fn ranks_here(variable: impl Fn(&str) -> Option<String>) -> Option<usize> {
    let number = |name: &&str| variable(name)?.parse().ok();
    RANKS_HERE.iter().find_map(number).or_else(|| {
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

    fn cpus(numbers: &[usize]) -> Cpus {
        let mut set = Cpus::NONE;
        // SAFETY: few CPUs.
        numbers.iter().for_each(|cpu| unsafe { libc::CPU_SET(*cpu, &mut set.0) });
        set
    }

    fn oversubscribed(members: &[Cpus], ranks_here: Option<usize>, launchers: &Cpus) -> bool {
        let launchers = *launchers;
        let knows = |own: &Cpus| Occupancy { own: *own, ranks_here, launchers };
        is_oversubscribed(&members.iter().map(knows).collect::<Vec<_>>())
    }

    #[test]
    fn ranks_outnumber_cpus_whichever_communicator_they_are_in() {
        let (both, all) = (cpus(&[0, 1]), cpus(&[0, 1, 2, 3]));
        assert!(!oversubscribed(&[both; 2], None, &both));
        assert!(
            oversubscribed(&[both; 3], None, &all),
            "on two CPUs, whatever the launcher may use"
        );
        assert!(!oversubscribed(&[both; 2], Some(2), &both));
        assert!(
            oversubscribed(&[both; 2], Some(4), &both),
            "two others are not in the communicator"
        );
        assert!(!oversubscribed(&[cpus(&[0]), cpus(&[1])], Some(4), &all), "each has its own");
        assert!(oversubscribed(&[cpus(&[0]), cpus(&[1])], Some(5), &all));
        assert!(oversubscribed(&[cpus(&[0]); 2], Some(2), &all), "two have one");
        assert!(oversubscribed(&[both, Cpus::NONE], Some(2), &all), "nobody knows");
        assert!(!oversubscribed(&[Cpus::own()], None, &Cpus::NONE));
        let knows = |ranks_here| Occupancy { own: both, ranks_here, launchers: both };
        assert!(is_oversubscribed(&[knows(None), knows(Some(3))]), "one of them knows");
    }

    #[test]
    fn launchers_say_how_many_ranks_there_are() {
        let says = |variables: &[(&str, &str)]| {
            ranks_here(|name| {
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
