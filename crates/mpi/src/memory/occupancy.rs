//! Whether the ranks of a machine outnumber the CPUs on which they may run: then a rank that waits
//! gives its CPU away at once.
//!
//! The ranks of a communicator know their own CPUs. The number of other ranks is the launcher's;
//! they are assumed to run on the CPUs on which the launcher itself may run.

use crate::launcher;
use std::os::unix::process::parent_id;

/// A set of CPUs.
#[derive(Clone, Copy)]
struct Cpus(libc::cpu_set_t);

impl Cpus {
    // SAFETY: a set of CPUs may be all zero.
    const NONE: Cpus = Cpus(unsafe { std::mem::zeroed() });

    /// Where a process (0: this one) may run; none if the system has more than a set can hold.
    fn of(process: libc::pid_t) -> Cpus {
        let mut set = Cpus::NONE;
        // SAFETY: the set has this size.
        let code = unsafe { libc::sched_getaffinity(process, size_of_val(&set.0), &mut set.0) };
        if code == 0 {
            set
        } else {
            Cpus::NONE
        }
    }

    fn count(&self) -> usize {
        // SAFETY: reads the set.
        unsafe { libc::CPU_COUNT(&self.0) as usize }
    }

    fn union(mut self, other: &Cpus) -> Cpus {
        for cpu in 0..8 * size_of_val(&self.0) {
            // SAFETY: a CPU that a set can hold.
            unsafe {
                if libc::CPU_ISSET(cpu, &other.0) {
                    libc::CPU_SET(cpu, &mut self.0);
                }
            }
        }
        self
    }
}

/// What a rank knows of the ranks of its machine: where it may run itself, how many there are, if
/// the launcher says, and where the launcher may run.
#[derive(Clone, Copy)]
pub(crate) struct Occupancy {
    own: Cpus,
    local_size: Option<usize>,
    launchers: Cpus,
}

impl Occupancy {
    pub fn own() -> Occupancy {
        Occupancy {
            own: Cpus::of(0),
            local_size: launcher::local_size(),
            launchers: Cpus::of(parent_id() as libc::pid_t),
        }
    }
}

/// Whether there are more ranks than CPUs on this machine, by all that these members know.
pub fn is_oversubscribed(members: &[Occupancy]) -> bool {
    let own = members.iter().fold(Cpus::NONE, |all, member| all.union(&member.own));
    let unknown = members.iter().any(|member| member.own.count() == 0);
    let everyone = members.iter().any(|Occupancy { local_size, launchers, .. }| {
        local_size.is_some_and(|ranks| own.union(launchers).count() < ranks)
    });
    unknown || own.count() < members.len() || everyone
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cpus(numbers: &[usize]) -> Cpus {
        let mut set = Cpus::NONE;
        // SAFETY: CPUs that a set can hold.
        numbers.iter().for_each(|cpu| unsafe { libc::CPU_SET(*cpu, &mut set.0) });
        set
    }

    fn oversubscribed(members: &[Cpus], local_size: Option<usize>, launchers: Cpus) -> bool {
        let knows = |own: &Cpus| Occupancy { own: *own, local_size, launchers };
        is_oversubscribed(&members.iter().map(knows).collect::<Vec<_>>())
    }

    #[test]
    fn ranks_that_outnumber_cpus_are_recognised_in_every_communicator() {
        let (both, all) = (cpus(&[0, 1]), cpus(&[0, 1, 2, 3]));
        assert!(!oversubscribed(&[both; 2], None, both));
        assert!(oversubscribed(&[both; 3], None, all), "on two CPUs, whatever the launcher's");
        assert!(!oversubscribed(&[both; 2], Some(2), both));
        assert!(oversubscribed(&[both; 2], Some(4), both), "two others in no communicator");
        assert!(!oversubscribed(&[cpus(&[0]), cpus(&[1])], Some(4), all), "each has its own");
        assert!(oversubscribed(&[cpus(&[0]), cpus(&[1])], Some(5), all));
        assert!(oversubscribed(&[cpus(&[0]); 2], Some(2), all), "two have one");
        assert!(oversubscribed(&[both, Cpus::NONE], Some(2), all), "nobody knows");
        assert!(!oversubscribed(&[Cpus::of(0)], None, Cpus::NONE));
        let knows = |local_size| Occupancy { own: both, local_size, launchers: both };
        assert!(is_oversubscribed(&[knows(None), knows(Some(3))]), "one of them knows");
    }
}
