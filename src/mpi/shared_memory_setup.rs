//! Setting up the memory that ranks share.
//!
//! Cost of setting it up: an allgather of 24 bytes a rank, two of a byte (four, where ranks cannot
//! open each other's files), and on each node a mapping of [`segment::bytes`] bytes. No allreduce:
//! for the first one on a communicator Intel MPI takes 156 KiB of /dev/shm.
//! Once a communicator, or not at all where a communicator of the same ranks has left its memory
//! behind ([`super::spare`]).

use super::family::Handle;
use super::mapping::{Kind, Mapping, FOLDER};
use super::occupancy::{is_oversubscribed, Occupancy};
use super::shared_memory::{NoSharedMemory, SharedMemory, MOST};
use super::{spare, Library};
use crate::arithmetic::Fault;
use crate::schedule::node::nodes::{Nodes, Split};
use crate::schedule::node::segment::{self, Segment};
use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::os::unix::fs::MetadataExt;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::SystemTime;

/// That this process could not open another's file, or not be opened by it.
static BY_NAME: AtomicBool = AtomicBool::new(false);

/// What a rank says of itself.
#[derive(Clone, Copy, Default)]
#[repr(C)]
struct Card {
    /// The machine that it is on.
    machine: u64,
    /// A number that nobody else has.
    number: u64,
    /// Its process.
    process: u32,
    /// It has as much as it may have.
    full: u8,
    /// It has nothing by which the MPI library would go on while it waits.
    no_request: u8,
    /// Files have to have names.
    by_name: u16,
}

/// Why setting it up has brought nothing.
pub enum NotSetUp {
    /// There can be none.
    Without(NoSharedMemory),
    /// An MPI function has failed.
    Fault(Fault),
}

impl From<NoSharedMemory> for NotSetUp {
    fn from(why: NoSharedMemory) -> NotSetUp {
        NotSetUp::Without(why)
    }
}

impl From<Fault> for NotSetUp {
    fn from(fault: Fault) -> NotSetUp {
        NotSetUp::Fault(fault)
    }
}

impl SharedMemory {
    /// Sets it up, the ranks of a machine being split so; collective. Where one of them cannot
    /// have it none has.
    pub fn set_up(
        library: &Library,
        comm: Handle,
        rank: usize,
        ranks: usize,
        split: Option<Split>,
    ) -> Result<SharedMemory, NotSetUp> {
        let pending = library.pending();
        let cards = exchange(library, comm, ranks, pending.is_ok())?;
        let machines: Vec<u64> = cards.iter().map(|card| card.machine).collect();
        let nodes = Box::new(Nodes::new(&machines, split));
        let most = nodes.most();
        // (All ranks see the same cards.)
        if most == 1 {
            return Err(NoSharedMemory::Apart.into());
        }
        if cards.iter().any(|card| card.full != 0) {
            return Err(NoSharedMemory::Full.into());
        }
        if cards.iter().any(|card| card.no_request != 0) {
            return Err(NoSharedMemory::NoRequest.into());
        }
        if segment::bytes(most) > i32::MAX as usize {
            return Err(NoSharedMemory::NoRoom.into());
        }
        let node = nodes.of(rank);
        let leader = &cards[nodes.rank(node, 0)];
        let own = Own { place: nodes.place(rank), here: nodes.set(node).count(), leader, ranks };
        let kinds = match cards.iter().any(|card| card.by_name != 0) {
            true => &[Kind::Named][..],
            false => &[Kind::Anonymous, Kind::Named],
        };
        for kind in kinds {
            let Some((mut segment, mapping)) = own.map(library, comm, *kind)? else {
                BY_NAME.store(true, Ordering::Relaxed);
                continue;
            };
            // (All ranks of the node go by the same, and are of one opinion.)
            let oversubscribed = own.here > 1 && is_oversubscribed(&written(&segment));
            if oversubscribed {
                segment.let_sleep();
            }
            let mut hasher = DefaultHasher::new();
            cards.iter().for_each(|card| card.number.hash(&mut hasher));
            let members = if nodes.several() { None } else { library.world_ranks(comm, ranks) };
            let members = members.map(Vec::into_boxed_slice);
            return Ok(SharedMemory {
                segment,
                nodes,
                oversubscribed,
                pending: pending?,
                members,
                number: hasher.finish(),
                _mapping: mapping,
            });
        }
        Err(NoSharedMemory::NoRoom.into())
    }
}

/// This rank on its node.
struct Own<'a> {
    place: usize,
    here: usize,
    /// The card of the node's first rank, which makes the memory.
    leader: &'a Card,
    /// Of the communicator.
    ranks: usize,
}

impl Own<'_> {
    /// Maps the memory of this rank's node, by files of one kind; collective. None, on all
    /// ranks, where one of them cannot.
    fn map(
        &self,
        library: &Library,
        comm: Handle,
        kind: Kind,
    ) -> Result<Option<(Segment, Option<Mapping>)>, Fault> {
        let &Own { place, here, leader: &Card { number, process, .. }, ranks } = self;
        let bytes = segment::bytes(here);
        let (alone, leads) = (here == 1, here > 1 && place == 0);
        let all_have = |own: bool| {
            let all = library.allgathered(comm, ranks, u8::from(own))?;
            Ok(all.iter().all(|has| *has != 0))
        };
        let made = if leads { Mapping::make(kind, number, bytes).ok() } else { None };
        if !all_have(!leads || made.is_some())? {
            return Ok(None);
        }
        let (mapping, offered) = match made {
            Some((mapping, offered)) => (Some(mapping), Some(offered)),
            None if alone => (None, None),
            None => (Mapping::open(kind, number, process, bytes).ok(), None),
        };
        // SAFETY: as many bytes as a segment has, zero at first, nobody's but these ranks'.
        let shared = |m: &Mapping| unsafe { Segment::at(m.base(), place, here) };
        let segment = if alone { Some(Segment::alone()) } else { mapping.as_ref().map(shared) };
        if let Some(segment) = segment.as_ref().filter(|_| !alone) {
            write(segment);
        }
        let mapped = all_have(segment.is_some())?;
        drop(offered);
        Ok(segment.filter(|_| mapped).map(|segment| (segment, mapping)))
    }
}

/// What all ranks say of themselves.
fn exchange(
    library: &Library,
    comm: Handle,
    ranks: usize,
    has_request: bool,
) -> Result<Vec<Card>, Fault> {
    while Mapping::number() >= MOST && spare::free_one() {}
    let own = Card {
        machine: machine(),
        number: number(),
        process: std::process::id(),
        full: u8::from(Mapping::number() >= MOST),
        no_request: u8::from(!has_request),
        by_name: u16::from(BY_NAME.load(Ordering::Relaxed)),
    };
    library.allgathered(comm, ranks, own)
}

/// A number for the machine that this process is on: for the system that has been started
/// there, its folder, of which containers may have one each, and the user, whose files others
/// cannot open.
fn machine() -> u64 {
    let mut hasher = DefaultHasher::new();
    fs::read("/proc/sys/kernel/random/boot_id").unwrap_or_default().hash(&mut hasher);
    fs::metadata(FOLDER).map_or(0, |folder| folder.dev()).hash(&mut hasher);
    // SAFETY: asks for a number only.
    unsafe { libc::geteuid() }.hash(&mut hasher);
    hasher.finish()
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

/// Writes down, where the others see it, on which CPUs this rank may run, and how many there are.
fn write(segment: &Segment) {
    // SAFETY: the room of a slot is longer than that, this rank's own until the first piece of
    // work, and aligned to a page.
    unsafe { segment.slot(segment.rank(), 0).cast::<Occupancy>().write(Occupancy::own()) };
}

/// What each rank has written down, when all have.
fn written(segment: &Segment) -> Vec<Occupancy> {
    // SAFETY: written before the ranks agreed that all have the memory, and not written over
    // before all of them have begun the first work, which is after this.
    let read = |rank| unsafe { segment.slot(rank, 0).cast::<Occupancy>().read() };
    (0..segment.ranks()).map(read).collect()
}
