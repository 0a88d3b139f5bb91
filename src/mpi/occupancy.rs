//! Whether the ranks of a machine outnumber the CPUs on which they may run: then whoever waits
//! gives its CPU away at once.
//!
//! The ranks of a communicator know their own CPUs. How many ranks there are beside them, the
//! launcher has told each process; on which CPUs those may run is taken to be what the launcher
//! itself may use.

use super::launcher;

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
            ranks_here: launcher::ranks_here(),
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
}
