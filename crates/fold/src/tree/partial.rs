//! The tree over the elements of a distributed array: the partial of a range is the list of the
//! values at its roots ([`samebits_sum::share`]).
//!
//! Cost, n elements of N: at most n - 1 operations to lift them, and at most 2 log2 N values; a
//! merge copies one list and joins the siblings that have met.

use super::Tree;
use crate::share::joins::{Joins, Open, MOST_OPEN};
use crate::share::record::{Elements, Lift, Merge};
use crate::share::shape::{DataLength, PartialShape};
use crate::vectors::{buffer::AlignedBuffer, combine::Combine};
use samebits_base::fault::Outcome;
use samebits_base::threads::{parallel_for, Address};
use samebits_kernel::fpenv::within;
use samebits_sum::share::Share;

/// Bytes of elements that are loaded from the caller's buffers at a time.
const STAGE: usize = 256 << 10;

/// The least bytes of elements for which starting threads is profitable.
const MIN_PARALLEL: usize = 4 << 20;

/// Bytes of elements that a thread takes at a time: few enough to keep all threads busy to the end.
const PIECE: usize = 512 << 10;

impl<C: Combine> Tree<C> {
    /// The tree over n ≥ 1 elements, of which the first is `from` elements into the share, by way
    /// of subtrees of a power of two of them, which are leaves to the tree above. Safety: they are
    /// elements of the share; there is room for one at `into`, aligned.
    unsafe fn subtree(
        &self,
        elements: Elements<'_>,
        from: usize,
        n: usize,
        into: *mut u8,
    ) -> Outcome {
        let (size, Elements { address, buffers, threads, .. }) = (self.0.size(), elements);
        let row = address.wrapping_add(from * size);
        let parallel = self.0.parallel().filter(|_| threads > 1 && n * size >= MIN_PARALLEL);
        let bytes = match (buffers, parallel) {
            // SAFETY: upheld by the caller.
            (None, None) => return unsafe { self.0.tree(row, n, into) },
            (None, Some(_)) => PIECE,
            (Some(_), _) => STAGE,
        };
        let piece = 1usize << (bytes / size).max(1).ilog2();
        let pieces = n.div_ceil(piece);
        let buffer = AlignedBuffer::new(pieces * size);
        let values = Address(buffer.at(0));
        let length = |i: usize| piece.min(n - i * piece);
        match (buffers, parallel) {
            (None, Some(combine)) => {
                let row = Address(row.cast_mut());
                parallel_for(threads, pieces, |i| {
                    // SAFETY: a piece of the row, and the room for its value.
                    within(combine.environment(), || unsafe {
                        combine.tree(row.at(i * piece * size), length(i), values.at(i * size))
                    })
                    .expect("what threads may do does not fail");
                });
            }
            (Some(buffers), _) => {
                let stage = AlignedBuffer::new(piece.min(n) * size);
                for i in 0..pieces {
                    let offset = (from + i * piece) as isize * buffers.extent();
                    let first = address.wrapping_offset(offset);
                    // SAFETY: elements of the share; room for them, and for the value.
                    unsafe {
                        buffers.load(first, stage.at(0), length(i))?;
                        self.0.tree(stage.at(0), length(i), values.at(i * size))?;
                    }
                }
            }
            (None, None) => unreachable!("done above"),
        }
        // SAFETY: as many values as there are pieces, and room for one more.
        unsafe { self.0.tree(values.at(0), pieces, into) }
    }
}

impl<C: Combine> Tree<C> {
    /// Appends the values of the next range to those of what is open, and joins the siblings that
    /// have met.
    fn append(&self, open: &mut Open, into: &mut [u8], share: Share, data: &[u8]) -> Outcome {
        let size = self.0.size();
        for (root, value) in share.roots().zip(data.chunks_exact(size)) {
            copy(value, &mut into[open.depth * size..][..size]);
            let mut last = root;
            while let Some(before) = open.pop_sibling(&last) {
                self.join(into, open.depth)?;
                last.start = before.start;
            }
            open.push(last);
        }
        Ok(())
    }

    /// Combines the value at a depth with the one above it.
    #[inline]
    fn join(&self, into: &mut [u8], depth: usize) -> Outcome {
        let size = self.0.size();
        let (left, right) = into[depth * size..].split_at_mut(size);
        // SAFETY: an element each, aligned like the data.
        unsafe { self.0.combine(left.as_ptr(), right.as_mut_ptr(), 1)? };
        copy(&right[..size], left);
        Ok(())
    }
}

/// [`Merge::merge_all`] of doubles that are added.
fn add_all(joins: &[u8], parts: &mut dyn Iterator<Item = (Share, &[u8])>, into: &mut [u8]) {
    let (mut values, mut depth, mut joins) = ([0.0f64; MOST_OPEN], 0, joins.iter());
    for (_, data) in parts {
        for value in data.as_chunks::<8>().0 {
            let mut value = f64::from_ne_bytes(*value);
            let Joins { count, last } = Joins::of(*joins.next().expect("one for each value"));
            for _ in 0..count {
                depth -= 1;
                value += values[depth];
            }
            values[depth] = value;
            depth += 1;
            if last {
                break;
            }
        }
    }
    into[..8].copy_from_slice(&values[0].to_ne_bytes());
}

/// Copies an element; most have the size of a double.
fn copy(from: &[u8], to: &mut [u8]) {
    match (from.first_chunk::<8>(), from.len()) {
        (Some(double), 8) => to.copy_from_slice(double),
        _ => to.copy_from_slice(from),
    }
}

impl<C: Combine> Merge for Tree<C> {
    fn shape(&self) -> PartialShape {
        let element = self.0.size();
        PartialShape {
            element,
            length: DataLength::PerRoot(element),
            depends_on_total: true,
            short: None,
            surveys: false,
        }
    }

    fn merge(&self, left: Share, into: &mut [u8], right: Share, data: &[u8]) -> Outcome {
        let mut open = Open::new(left.total);
        left.roots().for_each(|root| open.push(root));
        self.append(&mut open, into, right, data)
    }

    fn merge_all(
        &self,
        _total: u64,
        joins: &[u8],
        parts: &mut dyn Iterator<Item = (Share, &[u8])>,
        into: &mut [u8],
    ) -> Outcome {
        if self.0.adds_doubles() {
            add_all(joins, parts, into);
            return Ok(());
        }
        let (size, mut depth, mut joins) = (self.0.size(), 0, joins.iter());
        for (_, data) in parts {
            for value in data.chunks_exact(size) {
                copy(value, &mut into[depth * size..][..size]);
                let Joins { count, last } = Joins::of(*joins.next().expect("one for each value"));
                for _ in 0..count {
                    depth -= 1;
                    self.join(into, depth)?;
                }
                depth += 1;
                if last {
                    break;
                }
            }
        }
        Ok(())
    }

    fn finish(&self, _total: u64, data: &mut [u8]) -> Outcome {
        // SAFETY: the value of the only root of a whole array.
        unsafe { self.0.finish(data.as_mut_ptr(), 1) };
        Ok(())
    }
}

impl<C: Combine> Lift for Tree<C> {
    unsafe fn lift(&self, elements: Elements<'_>, _: [i32; 2], data: &mut [u8]) -> Outcome {
        let share = elements.share;
        for (root, value) in share.roots().zip(data.chunks_exact_mut(self.0.size())) {
            let (from, n) = (root.start - share.start, root.end - root.start);
            let (from, n) = (from as usize, n as usize);
            // SAFETY: elements of the share, as a root is inside it.
            unsafe { self.subtree(elements, from, n, value.as_mut_ptr())? };
        }
        Ok(())
    }
}
