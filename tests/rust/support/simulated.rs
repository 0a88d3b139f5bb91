//! Ranks simulated inside one process, side by side ([`super::turns`]): collectives by shared
//! memory and barriers. Schedules cannot tell them from MPI.

use super::hostile::Random;
use super::mailbox::Mailbox;
use super::turns::{self, wait_until};
use samebits_base::fault::{FatalError, Fault, Outcome};
use samebits_base::futex;
use samebits_fold::bundle;
use samebits_fold::offload::Addends;
use samebits_schedule::node::nodes::Nodes;
use samebits_schedule::node::segment::{self, Segment};
use samebits_schedule::node::wait::{left_early, Waiting};
use samebits_schedule::node::{Node, Waiter};
use samebits_schedule::{Cut, Destination, Messages, Transport};
use samebits_sum::accumulator;
use std::sync::atomic::AtomicU64;
use std::sync::Mutex;
use std::time::Duration;

/// What a rank has of totals that it does not get.
const RUBBISH: u64 = 0x5a5a_a5a5_5a5a_a5a5;

/// What the ranks share.
pub struct Shared {
    pub mailbox: Mailbox,
    barrier: Barrier,
    send: Vec<Mutex<usize>>,
    sent: Vec<Mutex<usize>>,
    nodes: Nodes,
    /// That of each node.
    memory: Vec<Pages>,
    /// A rank that never comes, if the others, on one node, find that out when they wait for it.
    pub gone: Option<usize>,
}

/// The error of ranks that wait for one that is gone.
pub const GONE: Fault = Fault(4711);

/// Where all ranks meet; one that does not come is found out.
struct Barrier {
    size: usize,
    /// Who has come, and how often all have met.
    state: Mutex<(usize, u64)>,
}

impl Barrier {
    fn new(size: usize) -> Self {
        Barrier { size, state: Mutex::default() }
    }

    fn wait(&self, rank: usize) {
        let times = {
            let mut state = self.state.lock().unwrap();
            let (come, times) = (state.0 + 1, state.1);
            *state = if come == self.size { (0, times + 1) } else { (come, times) };
            times
        };
        wait_until(rank, || (self.state.lock().unwrap().1 > times).then_some(()));
    }
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

/// A rank as a schedule sees it.
pub struct Rank<'a> {
    pub rank: usize,
    pub size: usize,
    /// Bytes of an element.
    pub extent: usize,
    pub shared: &'a Shared,
    pub messages: &'a dyn Messages,
    pub segment: &'a Segment,
}

impl Rank<'_> {
    /// Every rank shows its send buffer; `copy` then reads whatever it wants;
    /// nobody goes on before all have read.
    fn exchange(&self, send: *const u8, copy: impl FnOnce(&dyn Fn(usize) -> *const u8)) {
        *self.shared.send[self.rank].lock().unwrap() = send as usize;
        self.wait_for_all();
        copy(&|rank| *self.shared.send[rank].lock().unwrap() as *const u8);
        self.wait_for_all();
    }

    /// Waits until all ranks have come here.
    pub fn wait_for_all(&self) {
        self.shared.barrier.wait(self.rank);
    }

    pub fn receives(&self, to: Destination) -> bool {
        to.reaches(self.rank)
    }
}

/// What is in its place already stays there: others may be reading it.
pub unsafe fn copy(from: *const u8, to: *mut u8, bytes: usize) {
    if !std::ptr::eq(from, to) {
        // SAFETY: handed on to the caller.
        unsafe { std::ptr::copy(from, to, bytes) }
    }
}

impl Node for Rank<'_> {
    fn segment(&self) -> &Segment {
        self.segment
    }

    fn nodes(&self) -> &Nodes {
        &self.shared.nodes
    }
}

impl Waiter for Rank<'_> {
    fn is_oversubscribed(&self) -> bool {
        self.size > 2
    }

    fn pause(&self, rank: usize, waiting: &mut Waiting) -> Outcome {
        turns::pause();
        self.progress(rank, waiting)
    }

    fn sleep(&self, number: &AtomicU64, seen: u64, sleepers: &AtomicU64, at_most: Duration) {
        if turns::are_taken() {
            return turns::pause();
        }
        futex::sleep(number, seen, sleepers, at_most);
    }

    fn progress(&self, rank: usize, waiting: &mut Waiting) -> Outcome {
        assert!(waiting.time() < turns::PATIENCE, "rank {} waits forever", self.rank);
        if self.shared.gone == Some(rank) {
            return Err(GONE);
        }
        Ok(())
    }

    fn left_by(&self, rank: usize) -> Fault {
        match self.shared.gone {
            Some(_) => GONE,
            None => FatalError::panic(left_early(rank)),
        }
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

    unsafe fn merge_accumulators(
        &self,
        to: Destination,
        own: &[u8],
        merged: &mut [u8],
    ) -> Result<(), Fault> {
        *self.shared.sent[self.rank].lock().unwrap() = own.len();
        let mut random = Random::new(31 * self.rank as u64 + own.len() as u64);
        self.exchange(own.as_ptr(), |from| {
            if !self.receives(to) {
                return;
            }
            let of_rank = |rank: usize| {
                let length = *self.shared.sent[rank].lock().unwrap();
                assert_eq!(length, merged.len(), "lengths disagree");
                // SAFETY: what the trait demands of the caller.
                unsafe { std::slice::from_raw_parts(from(rank), length) }.to_vec()
            };
            let mut all: Vec<Vec<u8>> = (0..self.size).map(of_rank).collect();
            // Any two, in an order that is each rank's own.
            while all.len() > 1 {
                let left = all.swap_remove(random.below(all.len() as u64) as usize);
                let right = random.below(all.len() as u64) as usize;
                accumulator::bytes::merge(&left, &mut all[right]);
            }
            merged.copy_from_slice(&all[0]);
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

    unsafe fn exchange(
        &self,
        (send, send_count): (*const u8, usize),
        (recv, recv_count): (*mut u8, usize),
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

impl Shared {
    pub fn new(nodes: &Nodes) -> Self {
        let size = nodes.ranks();
        let bytes = |node| segment::bytes(nodes.set(node).count());
        Shared {
            barrier: Barrier::new(size),
            send: (0..size).map(|_| Mutex::new(0)).collect(),
            sent: (0..size).map(|_| Mutex::new(0)).collect(),
            mailbox: Mailbox::default(),
            memory: (0..nodes.number()).map(|node| Pages::new(bytes(node))).collect(),
            nodes: nodes.clone(),
            gone: None,
        }
    }

    /// What a rank sees of the memory that its node shares; made once for each. Where it is an
    /// odd number of ranks, those that wait sleep.
    pub fn segment(&self, rank: usize) -> Segment {
        let nodes = &self.nodes;
        let (memory, place) = (&self.memory[nodes.of(rank)], nodes.place(rank));
        match nodes.set(nodes.of(rank)).count() {
            1 if nodes.ranks() > 1 => Segment::alone(),
            here => {
                // SAFETY: the memory is as long, zero, and these ranks' own.
                let mut segment = unsafe { Segment::at(memory.base(), place, here) };
                if here % 2 == 1 {
                    segment.allow_sleep();
                    segment.sleep_next();
                }
                segment
            }
        }
    }
}
