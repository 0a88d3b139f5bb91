//! Which elements of a distributed array each rank should own, and what a distribution
//! costs: the layer [`crate::distribution`] for programs. Needs no MPI; no communicator,
//! so that no error handler is called.

// The comments are the header's, and C says by types alone what a caller has to see to.
#![expect(clippy::missing_safety_doc)]

use super::arguments::{refused, text};
use super::context::{environment_policy, exported_local};
use super::failure::{Class, Failure};
use crate::distribution::{Cost, Distribution, Share};
use crate::kernel::fpenv::{within, Environment};
use std::ffi::{c_char, c_int};
use std::hint::black_box;

/// Which of the elements 0 to total-1 of a distributed array one of the ranks should own:
/// *count of them, from *start on. The shares of all ranks follow each other in rank order and
/// hold every element once; a share may be empty.
///
/// distribution is one of
///
///   "upper"            total/ranks each, the last total%ranks ranks own one more
///   "lower"            total/ranks each, the first total%ranks ranks own one more
///   "power2"           the largest power of two up to total/ranks each, the rest to the
///                      last rank; with fewer elements than ranks as "lower"
///   "optimized:ALPHA"  as "upper", but a rank begins earlier, by up to
///                      ALPHA*total/ranks, where that saves messages; ALPHA is a decimal
///                      fraction from 0 to 1, "optimized" alone takes 0.2
///
/// or NULL or "" for what the environment variable SAMEBITS_DISTRIBUTION says ("upper" if it is
/// not set), which then has to be the same on all ranks.
///
/// Not collective: computed from the arguments alone, at any time, also before MPI_Init.
/// Errors: MPI_ERR_ARG where an argument or the environment is wrong.
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
        let share = unsafe { share(distribution, total, ranks, rank) }?;
        // SAFETY: they point to integers.
        unsafe {
            start.write(share.start);
            count.write(share.count);
        }
        Ok(())
    })
}

/// How many messages the reduction of a distributed array in its binary tree takes if each
/// partial result travels by itself: the number of tree nodes whose children lie on different
/// ranks. counts[i] is the number of elements of rank i, in rank order.
///
/// Not collective; at any time, also before MPI_Init. Errors: MPI_ERR_ARG where an argument is
/// wrong.
#[no_mangle]
pub unsafe extern "C" fn samebits_message_count(
    counts: *const u64,
    ranks: u64,
    messages: *mut u64,
) -> c_int {
    exported_local("samebits_message_count", false, || {
        not_null("messages", messages)?;
        // SAFETY: upheld by the caller.
        let cost = unsafe { cost(counts, ranks) }?;
        // SAFETY: it points to an integer.
        unsafe { messages.write(cost.messages) };
        Ok(())
    })
}

/// An estimate of the time that such a reduction takes: t_send, the time of one message, for
/// each message, and t_add, that of one addition, for each element of the rank that has most of
/// them. *score is in the unit of t_send and t_add, which are finite and not negative.
///
/// Not collective; at any time, also before MPI_Init. Errors: MPI_ERR_ARG where an argument is
/// wrong.
#[no_mangle]
pub unsafe extern "C" fn samebits_score(
    counts: *const u64,
    ranks: u64,
    t_send: f64,
    t_add: f64,
    score: *mut f64,
) -> c_int {
    exported_local("samebits_score", false, || {
        not_null("score", score)?;
        // SAFETY: upheld by the caller; it points to a number.
        unsafe { score.write(self::score(counts, ranks, t_send, t_add)?) };
        Ok(())
    })
}

/// [`samebits_share`].
///
/// # Safety
/// A string that ends in a null character, or null.
pub(super) unsafe fn share(
    distribution: *const c_char,
    total: u64,
    ranks: u64,
    rank: u64,
) -> Result<Share, Failure> {
    some_ranks(ranks)?;
    if rank >= ranks {
        return wrong(format!("rank={rank} is not accepted; it takes 0 to {}", ranks - 1));
    }
    // SAFETY: upheld by the caller.
    Ok(unsafe { named(distribution) }?.share(total, ranks, rank))
}

/// [`samebits_score`].
///
/// # Safety
/// As many integers as there are ranks, or null.
pub(super) unsafe fn score(
    counts: *const u64,
    ranks: u64,
    t_send: f64,
    t_add: f64,
) -> Result<f64, Failure> {
    let body = || {
        // Nothing is computed from them before the environment is ours.
        let (t_send, t_add) = black_box((t_send, t_add));
        for (name, time) in [("t_send", t_send), ("t_add", t_add)] {
            if !(time.is_finite() && time >= 0.0) {
                return wrong(format!(
                    "{name}={time} is not accepted; it takes a finite number from 0 on"
                ));
            }
        }
        // SAFETY: upheld by the caller.
        Ok(unsafe { cost(counts, ranks) }?.score(t_send, t_add))
    };
    // The caller's rounding mode and traps play no part, and no flag is raised.
    within(Environment::Vector, body)
}

pub(super) fn wrong<T>(message: String) -> Result<T, Failure> {
    Err(Failure::new(Class::Arg, message))
}

pub(super) fn not_null<T>(name: &str, pointer: *const T) -> Result<(), Failure> {
    if pointer.is_null() {
        return wrong(format!("{name}=NULL is not accepted; it takes the address of the result"));
    }
    Ok(())
}

fn some_ranks(ranks: u64) -> Result<(), Failure> {
    if ranks == 0 {
        return wrong("ranks=0 is not accepted; it takes a number from 1 on".to_string());
    }
    Ok(())
}

/// The distribution that a caller names, or that the environment does for it.
///
/// # Safety
/// A string that ends in a null character, or null.
unsafe fn named(text: *const c_char) -> Result<Distribution, Failure> {
    // SAFETY: upheld by the caller.
    let text = unsafe { self::text(text) };
    if text.is_empty() {
        return Ok(environment_policy()?.distribution);
    }
    Distribution::from_text(&text)
        .ok_or_else(|| refused("SAMEBITS_DISTRIBUTION", "distribution", &text))
}

/// What a distribution costs that is given as the elements of each rank.
///
/// # Safety
/// As many integers as there are ranks, or null.
pub(super) unsafe fn cost(counts: *const u64, ranks: u64) -> Result<Cost, Failure> {
    some_ranks(ranks)?;
    if counts.is_null() {
        return wrong("counts=NULL is not accepted; it takes a number for each rank".to_string());
    }
    let most = (isize::MAX as usize / size_of::<u64>()) as u64;
    if ranks > most {
        return wrong(format!("ranks={ranks} is not accepted; it takes at most {most}"));
    }
    // SAFETY: so many integers, and no more than memory can hold.
    let counts = unsafe { std::slice::from_raw_parts(counts, ranks as usize) };
    Cost::of(counts.iter().copied()).map_or_else(
        || wrong(format!("the sum of counts is not accepted; it takes at most {}", u64::MAX)),
        Ok,
    )
}
