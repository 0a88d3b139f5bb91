//! Whether the ranks of a node are there still. Each writes into memory that all of them see who it
//! is; a rank that has waited for long looks at the process of the one that it waits for.
//!
//! A process is gone if there is none of its number any more, or another one, or one that has ended
//! and whose parent has not asked yet. One that is stopped, or that a debugger holds, is there.
//! Numbers of another namespace (a container of its own) say nothing, nor do those of a system whose
//! /proc shows others: such ranks are not judged.
//!
//! Cost: 20 µs once a process; two system calls and a file each time that a rank looks.

use crate::calls::failures::Failure;
use crate::{abi::family::Handle, Library};
use samebits_base::lock::lock;
use samebits_schedule::node::{segment::ABOUT_BYTES, wait::Looks};
use std::os::unix::fs::MetadataExt;
use std::sync::atomic::{AtomicU64, Ordering};
use std::{fs, io, sync::Mutex, time::Duration};

/// What a rank says of itself in memory that others see; all zero at first.
#[derive(Debug, Default)]
#[repr(C)]
pub struct Presence {
    /// Why it takes part in nothing here any more: a [`Failure`], or 0.
    left: AtomicU64,
    /// Whether another rank has said that it is gone.
    told: AtomicU64,
    process: AtomicU64,
    began: AtomicU64,
    namespace: AtomicU64,
    /// Its rank in MPI_COMM_WORLD, plus one; 0 without that.
    world_rank: AtomicU64,
}

pub(crate) const PRESENCE: usize = size_of::<Presence>();
const _: () = assert!(PRESENCE <= ABOUT_BYTES);

/// A rank that is gone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Gone {
    /// In the communicator, and in MPI_COMM_WORLD if it has been there.
    pub rank: usize,
    pub world_rank: Option<usize>,
    pub process: u32,
}

/// Why a wait is in vain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lost {
    pub failure: Failure,
    /// The rank, if that was seen here and not told by the MPI library or another rank.
    pub gone: Option<Gone>,
}

/// How long the launcher has to end the job, with the exit status of the process that is gone; and, where
/// the MPI library tolerates failures, how long it has to notice: the program will ask it who has failed.
const LAUNCHER_PATIENCE: Duration = Duration::from_secs(2);
const LIBRARY_PATIENCE: Duration = Duration::from_secs(5);

impl Presence {
    /// Writes who this process is.
    pub fn write(&self, library: &Library) {
        let Identity { process, began, namespace } = Identity::own();
        let world = library.constants.comm_world;
        let place = if library.has_world() { library.rank_and_size(world).ok() } else { None };
        self.process.store(process.into(), Ordering::Relaxed);
        self.began.store(began, Ordering::Relaxed);
        self.namespace.store(namespace, Ordering::Relaxed);
        self.world_rank.store(place.map_or(0, |(rank, _)| rank as u64 + 1), Ordering::Relaxed);
    }

    /// This rank leaves.
    pub fn leave(&self, failure: Failure) {
        self.left.store(failure as u64, Ordering::Release);
    }

    pub fn left(&self) -> Option<Failure> {
        Failure::of_number(self.left.load(Ordering::Acquire))
    }

    /// Whether this rank is the one to say that the other one is gone; true once.
    pub fn first_time(&self) -> bool {
        self.told.swap(1, Ordering::Relaxed) == 0
    }

    fn identity(&self) -> Identity {
        let [process, began, namespace] =
            [&self.process, &self.began, &self.namespace].map(|n| n.load(Ordering::Relaxed));
        Identity { process: process as u32, began, namespace }
    }

    fn gone(&self, rank: usize) -> Gone {
        let world_rank = self.world_rank.load(Ordering::Relaxed).checked_sub(1);
        let world_rank = world_rank.map(|rank| rank as usize);
        Gone { rank, world_rank, process: self.identity().process }
    }
}

/// Looks whether the wait for a rank is in vain, which on the communicator is `rank`; of `all` the
/// presences. None for the communicator if it is freed.
pub(super) fn look<'a>(
    library: &Library,
    (comm, rank): (Option<Handle>, usize),
    other: &Presence,
    mut all: impl Iterator<Item = &'a Presence>,
    (looks, now): (&mut Looks, Duration),
) -> Option<Lost> {
    let told = comm.and_then(|comm| library.failure_on(comm));
    if let Some(failure) = told.or_else(|| all.find_map(Presence::left)) {
        return Some(Lost { failure, gone: None });
    }
    if !other.identity().is_gone() {
        return None;
    }
    let patience = if library.tolerates_failures() { LIBRARY_PATIENCE } else { LAUNCHER_PATIENCE };
    let is_over = looks.doubted_for(now) >= patience;
    is_over.then(|| Lost { failure: Failure::Process, gone: Some(other.gone(rank)) })
}

/// A process.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Identity {
    process: u32,
    /// When it began, in ticks since the system did.
    began: u64,
    /// Where its number, and that time, mean something; 0 if nobody knows.
    namespace: u64,
}

impl Identity {
    fn own() -> Identity {
        static OWN: Mutex<Option<Identity>> = Mutex::new(None);
        let (process, mut own) = (std::process::id(), lock(&OWN));
        // (A forked process has another number.)
        match *own {
            Some(known) if known.process == process => known,
            _ => *own.insert(Identity::find(process)),
        }
    }

    fn find(process: u32) -> Identity {
        let inode = |name| fs::metadata(format!("/proc/self/ns/{name}")).map(|file| file.ino());
        let stat = Stat::of("self").filter(|stat| stat.process == process);
        let (Some(stat), Ok(numbers)) = (stat, inode("pid")) else {
            return Identity { process, began: 0, namespace: 0 };
        };
        // (Older systems have no namespaces of time.)
        let namespace = numbers ^ inode("time").unwrap_or(0).rotate_left(32);
        Identity { process, began: stat.began, namespace }
    }

    fn is_gone(&self) -> bool {
        let own = Identity::own();
        if own.namespace == 0 || own.namespace != self.namespace {
            return false;
        }
        // SAFETY: no signal is sent.
        if unsafe { libc::kill(self.process as libc::pid_t, 0) } != 0 {
            return io::Error::last_os_error().raw_os_error() == Some(libc::ESRCH);
        }
        let stat = Stat::of(&self.process.to_string());
        stat.is_some_and(|stat| stat.began != self.began || stat.is_over())
    }
}

/// What /proc says of a process.
struct Stat {
    process: u32,
    state: u8,
    threads: u64,
    began: u64,
}

impl Stat {
    fn of(process: &str) -> Option<Stat> {
        Stat::read(&fs::read_to_string(format!("/proc/{process}/stat")).ok()?)
    }

    /// The name of the program may have any characters, also brackets.
    fn read(line: &str) -> Option<Stat> {
        let (process, _) = line.split_once(' ')?;
        let (_, rest) = line.rsplit_once(") ")?;
        let fields: Vec<&str> = rest.split(' ').collect();
        let number = |field: usize| fields.get(field)?.parse().ok();
        let state = *fields.first()?.as_bytes().first()?;
        Some(Stat {
            process: process.parse().ok()?,
            state,
            threads: number(17)?,
            began: number(19)?,
        })
    }

    /// Whether it has ended. (If its first thread alone has, it looks so too, but has others.)
    fn is_over(&self) -> bool {
        matches!(self.state, b'Z' | b'X' | b'x') && self.threads <= 1
    }
}

#[cfg(all(test, not(miri)))]
mod tests {
    use super::*;
    use std::process::{Child, Command};

    fn identity_of(child: &Child) -> Identity {
        let stat = Stat::of(&child.id().to_string()).expect("it is there");
        Identity { process: child.id(), began: stat.began, ..Identity::own() }
    }

    fn signal(child: &Child, signal: libc::c_int) {
        // SAFETY: a child of this process.
        unsafe { libc::kill(child.id() as libc::pid_t, signal) };
        std::thread::sleep(Duration::from_millis(50));
    }

    #[test]
    fn a_process_is_there_until_it_ends_even_if_it_is_stopped() {
        assert!(!Identity::own().is_gone());
        let mut child = Command::new("sleep").arg("60").spawn().unwrap();
        let identity = identity_of(&child);
        assert!(!identity.is_gone());
        signal(&child, libc::SIGSTOP);
        assert!(!identity.is_gone(), "it is stopped");
        signal(&child, libc::SIGKILL);
        assert!(identity.is_gone(), "its parent has not asked yet");
        child.wait().unwrap();
        assert!(identity.is_gone());
    }

    #[test]
    fn another_process_of_that_number_is_not_the_one() {
        let own = Identity::own();
        assert!(Identity { began: own.began - 1, ..own }.is_gone());
        assert!(!Identity { began: 0, namespace: own.namespace + 1, ..own }.is_gone());
        assert!(!Identity { process: 0x7fff_ffff, namespace: 0, ..own }.is_gone());
        assert!(Identity { process: 0x7fff_ffff, ..own }.is_gone());
    }

    #[test]
    fn a_line_of_proc_is_read() {
        let line = |name: &str, state: &str, threads: u64| {
            format!("12 ({name}) {state} 1 12 12 0 -1 4 0 0 0 0 0 0 0 0 20 0 {threads} 0 345 0 0\n")
        };
        for name in ["a.out", "a b", "a) Z (b", ""] {
            let stat = Stat::read(&line(name, "S", 2)).unwrap();
            assert_eq!((stat.process, stat.began, stat.is_over()), (12, 345, false), "{name}");
        }
        let is_over = |state, threads| Stat::read(&line("a", state, threads)).unwrap().is_over();
        assert!(is_over("Z", 1) && is_over("X", 0));
        assert!(!is_over("Z", 2), "its first thread has ended");
        assert!(!is_over("T", 1) && !is_over("t", 1) && !is_over("D", 1));
        assert!(Stat::read("12 (a) S 1").is_none() && Stat::read("").is_none());
    }

    #[test]
    fn a_rank_says_why_it_has_left_and_who_is_gone_is_said_once() {
        let presence = Presence::default();
        assert_eq!(presence.left(), None);
        presence.leave(Failure::Revoked);
        assert_eq!(presence.left(), Some(Failure::Revoked));
        assert!(presence.first_time() && !presence.first_time());
    }
}
