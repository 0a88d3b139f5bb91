//! Packs and unpacks rows of elements of one size: in vectors what these take, one by one the rest.

use super::scalar::{self, set_bits};
use super::vector::{self, Loops, GROUP};
use crate::simd::Unit;
use std::fmt;
use std::ops::RangeInclusive;

/// Calls a function with the size of elements as a constant, for the usual sizes.
macro_rules! by_size {
    ($function:path, $size:expr, $($argument:expr),*) => {
        match $size {
            4 => $function(4, $($argument),*),
            8 => $function(8, $($argument),*),
            16 => $function(16, $($argument),*),
            size => $function(size, $($argument),*),
        }
    };
}

/// Sizes of elements in bytes.
pub const SIZES: RangeInclusive<usize> = 1..=32;

/// Bytes of the bitmap that is found at a time where none is kept.
const CHUNK: usize = 512;

/// Elements of each [`CHUNK`] that an estimate samples.
const SAMPLE: usize = 256;

/// Bytes of an index.
const INDEX: usize = 4;

/// How a row is packed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Packing {
    /// A bitmap and the elements that are not zero.
    Bits,
    /// The indices of the elements that are not zero and these.
    Indices,
}

/// The bytes are not a packed row of that length.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Damaged;

impl fmt::Display for Damaged {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("what was received is no packed vector of its length")
    }
}

fn ones(bitmap: &[u8]) -> usize {
    bitmap.iter().map(|bits| bits.count_ones() as usize).sum()
}

/// Packs and unpacks elements of one size.
#[derive(Clone, Copy, Debug)]
pub struct Codec {
    size: usize,
    loops: Option<Loops>,
}

impl Codec {
    /// For this processor's best unit; the size is one of [`SIZES`].
    pub fn new(size: usize) -> Codec {
        Codec::vectorised(Unit::best(), size).unwrap_or(Codec::scalar(size))
    }

    /// One element at a time.
    pub fn scalar(size: usize) -> Codec {
        assert!(SIZES.contains(&size), "elements of {size} bytes");
        Codec { size, loops: None }
    }

    /// In vectors, if that unit packs elements of that size.
    pub fn vectorised(unit: Unit, size: usize) -> Option<Codec> {
        Some(Codec { size, loops: Some(vector::loops(unit, size)?) })
    }

    pub fn size(&self) -> usize {
        self.size
    }

    /// How many elements of a row the vectors take, if any, and their loops.
    fn groups(&self, row: &[u8]) -> Option<(usize, &Loops)> {
        let n = row.len() / self.size;
        (n >= GROUP).then_some((n / GROUP * GROUP, self.loops.as_ref()?))
    }

    /// Writes the bits of all elements of the row, and zeros behind the last one.
    fn find(&self, mut row: &[u8], bitmap: &mut [u8]) {
        let mut bitmap = &mut bitmap[..(row.len() / self.size).div_ceil(8)];
        if let Some((n, loops)) = self.groups(row) {
            // SAFETY: n elements of the row, and a bit for each; the processor has the unit.
            unsafe { (loops.find)(row.as_ptr(), n, bitmap.as_mut_ptr()) };
            (row, bitmap) = (&row[n * self.size..], &mut bitmap[n / 8..]);
        }
        by_size!(scalar::find, self.size, row, bitmap);
    }

    /// Moves the elements together whose bits are set: as many as fit.
    fn pack(&self, mut row: &[u8], mut bitmap: &[u8], mut into: &mut [u8]) {
        if let Some((n, loops)) = self.groups(row) {
            let to = into.as_mut_ptr_range();
            // SAFETY: n elements of the row and their bits, and space for as many as are set; the
            // processor has the unit.
            let next = unsafe { (loops.pack)(row.as_ptr(), n, bitmap.as_ptr(), to.start, to.end) };
            let packed = next.addr() - to.start.addr();
            (row, bitmap, into) = (&row[n * self.size..], &bitmap[n / 8..], &mut into[packed..]);
        }
        by_size!(scalar::pack, self.size, row, bitmap, into);
    }

    /// Fills the row with the elements whose bits are set, as many as there are, and zeros.
    fn unpack(&self, mut packed: &[u8], mut bitmap: &[u8], mut row: &mut [u8]) {
        if let Some((n, loops)) = self.groups(row) {
            let from = packed.as_ptr_range();
            // SAFETY: space for n elements in the row, their bits, and as many elements as are
            // set; the processor has the unit.
            let next = unsafe {
                (loops.unpack)(row.as_mut_ptr(), n, bitmap.as_ptr(), from.start, from.end)
            };
            let taken = next.addr() - from.start.addr();
            (packed, bitmap, row) = (&packed[taken..], &bitmap[n / 8..], &mut row[n * self.size..]);
        }
        by_size!(scalar::unpack, self.size, packed, bitmap, row);
    }

    /// The number of elements of a row that are not zero.
    pub fn nonzeros(&self, row: &[u8]) -> usize {
        let mut nonzeros = 0;
        self.chunks(row, |_, _, bitmap| nonzeros += ones(bitmap));
        nonzeros
    }

    /// Estimates whether more than four of five elements are not zero; of a long row a sixteenth
    /// is sampled.
    pub fn looks_dense(&self, row: &[u8]) -> bool {
        let (piece, sample) = (8 * CHUNK * self.size, SAMPLE * self.size);
        let sample = if row.len() <= piece { piece } else { sample };
        let (mut seen, mut nonzeros) = (0, 0);
        for piece in row.chunks(piece) {
            let sample = &piece[..sample.min(piece.len())];
            seen += sample.len() / self.size;
            nonzeros += self.nonzeros(sample);
        }
        5 * nonzeros > 4 * seen
    }

    /// The bytes of a packed row of `bytes` bytes with `nonzeros` elements that are not zero; none
    /// if it has more elements than there are indices.
    pub fn packed(&self, packing: Packing, bytes: usize, nonzeros: usize) -> Option<usize> {
        let (elements, tail) = (bytes / self.size, bytes % self.size);
        let packed = nonzeros * self.size + tail;
        match packing {
            Packing::Bits => Some(elements.div_ceil(8) + packed),
            Packing::Indices => u32::try_from(elements).ok().map(|_| nonzeros * INDEX + packed),
        }
    }

    /// Packs a row into [`Codec::packed`] bytes.
    pub fn encode(&self, packing: Packing, row: &[u8], into: &mut [u8]) {
        let (elements, tail) = row.split_at(row.len() / self.size * self.size);
        let (into, end) = into.split_at_mut(into.len() - tail.len());
        end.copy_from_slice(tail);
        match packing {
            Packing::Bits => {
                let (bitmap, packed) = into.split_at_mut((row.len() / self.size).div_ceil(8));
                self.find(elements, bitmap);
                self.pack(elements, bitmap, packed);
            }
            Packing::Indices => {
                let nonzeros = into.len() / (INDEX + self.size);
                let (indices, mut packed) = into.split_at_mut(INDEX * nonzeros);
                let mut indices = indices.chunks_exact_mut(INDEX);
                self.chunks(elements, |first, part, bitmap| {
                    let places = packed.split_off_mut(..ones(bitmap) * self.size);
                    self.pack(part, bitmap, places.expect("all elements"));
                    for (byte, bits) in bitmap.iter().enumerate() {
                        for i in set_bits(*bits) {
                            let index = (first + 8 * byte + i) as u32;
                            let place = indices.next().expect("room for all indices");
                            place.copy_from_slice(&index.to_le_bytes());
                        }
                    }
                });
            }
        }
    }

    /// Unpacks what [`Codec::encode`] has made of a row of that length. Any bytes are safe.
    pub fn decode(&self, packing: Packing, packed: &[u8], row: &mut [u8]) -> Result<(), Damaged> {
        let (size, n) = (self.size, row.len() / self.size);
        let (elements, tail) = row.split_at_mut(n * size);
        let middle = packed.len().checked_sub(tail.len()).ok_or(Damaged)?;
        let (packed, end) = packed.split_at(middle);
        tail.copy_from_slice(end);
        match packing {
            Packing::Bits => {
                let (bitmap, packed) = packed.split_at_checked(n.div_ceil(8)).ok_or(Damaged)?;
                let spare = if n.is_multiple_of(8) { 0 } else { bitmap[n / 8] >> (n % 8) };
                if spare != 0 || packed.len() != ones(bitmap) * size {
                    return Err(Damaged);
                }
                self.unpack(packed, bitmap, elements);
            }
            Packing::Indices => {
                if !packed.len().is_multiple_of(INDEX + size) {
                    return Err(Damaged);
                }
                let nonzeros = packed.len() / (INDEX + size);
                let (indices, packed) = packed.split_at(INDEX * nonzeros);
                elements.fill(0);
                let mut lowest = 0;
                for (index, element) in indices.chunks_exact(INDEX).zip(packed.chunks_exact(size)) {
                    let index = u32::from_le_bytes(*index.first_chunk().expect("an index"));
                    let index = index as usize;
                    if index < lowest || index >= n {
                        return Err(Damaged);
                    }
                    lowest = index + 1;
                    elements[index * size..][..size].copy_from_slice(element);
                }
            }
        }
        Ok(())
    }

    /// Calls `work` for each chunk of elements: with the index of the first, the chunk, its bits.
    fn chunks(&self, row: &[u8], mut work: impl FnMut(usize, &[u8], &[u8])) {
        let mut bitmap = [0; CHUNK];
        let elements = row.len() / self.size * self.size;
        for (chunk, part) in row[..elements].chunks(8 * CHUNK * self.size).enumerate() {
            let bitmap = &mut bitmap[..(part.len() / self.size).div_ceil(8)];
            self.find(part, bitmap);
            work(chunk * 8 * CHUNK, part, bitmap);
        }
    }
}
