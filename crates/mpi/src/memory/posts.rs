//! The memory of a node in which ranks post contributions ([`samebits_schedule::posts`]): a file
//! without a name that grows. At its beginning are the number by which the ranks decide when to use
//! it, and a record of each rank; then the first piece of each rank, then whatever pieces the ranks
//! take when they need more.

use super::held::HeldMemory;
use super::mapping::{self, FileKind, Mapping};
use super::occupancy::Occupancy;
use super::presence::{Presence, PRESENCE};
use samebits_base::cache_line::TWO_CACHE_LINES;
use samebits_kernel::stores::prefetch_row;
use samebits_schedule::posts::leaving::leave;
use samebits_schedule::posts::protocol::{Piece, PieceShape, PostLocation, PostedMemory};
use std::sync::atomic::{AtomicU64, Ordering};
use std::{fs::File, io, sync::Arc};

const PAGE: usize = 4096;

/// Bytes of a line.
const LINE: usize = TWO_CACHE_LINES;

/// How far apart the lines of operations that follow one another lie, where there are enough lines: a
/// processor that reads one fetches what lies behind it, too, which its writer is about to write.
const APART: u64 = 9;
const SPREAD: u64 = 16;

/// Where a line's data begin, after its number and the offset of those that are not in it.
const DATA: usize = 16;

/// Bytes of a contribution that fit in a line.
pub const IN_LINE: u64 = (LINE - DATA) as u64;

/// Bytes of a rank's record: whether it has arrived, what it has consumed, where it may run, who it is.
const RECORD: usize = 1024;
const CONSUMED: usize = 128;
const OCCUPANCY: usize = 256;
const WHO: usize = 768;
const _: () = assert!(OCCUPANCY + size_of::<Occupancy>() <= WHO && WHO + PRESENCE <= RECORD);

/// In the first page: the decision, and (of the file) where it ends.
const END: usize = 128;
/// How many ranks have left, of a part.
const LEFT: usize = 256;

/// At the beginning of a piece: the number of the next one's first operation, where that piece
/// begins in the file, its lines and bytes.
const NEXT: [usize; 3] = [8, 16, 24];

/// Where what lies beside a piece's lines begins.
fn beside_lines(lines: u64) -> usize {
    LINE + lines.max(SPREAD) as usize * LINE
}

fn piece_bytes(lines: u64, bytes: u64) -> usize {
    (beside_lines(lines) + bytes as usize).next_multiple_of(PAGE)
}

#[derive(Debug)]
pub(crate) struct PostsMemory {
    file: Arc<Beginning>,
    /// Where it begins: with the file, or in a part of it that was taken for a persistent request.
    base: *mut u8,
    part: Option<(u64, Mapping)>,
    ranks: usize,
    /// Of each rank's first piece.
    lines: u64,
    bytes: u64,
}

// SAFETY: the address of memory that is shared by protocol.
unsafe impl Send for PostsMemory {}

/// A file, and its beginning.
#[derive(Debug)]
struct Beginning {
    mapping: Mapping,
    file: File,
}

/// A piece, mapped.
#[derive(Debug)]
pub struct Mapped {
    base: *mut u8,
    shape: PieceShape,
    _mapping: Option<Mapping>,
    /// Of this rank's own.
    held: Option<HeldMemory>,
}

// SAFETY: the address of memory that is shared by protocol.
unsafe impl Send for Mapped {}

/// A number in memory that is mapped, at a multiple of its size.
fn number<'a>(base: *mut u8, offset: usize) -> &'a AtomicU64 {
    // SAFETY: the callers give what they have mapped, for no longer than they live.
    unsafe { AtomicU64::from_ptr(base.add(offset).cast()) }
}

impl PostsMemory {
    fn header(ranks: usize) -> usize {
        PAGE + (ranks * RECORD).next_multiple_of(PAGE)
    }

    fn size(ranks: usize, lines: u64, bytes: u64) -> usize {
        PostsMemory::header(ranks) + ranks * piece_bytes(lines, bytes)
    }

    fn of(beginning: Beginning, ranks: usize, (lines, bytes): (u64, u64)) -> PostsMemory {
        let base = beginning.mapping.base();
        PostsMemory { file: Arc::new(beginning), base, part: None, ranks, lines, bytes }
    }

    /// Creates it; `shape` is the number of lines and bytes that each rank has at first.
    pub fn create(id: u64, ranks: usize, shape: (u64, u64)) -> io::Result<PostsMemory> {
        let size = PostsMemory::size(ranks, shape.0, shape.1);
        let (mapping, file) = Mapping::create_growing(id, size)?;
        number(mapping.base(), END).store(size as u64, Ordering::Relaxed);
        Ok(PostsMemory::of(Beginning { mapping, file }, ranks, shape))
    }

    /// Maps what another process has created.
    pub fn open(of: (u64, u32), ranks: usize, shape: (u64, u64)) -> io::Result<PostsMemory> {
        let size = PostsMemory::size(ranks, shape.0, shape.1);
        let (mapping, file) = Mapping::open(FileKind::Anonymous, of.0, of.1, size)?;
        Ok(PostsMemory::of(Beginning { mapping, file }, ranks, shape))
    }

    /// Takes a part of the file for a persistent request; returns where it begins. It takes memory
    /// when a rank maps it.
    pub(crate) fn take_part(&self, (lines, bytes): (u64, u64)) -> u64 {
        self.take(PostsMemory::size(self.ranks, lines, bytes) as u64)
    }

    /// Maps such a part.
    pub fn part(&self, offset: u64, (lines, bytes): (u64, u64)) -> Option<PostsMemory> {
        let (ranks, size) = (self.ranks, PostsMemory::size(self.ranks, lines, bytes));
        let mapping = Mapping::more(&self.file.file, offset, size, true).ok()?;
        let (file, base) = (self.file.clone(), mapping.base());
        Some(PostsMemory { file, base, part: Some((offset, mapping)), ranks, lines, bytes })
    }

    /// Takes bytes at the end of the file; returns where they begin.
    fn take(&self, bytes: u64) -> u64 {
        number(self.file.mapping.base(), END).fetch_add(bytes, Ordering::Relaxed)
    }

    fn record(&self, rank: usize) -> usize {
        debug_assert!(rank < self.ranks);
        PAGE + rank * RECORD
    }

    pub fn decision(&self) -> &AtomicU64 {
        number(self.base, 0)
    }

    pub fn arrived(&self, rank: usize) -> &AtomicU64 {
        number(self.base, self.record(rank))
    }

    fn occupancy(&self, rank: usize) -> *mut Occupancy {
        self.base.wrapping_add(self.record(rank) + OCCUPANCY).cast()
    }

    /// To be called before this rank arrives.
    pub(crate) fn write_occupancy(&self, rank: usize, own: Occupancy) {
        // SAFETY: the rank's own place, which is read after it has arrived.
        unsafe { self.occupancy(rank).write(own) };
    }

    /// What a rank says of itself: before it arrives, and when it leaves.
    pub fn presence(&self, rank: usize) -> &Presence {
        let at = self.base.wrapping_add(self.record(rank) + WHO);
        // SAFETY: the rank's own place in what is mapped, of atomic numbers.
        unsafe { &*at.cast::<Presence>() }
    }

    /// Where the ranks may run, when all have arrived.
    pub(crate) fn occupancies(&self) -> Vec<Occupancy> {
        // SAFETY: they were written before their ranks arrived.
        (0..self.ranks).map(|rank| unsafe { self.occupancy(rank).read() }).collect()
    }

    /// The first piece of each rank, which begins with an operation.
    pub(crate) fn first_pieces(&self, own: usize, first: u64) -> Vec<Mapped> {
        let (lines, bytes) = (self.lines, self.bytes);
        let (shape, size) = (PieceShape { first, lines, bytes }, piece_bytes(lines, bytes));
        let piece = |rank| Mapped {
            base: self.base.wrapping_add(PostsMemory::header(self.ranks) + rank * size),
            shape,
            _mapping: None,
            held: (rank == own).then(|| HeldMemory::new(size)),
        };
        (0..self.ranks).map(piece).collect()
    }

    fn map(&self, offset: u64, shape: PieceShape, new: bool) -> Option<Mapped> {
        let bytes = piece_bytes(shape.lines, shape.bytes);
        let mapping = Mapping::more(&self.file.file, offset, bytes, new).ok()?;
        let held = new.then(|| HeldMemory::new(bytes));
        Some(Mapped { base: mapping.base(), shape, _mapping: Some(mapping), held })
    }
}

impl Drop for PostsMemory {
    /// The last rank that leaves a part gives its memory back.
    fn drop(&mut self) {
        if let Some((offset, mapping)) = &self.part {
            if leave(number(self.base, LEFT), self.ranks) {
                mapping::release(&self.file.file, *offset, mapping.bytes());
            }
        }
    }
}

impl PostedMemory for PostsMemory {
    type Piece = Mapped;

    #[inline]
    fn consumed(&self, rank: usize) -> &AtomicU64 {
        number(self.base, self.record(rank) + CONSUMED)
    }

    fn extend(&self, last: &Mapped, shape: PieceShape) -> Option<Mapped> {
        let offset = self.take(piece_bytes(shape.lines, shape.bytes) as u64);
        let piece = self.map(offset, shape, true)?;
        let values = [offset, shape.lines, shape.bytes];
        for (at, value) in NEXT.into_iter().zip(values) {
            number(last.base, at).store(value, Ordering::Relaxed);
        }
        Some(piece)
    }

    fn release(&self, piece: &mut Mapped) {
        // Its numbers stay: a rank may still look for the next piece.
        if let (Some(mapping), Some(_)) = (&piece._mapping, piece.held.take()) {
            mapping.release(beside_lines(piece.shape.lines).next_multiple_of(PAGE));
        }
    }

    fn follow(&self, _rank: usize, last: &Mapped) -> Option<Mapped> {
        let [offset, lines, bytes] = NEXT.map(|at| number(last.base, at).load(Ordering::Relaxed));
        let first = last.next().load(Ordering::Relaxed) - 1;
        self.map(offset, PieceShape { first, lines, bytes }, false)
    }
}

impl Piece for Mapped {
    type Word = AtomicU64;

    #[inline]
    fn shape(&self) -> PieceShape {
        self.shape
    }

    #[inline]
    fn line(&self, index: u64) -> &AtomicU64 {
        number(self.base, self.place_of(index))
    }

    #[inline]
    fn offset(&self, index: u64) -> &AtomicU64 {
        number(self.base, self.place_of(index) + 8)
    }

    #[inline]
    fn next(&self) -> &AtomicU64 {
        number(self.base, 0)
    }

    #[inline]
    fn prefetch_line(&self, index: u64) {
        prefetch_row(self.base.wrapping_add(self.place_of(index)), LINE);
    }
}

impl Mapped {
    /// Where a line lies: each in a place of its own, since the number of places is a power of two.
    #[inline]
    fn place_of(&self, index: u64) -> usize {
        let places = self.shape.lines.max(SPREAD);
        debug_assert!(places.is_power_of_two(), "{places}");
        LINE + ((index * APART) & (places - 1)) as usize * LINE
    }

    /// Where a contribution lies.
    #[inline]
    pub fn data(&self, place: &PostLocation) -> *mut u8 {
        match place.offset {
            None => self.base.wrapping_add(self.place_of(place.line) + DATA),
            Some(offset) => self.beside(offset),
        }
    }

    /// A place in the bytes beside the lines.
    #[inline]
    pub fn beside(&self, offset: u64) -> *mut u8 {
        self.base.wrapping_add(beside_lines(self.shape.lines) + offset as usize)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_line_has_a_place_of_its_own_and_the_next_one_lies_elsewhere() {
        for lines in [2, 16, 64, 1024] {
            let shape = PieceShape { first: 0, lines, bytes: 0 };
            let piece = Mapped { base: std::ptr::null_mut(), shape, _mapping: None, held: None };
            let places: Vec<usize> = (0..lines).map(|index| piece.place_of(index)).collect();
            let end = beside_lines(lines);
            assert!(places.iter().all(|at| *at >= LINE && at + LINE <= end && at % LINE == 0));
            let apart = |pair: &[usize]| pair[0].abs_diff(pair[1]) > 2 * LINE;
            assert!(places.windows(2).all(apart), "{lines} lines");
            let mut sorted = places;
            sorted.sort_unstable();
            sorted.dedup();
            assert_eq!(sorted.len() as u64, lines);
        }
    }
}
