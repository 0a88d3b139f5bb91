//! An operator as a user's is: it leaves its result in the place of its right operand, wants
//! aligned elements, neither commutes nor is associative, and may fail.

use crate::support::hostile::Random;
use crate::support::mailbox;
use crate::support::simulated::{Rank, Shared};
use crate::support::turns::on_ranks;
use crate::support::ways;
use samebits_base::fault::Fault;
use samebits_base::threads::Team;
use samebits_fold::tree::Tree;
use samebits_fold::{vectors::two, Combine, Fold, FoldTwo};
use samebits_kernel::fpenv::Environment;
use samebits_schedule::node::nodes::Nodes;
use samebits_schedule::{
    self as schedule, by_name, Case, Destination, Reduction, Schedule, Settings,
};

/// Elements of so many bytes; a right operand that begins with this byte makes it fail.
struct InPlace {
    size: usize,
    fails_at: Option<u8>,
}

/// The alignment of a type divides its size, and is no more than that.
const MOST_ALIGNED: usize = 16;

fn mix(left: u8, right: u8) -> u8 {
    left.wrapping_mul(31).rotate_left(3) ^ right.wrapping_mul(7)
}

impl InPlace {
    fn new(size: usize) -> Self {
        InPlace { size, fails_at: None }
    }

    fn alignment(&self) -> usize {
        (1 << self.size.trailing_zeros()).min(MOST_ALIGNED)
    }
}

impl Combine for InPlace {
    fn size(&self) -> usize {
        self.size
    }
    fn environment(&self) -> Environment {
        Environment::Caller
    }
    unsafe fn combine(&self, left: *const u8, right: *mut u8, n: usize) -> Result<(), Fault> {
        assert!(left.addr().is_multiple_of(self.alignment()), "the left operand");
        assert!(right.addr().is_multiple_of(self.alignment()), "the right operand");
        for i in 0..n * self.size {
            // SAFETY: a byte of each row.
            unsafe {
                if i % self.size == 0 && self.fails_at == Some(*right.add(i)) {
                    return Err(Fault(17));
                }
                *right.add(i) = mix(*left.add(i), *right.add(i));
            }
        }
        Ok(())
    }
    unsafe fn finish(&self, _row: *mut u8, _n: usize) {}
    fn two(&self) -> Option<&dyn FoldTwo> {
        Some(self)
    }
}

impl FoldTwo for InPlace {
    unsafe fn fold_two(
        &self,
        _team: Team,
        left: *const u8,
        right: *const u8,
        into: *mut u8,
        n: usize,
    ) -> Result<(), Fault> {
        // SAFETY: handed on to the caller.
        unsafe { two::fold(self, left, right, into, n, &mut Vec::new()) }
    }
}

fn random_rows(rows: usize, bytes: usize, random: &mut Random) -> Vec<Vec<u8>> {
    (0..rows).map(|_| (0..bytes).map(|_| random.next() as u8).collect()).collect()
}

fn mixed(left: &[u8], right: &[u8]) -> Vec<u8> {
    left.iter().zip(right).map(|(left, right)| mix(*left, *right)).collect()
}

#[test]
fn two_rows_where_they_lie() {
    let mut random = Random::new(91);
    for size in [1, 3, 8, 16, 24, 5000, 20_000] {
        // (Pieces of what is copied before have 16 KiB.)
        let piece = (16usize << 10).div_ceil(size);
        for n in [1, 2, piece - piece / 2, piece, piece + 1, 3 * piece + 1] {
            let rows = random_rows(2, n * size, &mut random);
            let want = mixed(&rows[0], &rows[1]);
            for into in 0..3 {
                // Each row begins at an address of its own.
                let shifts = [0, 1, 2].map(|_| random.below(17) as usize);
                let mut places: Vec<Vec<u8>> =
                    shifts.iter().map(|_| vec![0xa5; n * size + 32]).collect();
                for (i, row) in rows.iter().enumerate() {
                    places[i][shifts[i]..][..n * size].copy_from_slice(row);
                }
                let mut starts = [0, 1, 2].into_iter().map(|i| places[i][shifts[i]..].as_mut_ptr());
                let starts: [*mut u8; 3] = std::array::from_fn(|_| starts.next().unwrap());
                let operator = InPlace::new(size);
                // SAFETY: rows of n elements.
                unsafe { operator.fold_two(Team::ALONE, starts[0], starts[1], starts[into], n) }
                    .unwrap();
                let (row, shift) = (&places[into], shifts[into]);
                assert!(row[shift..][..n * size] == want, "{size} bytes, {n} into {into}");
                let beside = row[..shift].iter().chain(&row[shift + n * size..]);
                assert!(beside.copied().all(|byte| byte == 0xa5), "{size} bytes, {n}: beside it");
                if into != 0 {
                    assert!(places[0][shifts[0]..][..n * size] == rows[0], "the left row");
                }
            }
        }
    }
}

#[test]
fn two_ranks_any_way() {
    let mut random = Random::new(92);
    let settings = Settings::default();
    for name in ["exchange", "node", "gather", "slices"] {
        let schedule = by_name(name).unwrap();
        for size in [8, 16, 24] {
            let tree = Tree(InPlace::new(size));
            // In a line of memory, whole vectors, one block of halves, and several.
            for bytes in [1, 3 * size, 1 << 10, 64 << 10, (64 << 10) + size, 130 << 10, 500 << 10] {
                let count = bytes.div_ceil(size);
                let rows = random_rows(2, count * size, &mut random);
                let want = mixed(&rows[0], &rows[1]);
                for to in [Destination::All, Destination::Root(0), Destination::Root(1)] {
                    for (in_place, shift) in [(false, 0), (true, 0), (false, 5), (true, 3)] {
                        let got =
                            ways::reduce(schedule, settings, &tree, &rows, to, in_place, shift);
                        for (rank, got) in got.iter().enumerate().filter(|(r, _)| to.reaches(*r)) {
                            assert!(
                                *got == want,
                                "{name} {to:?}, {count} of {size} bytes, in place {in_place}, \
                                 shift {shift}, rank {rank}"
                            );
                        }
                    }
                }
            }
        }
    }
}

/// Elements that are larger than what a schedule hands over at once: it takes them, or says that
/// it does not.
#[test]
fn elements_larger_than_a_block() {
    let mut random = Random::new(94);
    let settings = Settings::default();
    for size in [(512 << 10) + 1, 3 << 20] {
        let tree = Tree(InPlace::new(size));
        for (ranks, count) in [(2, 1), (2, 3), (4, 1)] {
            let rows = random_rows(ranks, count * size, &mut random);
            let mut want = rows.clone();
            while want.len() > 1 {
                want = want.chunks(2).map(|two| mixed(&two[0], &two[1])).collect();
            }
            let nodes = Nodes::one(ranks);
            for to in [Destination::All, Destination::Root(1)] {
                let case =
                    Case { fold: &tree, ranks, count, to, messages: true, node: Some(&nodes) };
                let runs =
                    |schedule: &&Schedule| schedule.run.is_some() && schedule.check(&case).is_ok();
                for schedule in schedule::ALL.iter().filter(runs) {
                    let got = ways::reduce(schedule, settings, &tree, &rows, to, false, 0);
                    for (rank, got) in got.iter().enumerate().filter(|(rank, _)| to.reaches(*rank))
                    {
                        let name = schedule.name;
                        assert!(
                            *got == want[0],
                            "{name} {to:?}, {count} of {size} bytes, rank {rank} of {ranks}"
                        );
                    }
                }
            }
        }
    }
}

/// What each rank gets of reductions in shared memory, one after the other: the results, or a
/// fault.
fn in_turn(fold: &(dyn Fold + Sync), vectors: &[Vec<Vec<u8>>]) -> Vec<Vec<Result<Vec<u8>, Fault>>> {
    let (schedule, settings) = (by_name("node").unwrap(), Settings::default());
    let (to, ranks, extent) = (Destination::All, vectors[0].len(), fold.size());
    let nodes = &Nodes::one(ranks);
    let shared = &Shared::new(nodes);
    on_ranks(ranks, |rank| {
        let segment = &shared.segment(rank);
        let messages = &mailbox::Box::new(rank, ranks, &shared.mailbox);
        let transport = Rank { rank, size: ranks, extent, shared, messages, segment };
        let each = |rows: &Vec<Vec<u8>>| {
            let (send, count) = (&rows[rank], rows[rank].len() / extent);
            let mut recv = vec![0u128; send.len().div_ceil(16)];
            let case = Case { fold, ranks, count, to, messages: true, node: Some(nodes) };
            let scratch = (schedule.scratch)(&case, &settings, rank);
            let mut scratch = vec![0u128; scratch.div_ceil(16) + 4];
            let aligned = scratch.as_ptr().align_offset(64);
            let recv = recv.as_mut_ptr().cast();
            let reduction = Reduction { send: send.as_ptr(), recv, count, to, fold, settings };
            let run = schedule.run.unwrap();
            transport.wait_for_all();
            // SAFETY: buffers and scratch are as long as is demanded.
            let done = unsafe {
                let scratch = scratch[aligned..].as_mut_ptr().cast();
                run(&transport, &reduction, scratch)
            };
            // SAFETY: so many bytes of the receive buffer.
            done.map(|()| unsafe { std::slice::from_raw_parts(recv, send.len()) }.to_vec())
        };
        vectors.iter().map(each).collect()
    })
}

#[test]
fn where_one_rank_fails_all_get_its_fault_and_go_on() {
    let mut random = Random::new(93);
    let size = 8;
    let tree = Tree(InPlace { size, fails_at: Some(77) });
    for ranks in [2, 3] {
        for count in [20_000, 100_000] {
            let mut rows = random_rows(ranks, count * size, &mut random);
            for byte in rows.iter_mut().flatten().filter(|byte| **byte == 77) {
                *byte = 78;
            }
            let mut failing = rows.clone();
            // An element that the last rank folds, in the last block. (A right operand is a contribution.)
            failing[ranks - 1][(count - 1) * size] = 77;
            let vectors = [rows.clone(), failing, rows];
            for (rank, got) in in_turn(&tree, &vectors).iter().enumerate() {
                let what = format!("rank {rank} of {ranks}, {count} elements");
                assert!(got[0].is_ok(), "{what}");
                assert_eq!(got[1], Err(Fault(17)), "{what}");
                assert!(got[2] == got[0], "{what}: the next one");
            }
        }
    }
}
