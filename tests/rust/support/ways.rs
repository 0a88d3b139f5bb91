//! Reductions on simulated ranks, one after the other, each in a way of its own.

use super::elsewhere::Elsewhere;
use super::mailbox;
use super::simulated::{Rank, Shared};
use super::stepwise::Kept;
use super::turns::{on_ranks, wait_until};
use samebits_fold::Fold;
use samebits_schedule::node::nodes::Nodes;
use samebits_schedule::packed::{Compression, Packed, Pool};
use samebits_schedule::{
    Case, Destination, Messages, MessagesAlone, Reduction, Schedule, Settings,
};
use std::fmt;
use std::sync::Mutex;
use std::task::Poll;

/// A way of doing a reduction.
#[derive(Clone, Copy)]
pub struct Way {
    pub schedule: &'static Schedule,
    /// Whether it is run step by step, on ranks that have messages alone.
    pub stepwise: bool,
    pub settings: Settings,
    /// How messages are packed, and of how many bytes at least.
    pub compression: (Compression, usize),
    pub to: Destination,
    /// Elements of the contributions that are reduced, from the first on.
    pub count: usize,
    pub in_place: bool,
    /// Buffers lie at odd addresses where this says so, and those of odd ranks are then reached
    /// by copies only.
    pub shift: usize,
}

impl fmt::Debug for Way {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Way { schedule, stepwise, settings, compression, to, count, in_place, shift } = self;
        let name = schedule.name;
        write!(f, "{name} {to:?} count {count}, {settings:?}, {compression:?}, ")?;
        write!(f, "step by step {stepwise}, in place {in_place}, shift {shift}")
    }
}

/// Where a rank that panics has been.
struct During<'a>(usize, &'a Way);

impl Drop for During<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            eprintln!("rank {} panics in {:?}", self.0, self.1);
        }
    }
}

/// Reduces the contributions (one a rank, in bytes) in each of these ways, one after the other on
/// the same ranks of these nodes, and hands over what a rank then has in its receive buffer. What
/// a rank must not write is checked.
pub fn in_turn(
    nodes: &Nodes,
    ways: &[Way],
    fold: &(dyn Fold + Sync),
    contributions: &[Vec<u8>],
    done: &(dyn Fn(&Way, usize, &[u8]) + Sync),
) {
    let (size, extent) = (contributions.len(), fold.size());
    let shared = &Shared::new(nodes);
    on_ranks(size, |rank| {
        let (pool, segment) = (Pool::default(), shared.segment(rank));
        for way in ways {
            let _during = During(rank, way);
            let messages = mailbox::Box::new(rank, size, &shared.mailbox);
            let (compression, least) = way.compression;
            let packed = Packed::new(&messages, compression, extent, &pool).from_bytes(least);
            let messages: &dyn Messages = match compression {
                Compression::Off => &messages,
                _ => &packed,
            };
            let segment = &segment;
            let transport = Rank { rank, size, extent, shared, messages, segment };
            let contribution = &contributions[rank][..way.count * extent];
            done(way, rank, &reduce_on(&transport, nodes, way, fold, contribution));
        }
    });
}

/// A rank's part of a reduction; returns its receive buffer.
fn reduce_on(
    transport: &Rank<'_>,
    nodes: &Nodes,
    way: &Way,
    fold: &(dyn Fold + Sync),
    contribution: &[u8],
) -> Vec<u8> {
    const GUARD: u8 = 0xa5;
    let &Way { schedule, stepwise, settings, to, count, in_place, shift, .. } = way;
    let (rank, ranks, bytes) = (transport.rank, transport.size, contribution.len());
    let mut send = vec![GUARD; bytes + shift + 64];
    send[shift..shift + bytes].copy_from_slice(contribution);
    let mut recv = vec![GUARD; bytes + shift + 64];
    let elsewhere = Elsewhere::new(fold);
    let apart = shift > 0 && rank % 2 == 1;
    let fold: &dyn Fold = if apart { &elsewhere } else { fold };
    let receives = transport.receives(to);
    if in_place && receives {
        recv[shift..shift + bytes].copy_from_slice(contribution);
    }
    let recv_at = recv[shift..].as_mut_ptr();
    let reduction = Reduction {
        send: if in_place && receives { recv_at } else { send[shift..].as_ptr() },
        recv: recv_at,
        count,
        to,
        fold,
        settings,
    };
    let node = (!stepwise).then_some(nodes);
    let case = Case { fold, ranks, count, to, messages: true, node };
    let needed = (schedule.scratch)(&case, &settings, rank);
    let guard = u128::from_le_bytes([GUARD; 16]);
    // Aligned to 64 bytes.
    let mut scratch = vec![guard; needed.div_ceil(16) + 7];
    let aligned = scratch.as_ptr().align_offset(64);
    let scratch = &mut scratch[aligned..][..needed.div_ceil(16) + 4];
    let at = scratch.as_mut_ptr().cast();
    if stepwise {
        let later = schedule.later.expect("one that runs step by step");
        let alone = MessagesAlone { rank, size: ranks, messages: transport.messages };
        // SAFETY: buffers and scratch are as long as is demanded.
        let mut kept = unsafe { Kept::new(later, &alone, &reduction, at) };
        wait_until(rank, || match kept.poll() {
            Poll::Ready(outcome) => Some(outcome),
            Poll::Pending => None,
        })
        .unwrap();
    } else {
        let run = schedule.run.expect("a schedule that takes it");
        // SAFETY: buffers and scratch are as long as is demanded.
        unsafe { run(transport, &reduction, at) }.unwrap();
    }
    assert!(scratch[needed.div_ceil(16)..] == [guard; 4], "beyond the scratch");
    assert_eq!(&send[shift..shift + bytes], contribution, "send was written");
    let written = if receives { shift + bytes } else { 0 };
    assert!(recv[written..].iter().all(|&b| b == GUARD), "written beyond");
    assert!(recv[..shift].iter().all(|&b| b == GUARD), "written before");
    recv.truncate(shift + bytes);
    recv.split_off(shift)
}

/// Reduces the contributions with a schedule and returns what each rank then has in its receive
/// buffer. Messages go as they are.
pub fn reduce(
    schedule: &'static Schedule,
    settings: Settings,
    fold: &(dyn Fold + Sync),
    contributions: &[Vec<u8>],
    to: Destination,
    in_place: bool,
    shift: usize,
) -> Vec<Vec<u8>> {
    let count = contributions[0].len() / fold.size();
    let compression = (Compression::Off, 0);
    let way = Way { schedule, stepwise: false, settings, compression, to, count, in_place, shift };
    each(&way, fold, contributions)
}

/// The same in any way.
pub fn each(way: &Way, fold: &(dyn Fold + Sync), contributions: &[Vec<u8>]) -> Vec<Vec<u8>> {
    each_on(&Nodes::one(contributions.len()), way, fold, contributions)
}

/// The same on several nodes.
pub fn each_on(
    nodes: &Nodes,
    way: &Way,
    fold: &(dyn Fold + Sync),
    contributions: &[Vec<u8>],
) -> Vec<Vec<u8>> {
    let all: Vec<Mutex<Vec<u8>>> = contributions.iter().map(|_| Mutex::default()).collect();
    in_turn(nodes, &[*way], fold, contributions, &|_, rank, bytes| {
        *all[rank].lock().unwrap() = bytes.to_vec();
    });
    all.into_iter().map(|bytes| bytes.into_inner().unwrap()).collect()
}
