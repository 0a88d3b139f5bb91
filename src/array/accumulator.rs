//! Accumulators of several ranks become one.
//!
//! Cost, p ranks, accumulators of B bytes: an allgather of 16 bytes, by which the ranks know that
//! they reduce alike, and the MPI library's own reduction of one element of B bytes.

use super::failure::{Error, Failure};
use super::group::Group;
use super::signature::{hash, Call, Signature};
use crate::arithmetic::accumulator::{Accumulator, AccumulatorSpec};
use crate::report::breakdown::{Part, Watch};
use crate::schedule::Destination;

/// Words of each rank: that of the call, and how many summands it has.
const WORDS: usize = 2;

/// What has to be the same on all ranks, of accumulators made for that.
pub fn signature(call: Signature, purpose: &AccumulatorSpec) -> Signature {
    Signature { rest: hash(purpose.words()), ..call }
}

/// Merges the accumulators of all ranks into those of the ranks that get the result; where they
/// have more summands than one takes, none has changed. `own` is this rank's and who gets it, or
/// why it cannot take part. Returns the number of summands.
pub fn reduce(
    group: &Group<'_>,
    call: &Call<'_>,
    own: Result<(&mut Accumulator, Destination), Failure>,
    watch: Option<&Watch>,
) -> Result<u64, Error> {
    let (rank, ranks) = (group.transport.rank(), group.transport.size());
    let mut words = vec![0; WORDS * ranks];
    if let Ok((accumulator, _)) = &own {
        words[WORDS * rank + 1] = accumulator.count();
    }
    group.exchange(call, own.as_ref().err(), false, &mut words)?;
    let (accumulator, to) = own.expect("nobody has something wrong");
    let total = words.chunks_exact(WORDS).map(|row| u128::from(row[1])).sum();
    let total = accumulator.purpose().check(total).map_err(|refusal| {
        let failure = refusal.into();
        Error::Failure { failure, speaks: rank == 0 }
    })?;
    if ranks == 1 {
        return Ok(total);
    }
    let bytes = accumulator.purpose().bytes();
    let (mut written, mut merged) = (vec![0u8; bytes], vec![0u8; bytes]);
    accumulator.write(&mut written);
    // SAFETY: accumulators made for the same.
    let mut merge = || unsafe { group.transport.merge_accumulators(to, &written, &mut merged) };
    // (The MPI library merges them on their way.)
    match watch {
        None => merge(),
        Some(watch) => watch.time(Part::Communication, merge),
    }?;
    if to.reaches(rank) {
        accumulator.read(&merged).expect("all are made for the same");
    }
    Ok(total)
}
