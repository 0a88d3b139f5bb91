//! How ranks post contributions and find them. Generic over the memory, so that a model checker
//! runs this very code (`tests/model/`); the memory of a real node is in `mpi/`.
//!
//! **Pieces.** What a rank writes lies in pieces of memory, first in one, later in larger ones. A
//! piece has a ring of lines, one for each operation from its first one on, and bytes beside them. A
//! line holds a number, short contributions, and where a longer one begins. The writer stores
//! number s + 1 in the line of operation s with release ordering when its contribution is there; a
//! reader that sees that, with acquire ordering, may read it.
//!
//! **Reuse.** Each rank reports how many operations it has consumed: all before that number. A
//! writer overwrites what all ranks have consumed, and waits for nobody: where there is no room it
//! takes a new piece, and stores in the old one which operation is the first one there.
//!
//! **Order.** An operation may be consumed before earlier ones. They block the writers' memory, and
//! are completed early where too many are ahead of them ([`Posts::ahead`]).
//!
//! Cost, n bytes: a post is a copy of n bytes and a store; a contribution is found by a load.

use super::room::Room;
use crate::node::wait::AtomicWord;
use std::collections::VecDeque;
use std::sync::atomic::Ordering;

/// What a piece has: its first operation, lines (a power of two), and bytes beside the lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PieceShape {
    pub first: u64,
    pub lines: u64,
    pub bytes: u64,
}

/// A piece of what a rank writes, as this process has mapped it.
pub trait Piece {
    type Word: AtomicWord;

    fn shape(&self) -> PieceShape;

    fn line(&self, index: u64) -> &Self::Word;

    /// Where the contribution of a line begins, if it is not in the line itself.
    fn offset(&self, index: u64) -> &Self::Word;

    /// The first operation in the piece that follows, plus one; 0 while there is none.
    fn next(&self) -> &Self::Word;

    /// Hints that this rank is about to write a line.
    fn prefetch_line(&self, _index: u64) {}
}

/// The memory, as one of the ranks sees it.
pub trait PostedMemory {
    type Piece: Piece;

    /// Operations that a rank has consumed.
    fn consumed(&self, rank: usize) -> &<Self::Piece as Piece>::Word;

    /// Takes a larger piece for this rank, whose number `next` is stored afterwards; `None` if the
    /// system has no memory.
    fn extend(&self, last: &Self::Piece, shape: PieceShape) -> Option<Self::Piece>;

    /// Gives the memory of one of this rank's pieces back, in which nobody reads any more.
    fn release(&self, _piece: &mut Self::Piece) {}

    /// Maps another rank's piece that follows; `None` if the system cannot.
    fn follow(&self, rank: usize, last: &Self::Piece) -> Option<Self::Piece>;
}

/// There is no memory for another piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NoMemory;

/// Where a contribution lies: the number of its rank's piece, and in that.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PostLocation {
    pub piece: usize,
    pub line: u64,
    /// In the bytes beside the lines, if it is not in the line.
    pub offset: Option<u64>,
}

/// The numbers of a line in which this rank posts.
#[derive(Clone, Copy, Debug)]
pub struct Slot<N> {
    line: N,
    /// Where the offset of the contribution goes, if it is not in the line.
    offset: Option<(N, u64)>,
}

impl PostLocation {
    /// The line in its piece.
    #[inline]
    pub fn slot<'a, P: Piece>(&self, piece: &'a P) -> Slot<&'a P::Word> {
        let offset = self.offset.map(|offset| (piece.offset(self.line), offset));
        Slot { line: piece.line(self.line), offset }
    }
}

impl<N> Slot<N> {
    #[inline]
    pub fn map<M>(self, mut to: impl FnMut(N) -> M) -> Slot<M> {
        Slot {
            line: to(self.line),
            offset: self.offset.map(|(number, offset)| (to(number), offset)),
        }
    }
}

impl<N: AtomicWord> Slot<&N> {
    /// Publishes what this rank has written there.
    #[inline]
    pub fn publish(&self, operation: u64) {
        if let Some((number, offset)) = self.offset {
            number.store(offset, Ordering::Relaxed);
        }
        self.line.store(operation + 1, Ordering::Release);
    }
}

/// What the ranks post, as one of them sees it.
#[derive(Debug)]
pub struct Posts<M: PostedMemory> {
    memory: M,
    rank: usize,
    /// Bytes of a contribution that lies in a line.
    in_line: u64,
    /// Of each rank, as far as they are mapped.
    pieces: Vec<Vec<M::Piece>>,
    /// How many of this rank's pieces have been released.
    released: usize,
    room: Room,
    /// All ranks are known to have consumed the operations before this one.
    everyone: u64,
    /// This rank has consumed the operations before this one,
    consumed: u64,
    /// and of the later ones these.
    later: VecDeque<bool>,
}

impl<M: PostedMemory> Posts<M> {
    /// With the first piece of each rank, all of whose numbers are zero at first.
    pub fn new(memory: M, rank: usize, in_line: u64, first: Vec<M::Piece>) -> Posts<M> {
        let PieceShape { first: operation, bytes, .. } = first[rank].shape();
        Posts {
            memory,
            rank,
            in_line,
            pieces: first.into_iter().map(|piece| vec![piece]).collect(),
            released: 0,
            room: Room::new(bytes),
            everyone: operation,
            consumed: operation,
            later: VecDeque::new(),
        }
    }

    pub fn memory(&self) -> &M {
        &self.memory
    }

    #[inline]
    pub fn piece(&self, rank: usize, place: &PostLocation) -> &M::Piece {
        &self.pieces[rank][place.piece]
    }

    #[inline]
    fn own(&self) -> &M::Piece {
        self.pieces[self.rank].last().expect("there is a first one")
    }

    /// Takes room for this rank's contribution to an operation, the next one. Waits for nobody.
    #[inline]
    pub fn take(&mut self, operation: u64, bytes: u64) -> Result<PostLocation, NoMemory> {
        let aside = bytes > self.in_line;
        if aside && self.everyone + 1 < operation && self.room.is_filling(bytes) {
            // So that the memory of the operations before is used again.
            self.look_who_is_last();
        }
        let mut place = self.place(operation, aside.then_some(bytes));
        if place.is_err() && self.look_who_is_last() {
            place = self.place(operation, aside.then_some(bytes));
        }
        match place {
            Ok(place) => {
                // Other ranks have read the line, so it takes a while until this one has it.
                let own = self.own();
                own.prefetch_line((place.line + 2) & (own.shape().lines - 1));
                Ok(place)
            }
            Err(lines) => {
                self.extend(operation, lines, if aside { bytes } else { 0 })?;
                Ok(self.place(operation, aside.then_some(bytes)).expect("there is room now"))
            }
        }
    }

    /// Where in this rank's last piece the next contribution begins, if it is one as the last one
    /// beside the lines: for hints only.
    #[inline]
    pub fn likely(&self) -> u64 {
        self.room.likely()
    }

    /// Learns how many operations all ranks have consumed. Returns whether they are more.
    #[inline]
    fn look_who_is_last(&mut self) -> bool {
        let consumed = |rank| self.memory.consumed(rank).load(Ordering::Acquire);
        let last = (0..self.pieces.len()).map(consumed).min().unwrap_or(0);
        self.all_have_consumed(last)
    }

    /// All ranks have consumed the operations before this one. Returns whether that is new.
    pub fn all_have_consumed(&mut self, operation: u64) -> bool {
        let more = operation > self.everyone;
        self.everyone = self.everyone.max(operation);
        self.room.free_before(self.everyone);
        let Posts { memory, pieces, everyone, .. } = self;
        let (last, before) = pieces[self.rank].split_last_mut().expect("there is a first one");
        if self.released < before.len() && *everyone >= last.shape().first {
            before[self.released..].iter_mut().for_each(|piece| memory.release(piece));
            self.released = before.len();
        }
        more
    }

    /// The place of an operation in the last piece; `Err` if there is none, and whether lines lack.
    fn place(&mut self, operation: u64, aside: Option<u64>) -> Result<PostLocation, bool> {
        let PieceShape { first, lines, .. } = self.own().shape();
        let index = operation - first;
        if index >= lines && self.everyone + lines <= operation {
            return Err(true);
        }
        let offset = match aside {
            None => None,
            Some(bytes) => Some(self.room.take(operation, bytes).ok_or(false)?),
        };
        Ok(PostLocation {
            piece: self.pieces[self.rank].len() - 1,
            line: index & (lines - 1),
            offset,
        })
    }

    fn extend(&mut self, operation: u64, lines_lack: bool, bytes: u64) -> Result<(), NoMemory> {
        let lines = self.own().shape().lines;
        let shape = match lines_lack {
            // (As much as is in use, not as much as there once was.)
            true => {
                PieceShape { first: operation, lines: 2 * lines, bytes: self.room.enough(bytes) }
            }
            false => PieceShape { first: operation, lines, bytes: self.room.larger(bytes) },
        };
        let piece = self.memory.extend(self.own(), shape).ok_or(NoMemory)?;
        self.own().next().store(operation + 1, Ordering::Release);
        self.pieces[self.rank].push(piece);
        self.room = Room::new(shape.bytes);
        Ok(())
    }

    /// Where a rank's contribution of `bytes` bytes to an operation lies, if it has been posted.
    #[inline]
    pub fn find(
        &mut self,
        rank: usize,
        operation: u64,
        bytes: u64,
    ) -> Result<Option<PostLocation>, NoMemory> {
        let pieces = &mut self.pieces[rank];
        let later = |piece: &M::Piece| piece.shape().first > operation;
        let mut number = pieces.len() - 1;
        while number > 0 && later(&pieces[number]) {
            number -= 1;
        }
        loop {
            let piece = &pieces[number];
            let PieceShape { first, lines, .. } = piece.shape();
            let line = (operation - first) & (lines - 1);
            if piece.line(line).load(Ordering::Acquire) == operation + 1 {
                let offset = || piece.offset(line).load(Ordering::Relaxed);
                let offset = (bytes > self.in_line).then(offset);
                return Ok(Some(PostLocation { piece: number, line, offset }));
            }
            match piece.next().load(Ordering::Acquire) {
                next if next != 0 && next <= operation + 1 => {}
                _ => return Ok(None),
            }
            number += 1;
            if number == pieces.len() {
                let next = self.memory.follow(rank, piece).ok_or(NoMemory)?;
                pieces.push(next);
            }
        }
    }

    /// Whether a rank has posted an operation, or a later one.
    #[inline]
    pub fn has_begun(&mut self, rank: usize, operation: u64) -> Result<bool, NoMemory> {
        loop {
            let piece = self.pieces[rank].last().expect("there is a first one");
            let PieceShape { first, lines, .. } = piece.shape();
            if operation < first {
                return Ok(true);
            }
            let line = piece.line((operation - first) & (lines - 1));
            if line.load(Ordering::Acquire) > operation {
                return Ok(true);
            }
            match piece.next().load(Ordering::Acquire) {
                0 => return Ok(false),
                next if next > operation + 1 => return Ok(true),
                _ => {
                    let next = self.memory.follow(rank, piece).ok_or(NoMemory)?;
                    self.pieces[rank].push(next);
                }
            }
        }
    }

    /// This rank reads nothing of an operation any more.
    #[inline]
    pub fn consume(&mut self, operation: u64) {
        match operation == self.consumed && self.later.is_empty() {
            true => self.consumed += 1,
            false => self.consume_later(operation),
        }
        self.memory.consumed(self.rank).store(self.consumed, Ordering::Release);
    }

    fn consume_later(&mut self, operation: u64) {
        let index = (operation - self.consumed) as usize;
        if self.later.len() <= index {
            self.later.resize(index + 1, false);
        }
        self.later[index] = true;
        while self.later.front() == Some(&true) {
            self.later.pop_front();
            self.consumed += 1;
        }
    }

    /// How many operations later than the first that it has not consumed this rank has begun to
    /// consume.
    pub fn ahead(&self) -> usize {
        self.later.len()
    }
}
