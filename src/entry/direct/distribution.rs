//! Which elements of a distributed array each rank should own, and what a distribution
//! costs: the layer [`crate::distribution`] for programs. Needs no MPI; no communicator,
//! so that no error handler is called.

// The comments are the header's, and C says by types alone what a caller has to see to.
#![expect(clippy::missing_safety_doc)]

use super::failure::{Class, Failure};
use crate::distribution::{Cost, Distribution, Share};
use crate::entry::guard::guarded;
use crate::entry::process;
use crate::kernel::fpenv::{within, Environment};
use crate::policy;
use std::ffi::{c_char, c_int, CStr};
use std::hint::black_box;

/// Which of the elements 0 to total-1 of a distributed array the given one of so many
/// ranks should own: those from *start on, *count of them. The shares of all ranks
/// follow each other in rank order and hold every element once; a share may be empty.
/// No rank's share is looked at to find another's, and neither is MPI: all of this may
/// be called at any time, also before MPI_Init.
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
/// or NULL or "" for what the environment variable SAMEBITS_DISTRIBUTION says ("upper"
/// if nothing), which then has to say the same on all ranks.
///
/// Returns MPI_SUCCESS, or MPI_ERR_ARG where an argument or the environment is wrong;
/// nothing is stored then, and samebits_error_message says what it is. No error handler
/// is called. All this holds for the next two functions as well.
#[no_mangle]
pub unsafe extern "C" fn samebits_share(
    distribution: *const c_char,
    total: u64,
    ranks: u64,
    rank: u64,
    start: *mut u64,
    count: *mut u64,
) -> c_int {
    answered("samebits_share", || {
        not_null("start", start)?;
        not_null("count", count)?;
        // SAFETY: handed on to the caller.
        let share = unsafe { share(distribution, total, ranks, rank) }?;
        // SAFETY: they point to integers.
        unsafe {
            start.write(share.start);
            count.write(share.count);
        }
        Ok(())
    })
}

/// How many messages the reduction of a distributed array in its binary tree costs if
/// each partial result travels by itself: the number of tree nodes whose children lie on
/// different ranks. counts[i] is the number of elements of rank i, in rank order.
#[no_mangle]
pub unsafe extern "C" fn samebits_message_count(
    counts: *const u64,
    ranks: u64,
    messages: *mut u64,
) -> c_int {
    answered("samebits_message_count", || {
        not_null("messages", messages)?;
        // SAFETY: handed on to the caller.
        let cost = unsafe { cost(counts, ranks) }?;
        // SAFETY: it points to an integer.
        unsafe { messages.write(cost.messages) };
        Ok(())
    })
}

/// An estimate of the time that such a reduction takes: t_send for each message and t_add
/// for each element of the rank that has most of them. In the unit of t_send, the time of
/// one message, and t_add, that of one addition; both finite and not negative.
#[no_mangle]
pub unsafe extern "C" fn samebits_score(
    counts: *const u64,
    ranks: u64,
    t_send: f64,
    t_add: f64,
    score: *mut f64,
) -> c_int {
    answered("samebits_score", || {
        not_null("score", score)?;
        // SAFETY: handed on to the caller; it points to a number.
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
    // SAFETY: handed on to the caller.
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
        // SAFETY: handed on to the caller.
        Ok(unsafe { cost(counts, ranks) }?.score(t_send, t_add))
    };
    // The caller's rounding mode and traps play no part, and no flag is raised.
    within(Environment::Vector, body)
}

/// Runs the body of one of these functions. There is no communicator whose first rank
/// could speak for all: the message is kept, not written.
pub(super) fn answered(
    function: &'static str,
    body: impl FnOnce() -> Result<(), Failure>,
) -> c_int {
    guarded(function, || match body() {
        Ok(()) => 0,
        Err(failure) => failure.tell(function, false),
    })
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
    // SAFETY: as above.
    let text = if text.is_null() { c"" } else { unsafe { CStr::from_ptr(text) } };
    let text = text.to_string_lossy();
    if text.is_empty() {
        return process::policy_so_far()
            .map(|policy| policy.distribution)
            .or_else(|lines| wrong(lines.replace('\n', "; ")));
    }
    Distribution::from_text(&text).ok_or_else(|| {
        let row = policy::variable("SAMEBITS_DISTRIBUTION");
        let refusal = row.map(|row| row.refusal("distribution", &text));
        Failure::new(Class::Arg, refusal.unwrap_or_default())
    })
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
