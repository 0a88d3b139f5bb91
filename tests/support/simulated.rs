//! Ranks simulated inside one process: a thread each, collectives by shared
//! memory and barriers. Schedules cannot tell them from MPI.

use super::hostile::Random;
use super::mailbox::{self, Mailbox};
use samebits::arithmetic::bundle;
use samebits::arithmetic::offload::{Addends, Offload};
use samebits::arithmetic::record::Merge;
use samebits::arithmetic::share::Share;
use samebits::arithmetic::vectors::Partials;
use samebits::arithmetic::{Buffers, Fault, Fold, FoldTwo};
use samebits::schedule::node::nodes::Nodes;
use samebits::schedule::node::segment::{self, Segment};
use samebits::schedule::node::Node;
use samebits::schedule::packed::{Compression, Packed, Pool};
use samebits::schedule::partials::{self, Array, Failed, Way};
use samebits::schedule::{
    Case, Cut, Destination, Messages, Reduction, Schedule, Settings, Transport,
};
use samebits::threads::Team;
use std::ops::Range;
use std::sync::atomic::AtomicU64;
use std::sync::{Barrier, Mutex};
use std::time::Duration;

/// What a rank has of totals that it does not get.
const RUBBISH: u64 = 0x5a5a_a5a5_5a5a_a5a5;

struct Shared {
    barrier: Barrier,
    send: Vec<Mutex<usize>>,
    sent: Vec<Mutex<usize>>,
    mailbox: Mailbox,
    nodes: Nodes,
    /// That of each node.
    memory: Vec<Pages>,
}

/// Memory that the ranks of a node share.
struct Pages(Vec<AtomicU64>);

impl Pages {
    const PAGE: usize = 4096;

    fn new(bytes: usize) -> Self {
        Pages((0..(bytes + Pages::PAGE) / 8).map(|_| AtomicU64::new(0)).collect())
    }

    fn base(&self) -> *mut u8 {
        let start = self.0.as_ptr().cast::<u8>().cast_mut();
        start.wrapping_add(start.align_offset(Pages::PAGE))
    }
}

struct Rank<'a> {
    rank: usize,
    size: usize,
    extent: usize,
    shared: &'a Shared,
    messages: &'a dyn Messages,
    segment: Segment,
}

impl<'a> Rank<'a> {
    fn new(
        rank: usize,
        size: usize,
        extent: usize,
        shared: &'a Shared,
        messages: &'a dyn Messages,
    ) -> Self {
        let nodes = &shared.nodes;
        let (memory, place) = (&shared.memory[nodes.of(rank)], nodes.place(rank));
        let segment = match nodes.set(nodes.of(rank)).count() {
            1 if size > 1 => Segment::alone(),
            // SAFETY: the memory is as long, zero, and these ranks' own.
            ranks => unsafe { Segment::new(memory.base(), place, ranks) },
        };
        Rank { rank, size, extent, shared, messages, segment }
    }

    /// Every rank shows its send buffer; `copy` then reads whatever it wants;
    /// nobody goes on before all have read.
    fn exchange(&self, send: *const u8, copy: impl FnOnce(&dyn Fn(usize) -> *const u8)) {
        *self.shared.send[self.rank].lock().unwrap() = send as usize;
        self.shared.barrier.wait();
        copy(&|rank| *self.shared.send[rank].lock().unwrap() as *const u8);
        self.shared.barrier.wait();
    }

    fn receives(&self, to: Destination) -> bool {
        to == Destination::All || to == Destination::Root(self.rank)
    }
}

/// What is in its place already may be copied there.
unsafe fn copy(from: *const u8, to: *mut u8, bytes: usize) {
    // SAFETY: handed on to the caller.
    unsafe { std::ptr::copy(from, to, bytes) }
}

impl Node for Rank<'_> {
    fn segment(&self) -> &Segment {
        &self.segment
    }

    fn nodes(&self) -> &Nodes {
        &self.shared.nodes
    }

    fn pause(&self, turns: u64) {
        std::thread::yield_now();
        if turns > 1000 {
            std::thread::sleep(Duration::from_micros(50));
        }
        assert!(turns < 500_000, "rank {} waits forever", self.rank);
    }
}

impl Transport for Rank<'_> {
    fn rank(&self) -> usize {
        self.rank
    }

    fn size(&self) -> usize {
        self.size
    }

    unsafe fn gather_rows(
        &self,
        to: Destination,
        send: *const u8,
        recv: *mut u8,
        count: usize,
    ) -> Result<(), Fault> {
        let bytes = count * self.extent;
        self.exchange(send, |from| {
            for rank in 0..if self.receives(to) { self.size } else { 0 } {
                // SAFETY: what the trait demands of the caller.
                unsafe { copy(from(rank), recv.add(rank * bytes), bytes) };
            }
        });
        Ok(())
    }

    unsafe fn exchange_slices(
        &self,
        cut: Cut,
        send: *const u8,
        recv: *mut u8,
    ) -> Result<(), Fault> {
        let bytes = cut.length(self.rank) * self.extent;
        let start = cut.start(self.rank) * self.extent;
        self.exchange(send, |from| {
            for rank in 0..self.size {
                // SAFETY: what the trait demands of the caller.
                unsafe { copy(from(rank).add(start), recv.add(rank * bytes), bytes) };
            }
        });
        Ok(())
    }

    unsafe fn gather_slices(
        &self,
        to: Destination,
        cut: Cut,
        send: *const u8,
        recv: *mut u8,
    ) -> Result<(), Fault> {
        self.exchange(send, |from| {
            for rank in 0..if self.receives(to) { self.size } else { 0 } {
                let (start, length) = (cut.start(rank), cut.length(rank));
                // SAFETY: what the trait demands of the caller.
                unsafe {
                    copy(from(rank), recv.add(start * self.extent), length * self.extent);
                }
            }
        });
        Ok(())
    }

    unsafe fn merge_bundles(
        &self,
        to: Destination,
        own: &[u8],
        merged: &mut [u8],
    ) -> Result<(), Fault> {
        assert_eq!(own.len(), merged.len());
        let bytes = own.len();
        self.exchange(own.as_ptr(), |from| {
            if !self.receives(to) {
                return;
            }
            let mut bundles: Vec<Vec<u128>> = Vec::new();
            for rank in 0..self.size {
                let mut bundle = vec![0u128; bytes.div_ceil(16)];
                // SAFETY: what the trait demands of the caller.
                unsafe { copy(from(rank), bundle.as_mut_ptr().cast(), bytes) };
                bundles.push(bundle);
            }
            // Neighbours in an order that is each rank's own.
            let mut random = Random::new(self.rank as u64);
            while bundles.len() > 1 {
                let i = random.below(bundles.len() as u64 - 1) as usize;
                let left = bundles.remove(i);
                let right: *mut u8 = bundles[i].as_mut_ptr().cast();
                // SAFETY: two bundles of the same arrays.
                unsafe { bundle::merge(left.as_ptr().cast(), right) };
            }
            // SAFETY: as long as the bundles.
            unsafe { copy(bundles[0].as_ptr().cast(), merged.as_mut_ptr(), bytes) };
        });
        Ok(())
    }

    unsafe fn largest(&self, numbers: &mut [i32]) -> Result<(), Fault> {
        *self.shared.sent[self.rank].lock().unwrap() = numbers.len();
        let mut all = numbers.to_vec();
        self.exchange(numbers.as_ptr().cast(), |from| {
            for rank in 0..self.size {
                let count = *self.shared.sent[rank].lock().unwrap();
                assert_eq!(count, numbers.len(), "counts disagree");
                for (i, largest) in all.iter_mut().enumerate() {
                    // SAFETY: what the trait demands of the caller.
                    *largest = unsafe { *from(rank).cast::<i32>().add(i) }.max(*largest);
                }
            }
        });
        numbers.copy_from_slice(&all);
        Ok(())
    }

    fn node(&self) -> Option<&dyn Node> {
        Some(self)
    }

    // As a network that adds on the way: each rank's totals are added up in an order of their
    // own, each place's too.
    unsafe fn sums(
        &self,
        to: Destination,
        kind: Addends,
        addends: &[u64],
        totals: &mut [u64],
    ) -> Result<(), Fault> {
        assert_eq!(addends.len(), totals.len());
        *self.shared.sent[self.rank].lock().unwrap() = addends.len();
        let mut random = Random::new((self.rank + 31 * addends.len()) as u64 ^ addends[0]);
        self.exchange(addends.as_ptr().cast(), |from| {
            for rank in 0..self.size {
                let count = *self.shared.sent[rank].lock().unwrap();
                assert_eq!(count, addends.len(), "counts disagree");
            }
            for (i, total) in totals.iter_mut().enumerate() {
                // SAFETY: what the trait demands of the caller.
                let addend = |rank| unsafe { *from(rank).cast::<u64>().add(i) };
                let all = (0..self.size).map(addend).collect();
                *total = match self.receives(to) {
                    true => add_up(kind, all, &mut random),
                    false => RUBBISH,
                };
            }
        });
        Ok(())
    }

    fn messages(&self) -> Option<&dyn Messages> {
        Some(self.messages)
    }

    unsafe fn swap(
        &self,
        send: *const u8,
        send_count: usize,
        recv: *mut u8,
        recv_count: usize,
    ) -> Result<(), Fault> {
        assert_eq!(self.size, 2);
        *self.shared.sent[self.rank].lock().unwrap() = send_count;
        self.exchange(send, |from| {
            let other = 1 - self.rank;
            assert_eq!(*self.shared.sent[other].lock().unwrap(), recv_count, "counts disagree");
            // SAFETY: what the trait demands of the caller.
            unsafe { copy(from(other), recv, recv_count * self.extent) };
        });
        Ok(())
    }
}

/// The sum of addends of which any two are added first, and any two next. None may be rounded,
/// nor overflow.
pub fn add_up(kind: Addends, mut addends: Vec<u64>, random: &mut Random) -> u64 {
    while addends.len() > 1 {
        let mut any = || addends.swap_remove(random.below(addends.len() as u64) as usize);
        let (one, other) = (any(), any());
        addends.push(match kind {
            Addends::Integers => {
                let sum = (one as i64).checked_add(other as i64);
                sum.expect("a total that overflows") as u64
            }
            Addends::Doubles => {
                let (one, other) = (f64::from_bits(one), f64::from_bits(other));
                let sum = one + other;
                assert!(one - (sum - other) == 0.0 && other - (sum - one) == 0.0, "rounded");
                assert!([one, other, sum].iter().all(|x| *x == 0.0 || x.is_normal()), "tiny");
                sum.to_bits()
            }
        });
    }
    addends[0]
}

/// A fold on a rank whose buffers are reached by copies only, as those on a device.
struct Elsewhere<'a>(&'a dyn Fold);

impl Fold for Elsewhere<'_> {
    fn size(&self) -> usize {
        self.0.size()
    }
    unsafe fn fold(&self, rows: *mut u8, ranks: usize, n: usize) -> Result<usize, Fault> {
        // SAFETY: handed on to the caller.
        unsafe { self.0.fold(rows, ranks, n) }
    }
    unsafe fn fold_by(
        &self,
        team: Team,
        rows: *mut u8,
        ranks: usize,
        n: usize,
    ) -> Result<usize, Fault> {
        // SAFETY: handed on to the caller.
        unsafe { self.0.fold_by(team, rows, ranks, n) }
    }
    fn buffers(&self) -> Option<&dyn Buffers> {
        Some(self)
    }
    fn two(&self) -> Option<&dyn FoldTwo> {
        self.0.two()
    }
    fn partials(&self) -> Option<&dyn Partials> {
        self.0.partials()
    }

    fn offload(&self) -> Option<&dyn Offload> {
        self.0.offload()
    }
}

impl Buffers for Elsewhere<'_> {
    fn extent(&self) -> isize {
        self.0.size() as isize
    }
    fn span(&self) -> Range<isize> {
        0..self.extent()
    }
    unsafe fn load(&self, from: *const u8, row: *mut u8, n: usize) -> Result<(), Fault> {
        // SAFETY: handed on to the caller.
        unsafe { copy(from, row, n * self.0.size()) };
        Ok(())
    }
    unsafe fn store(&self, row: *const u8, to: *mut u8, n: usize) -> Result<(), Fault> {
        // SAFETY: handed on to the caller.
        unsafe { copy(row, to, n * self.0.size()) };
        Ok(())
    }
}

impl Shared {
    fn new(nodes: &Nodes) -> Self {
        let size = nodes.ranks();
        let bytes = |node| segment::bytes(nodes.set(node).count());
        Shared {
            barrier: Barrier::new(size),
            send: (0..size).map(|_| Mutex::new(0)).collect(),
            sent: (0..size).map(|_| Mutex::new(0)).collect(),
            mailbox: Mailbox::default(),
            memory: (0..nodes.number()).map(|node| Pages::new(bytes(node))).collect(),
            nodes: nodes.clone(),
        }
    }
}

/// Distributed arrays, cut among ranks: `shares[a][r]` is rank r's share of array a,
/// whose elements are bytes of `elements[a]`. Returns what each rank then has as
/// results, and who it thinks has failed. A rank in `failing` takes part with that
/// status and no elements.
pub fn reduce_arrays(
    merge: &(dyn Merge + Sync),
    elements: &[Vec<u8>],
    shares: &[Vec<Share>],
    way: Way,
    to: Destination,
    failing: &[(usize, i32)],
) -> Vec<(Vec<u8>, Option<Failed>)> {
    let (size, bytes) = (shares[0].len(), merge.size());
    let shared = &Shared::new(&Nodes::one(size));
    let orders: &Vec<Vec<usize>> = &shares
        .iter()
        .map(|shares| {
            let mut order: Vec<usize> = (0..size).collect();
            order.sort_by_key(|&rank| (shares[rank].start, shares[rank].end));
            order
        })
        .collect();
    std::thread::scope(|scope| {
        let ranks: Vec<_> = (0..size)
            .map(|rank| {
                scope.spawn(move || {
                    let messages = mailbox::Box::new(rank, size, &shared.mailbox);
                    let transport = Rank::new(rank, size, 1, shared, &messages);
                    let status = failing.iter().find(|(failing, _)| *failing == rank);
                    let status = status.map_or(0, |(_, status)| *status);
                    let mut results = vec![0u128; (shares.len() * bytes).div_ceil(16)];
                    let first_result = results.as_mut_ptr().cast::<u8>();
                    let arrays: Vec<Array<'_>> = (0..shares.len())
                        .map(|a| {
                            let share = shares[a][rank];
                            let roots = shares[a].iter().map(|share| share.number_of_roots());
                            let first = &elements[a][share.start as usize * bytes..];
                            Array {
                                share,
                                elements: if status == 0 {
                                    first.as_ptr()
                                } else {
                                    std::ptr::null()
                                },
                                record: way.record(merge, roots.max().unwrap(), share.total),
                                buffers: None,
                                result: first_result.wrapping_add(a * bytes),
                                order: (rank % 2 == 0 || !orders[a].is_sorted())
                                    .then_some(&orders[a][..]),
                            }
                        })
                        .collect();
                    let reduction = partials::Reduction {
                        merge,
                        way,
                        buffers: None,
                        threads: 1 + rank % 3,
                        to,
                        status,
                    };
                    let needed = partials::scratch_needed(way, merge, &arrays, size);
                    let mut scratch = vec![u128::MAX; needed.div_ceil(16)];
                    // SAFETY: buffers and scratch are as long as is demanded.
                    let failed = unsafe {
                        partials::reduce(
                            &transport,
                            &reduction,
                            &arrays,
                            scratch.as_mut_ptr().cast(),
                        )
                    };
                    let results = results.iter().flat_map(|word| word.to_le_bytes());
                    (results.take(shares.len() * bytes).collect(), failed.unwrap())
                })
            })
            .collect();
        ranks.into_iter().map(|rank| rank.join().unwrap()).collect()
    })
}

/// Reduces the contributions (one a rank, in bytes) with a schedule and returns
/// what each rank then has in its receive buffer. Messages go as they are. Buffers lie at odd addresses
/// where `shift` says so, and those of odd ranks are then reached by copies only; what
/// a rank must not write is checked.
pub fn reduce(
    schedule: &Schedule,
    settings: Settings,
    fold: &(dyn Fold + Sync),
    contributions: &[Vec<u8>],
    to: Destination,
    in_place: bool,
    shift: usize,
) -> Vec<Vec<u8>> {
    let off = Compression::Off;
    reduce_packed(schedule, settings, off, fold, contributions, to, in_place, shift)
}

/// The same with messages that are packed.
#[allow(clippy::too_many_arguments)]
pub fn reduce_packed(
    schedule: &Schedule,
    settings: Settings,
    compression: Compression,
    fold: &(dyn Fold + Sync),
    contributions: &[Vec<u8>],
    to: Destination,
    in_place: bool,
    shift: usize,
) -> Vec<Vec<u8>> {
    let one = Nodes::one(contributions.len());
    reduce_on(&one, schedule, settings, compression, fold, contributions, to, in_place, shift)
}

/// The same on several nodes.
#[allow(clippy::too_many_arguments)]
pub fn reduce_on(
    nodes: &Nodes,
    schedule: &Schedule,
    settings: Settings,
    compression: Compression,
    fold: &(dyn Fold + Sync),
    contributions: &[Vec<u8>],
    to: Destination,
    in_place: bool,
    shift: usize,
) -> Vec<Vec<u8>> {
    const GUARD: u8 = 0xa5;
    let (size, extent) = (contributions.len(), fold.size());
    let bytes = contributions[0].len();
    let count = bytes / extent;
    let shared = Shared::new(nodes);
    std::thread::scope(|scope| {
        let ranks: Vec<_> = contributions
            .iter()
            .enumerate()
            .map(|(rank, contribution)| {
                let shared = &shared;
                scope.spawn(move || {
                    let mut send = vec![GUARD; bytes + shift + 64];
                    send[shift..shift + bytes].copy_from_slice(contribution);
                    let mut recv = vec![GUARD; bytes + shift + 64];
                    let messages = mailbox::Box::new(rank, size, &shared.mailbox);
                    let pool = Pool::default();
                    let packed = Packed::new(&messages, compression, extent, &pool);
                    let messages: &dyn Messages = match compression {
                        Compression::Off => &messages,
                        _ => &packed,
                    };
                    let transport = Rank::new(rank, size, extent, shared, messages);
                    let elsewhere = Elsewhere(fold);
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
                    let case =
                        Case { fold, ranks: size, count, to, messages: true, node: Some(nodes) };
                    let needed = (schedule.scratch)(&case, &settings, rank);
                    let run = schedule.run.expect("a schedule that takes it");
                    let guard = u128::from_le_bytes([GUARD; 16]);
                    // Aligned to 64 bytes.
                    let mut scratch = vec![guard; needed.div_ceil(16) + 7];
                    let aligned = scratch.as_ptr().align_offset(64);
                    let scratch = &mut scratch[aligned..][..needed.div_ceil(16) + 4];
                    // SAFETY: buffers and scratch are as long as is demanded.
                    unsafe { run(&transport, &reduction, scratch.as_mut_ptr().cast()) }.unwrap();
                    assert!(scratch[needed.div_ceil(16)..] == [guard; 4], "beyond the scratch");
                    assert_eq!(&send[shift..shift + bytes], &contribution[..], "send was written");
                    let written = if receives { shift + bytes } else { 0 };
                    assert!(recv[written..].iter().all(|&b| b == GUARD), "written beyond");
                    assert!(recv[..shift].iter().all(|&b| b == GUARD), "written before");
                    recv[shift..shift + bytes].to_vec()
                })
            })
            .collect();
        ranks.into_iter().map(|rank| rank.join().unwrap()).collect()
    })
}
