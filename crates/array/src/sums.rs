//! Exact sums of the ranks' vectors: what each rank has summed is merged as an array with one element
//! for each rank is, so that nothing has to be known of the others.
//!
//! Cost: that of one message with the partials of all results ([`samebits_fold::sums`]).

use super::failure::{Error, Failure};
use super::group::Group;
use super::layout::{ArrayLayout, HeldRange};
use super::operation::Operation;
use super::plan::{Plan, PlannedArray};
use super::reduction::{FirstMessage, PlannedReduction, Results};
use super::remembered::Held;
use super::signature::{Call, Signature};
use samebits_base::fault::memory;
use samebits_fold::sums::{LocalSums, SumSpec, Summed};
use samebits_fold::{
    bundle::{self, Code},
    share::{
        contribution::Run,
        record::{self, Merge},
    },
};
use samebits_kernel::fpenv::Environment;
use samebits_schedule::breakdown::Watch;
use samebits_schedule::partials::MergeMethod;
use samebits_schedule::{Destination, RequestedSchedule};
use samebits_sum::{names::Arithmetic, share::Share};
use std::sync::Arc;

/// The element of a rank, in an array of one element each.
fn share(rank: usize, ranks: usize) -> Share {
    Share { start: rank as u64, end: rank as u64 + 1, total: ranks as u64 }
}

/// How the partials of `results` results are merged, and whether the communicator remembers that.
pub fn plan(
    group: &Group<'_>,
    spec: &SumSpec,
    signature: &Signature,
    results: usize,
    schedule: Option<RequestedSchedule>,
) -> (Arc<Plan>, bool) {
    let mut held = Held::new(group.remembered);
    let mut known = held.plans().each(signature.word(), MergeMethod::requested(schedule));
    if let Some((_, known)) = known.next() {
        return (known.plan.clone(), true);
    }
    let place = (group.transport.rank(), group.transport.size());
    (Arc::new(decide(spec, *signature, results, place, schedule)), false)
}

fn decide(
    spec: &SumSpec,
    signature: Signature,
    results: usize,
    (rank, ranks): (usize, usize),
    schedule: Option<RequestedSchedule>,
) -> Plan {
    let sizes = (0..results).map(|_| (1, ranks as u64));
    let shape = &spec.shape();
    let method = MergeMethod::choose(schedule, Some(Code::of_sums(spec)), shape, ranks, sizes);
    let record_bytes = method.record(shape, 1, ranks as u64);
    let own = share(rank, ranks);
    let parts: Vec<HeldRange> = match method {
        MergeMethod::Gather => {
            (0..ranks).map(|rank| HeldRange::whole(share(rank, ranks), rank)).collect()
        }
        MergeMethod::Native(_) => Vec::new(),
    };
    let runs = vec![Run::whole(own)];
    let layout = ArrayLayout { share: own, roots: 1, order: None, parts, runs };
    let array = |_| PlannedArray { layout: layout.clone(), record_bytes, joins: Vec::new() };
    let arrays = (0..results).map(array).collect();
    Plan::of_records(signature, arrays, (method, schedule), shape, ranks)
}

/// Merges what the ranks have summed, and stores the results, one after another; collective.
/// `locals` is what this rank has summed for each result, or why it cannot take part.
///
/// # Safety
/// There is room for the results; the scratch is aligned and as long as the plan says.
pub unsafe fn reduce(
    group: &Group<'_>,
    call: Call<'_>,
    (spec, plan, known): (&SumSpec, &Arc<Plan>, bool),
    locals: Result<&[LocalSums], &Failure>,
    results: &mut [u8],
    scratch: *mut u8,
    watch: Option<&Watch>,
) -> Result<(), Error> {
    let contribution = &Summed { spec, locals: locals.unwrap_or(&[]) };
    let operation = &Operation {
        merge: spec,
        shape: spec.shape(),
        arithmetic: Arithmetic::Exact,
        buffers: None,
        code: None,
        environment: Environment::Vector,
    };
    let results = Results { first: results.as_mut_ptr().cast(), staged: None };
    let to = Destination::All;
    let reduction = PlannedReduction { plan, operation, to, contribution, results, watch };
    let first = FirstMessage::Partials(call, locals.err());
    // SAFETY: upheld by the caller.
    unsafe { reduction.run(group, &first, scratch)? };
    if !known {
        let place = (group.transport.rank(), group.transport.size());
        // All ranks have come so far.
        Held::new(group.remembered).plans().add(call.word, plan.clone(), place);
    }
    Ok(())
}

/// This rank's bundle of records, as the nonblocking calls bring them together; the header word is
/// that of the call.
pub fn bundle(
    spec: &SumSpec,
    locals: &[LocalSums],
    word: u64,
    (rank, ranks): (usize, usize),
) -> Vec<u8> {
    let record = spec.shape().whole(ranks as u64);
    let mut bytes = memory(bundle::HEAD + locals.len() * record);
    Code::of_sums(spec).write(&mut bytes);
    bundle::lead(&mut bytes, word);
    for (to, local) in bytes[bundle::HEAD..].chunks_exact_mut(record).zip(locals) {
        to.fill(0);
        record::Head { share: share(rank, ranks), failed: None }.write(to);
        spec.write(local, &mut to[record::HEAD..]);
    }
    bytes
}

/// The results of a merged bundle, one after another; none where the ranks' calls differed.
pub fn results(spec: &SumSpec, merged: &mut [u8], ranks: usize, word: u64) -> Option<Vec<u8>> {
    if bundle::word(merged) != word {
        return None;
    }
    let (record, size) = (spec.shape().whole(ranks as u64), spec.result.size());
    let mut results = Vec::new();
    for record in merged[bundle::HEAD..].chunks_exact_mut(record) {
        let data = &mut record[record::HEAD..];
        spec.finish(ranks as u64, data).ok()?;
        results.extend_from_slice(&data[..size]);
    }
    Some(results)
}
