//! The layer [`samebits_schedule::distribution`] for programs. It needs no MPI and calls no error handler.

use crate::exports::direct::call::arguments::{refused, text};
use crate::exports::direct::call::context::{environment_policy, exported_local};
use crate::exports::direct::call::failure::ensure;
use samebits_array::failure::{Class, Failure};
use samebits_kernel::fpenv::{within, Environment};
use samebits_schedule::distribution::{Cost, Distribution, Share};
use std::ffi::{c_char, c_int};
use std::hint::black_box;

/// Computes which of the elements 0 to total-1 of a distributed array one of the ranks should own:
/// *count elements from *start on. The shares of all ranks follow one another in rank order and
/// contain every element once; a share may be empty.
///
/// distribution is one of
///
///   "upper"            total/ranks each, the last total%ranks ranks own one more
///   "lower"            total/ranks each, the first total%ranks ranks own one more
///   "power2"           the largest power of two up to total/ranks each, the rest to the
///                      last rank; with fewer elements than ranks like "lower"
///   "optimized:ALPHA"  like "upper", but a rank may begin earlier, by up to
///                      ALPHA*total/ranks, if that saves messages; ALPHA is a decimal
///                      fraction from 0 to 1, "optimized" means "optimized:0.2"
///
/// or NULL or "" for the value of the environment variable SAMEBITS_DISTRIBUTION ("upper" if
/// unset), which must then be the same on all ranks.
///
/// Not collective: computed from the arguments alone, at any time, also before MPI_Init.
/// Errors: MPI_ERR_ARG if an argument or the environment is wrong.
#[no_mangle]
pub unsafe extern "C" fn samebits_share(
    distribution: *const c_char,
    total: u64,
    ranks: u64,
    rank: u64,
    start: *mut u64,
    count: *mut u64,
) -> c_int {
    exported_local("samebits_share", false, || {
        not_null("start", start)?;
        not_null("count", count)?;
        // SAFETY: upheld by the caller.
        unsafe {
            let share = share(distribution, total, ranks, rank)?;
            start.write(share.start);
            count.write(share.count);
        }
        Ok(())
    })
}

/// Counts the messages that the reduction of a distributed array in its binary tree takes if each
/// partial result is sent by itself: the tree nodes whose children lie on different ranks.
/// counts[i] is the number of elements of rank i, in rank order.
///
/// Not collective; at any time, also before MPI_Init. Errors: MPI_ERR_ARG if an argument is wrong.
#[no_mangle]
pub unsafe extern "C" fn samebits_message_count(
    counts: *const u64,
    ranks: u64,
    messages: *mut u64,
) -> c_int {
    // SAFETY: upheld by the caller.
    store("samebits_message_count", "messages", messages, || unsafe {
        Ok(cost(counts, ranks)?.messages)
    })
}

/// Estimates the time of such a reduction: t_send for each message, plus t_add for each element of
/// the rank that owns the most. *score is in the unit of t_send and t_add, the times of one message
/// and one addition, which must be finite and not negative.
///
/// Not collective; at any time, also before MPI_Init. Errors: MPI_ERR_ARG if an argument is wrong.
#[no_mangle]
pub unsafe extern "C" fn samebits_score(
    counts: *const u64,
    ranks: u64,
    t_send: f64,
    t_add: f64,
    score: *mut f64,
) -> c_int {
    // SAFETY: upheld by the caller.
    store("samebits_score", "score", score, || unsafe { self::score(counts, ranks, t_send, t_add) })
}

/// Runs the body of a function that computes a number, and stores that.
pub(crate) fn store<T>(
    function: &'static str,
    name: &str,
    result: *mut T,
    compute: impl FnOnce() -> Result<T, Failure>,
) -> c_int {
    exported_local(function, false, || {
        not_null(name, result)?;
        // SAFETY: the address of the caller's variable.
        unsafe { result.write(compute()?) };
        Ok(())
    })
}

pub(crate) unsafe fn share(
    distribution: *const c_char,
    total: u64,
    ranks: u64,
    rank: u64,
) -> Result<Share, Failure> {
    check_ranks(ranks)?;
    accept(rank < ranks, || format!("rank={rank} is not accepted; it takes 0 to {}", ranks - 1))?;
    // SAFETY: upheld by the caller.
    let text = unsafe { text(distribution) };
    let distribution = match &*text {
        "" => environment_policy()?.distribution,
        text => Distribution::from_text(text)
            .ok_or_else(|| refused("SAMEBITS_DISTRIBUTION", "distribution", text))?,
    };
    Ok(distribution.share(total, ranks, rank))
}

pub(crate) unsafe fn score(
    counts: *const u64,
    ranks: u64,
    t_send: f64,
    t_add: f64,
) -> Result<f64, Failure> {
    // Independent of the caller's rounding mode and traps, and without raising a flag: nothing may
    // be computed before the environment is switched.
    within(Environment::Vector, || {
        let (t_send, t_add) = black_box((t_send, t_add));
        for (name, time) in [("t_send", t_send), ("t_add", t_add)] {
            accept(time.is_finite() && time >= 0.0, || {
                format!("{name}={time} is not accepted; it takes a finite number, 0 or more")
            })?;
        }
        // SAFETY: upheld by the caller.
        Ok(unsafe { cost(counts, ranks) }?.score(t_send, t_add))
    })
}

/// Fails with MPI_ERR_ARG unless an argument is `right`.
pub(crate) fn accept(right: bool, message: impl FnOnce() -> String) -> Result<(), Failure> {
    ensure(right, Class::Arg, message)
}

fn not_null<T>(name: &str, pointer: *const T) -> Result<(), Failure> {
    accept(!pointer.is_null(), || {
        format!("{name}=NULL is not accepted; it takes the address of the result")
    })
}

fn check_ranks(ranks: u64) -> Result<(), Failure> {
    accept(ranks > 0, || "ranks=0 is not accepted; it takes 1 or more".to_string())
}

/// What a distribution costs, given as the number of elements of each rank.
pub(crate) unsafe fn cost(counts: *const u64, ranks: u64) -> Result<Cost, Failure> {
    const MAX_RANKS: u64 = (isize::MAX as usize / size_of::<u64>()) as u64;
    check_ranks(ranks)?;
    accept(!counts.is_null(), || {
        "counts=NULL is not accepted; it takes a number for each rank".to_string()
    })?;
    accept(ranks <= MAX_RANKS, || {
        format!("ranks={ranks} is not accepted; it takes at most {MAX_RANKS}")
    })?;
    // SAFETY: upheld by the caller; no more integers than memory can hold.
    let counts = unsafe { std::slice::from_raw_parts(counts, ranks as usize) };
    Cost::of(counts.iter().copied()).ok_or_else(|| {
        let what = format!("the sum of counts is not accepted; it takes at most {}", u64::MAX);
        Failure::new(Class::Arg, what)
    })
}
