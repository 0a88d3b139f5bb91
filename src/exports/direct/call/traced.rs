//! What the trace says of direct calls: the digests of arrays do not depend on how these are
//! distributed, so that runs on other numbers of ranks can be compared.

use super::arguments::Buffers;
use super::context::Context;
use super::evaluated::Evaluated;
use samebits_array::{operation::Operation, plan::Plan};
use samebits_mpi::abi::family::Handle;
use samebits_mpi::abi::locate;
use samebits_reduction::call::described::{words_of, Describing};
use samebits_schedule::Destination;
use samebits_trace::caller::stack;
use samebits_trace::digest::{of_elements, Digest};
use samebits_trace::format::Class;
use samebits_trace::recorder::{Begun, Ended, How, Open};

/// What is reduced, and how.
#[derive(Clone, Copy)]
pub struct Arrays<'a> {
    pub datatype: Handle,
    pub op: Handle,
    pub plan: &'a Plan,
    pub evaluated: &'a Evaluated,
    pub operation: &'a Operation<'a>,
    pub to: Destination,
    pub buffers: Buffers<'a>,
}

/// A direct call that the trace knows of.
pub struct Traced(Open);

/// Begins the record of a call, if there is a trace.
///
/// # Safety
/// The buffers hold the plan's shares, where they are not null.
#[inline]
pub unsafe fn begin(context: &Context, arrays: &Arrays<'_>) -> Option<Traced> {
    context.process.recorder()?;
    // SAFETY: upheld by the caller.
    unsafe { record(context, arrays) }
}

#[cold]
unsafe fn record(context: &Context, arrays: &Arrays<'_>) -> Option<Traced> {
    let Context { process, comm, .. } = *context;
    let library = &process.library;
    let elements = library.elements(arrays.datatype).ok()??;
    let mut sum = Some(0u64);
    let shares = arrays.buffers.locals.iter().zip(arrays.plan.lengths());
    for ((local, length), array) in shares.zip(0..) {
        if local.is_null() && length > 0 {
            sum = None;
            break;
        }
        let mut add = |piece: &[u8]| {
            let digest = of_elements(piece, elements.size(), array);
            sum = sum.map(|sum| sum.wrapping_add(digest));
        };
        // SAFETY: upheld by the caller.
        let read =
            unsafe { elements.each((library, comm), local.cast(), length as usize, &mut add) };
        read.ok()?;
    }
    let root = match arrays.to {
        Destination::Root(root) => root as i32,
        _ => -1,
    };
    let count = u64::try_from(arrays.plan.elements()).unwrap_or(u64::MAX);
    open(context, (arrays.datatype, arrays.op), (count, root), sum).map(Traced)
}

/// Begins a record of a call on so many elements, given the digest of what this rank holds of them.
pub(crate) fn open(
    context: &Context,
    (datatype, op): (Handle, Handle),
    (count, root): (u64, i32),
    contribution: Option<u64>,
) -> Option<Open> {
    let Context { process, communicator, comm, function } = *context;
    let (recorder, library) = (process.recorder()?, &process.library);
    let own = locate::own_file();
    let begun = Begun {
        shape: &words_of(library, function, datatype, op),
        comm: Some(communicator.number()),
        site: stack().find(|address| locate::file_of(*address) != own).unwrap_or(0),
        count,
        root,
        contribution,
        distributed: true,
        started: None,
    };
    let describing = Describing::reduction(library, Some((comm, communicator)), datatype);
    let mut open = Open::default();
    recorder.begin(&begun, &[], &describing, &mut open);
    Some(open)
}

impl Traced {
    /// The results are there.
    #[cold]
    pub fn end(self, context: &Context, arrays: &Arrays<'_>) {
        let Context { process, communicator, comm, .. } = *context;
        let Some(recorder) = process.recorder() else { return };
        let Arrays { to, buffers, .. } = *arrays;
        let number = arrays.plan.arrays.len();
        let (mut result, mut values) = (None, Vec::new());
        if to.reaches(communicator.rank) && !buffers.results.is_null() {
            if let Ok(Some(elements)) = process.library.elements(arrays.datatype) {
                let mut digest = Digest::of(number * elements.size());
                let mut add = |piece: &[u8]| {
                    digest.add(piece);
                    if number <= recorder.values {
                        values.extend_from_slice(piece);
                    }
                };
                let results = buffers.results.cast::<u8>().cast_const();
                // SAFETY: a result of each array.
                let read =
                    unsafe { elements.each((&process.library, comm), results, number, &mut add) };
                result = read.is_ok().then(|| digest.finish());
            }
        }
        let words = [arrays.operation.arithmetic.name(), arrays.plan.method.name(), ""];
        let how = Some(How { class: Class::Reproduced, words });
        recorder.end(&self.0, &Ended { how, code: 0, result, values: &values });
    }
}
