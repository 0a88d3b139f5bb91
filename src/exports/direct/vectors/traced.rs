//! What the trace says of sums over distributed vectors and of sets of sums: digests of vectors that
//! do not depend on how these are distributed, and the results.

use crate::exports::direct::call::context::Context;
use crate::exports::direct::call::traced;
use samebits_mpi::abi::family::Handle;
use samebits_mpi::elements::device::Drivers;
use samebits_trace::digest::{of_elements, Digest};
use samebits_trace::format::Class;
use samebits_trace::recorder::{Ended, How, Open};

/// A call that the trace knows of.
#[derive(Clone, Copy)]
pub struct TracedSums {
    open: Open,
    /// Bytes of an element.
    size: usize,
}

/// Vectors of as many elements each, of so many bytes; those that are null do not exist.
pub type Operands<'a> = (&'a [(*const u8, usize)], usize);

/// Begins the record of a call with so many results, if there is a trace. Of sets of sums there are
/// no operands.
///
/// # Safety
/// The operands are there.
#[inline]
pub unsafe fn begin(
    context: &Context,
    datatype: Handle,
    results: usize,
    operands: Option<Operands<'_>>,
) -> Option<TracedSums> {
    context.process.recorder()?;
    // SAFETY: upheld by the caller.
    unsafe { record(context, datatype, results, operands) }
}

#[cold]
unsafe fn record(
    context: &Context,
    datatype: Handle,
    results: usize,
    operands: Option<Operands<'_>>,
) -> Option<TracedSums> {
    let library = &context.process.library;
    // SAFETY: upheld by the caller.
    let contribution = operands.and_then(|(rows, n)| unsafe { digest(rows, n) });
    let by = (datatype, library.constants.sum);
    let open = traced::open(context, by, (results as u64, -1), contribution)?;
    Some(TracedSums { open, size: library.size_of_type(datatype).unwrap_or(0) as usize })
}

/// The digest of the rows; none where one of them is on a GPU.
unsafe fn digest(rows: &[(*const u8, usize)], n: usize) -> Option<u64> {
    let mut sum = 0u64;
    for ((row, size), number) in rows.iter().zip(0..).filter(|((row, _), _)| !row.is_null()) {
        if Drivers::loaded().holding(*row).is_some() {
            return None;
        }
        // SAFETY: upheld by the caller.
        let bytes = unsafe { std::slice::from_raw_parts(*row, n * size) };
        sum = sum.wrapping_add(of_elements(bytes, *size, number));
    }
    Some(sum)
}

fn how(way: &'static str) -> How {
    How { class: Class::Reproduced, words: ["exact", way, ""] }
}

impl TracedSums {
    /// It is under way, and ends with its request.
    pub fn started(&mut self, context: &Context, way: &'static str) {
        if let Some(recorder) = context.process.recorder() {
            recorder.started(&mut self.open, how(way));
        }
    }

    /// The results are there, one after another, each of `size` bytes.
    #[cold]
    pub fn end(self, context: &Context, results: &[u8], size: usize, way: Option<&'static str>) {
        let Some(recorder) = context.process.recorder() else { return };
        let mut digest = Digest::of(results.len());
        digest.add(results);
        // (A norm of complex elements is no element.)
        let shown = size == self.size && results.len() <= size * recorder.values;
        let values = if shown { results } else { &[] };
        let (how, result) = (way.map(how), Some(digest.finish()));
        recorder.end(&self.open, &Ended { how, code: 0, result, values });
    }
}
