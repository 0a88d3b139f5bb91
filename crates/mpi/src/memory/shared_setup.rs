//! Setting up the memory that ranks share.
//!
//! Cost: an allgather of 24 bytes a rank, two of a byte (four, where ranks cannot open each other's
//! files), and on each node a mapping of [`segment::bytes`] bytes. No allreduce: for the first one
//! on a communicator Intel MPI takes 156 KiB of /dev/shm. Once a communicator, or not at all if a
//! communicator of the same ranks has left its memory ([`super::spare`]).

use super::mapping::{FileKind, Mapping, FOLDER};
use super::occupancy::{is_oversubscribed, Occupancy};
use super::shared::{presence, NoSharedMemory, SharedMemory, MAX_COMMUNICATORS};
use super::spare::{self, hash};
use crate::{abi::family::Handle, Library};
use samebits_base::fault::Fault;
use samebits_schedule::node::nodes::{Nodes, Split};
use samebits_schedule::node::segment::{self, Segment};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::{fs, os::unix::fs::MetadataExt, time::SystemTime};

/// Whether this process could not open another's file, or the other way round.
static BY_NAME: AtomicBool = AtomicBool::new(false);

/// What a rank reports to the others.
#[derive(Clone, Copy, Debug, Default)]
#[repr(C)]
pub(super) struct Record {
    pub(super) machine: u64,
    /// A number that no other rank and no other communicator has.
    pub(super) number: u64,
    pub(super) process: u32,
    /// Whether it has [`MAX_COMMUNICATORS`], lacks a request for progress, needs named files.
    pub(super) full: u8,
    pub(super) no_request: u8,
    pub(super) by_name: u16,
}

impl Record {
    pub(super) fn own(library: &Library) -> Record {
        Record {
            machine: machine(),
            number: number(),
            process: std::process::id(),
            full: u8::from(Mapping::count() >= MAX_COMMUNICATORS),
            no_request: u8::from(library.pending().is_err()),
            by_name: u16::from(BY_NAME.load(Ordering::Relaxed)),
        }
    }

    /// Whether this rank could share files without names.
    pub(super) fn may_share(&self) -> bool {
        self.full == 0 && self.no_request == 0 && self.by_name == 0
    }

    /// Reports that it does not.
    pub(super) fn refuse(&mut self) {
        self.full = 1;
    }

    /// Whether the two ranks could share such files.
    pub(super) fn shares_with(&self, other: &Record) -> bool {
        self.machine == other.machine && self.may_share() && other.may_share()
    }

    /// The number of this rank's file, and the process that has created it.
    pub(super) fn file(&self) -> (u64, u32) {
        (self.number, self.process)
    }
}

/// Why the memory was not set up.
pub enum NotSetUp {
    Without(NoSharedMemory),
    /// An MPI function has failed.
    Fault(Fault),
}

impl From<Fault> for NotSetUp {
    fn from(fault: Fault) -> NotSetUp {
        NotSetUp::Fault(fault)
    }
}

impl SharedMemory {
    /// Sets it up, with each machine's ranks split so; collective. If one rank cannot, none has it.
    pub fn set_up(
        library: &Library,
        comm: Handle,
        rank: usize,
        ranks: usize,
        split: Option<Split>,
    ) -> Result<SharedMemory, NotSetUp> {
        let pending = library.pending();
        while Mapping::count() >= MAX_COMMUNICATORS && spare::free_one() {}
        let own = Record::own(library);
        // From here on all ranks decide by the same records.
        let records = library.allgathered(comm, ranks, own)?;
        let machines: Vec<u64> = records.iter().map(|record| record.machine).collect();
        let nodes = Box::new(Nodes::new(&machines, split));
        let obstacles = [
            (nodes.max_size() == 1, NoSharedMemory::Apart),
            (records.iter().any(|record| record.full != 0), NoSharedMemory::TooManyCommunicators),
            (records.iter().any(|record| record.no_request != 0), NoSharedMemory::NoRequest),
            (segment::bytes(nodes.max_size()) > i32::MAX as usize, NoSharedMemory::OutOfMemory),
        ];
        if let Some((_, why)) = obstacles.into_iter().find(|(present, _)| *present) {
            return Err(NotSetUp::Without(why));
        }
        let node = nodes.of(rank);
        let leader = &records[nodes.rank(node, 0)];
        let own = (nodes.place(rank), nodes.set(node).count());
        let by_name = records.iter().any(|record| record.by_name != 0);
        for kind in [FileKind::Anonymous, FileKind::Named].into_iter().skip(usize::from(by_name)) {
            let Some((mut segment, mapping)) = map(library, comm, ranks, kind, leader, own)? else {
                BY_NAME.store(true, Ordering::Relaxed);
                continue;
            };
            // SAFETY: written before the ranks agreed on the memory, and not overwritten before all
            // of them have begun the first operation, which is later.
            let read = |rank| unsafe { segment.slot(rank, 0).cast::<Occupancy>().read() };
            let oversubscribed = mapping.is_some()
                && is_oversubscribed(&(0..segment.ranks()).map(read).collect::<Vec<_>>());
            if oversubscribed {
                segment.allow_sleep();
            }
            let numbers: Vec<u64> = records.iter().map(|record| record.number).collect();
            let members = if nodes.several() { None } else { library.world_ranks(comm, ranks) };
            return Ok(SharedMemory {
                segment,
                nodes,
                node: node as u32,
                oversubscribed,
                pending: pending?,
                members: members.map(Vec::into_boxed_slice),
                number: hash(numbers),
                _mapping: mapping,
            });
        }
        Err(NotSetUp::Without(NoSharedMemory::OutOfMemory))
    }
}

/// Maps the memory of this rank's node, a file of one kind that the node's leader creates;
/// collective. One rank alone needs none. None, on all ranks, if one of them cannot.
fn map(
    library: &Library,
    comm: Handle,
    ranks: usize,
    kind: FileKind,
    &Record { number, process, .. }: &Record,
    (place, local_ranks): (usize, usize),
) -> Result<Option<(Segment, Option<Mapping>)>, Fault> {
    let bytes = segment::bytes(local_ranks);
    let (alone, leads) = (local_ranks == 1, local_ranks > 1 && place == 0);
    let all_have = |own: bool| {
        let all = library.allgathered(comm, ranks, u8::from(own))?;
        Ok(all.iter().all(|has| *has != 0))
    };
    let created = if leads { Mapping::create(kind, number, bytes).ok() } else { None };
    if !all_have(!leads || created.is_some())? {
        return Ok(None);
    }
    let (mapping, offered) = match created {
        Some((mapping, offered)) => (Some(mapping), Some(offered)),
        None if alone => (None, None),
        None => (Mapping::open(kind, number, process, bytes).ok().map(|(opened, _)| opened), None),
    };
    let segment = match &mapping {
        None => alone.then(Segment::alone),
        // SAFETY: the bytes of a segment, zero at first, used by these ranks only. A slot is large,
        // aligned to a page, and its rank's own until the first operation.
        Some(mapping) => unsafe {
            let segment = Segment::at(mapping.base(), place, local_ranks);
            segment.slot(segment.rank(), 0).cast::<Occupancy>().write(Occupancy::own());
            presence(&segment, segment.rank()).write(library);
            Some(segment)
        },
    };
    let mapped = all_have(segment.is_some())?;
    drop(offered);
    Ok(segment.filter(|_| mapped).map(|segment| (segment, mapping)))
}

/// The booted system, its /dev/shm, which containers do not share, and the user, whose files others
/// cannot open.
fn machine() -> u64 {
    let system = fs::read("/proc/sys/kernel/random/boot_id").unwrap_or_default();
    let device = fs::metadata(FOLDER).map_or(0, |folder| folder.dev());
    // SAFETY: may be called at any time.
    hash((system, device, unsafe { libc::geteuid() }))
}

/// [`Record::number`].
fn number() -> u64 {
    static CREATED: AtomicUsize = AtomicUsize::new(0);
    let created = CREATED.fetch_add(1, Ordering::Relaxed);
    hash((std::process::id(), created, SystemTime::now(), &raw const CREATED))
}
