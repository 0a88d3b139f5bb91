//! The two ways of packing, and what is wrong with bytes that are none of them.

use super::codec::Codec;
use super::scalar::set_bits;
use std::fmt;

/// Elements whose bits are found at one time where no bitmap is kept, in bytes of bitmap.
const CHUNK: usize = 512;

/// Elements of each [`CHUNK`] that are looked at for an estimate.
const LOOK: usize = 256;

/// Bytes of an index.
const INDEX: usize = 4;

/// How a row is packed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Packing {
    /// A bitmap, and the elements that are not zero.
    Bits,
    /// The indices of the elements that are not zero, and these.
    Indices,
}

/// These bytes are no packed row of that length.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Damaged;

impl fmt::Display for Damaged {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("what was received is no packed vector of its length")
    }
}

impl Codec {
    /// The elements of a row that are not zero.
    pub fn nonzeros(&self, row: &[u8]) -> usize {
        let mut nonzeros = 0;
        self.chunks(row, |_, _, bitmap| {
            nonzeros += bitmap.iter().map(|bits| bits.count_ones() as usize).sum::<usize>();
        });
        nonzeros
    }

    /// Whether more than four of five elements are other than zero, as far as a look at some of
    /// a long row tells: a sixteenth of it, here and there.
    pub fn looks_dense(&self, row: &[u8]) -> bool {
        let (piece, look) = (8 * CHUNK * self.size(), LOOK * self.size());
        let look = if row.len() <= piece { piece } else { look };
        let (mut seen, mut nonzeros) = (0, 0);
        for piece in row.chunks(piece) {
            let some = &piece[..look.min(piece.len())];
            seen += some.len() / self.size();
            nonzeros += self.nonzeros(some);
        }
        5 * nonzeros > 4 * seen
    }

    /// The bytes of a packed row, of so many bytes of which so many elements are not zero; none
    /// where it has more elements than there are indices.
    pub fn packed(&self, packing: Packing, bytes: usize, nonzeros: usize) -> Option<usize> {
        let (elements, behind) = (bytes / self.size(), bytes % self.size());
        let each = match packing {
            Packing::Bits => self.size(),
            Packing::Indices => self.size() + INDEX,
        };
        let kept = nonzeros * each + behind;
        match packing {
            Packing::Bits => Some(elements.div_ceil(8) + kept),
            Packing::Indices => u32::try_from(elements).is_ok().then_some(kept),
        }
    }

    /// Packs a row into as many bytes as [`Codec::packed`] says.
    pub fn encode(&self, packing: Packing, row: &[u8], into: &mut [u8]) {
        let (elements, behind) = row.split_at(row.len() / self.size() * self.size());
        let (kept, end) = into.split_at_mut(into.len() - behind.len());
        end.copy_from_slice(behind);
        match packing {
            Packing::Bits => {
                let (bitmap, packed) = kept.split_at_mut((row.len() / self.size()).div_ceil(8));
                self.find(elements, bitmap);
                self.pack(elements, bitmap, packed);
            }
            Packing::Indices => {
                let nonzeros = kept.len() / (INDEX + self.size());
                let (indices, mut packed) = kept.split_at_mut(INDEX * nonzeros);
                let mut indices = indices.chunks_exact_mut(INDEX);
                self.chunks(elements, |first, part, bitmap| {
                    let set: usize = bitmap.iter().map(|bits| bits.count_ones() as usize).sum();
                    let places = packed.split_off_mut(..set * self.size()).expect("all elements");
                    self.pack(part, bitmap, places);
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

    /// Unpacks what [`Codec::encode`] has made of a row of that length. Whatever bytes these
    /// are, nothing else happens.
    pub fn decode(&self, packing: Packing, packed: &[u8], row: &mut [u8]) -> Result<(), Damaged> {
        let (size, n) = (self.size(), row.len() / self.size());
        let (elements, behind) = row.split_at_mut(n * size);
        let (kept, end) =
            packed.split_at_checked(packed.len().wrapping_sub(behind.len())).ok_or(Damaged)?;
        behind.copy_from_slice(end);
        match packing {
            Packing::Bits => {
                let (bitmap, packed) = kept.split_at_checked(n.div_ceil(8)).ok_or(Damaged)?;
                let set: usize = bitmap.iter().map(|bits| bits.count_ones() as usize).sum();
                let spare = if n.is_multiple_of(8) { 0 } else { bitmap[n / 8] >> (n % 8) };
                if spare != 0 || packed.len() != set * size {
                    return Err(Damaged);
                }
                self.spread(packed, bitmap, elements);
            }
            Packing::Indices => {
                if !kept.len().is_multiple_of(INDEX + size) {
                    return Err(Damaged);
                }
                let nonzeros = kept.len() / (INDEX + size);
                let (indices, packed) = kept.split_at(INDEX * nonzeros);
                elements.fill(0);
                let mut least = 0;
                for (index, element) in indices.chunks_exact(INDEX).zip(packed.chunks_exact(size)) {
                    let index = u32::from_le_bytes(*index.first_chunk().expect("an index"));
                    let index = index as usize;
                    if index < least || index >= n {
                        return Err(Damaged);
                    }
                    least = index + 1;
                    elements[index * size..][..size].copy_from_slice(element);
                }
            }
        }
        Ok(())
    }

    /// Calls `work` with the number of the first one, and the bits, of some elements after the
    /// others.
    fn chunks(&self, row: &[u8], mut work: impl FnMut(usize, &[u8], &[u8])) {
        let mut bitmap = [0; CHUNK];
        let elements = row.len() / self.size() * self.size();
        for (chunk, part) in row[..elements].chunks(8 * CHUNK * self.size()).enumerate() {
            let bitmap = &mut bitmap[..(part.len() / self.size()).div_ceil(8)];
            self.find(part, bitmap);
            work(chunk * 8 * CHUNK, part, bitmap);
        }
    }
}
