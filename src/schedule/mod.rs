//! Schedules: who sends what to whom. They decide the speed and never a bit:
//! all they do is to bring contributions, in rank order, to where a
//! [`Fold`] evaluates them, and the results to where they are wanted. They see
//! the ranks through [`Transport`] alone, so they run on ranks simulated inside
//! one process as they run on MPI.
//!
//! A new schedule is a file of its own, with its cost at the top, and a row in
//! [`ALL`], which drives the environment variable, its error message and the
//! report.

mod gather;
pub mod partials;
mod slices;
mod swap;
mod transport;

use crate::arithmetic::{Arithmetic, Fault, Fold};
pub use transport::{Cut, Transport};

/// What a schedule works with beside the caller's buffers, in bytes of data: the
/// rows of one block. (A block never holds less than one element of each rank.)
/// All ranks cut the vector into the same blocks.
pub const SCRATCH: usize = 1 << 20;

/// p times the bytes of the vector up to which every rank (or the root) gets all
/// contributions: up to here one message's latency outweighs the doubled work.
/// (At p = 2 either way takes as long there: `make bench SMALLEST=8K LARGEST=128K`.)
const GATHER_LIMIT: usize = 64 << 10;

/// Bytes of the vector up to which that is so whatever the number of ranks:
/// slices of it would be messages of a few bytes between all pairs of ranks, and at
/// p = 2 a copy takes less time than the longer way into an all-to-all (`make bench
/// LARGEST=2K`, with SAMEBITS_SCHEDULE=gather and swap).
const GATHER_ALWAYS: usize = 256;

/// What a user may choose of how reductions are evaluated: by the environment, and
/// otherwise for a communicator.
#[derive(Clone, Copy, Debug, Default)]
pub struct Choices {
    /// `SAMEBITS_ARITHMETIC`; none is `auto`.
    pub arithmetic: Option<Arithmetic>,
    /// `SAMEBITS_SCHEDULE`; none is `auto`.
    pub schedule: Option<&'static Schedule>,
    /// `SAMEBITS_THREADS`; none is `auto`.
    pub threads: Option<usize>,
}

impl Choices {
    /// The arithmetic that sums of floating-point numbers get.
    pub fn arithmetic(&self) -> Arithmetic {
        self.arithmetic.unwrap_or(Arithmetic::Exact)
    }
}

/// A schedule and what is said of it.
#[derive(Debug)]
pub struct Schedule {
    /// Its name in the environment and in the report.
    pub name: &'static str,
    /// What it does, in one line.
    pub description: &'static str,
    /// Whether it takes a reduction of that kind over that many ranks.
    pub takes: fn(&dyn Fold, usize) -> bool,
    /// How it runs; none for `native`, where the MPI library does everything,
    /// and which therefore takes only operations that are associative as they are.
    pub run: Option<Run>,
}

/// Runs a schedule on this rank; every rank of the communicator takes part.
///
/// # Safety
/// The buffers of the reduction are as [`Reduction`] says; `scratch` is aligned
/// for the elements and [`scratch_needed`] bytes long.
pub type Run = unsafe fn(&dyn Transport, &Reduction<'_>, scratch: *mut u8) -> Result<(), Fault>;

/// All schedules.
pub const ALL: &[Schedule] = &[
    Schedule {
        name: "gather",
        description: "all contributions to all ranks (or to the root) at once: one latency",
        takes: |_, _| true,
        run: Some(gather::run),
    },
    Schedule {
        name: "slices",
        description: "each rank folds its slice of every block, the slices are gathered: \
                      the bandwidth of reduce-scatter, any number of ranks",
        takes: slices::takes,
        run: Some(slices::run),
    },
    Schedule {
        name: "swap",
        description: "two ranks hand each other what the other one has to fold, from where \
                      it lies",
        takes: swap::takes,
        run: Some(swap::run),
    },
    Schedule {
        name: "native",
        description: "the MPI library's own, for operations that are associative as they are",
        takes: |_, _| false,
        run: None,
    },
];

/// The schedule of that name.
pub fn by_name(name: &str) -> Option<&'static Schedule> {
    ALL.iter().find(|schedule| schedule.name == name)
}

/// The schedule for a reduction that is ours to evaluate: the wanted one where
/// it can take it, else the best for the size. Depends only on what all ranks
/// know alike. The vector has `count` elements.
pub fn choose(
    wanted: Option<&'static Schedule>,
    ranks: usize,
    count: usize,
    to: Destination,
    fold: &dyn Fold,
) -> (&'static Schedule, Run) {
    if let Some((schedule, run)) = wanted.and_then(|schedule| Some((schedule, schedule.run?))) {
        if (schedule.takes)(fold, ranks) {
            return (schedule, run);
        }
    }
    let (gather, slices, swap) = (&ALL[0], &ALL[1], &ALL[2]);
    let short = is_short(ranks, count, fold);
    let tiny = count.saturating_mul(fold.size()) <= GATHER_ALWAYS;
    if (swap.takes)(fold, ranks) && !tiny && (to == Destination::All || !short) {
        (swap, swap::run)
    } else if short || !(slices.takes)(fold, ranks) {
        (gather, gather::run)
    } else {
        (slices, slices::run)
    }
}

/// Whether all contributions to the vector, in one place, are little.
fn is_short(ranks: usize, count: usize, fold: &dyn Fold) -> bool {
    let bytes = count.saturating_mul(fold.size());
    bytes <= GATHER_ALWAYS || ranks.saturating_mul(bytes) <= GATHER_LIMIT
}

/// Elements of a block, of which every rank's row (or its slice of every row)
/// lies in the scratch at one time.
fn block(ranks: usize, fold: &dyn Fold) -> usize {
    (SCRATCH / (ranks * fold.size())).max(1)
}

/// Bytes of scratch that any schedule needs for a vector of `count` elements:
/// the rows of a block and, where the caller's buffers are no rows, as much
/// again for the way there and back.
pub fn scratch_needed(ranks: usize, count: usize, fold: &dyn Fold) -> usize {
    let rows = ranks * block(ranks, fold).min(count) * fold.size();
    if fold.buffers().is_some() {
        2 * rows
    } else {
        rows
    }
}

/// What is to be reduced, seen from one rank.
pub struct Reduction<'a> {
    /// This rank's contribution; the same as `recv` where it is in place.
    pub send: *const u8,
    /// Where the result goes; not looked at on ranks that get none.
    pub recv: *mut u8,
    /// Elements of the vector.
    pub count: usize,
    /// Who gets the result.
    pub to: Destination,
    /// The arithmetic.
    pub fold: &'a dyn Fold,
}

/// Who gets the result of a reduction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Destination {
    /// Every rank.
    All,
    /// The root.
    Root(usize),
}

impl Destination {
    /// Whether a rank gets the result.
    pub fn reaches(self, rank: usize) -> bool {
        match self {
            Destination::All => true,
            Destination::Root(root) => root == rank,
        }
    }
}

impl Reduction<'_> {
    /// Where an element lies in a buffer, relative to the first.
    fn offset(&self, element: usize) -> isize {
        let extent = self.fold.buffers().map_or(self.fold.size() as isize, |b| b.extent());
        element as isize * extent
    }

    /// The contribution's elements from..from+n as a row: in the caller's buffer
    /// where that is one, else copied to `stage`.
    ///
    /// # Safety
    /// The elements lie within the vector, and `stage` has room for them.
    unsafe fn contribution(
        &self,
        from: usize,
        n: usize,
        stage: *mut u8,
    ) -> Result<*const u8, Fault> {
        let send = self.send.wrapping_offset(self.offset(from));
        match self.fold.buffers() {
            None => Ok(send),
            Some(buffers) => {
                // SAFETY: handed on to the caller.
                unsafe { buffers.load(send, stage, n)? };
                Ok(stage)
            }
        }
    }

    /// Where a row of results should be put for the elements from `from` on: into
    /// the caller's buffer where that is a row, else to `stage`.
    fn result_row(&self, from: usize, stage: *mut u8) -> *mut u8 {
        match self.fold.buffers() {
            None => self.recv.wrapping_offset(self.offset(from)),
            Some(_) => stage,
        }
    }

    /// Brings a row of n results to the caller's elements from `from` on, if it
    /// does not lie there already.
    ///
    /// # Safety
    /// The row holds n elements, which lie within the vector.
    unsafe fn deliver(&self, row: *const u8, from: usize, n: usize) -> Result<(), Fault> {
        let recv = self.recv.wrapping_offset(self.offset(from));
        match self.fold.buffers() {
            // SAFETY: handed on to the caller.
            Some(buffers) => unsafe { buffers.store(row, recv, n) },
            None => {
                if !std::ptr::eq(row, recv) {
                    // SAFETY: handed on to the caller; rows are scratch of ours.
                    unsafe { std::ptr::copy_nonoverlapping(row, recv, n * self.fold.size()) };
                }
                Ok(())
            }
        }
    }
}

/// Whether this rank gets the result.
fn receives(transport: &dyn Transport, to: Destination) -> bool {
    to.reaches(transport.rank())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arithmetic::tree::Tree;
    use crate::kernel::{lookup, Format, Kind, Operator};

    #[test]
    fn scratch_is_bounded_and_holds_an_element_of_each_rank() {
        let double = lookup(Kind::Real(Format::Double), Operator::Sum).map(Tree).unwrap();
        assert_eq!(scratch_needed(4, 10, &double), 320);
        assert_eq!(scratch_needed(4, usize::MAX / 8, &double), SCRATCH);
        assert_eq!(scratch_needed(1 << 20, 5, &double), 8 << 20);
    }

    /// Sums of double, except that an element is said to have that many bytes.
    struct Sized(usize);

    impl Fold for Sized {
        fn size(&self) -> usize {
            self.0
        }
        unsafe fn fold(&self, _: *mut u8, _: usize, _: usize) -> Result<usize, Fault> {
            unreachable!("nothing is folded here")
        }
    }

    #[test]
    fn a_schedule_is_passed_over_where_it_cannot_serve() {
        let name = |wanted: &str, ranks, count, size| {
            choose(by_name(wanted), ranks, count, Destination::All, &Sized(size)).0.name
        };
        assert_eq!(name("native", 4, 1, 8), "gather");
        assert_eq!(name("native", 4, 1 << 20, 1), "slices");
        assert_eq!(name("auto", 1 << 20, 1, 8), "gather");
        assert_eq!(name("slices", 4, 1, 1 << 30), "gather", "an int's limit");
        assert_eq!(name("gather", 4, 1 << 17, 8), "gather");
        assert_eq!(name("swap", 4, 1 << 17, 8), "slices", "more than two ranks");
        assert_eq!(name("swap", 2, 1 << 17, 8), "slices", "a fold of whole rows only");
    }

    #[test]
    fn two_ranks_swap_except_where_it_is_tiny_or_a_root_need_not_answer() {
        let double = lookup(Kind::Real(Format::Double), Operator::Sum).map(Tree).unwrap();
        let name = |count, to| choose(None, 2, count, to, &double).0.name;
        assert_eq!(name(32, Destination::All), "gather");
        assert_eq!(name(33, Destination::All), "swap");
        assert_eq!(name(1 << 20, Destination::All), "swap");
        assert_eq!(name(1, Destination::Root(1)), "gather");
        assert_eq!(name(1 << 20, Destination::Root(1)), "swap");
    }
}
