//! What the trace says of direct calls: the digests of arrays do not depend on how these are
//! distributed, so that runs on other numbers of ranks can be compared.

use super::arguments::Buffers;
use super::context::Context;
use super::prepare::Prepared;
use crate::mpi::locate;
use crate::reduction::described::{words_of, Describing};
use crate::schedule::Destination;
use crate::trace::caller::outside;
use crate::trace::digest::{of_elements, Digest};
use crate::trace::format::Class;
use crate::trace::recorder::{Begun, Ended, How, Open};

/// A direct call that the trace knows of.
pub struct Traced(Open);

/// Begins the record of a call, if there is a trace.
///
/// # Safety
/// The buffers hold the plan's shares, where they are not null.
#[inline]
pub unsafe fn begin(
    context: &Context,
    prepared: &Prepared,
    to: Destination,
    buffers: Buffers<'_>,
) -> Option<Traced> {
    context.process.recorder()?;
    // SAFETY: upheld by the caller.
    unsafe { record(context, prepared, to, buffers) }
}

#[cold]
unsafe fn record(
    context: &Context,
    prepared: &Prepared,
    to: Destination,
    buffers: Buffers<'_>,
) -> Option<Traced> {
    let Context { process, communicator, comm, function } = *context;
    let recorder = process.recorder()?;
    let library = &process.library;
    let elements = library.elements(prepared.datatype).ok()??;
    let mut sum = Some(0u64);
    let shares = buffers.locals.iter().zip(prepared.plan.lengths());
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
    let root = match to {
        Destination::Root(root) => root as i32,
        _ => -1,
    };
    let own = locate::own_file();
    let begun = Begun {
        shape: words_of(library, function, prepared.datatype, prepared.op),
        comm: Some(communicator.number()),
        site: outside(&|address| locate::file_of(address) == own),
        count: u64::try_from(prepared.plan.elements()).unwrap_or(u64::MAX),
        root,
        contribution: sum,
        distributed: true,
        started: None,
    };
    let describing = Describing::reduction(library, Some((comm, communicator)), prepared.datatype);
    Some(Traced(recorder.begin(&begun, &[], &describing)))
}

impl Traced {
    /// The results are there.
    #[cold]
    pub fn end(
        self,
        context: &Context,
        prepared: &Prepared,
        to: Destination,
        buffers: Buffers<'_>,
    ) {
        let Context { process, communicator, comm, .. } = *context;
        let Some(recorder) = process.recorder() else { return };
        let arrays = prepared.plan.arrays.len();
        let (mut result, mut values) = (None, Vec::new());
        if to.reaches(communicator.rank) && !buffers.results.is_null() {
            if let Ok(Some(elements)) = process.library.elements(prepared.datatype) {
                let mut digest = Digest::of(arrays * elements.size());
                let mut add = |piece: &[u8]| {
                    digest.add(piece);
                    if arrays <= recorder.values {
                        values.extend_from_slice(piece);
                    }
                };
                let results = buffers.results.cast::<u8>().cast_const();
                // SAFETY: a result of each array.
                let read =
                    unsafe { elements.each((&process.library, comm), results, arrays, &mut add) };
                result = read.is_ok().then(|| digest.finish());
            }
        }
        let words = [prepared.evaluation.arithmetic().name(), prepared.plan.way.name(), ""];
        let how = Some(How { class: Class::Reproduced, words });
        recorder.end(self.0, &Ended { how, code: 0, result, values: &values });
    }
}
