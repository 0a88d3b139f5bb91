//! Merges the accumulators of several ranks into one.
//!
//! Cost, p ranks, accumulators of B bytes: an allgather of 16 bytes, which checks that the ranks
//! reduce alike, and the MPI library's own reduction of one element of B bytes.

use super::failure::{Error, Failure};
use super::group::Group;
use super::signature::{hash, Call, Signature};
use samebits_schedule::breakdown::{Part, Watch};
use samebits_schedule::Destination;
use samebits_sum::accumulator::{Accumulator, AccumulatorSpec};

/// Words of each rank: the call's header word and the number of summands.
const WORDS: usize = 2;

/// What all ranks must have in common to reduce accumulators of that kind.
pub fn signature(call: Signature, purpose: &AccumulatorSpec) -> Signature {
    Signature { rest: hash(purpose.words()), ..call }
}

/// Merges the accumulators of all ranks into those of the ranks that get the result; returns the
/// number of summands. `own` is this rank's accumulator, or why it cannot take part.
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
    group.exchange(call, own.as_ref().err(), &mut words)?;
    let (accumulator, to) = own.expect("no rank has reported a failure");
    let total = words.chunks_exact(WORDS).map(|row| u128::from(row[1])).sum();
    let total = accumulator.spec().check(total);
    let total = total.map_err(|refusal| Failure::from(refusal).on_all(rank))?;
    if ranks == 1 {
        return Ok(total);
    }
    let bytes = accumulator.spec().bytes();
    let (mut written, mut merged) = (vec![0u8; bytes], vec![0u8; bytes]);
    accumulator.write(&mut written);
    // SAFETY: all ranks have the same kind of accumulator.
    let mut merge = || unsafe { group.transport.merge_accumulators(to, &written, &mut merged) };
    match watch {
        None => merge(),
        // The MPI library merges on the way, so that counts as communication.
        Some(watch) => watch.time(Part::Communication, merge),
    }?;
    if to.reaches(rank) {
        accumulator.read(&merged).expect("all ranks have the same kind of accumulator");
    }
    Ok(total)
}
