//! The memory that those ranks of a communicator share that are on one node: a file in
//! /dev/shm for each node, unlinked once all have mapped it, and no window of MPI, which
//! would have to be freed by all ranks together.
//!
//! Cost of setting it up: an allgather of 16 bytes a rank, two allreduces of an int, and on
//! each node a file of [`segment::bytes`] bytes. Once a communicator.

use super::family::Handle;
use super::{checked, Library};
use crate::arithmetic::Fault;
use crate::schedule::node::nodes::{Nodes, Split};
use crate::schedule::node::segment::{self, Segment};
use libc::c_int;
use std::ffi::CString;
use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::os::fd::{AsRawFd, FromRawFd, OwnedFd};
use std::os::unix::fs::MetadataExt;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::SystemTime;

/// Communicators of a process that have such memory at one time: it is the system's, and
/// other programs want some, too.
pub const MOST: usize = 64;

/// How many have it now.
static IN_USE: AtomicUsize = AtomicUsize::new(0);

/// Where files are memory.
const FOLDER: &str = "/dev/shm";

/// The memory of a communicator's ranks, on the node of this one.
#[derive(Debug)]
pub struct SharedMemory {
    /// Who writes where.
    pub segment: Segment,
    /// Which ranks are on which node.
    pub nodes: Box<Nodes>,
    /// The number of this rank in the communicator.
    pub rank: c_int,
    /// There are more ranks on the machine than CPUs on which they may run.
    pub crowded: bool,
    _mapping: Option<Mapping>,
}

/// What a rank says of itself: the machine that it is on (0: it can share no memory), and a
/// number that nobody else has.
type Card = [u64; 2];

impl SharedMemory {
    /// Sets it up, the ranks of a machine being split so; collective. None, on all ranks, where
    /// no two are on one node, or where one of them cannot have it.
    pub fn set_up(
        library: &Library,
        comm: Handle,
        rank: usize,
        ranks: usize,
        split: Option<Split>,
    ) -> Result<Option<SharedMemory>, Fault> {
        let own: Card = [machine().unwrap_or(0), number()];
        let mut cards: Vec<Card> = vec![[0; 2]; ranks];
        let (byte, bytes) = (library.constants.byte, size_of::<Card>() as c_int);
        // SAFETY: a card from each rank.
        checked(unsafe {
            let (from, to) = (own.as_ptr().cast(), cards.as_mut_ptr().cast());
            (library.functions.allgather)(from, bytes, byte, to, bytes, byte, comm)
        })?;
        let machines: Vec<u64> = cards.iter().map(|card| card[0]).collect();
        let nodes = Box::new(Nodes::new(&machines, split));
        let most = nodes.most();
        // (All ranks see the same cards.)
        if machines.contains(&0) || most == 1 || segment::bytes(most) > i32::MAX as usize {
            return Ok(None);
        }
        let (node, place) = (nodes.of(rank), nodes.place(rank));
        let here = nodes.set(node).count();
        let [machine, number] = cards[nodes.rank(node, 0)];
        let path = format!("{FOLDER}/samebits-{machine:016x}{number:016x}");
        let path = CString::new(path).expect("a path without zeros");
        let (alone, leads) = (here == 1, here > 1 && place == 0);
        let mut mapping = None;
        if leads {
            mapping = Mapping::new(&path, segment::bytes(here), true);
        }
        let all_have = |own: bool| library.any(comm, !own).map(|any| !any);
        let made = all_have(!leads || mapping.is_some())?;
        if made && !alone && !leads {
            mapping = Mapping::new(&path, segment::bytes(here), false);
        }
        // SAFETY: as many bytes as a segment has, zero at first, nobody's but these ranks'.
        let shared = |m: &Mapping| unsafe { Segment::new(m.base, place, here) };
        let segment = if alone { Some(Segment::alone()) } else { mapping.as_ref().map(shared) };
        if let Some(segment) = segment.as_ref().filter(|_| !alone) {
            own_cpus(segment);
        }
        let mapped = made && all_have(segment.is_some())?;
        if leads {
            // SAFETY: a path that ends with a zero.
            unsafe { libc::unlink(path.as_ptr()) };
        }
        let Some(segment) = segment.filter(|_| mapped) else { return Ok(None) };
        let beside = machines.iter().filter(|other| **other == machine).count();
        let crowded = !alone && cpus(&segment).is_none_or(|cpus| cpus < beside);
        let rank = rank as c_int;
        Ok(Some(SharedMemory { segment, nodes, rank, crowded, _mapping: mapping }))
    }
}

/// A number for the machine that this process is on: for the system that has been started
/// there, and its folder, of which containers may have one each. None where no more
/// communicators may share memory.
fn machine() -> Option<u64> {
    if IN_USE.load(Ordering::Relaxed) >= MOST {
        return None;
    }
    let mut hasher = DefaultHasher::new();
    fs::read("/proc/sys/kernel/random/boot_id").ok()?.hash(&mut hasher);
    fs::metadata(FOLDER).ok()?.dev().hash(&mut hasher);
    // SAFETY: asks for a number only. (A file of another user could not be opened.)
    unsafe { libc::geteuid() }.hash(&mut hasher);
    Some(hasher.finish().max(1))
}

/// A number that no other communicator has.
fn number() -> u64 {
    static MADE: AtomicUsize = AtomicUsize::new(0);
    let mut hasher = DefaultHasher::new();
    std::process::id().hash(&mut hasher);
    MADE.fetch_add(1, Ordering::Relaxed).hash(&mut hasher);
    SystemTime::now().hash(&mut hasher);
    (&raw const MADE).hash(&mut hasher);
    hasher.finish()
}

/// Mapped memory.
#[derive(Debug)]
struct Mapping {
    base: *mut u8,
    bytes: usize,
}

// SAFETY: memory by itself is no thread's.
unsafe impl Send for Mapping {}
// SAFETY: likewise.
unsafe impl Sync for Mapping {}

impl Mapping {
    /// Maps a file of so many bytes, which is made here or was made before. None where that
    /// cannot be done.
    fn new(path: &CString, bytes: usize, make: bool) -> Option<Mapping> {
        let flags = libc::O_RDWR | libc::O_CLOEXEC | libc::O_NOFOLLOW;
        let flags = if make { flags | libc::O_CREAT | libc::O_EXCL } else { flags };
        // SAFETY: a path that ends with a zero; the descriptor is closed by its owner.
        let file = unsafe {
            let file = libc::open(path.as_ptr(), flags, 0o600);
            (file >= 0).then(|| OwnedFd::from_raw_fd(file))?
        };
        // SAFETY: an open file. Memory that the system has not got is found missing here, and
        // not by a signal where it is first used.
        let made =
            !make || unsafe { libc::posix_fallocate(file.as_raw_fd(), 0, bytes as i64) } == 0;
        let base = match made {
            // SAFETY: a fresh mapping of an open file, as long as that.
            true => unsafe {
                let protection = libc::PROT_READ | libc::PROT_WRITE;
                let (shared, nowhere) = (libc::MAP_SHARED, std::ptr::null_mut());
                libc::mmap(nowhere, bytes, protection, shared, file.as_raw_fd(), 0)
            },
            false => libc::MAP_FAILED,
        };
        if base == libc::MAP_FAILED {
            if make {
                // SAFETY: a path that ends with a zero; the file is ours.
                unsafe { libc::unlink(path.as_ptr()) };
            }
            return None;
        }
        IN_USE.fetch_add(1, Ordering::Relaxed);
        Some(Mapping { base: base.cast(), bytes })
    }
}

impl Drop for Mapping {
    fn drop(&mut self) {
        // SAFETY: mapped by `new`; what was there is not used any more.
        unsafe { libc::munmap(self.base.cast(), self.bytes) };
        IN_USE.fetch_sub(1, Ordering::Relaxed);
    }
}

/// CPUs that a set tells of.
const CPUS: usize = 8 * size_of::<libc::cpu_set_t>();

/// Writes down, where the others see it, on which CPUs this rank may run.
fn own_cpus(segment: &Segment) {
    // SAFETY: a set of CPUs may be all zero; the room of a slot is longer, this rank's own
    // until the first piece of work, and aligned to a page.
    unsafe {
        let mut set: libc::cpu_set_t = std::mem::zeroed();
        if libc::sched_getaffinity(0, size_of_val(&set), &mut set) != 0 {
            // More CPUs than a set has room for.
            libc::CPU_ZERO(&mut set);
        }
        segment.slot(segment.rank(), 0).cast::<libc::cpu_set_t>().write(set);
    }
}

/// The number of CPUs on which any of the ranks may run, when all have written that down; none
/// where one could not say it.
fn cpus(segment: &Segment) -> Option<usize> {
    let mut known = [false; CPUS];
    for rank in 0..segment.ranks() {
        // SAFETY: written before the ranks agreed that all have the memory, and not written
        // over before all of them have begun the first work, which is after this.
        let set = unsafe { segment.slot(rank, 0).cast::<libc::cpu_set_t>().read() };
        // SAFETY: CPU_ISSET takes any number below that.
        let is_in = |cpu: usize| unsafe { libc::CPU_ISSET(cpu, &set) };
        let own = (0..CPUS).filter(|cpu| is_in(*cpu)).map(|cpu| known[cpu] = true).count();
        if own == 0 {
            return None;
        }
    }
    Some(known.iter().filter(|known| **known).count())
}
