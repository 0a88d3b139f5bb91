//! A Rust program that uses MPI through mpi-sys and knows nothing of samebits,
//! except that it asks the counters whether its calls were intercepted. With
//! samebits in front it compares its sums with exact ones.
//!
//! `TEST_EXPECT` says whether samebits must be there: none or preload.

use mpi_sys::*;
use std::ffi::CStr;
use std::os::raw::{c_int, c_void};
use std::ptr::{null, null_mut};

const LENGTHS: [usize; 5] = [1, 2, 13, 1000, 40_001];

/// The function of that name in whatever library is loaded.
fn counter(name: &CStr) -> Option<extern "C" fn() -> u64> {
    // SAFETY: samebits.h gives its counters this type.
    unsafe {
        let address = libc::dlsym(libc::RTLD_DEFAULT, name.as_ptr());
        (!address.is_null()).then(|| std::mem::transmute(address))
    }
}

/// A rank's contribution, a multiple of 2^-20 of either sign: large numbers
/// cancel, and what is left depends on the order in most orders.
fn contribution(rank: usize, index: usize) -> i128 {
    let mixed = (rank * 40_009 + index + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let small = (mixed >> 40) as i128;
    match (rank + index) % 3 {
        // All of them are doubles, their sums are not.
        0 => (small << 24) + (1 << 75),
        1 => small,
        _ => (small << 24) - (1 << 75),
    }
}

fn scaled(number: i128) -> f64 {
    // The conversion rounds to nearest even, and the division is exact.
    number as f64 / f64::from(1 << 20)
}

/// Not commutative: the left operand counts twice.
unsafe extern "C" fn twice_and(
    left: *mut c_void,
    right: *mut c_void,
    n: *mut c_int,
    _datatype: *mut MPI_Datatype,
) {
    // SAFETY: MPI hands over n doubles in each.
    unsafe {
        for i in 0..*n as usize {
            let (x, y) = (left.cast::<f64>().add(i), right.cast::<f64>().add(i));
            *y += 2.0 * *x;
        }
    }
}

fn main() {
    let mut ranks: c_int = 0;
    let mut rank: c_int = 0;
    // SAFETY: as the MPI standard says.
    unsafe {
        assert_eq!(MPI_Init(null_mut(), null_mut()), 0);
        MPI_Comm_size(RSMPI_COMM_WORLD, &mut ranks);
        MPI_Comm_rank(RSMPI_COMM_WORLD, &mut rank);
    }
    let (ranks, rank) = (ranks as usize, rank as usize);
    let intercepted = counter(c"samebits_calls_intercepted");
    let expect = std::env::var("TEST_EXPECT").expect("TEST_EXPECT takes none or preload");
    assert_eq!(expect != "none", intercepted.is_some(), "TEST_EXPECT={expect}");
    let calls = || intercepted.map_or(0, |counter| counter());
    let mut expected_calls = 0;

    for length in LENGTHS {
        let own: Vec<f64> = (0..length).map(|i| scaled(contribution(rank, i))).collect();
        let exact = |i| scaled((0..ranks).map(|r| contribution(r, i)).sum());
        let same = |sums: &[f64], call: &str| {
            for (i, sum) in sums.iter().enumerate() {
                let exact: f64 = exact(i);
                let right = intercepted.is_none() || sum.to_bits() == exact.to_bits();
                assert!(right, "{call}, {length} elements: [{i}] is {sum:e}, not {exact:e}");
            }
        };
        let mut sums = vec![f64::NAN; length];
        // SAFETY: two vectors of that length; in Reduce the second counts at the root.
        unsafe {
            let (from, to, n) = (own.as_ptr().cast(), sums.as_mut_ptr().cast(), length as c_int);
            let code = MPI_Allreduce(from, to, n, RSMPI_DOUBLE, RSMPI_SUM, RSMPI_COMM_WORLD);
            assert_eq!(code, 0);
        }
        same(&sums, "MPI_Allreduce");
        for root in 0..ranks {
            sums.fill(f64::NAN);
            let to = if root == rank { sums.as_mut_ptr().cast() } else { null_mut() };
            let (from, n, root_int) = (own.as_ptr().cast(), length as c_int, root as c_int);
            // SAFETY: likewise.
            let code = unsafe {
                MPI_Reduce(from, to, n, RSMPI_DOUBLE, RSMPI_SUM, root_int, RSMPI_COMM_WORLD)
            };
            assert_eq!(code, 0);
            if root == rank {
                same(&sums, "MPI_Reduce");
            }
        }
        expected_calls += 1 + ranks as u64;
    }

    let own = [1.0 + rank as f64];
    let mut result = [0.0];
    // SAFETY: an operator on doubles, applied to one double.
    unsafe {
        let mut op = RSMPI_SUM;
        MPI_Op_create(Some(twice_and), 0, &mut op);
        let (from, to) = (own.as_ptr().cast(), result.as_mut_ptr().cast());
        assert_eq!(MPI_Allreduce(from, to, 1, RSMPI_DOUBLE, op, RSMPI_COMM_WORLD), 0);
        MPI_Op_free(&mut op);
        // A number that is no double, and a call that is passed on.
        assert_eq!(
            MPI_Allreduce(null(), null_mut(), 0, RSMPI_FLOAT, RSMPI_MAX, RSMPI_COMM_WORLD),
            0
        );
    }
    expected_calls += 2;
    // From left to right: for up to three ranks the tree does the same.
    let folded = (2..=ranks).fold(1.0, |left, r| 2.0 * left + r as f64);
    assert!(ranks > 3 || result[0] == folded, "the operator gave {}, not {folded}", result[0]);

    if intercepted.is_some() {
        assert_eq!(calls(), expected_calls, "calls that were intercepted");
    }
    // SAFETY: as the MPI standard says.
    unsafe { MPI_Finalize() };
    if rank == 0 {
        println!("{expected_calls} reductions on {ranks} ranks, {} intercepted", calls());
    }
}
