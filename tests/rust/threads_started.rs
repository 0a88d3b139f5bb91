//! That threads are started where there is work for several, and nowhere else; and that the
//! work is done where the system has none to give. `pthread_create` of this program counts.

mod support;

use libc::{c_int, c_void, pthread_attr_t, pthread_t};
use samebits_base::fault::Fault;
use samebits_base::threads::{Team, MIN_BYTES_PER_THREAD, MIN_PARALLEL_BYTES};
use samebits_fold::tree::Tree;
use samebits_fold::vectors::ranks::Ranks;
use samebits_fold::vectors::{Partial, ALIGNMENT};
use samebits_fold::{Combine, Fold};
use samebits_kernel::fpenv::Environment;
use samebits_kernel::{Format, Kind, Operator};
use samebits_schedule::{by_name, Destination, Settings};
use samebits_sum::names::Arithmetic;
use std::cell::Cell;
use std::sync::atomic::{AtomicUsize, Ordering};
use support::elements::fold_of;
use support::ways;

/// Threads that this process has started.
static STARTED: AtomicUsize = AtomicUsize::new(0);

thread_local! {
    /// Whether this thread may start any.
    static REFUSED: Cell<bool> = const { Cell::new(false) };
}

/// In place of the C library's.
///
/// # Safety
/// As of that one.
#[no_mangle]
unsafe extern "C" fn pthread_create(
    thread: *mut pthread_t,
    attributes: *const pthread_attr_t,
    start: extern "C" fn(*mut c_void) -> *mut c_void,
    argument: *mut c_void,
) -> c_int {
    type Create = unsafe extern "C" fn(
        *mut pthread_t,
        *const pthread_attr_t,
        extern "C" fn(*mut c_void) -> *mut c_void,
        *mut c_void,
    ) -> c_int;
    STARTED.fetch_add(1, Ordering::Relaxed);
    if REFUSED.get() {
        return libc::EAGAIN;
    }
    // SAFETY: the C library's function, which gets what this one has got.
    unsafe {
        let next = libc::dlsym(libc::RTLD_NEXT, c"pthread_create".as_ptr());
        std::mem::transmute::<*mut c_void, Create>(next)(thread, attributes, start, argument)
    }
}

/// How many threads `work` starts, on this thread or on others.
fn started(work: impl FnOnce()) -> usize {
    let before = STARTED.load(Ordering::Relaxed);
    work();
    STARTED.load(Ordering::Relaxed) - before
}

const DOUBLE: Kind = Kind::Real(Format::Double);

/// Rows of numbers of which any sum is exact.
fn rows(ranks: usize, n: usize) -> Vec<f64> {
    (0..ranks * n).map(|i| (i % 1000) as f64 - (i / n) as f64).collect()
}

fn sums(ranks: usize, n: usize) -> Vec<f64> {
    let rows = rows(ranks, n);
    (0..n).map(|i| (0..ranks).map(|rank| rows[rank * n + i]).sum()).collect()
}

fn fold(team: Team, fold: &dyn Fold, ranks: usize, n: usize) -> Vec<f64> {
    let mut rows = rows(ranks, n);
    // SAFETY: the rows.
    let row = unsafe { fold.fold(team, rows.as_mut_ptr().cast(), ranks, n) }.unwrap();
    rows[row * n..][..n].to_vec()
}

fn as_many_as_are_worth_it() {
    for arithmetic in [Arithmetic::Exact, Arithmetic::Tree, Arithmetic::Binned(3)] {
        let sum = &*fold_of(DOUBLE, Operator::Sum, arithmetic);
        // What takes longer is worth it where there is less of it.
        let worth = match arithmetic {
            Arithmetic::Exact => MIN_BYTES_PER_THREAD / 6,
            Arithmetic::Tree => MIN_BYTES_PER_THREAD,
            _ => MIN_BYTES_PER_THREAD / 8,
        };
        for (threads, bytes, others) in [
            (1, 8 * worth, 0),
            (2, 2 * worth - 64, 0),
            (2, 2 * worth + 32, 1),
            (2, 8 * worth, 1),
            (5, 3 * worth + 32, 2),
        ] {
            let ranks = 4;
            assert!(others == 0 || bytes >= MIN_PARALLEL_BYTES);
            let n = bytes / 8 / ranks;
            let started = started(|| {
                assert_eq!(fold(Team::of(threads), sum, ranks, n), sums(ranks, n));
            });
            assert_eq!(started, others, "{arithmetic:?} {threads} threads, {bytes} bytes");
        }
    }
}

fn where_none_can_be_started_one_does_it_all() {
    let n = 3000;
    for arithmetic in [Arithmetic::Exact, Arithmetic::Tree, Arithmetic::Binned(3)] {
        let sum = &*fold_of(DOUBLE, Operator::Sum, arithmetic);
        let partials = sum.partials().unwrap();
        let asked = started(|| {
            REFUSED.set(true);
            let team = Team { threads: 3, worth: 1 };
            let folded = fold(team, sum, 3, n);
            let (rows, mut results) = (rows(3, n), vec![0.0; n]);
            let of = [Ranks::one(0), Ranks::one(1), Ranks::one(2)];
            let contribution =
                |rank: usize| Partial { of: &of[rank], at: rows[rank * n..].as_ptr().cast() };
            let (two, three) = (of[0].union(&of[1]), Ranks::all(3));
            let room = |of| vec![0u8; partials.most(of, 3, n) + ALIGNMENT];
            let mut places = [room(&two), room(&three)];
            let [first, second] = places.each_mut().map(|place| {
                let start = place.as_mut_ptr();
                start.wrapping_add(start.align_offset(ALIGNMENT))
            });
            // SAFETY: partials of these rows, and room for others.
            unsafe {
                partials.merge(team, contribution(0), contribution(1), 3, n, first).unwrap();
                let both = Partial { of: &two, at: first };
                partials.merge(team, both, contribution(2), 3, n, second).unwrap();
                let into = results.as_mut_ptr().cast();
                partials.finish(team, second, 3, n, into).unwrap();
            }
            REFUSED.set(false);
            assert_eq!(folded, sums(3, n));
            assert_eq!(results, sums(3, n));
        });
        // (Of each piece of work the first one was refused, and no other one asked for.)
        assert!((2..=4).contains(&asked), "{arithmetic:?}: {asked}");
    }
}

/// Sums of double, by an operator that may only be called by the thread that reduces.
struct Users;

impl Combine for Users {
    fn size(&self) -> usize {
        8
    }
    fn environment(&self) -> Environment {
        Environment::Caller
    }
    unsafe fn combine(&self, left: *const u8, right: *mut u8, n: usize) -> Result<(), Fault> {
        for i in 0..n {
            // SAFETY: n numbers in each row.
            unsafe {
                let right = right.cast::<f64>().add(i);
                let sum = left.cast::<f64>().add(i).read_unaligned() + right.read_unaligned();
                right.write_unaligned(sum);
            }
        }
        Ok(())
    }
    unsafe fn finish(&self, _row: *mut u8, _n: usize) {}
}

/// How many threads the ranks of a reduction start.
fn started_by(schedule: &str, fold: &(dyn Fold + Sync), ranks: usize, threads: usize) -> usize {
    let n = 4000;
    let contributions: Vec<Vec<u8>> = rows(ranks, n)
        .chunks(n)
        .map(|row| row.iter().flat_map(|number| number.to_le_bytes()).collect())
        .collect();
    let want: Vec<u8> = sums(ranks, n).iter().flat_map(|number| number.to_le_bytes()).collect();
    let settings = Settings { threads, worth: 1, block: 1 << 20, ..Settings::default() };
    let (schedule, to) = (by_name(schedule).unwrap(), Destination::All);
    started(|| {
        let got = ways::reduce(schedule, settings, fold, &contributions, to, false, 0);
        assert!(got.iter().all(|got| *got == want), "{}", schedule.name);
    })
}

fn schedules_share_out_what_is_long() {
    let exact = fold_of(DOUBLE, Operator::Sum, Arithmetic::Exact);
    let tree = fold_of(DOUBLE, Operator::Sum, Arithmetic::Tree);
    for (schedule, ranks) in [
        ("gather", 3),
        ("slices", 3),
        ("exchange", 2),
        ("fnomial", 3),
        ("split", 4),
        ("doubling", 4),
        ("halving", 4),
        ("halving", 3),
        ("ring", 3),
        ("ring", 2),
        ("chain", 3),
        ("chain2", 3),
        ("bintree", 3),
        ("bintree2", 4),
    ] {
        for fold in [&*exact, &*tree] {
            let simulated = started_by(schedule, fold, ranks, 1);
            let all = started_by(schedule, fold, ranks, 3);
            assert!(all >= simulated + 2, "{schedule} p={ranks}: {all} threads, not {simulated}");
        }
        if schedule != "exchange" {
            let users = Tree(Users);
            let simulated = started_by(schedule, &users, ranks, 1);
            assert_eq!(started_by(schedule, &users, ranks, 3), simulated, "{schedule}");
        }
    }
}

/// One test, because each of them is a thread that is started.
#[test]
fn threads_are_started_where_there_is_work_for_several() {
    as_many_as_are_worth_it();
    where_none_can_be_started_one_does_it_all();
    schedules_share_out_what_is_long();
}
