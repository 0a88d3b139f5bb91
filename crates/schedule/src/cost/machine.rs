//! A machine as the cost model sees it: one table, from which profiles are written, read and
//! explained.

use super::shared::Shared;
use crate::node::nodes::Nodes;
use samebits_fold::Family;
use std::hint::black_box;

#[derive(Debug)]
pub struct MachineParameter {
    pub name: &'static str,
    pub unit: &'static str,
    pub about: &'static str,
    pub of: fn(&Machine) -> f64,
    pub place: fn(&mut Machine) -> &mut f64,
}

macro_rules! machine {
    ($($name:ident [$unit:literal] = $default:literal, $about:literal;)*) => {
        /// A machine, in seconds and seconds a byte.
        #[derive(Clone, Copy, Debug, PartialEq)]
        pub struct Machine {
            $(#[doc = $about] pub $name: f64,)*
        }

        impl Machine {
            pub const DEFAULT: Machine = Machine { $($name: $default,)* };
        }

        /// All parameters of a machine.
        pub const PARAMETERS: &[MachineParameter] = &[$(
            MachineParameter {
                name: stringify!($name),
                unit: $unit,
                about: $about,
                of: |machine| machine.$name,
                place: |machine| &mut machine.$name,
            },
        )*];
    };
}

// The defaults were measured with two ranks on two cores of a Xeon, under Open MPI 4.1. The
// difference between an all-to-all and an allgather is a copy of 256 bytes, up to which `gather`
// was faster there than `exchange` (`make bench LARGEST=2K`, with SAMEBITS_SCHEDULE=gather and
// exchange). Messages are those of a network: they decide degrees and blocks.
machine! {
    alpha ["s"] = 1.0e-6, "α: an empty message from one rank to another";
    beta ["s/B"] = 1.0e-10, "β: each byte of a message";
    latency ["s"] = 8.0e-7, "L: until the first of many empty messages is there";
    receive ["s"] = 2.0e-7, "r: receiving one of them";
    merge ["s"] = 1.0e-7, "c: merging one partial, however short";
    merge_tree ["s/B"] = 5.0e-11, "each byte of a partial that is merged, where a merge is one operation";
    merge_exact ["s/B"] = 1.1e-10, "likewise of exact sums";
    merge_levels ["s/B"] = 3.0e-10, "likewise of sums by levels";
    fold_tree ["s/B"] = 5.0e-11, "γ: each byte of a contribution that is folded, one operation an element";
    fold_exact ["s/B"] = 8.0e-11, "likewise of exact sums of three contributions or more";
    fold_levels ["s/B"] = 4.0e-10, "likewise of sums by levels";
    call ["s"] = 1.0e-7, "a collective of the MPI library that has nothing to do";
    allgather ["s"] = 3.0e-7, "an allgather: more for each time that the ranks double";
    allgather_byte ["s/B"] = 1.0e-10, "an allgather: each byte that comes from another rank";
    alltoall ["s"] = 3.35e-7, "an all-to-all: more for each other rank";
    alltoall_byte ["s/B"] = 1.0e-10, "an all-to-all: each byte that comes from another rank";
    allreduce ["s"] = 4.0e-7, "the MPI library's own allreduce: more for each time that the ranks double";
    allreduce_byte ["s/B"] = 2.0e-10, "the MPI library's own allreduce: each byte that it sends";
    offload ["s/B"] = 1.5e-9, "cutting up and finishing each byte of a sum that others add up";
    shared ["s"] = 1.5e-7, "σ: a line of shared memory, from one core to another";
    shared_byte ["s/B"] = 6.0e-11, "β': each byte of a copy, by way of shared memory or in a cache";
}

/// An empty message through a network, in seconds, and the part of it that keeps its receiver busy. On
/// fabrics of 100 Gb/s (InfiniBand EDR, Omni-Path) osu_latency takes 1.0 to 1.3 µs within a switch, as the
/// MVAPICH project publishes, and more behind several switches; osu_bw reaches 10 to 12 GB/s. (β is 10 GB/s.)
/// By TCP it is 10 µs and more, also between the hosts of `make bench-cluster`. What lies between the two in
/// the geometric mean is never far from either.
const MESSAGE: f64 = 4.0e-6;
const RECEIVE: f64 = 5.0e-7;

/// How long it takes a schedule that the MPI library drives to notice a message: a turn of the
/// library's progress engine, in which all requests of that kind are looked at, and of the schedule.
const NOTICED: f64 = 2.0e-7;

impl Machine {
    /// Ranks of which no two share memory: a message is in flight for some microseconds, and keeps its
    /// sender and its receiver busy for half of one each; the steps of the MPI library's collectives are
    /// messages, too. (Those of an all-to-all take as much more as in the default.)
    pub const NETWORK: Machine = Machine {
        alpha: MESSAGE,
        latency: MESSAGE - RECEIVE,
        receive: RECEIVE,
        allgather: MESSAGE,
        alltoall: MESSAGE + Machine::DEFAULT.alltoall - Machine::DEFAULT.allgather,
        allreduce: MESSAGE,
        ..Machine::DEFAULT
    };

    /// The measured machine, or what is assumed of one. The caller sets the floating-point environment.
    pub fn assumed(measured: Option<&Machine>, node: Option<&Nodes>) -> Machine {
        // The black box keeps the computation within the environment.
        let unmeasured = || Machine::unmeasured(black_box(node.map(Shared::of)));
        measured.copied().unwrap_or_else(unmeasured)
    }

    /// A machine that has not been measured, by the nodes whose ranks share memory, if any do.
    ///
    /// β is what a byte takes while all ranks send. So where those of a node share its way into the
    /// network, it is as many times as long, and so is that of an all-to-all; an allgather enters
    /// and leaves each node but once.
    fn unmeasured(shared: Option<Shared>) -> Machine {
        match shared {
            Some(Shared { nodes: 1, .. }) => Machine::DEFAULT,
            None => Machine::NETWORK,
            Some(Shared { ranks: (largest, _), .. }) => Machine {
                beta: largest as f64 * Machine::NETWORK.beta,
                alltoall_byte: largest as f64 * Machine::NETWORK.alltoall_byte,
                ..Machine::NETWORK
            },
        }
    }

    /// The same machine where that many ranks reduce step by step: each message is noticed later, and
    /// the collectives are made of messages. (An all-to-all starts all of its messages at once.)
    pub fn stepwise(&self, ranks: usize) -> Machine {
        let alpha = self.alpha + NOTICED;
        let others = ranks.saturating_sub(1).max(1) as f64;
        Machine {
            alpha,
            latency: self.latency + NOTICED,
            call: 0.0,
            allgather: alpha,
            allgather_byte: self.beta,
            alltoall: (alpha + (others - 1.0) * self.receive) / others,
            alltoall_byte: self.beta,
            ..*self
        }
    }

    /// γ for that number of rows. (The exact sum of two contributions is one addition.)
    pub fn folding(&self, family: Family, rows: usize) -> f64 {
        match family {
            Family::Exact if rows > 2 => self.fold_exact,
            Family::Exact | Family::Tree => self.fold_tree,
            Family::Levels => self.fold_levels,
        }
    }

    /// The time of merging each byte of a partial.
    pub fn merging(&self, family: Family) -> f64 {
        match family {
            Family::Tree => self.merge_tree,
            Family::Exact => self.merge_exact,
            Family::Levels => self.merge_levels,
        }
    }

    /// A round in which results travel: its latency, and the time of each byte of the vector.
    pub fn down(&self) -> (f64, f64) {
        (self.alpha, self.beta)
    }

    /// A hash of the parameters that is the same in all builds: FNV-1a over 64-bit words.
    pub fn digest(&self) -> u64 {
        PARAMETERS.iter().fold(0xcbf2_9ce4_8422_2325, |digest: u64, parameter| {
            let mixed = (digest ^ (parameter.of)(self).to_bits()).wrapping_mul(0x100_0000_01b3);
            mixed ^ mixed >> 32
        })
    }
}
