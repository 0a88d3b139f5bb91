//! Memory in which ranks post contributions, as the model checker sees it: pieces are made when a
//! rank takes them, and handed over without any order of the model's, as the system maps memory.
//! What is given back is nobody's any more: the checker reports whoever uses it at the same time, and
//! whoever uses it later finds that it is gone.

use crate::{interleave, Number};
use loom::cell::UnsafeCell;
use loom::sync::Arc;
use samebits_schedule::posts::division::{self, Work};
use samebits_schedule::posts::protocol::{self, PieceShape, PostedMemory};
use samebits_schedule::posts::{leaving, switch};
use std::sync::Mutex;

/// Bytes of a contribution that lies in a line, and of the one that others take.
const IN_LINE: u64 = 8;
const ASIDE: u64 = 64;

/// Memory that somebody may give back.
#[derive(Debug)]
struct There(UnsafeCell<bool>);

impl There {
    fn new() -> There {
        There(UnsafeCell::new(true))
    }

    /// It is used.
    fn look(&self) {
        // SAFETY: the model checker reports concurrent access.
        assert!(self.0.with(|at| unsafe { *at }), "it was given back");
    }

    fn give_back(&self) {
        self.look();
        // SAFETY: as above.
        self.0.with_mut(|at| unsafe { *at = false });
    }
}

/// A piece: its numbers, what lies in its lines and beside them.
#[derive(Debug)]
pub struct Piece {
    shape: PieceShape,
    /// It, and what lies beside its lines.
    there: There,
    aside_there: There,
    next: Number,
    lines: Vec<[Number; 2]>,
    in_lines: Vec<UnsafeCell<u64>>,
    aside: Vec<UnsafeCell<u64>>,
    /// Beside each of those a block of the result, and its number.
    blocks: Vec<(Number, UnsafeCell<u64>)>,
}

impl Piece {
    fn new(shape: PieceShape) -> Arc<Piece> {
        let cells = |n: u64| (0..n).map(|_| UnsafeCell::new(0)).collect();
        Arc::new(Piece {
            shape,
            there: There::new(),
            aside_there: There::new(),
            next: Number::default(),
            lines: (0..shape.lines).map(|_| Default::default()).collect(),
            in_lines: cells(shape.lines),
            aside: cells(shape.bytes / ASIDE),
            blocks: (0..shape.bytes / ASIDE).map(|_| Default::default()).collect(),
        })
    }

    fn block(&self, place: &protocol::PostLocation) -> Option<&(Number, UnsafeCell<u64>)> {
        self.aside_there.look();
        Some(&self.blocks[(place.offset? / ASIDE) as usize])
    }

    fn cell(&self, place: &protocol::PostLocation) -> &UnsafeCell<u64> {
        self.there.look();
        match place.offset {
            None => &self.in_lines[place.line as usize],
            Some(offset) => {
                self.aside_there.look();
                &self.aside[(offset / ASIDE) as usize]
            }
        }
    }
}

#[derive(Clone, Debug)]
pub struct Mapped(Arc<Piece>);

impl protocol::Piece for Mapped {
    type Word = Number;

    fn shape(&self) -> PieceShape {
        self.0.shape
    }

    fn line(&self, index: u64) -> &Number {
        self.0.there.look();
        &self.0.lines[index as usize][0]
    }

    fn offset(&self, index: u64) -> &Number {
        self.0.there.look();
        &self.0.lines[index as usize][1]
    }

    fn next(&self) -> &Number {
        self.0.there.look();
        &self.0.next
    }
}

/// What the ranks share.
#[derive(Debug)]
pub struct Shared {
    consumed: Vec<Number>,
    left: Number,
    /// With the numbers above.
    there: There,
    /// The pieces of each rank, which the system keeps.
    pieces: Mutex<Vec<Vec<Mapped>>>,
}

impl Shared {
    fn new(pieces: &[Mapped]) -> Arc<Shared> {
        Arc::new(Shared {
            consumed: pieces.iter().map(|_| Number::default()).collect(),
            left: Number::default(),
            there: There::new(),
            pieces: Mutex::new(pieces.iter().map(|piece| vec![piece.clone()]).collect()),
        })
    }
}

#[derive(Debug)]
pub struct Model {
    rank: usize,
    shared: Arc<Shared>,
}

/// The last rank that leaves gives back what there was at first, as persistent requests have no more.
impl Drop for Model {
    fn drop(&mut self) {
        if std::thread::panicking() {
            return;
        }
        self.shared.there.look();
        if leaving::leave(&self.shared.left, self.shared.consumed.len()) {
            self.shared.there.give_back();
            let pieces = self.shared.pieces.lock().unwrap();
            pieces.iter().for_each(|pieces| pieces[0].0.there.give_back());
        }
    }
}

impl PostedMemory for Model {
    type Piece = Mapped;

    fn consumed(&self, rank: usize) -> &Number {
        self.shared.there.look();
        &self.shared.consumed[rank]
    }

    fn extend(&self, _last: &Mapped, shape: PieceShape) -> Option<Mapped> {
        let piece = Mapped(Piece::new(shape));
        self.shared.pieces.lock().unwrap()[self.rank].push(piece.clone());
        Some(piece)
    }

    fn release(&self, piece: &mut Mapped) {
        piece.0.aside_there.give_back();
    }

    fn follow(&self, rank: usize, last: &Mapped) -> Option<Mapped> {
        let pieces = self.shared.pieces.lock().unwrap();
        let place = pieces[rank].iter().position(|piece| Arc::ptr_eq(&piece.0, &last.0));
        pieces[rank].get(place? + 1).cloned()
    }
}

/// A rank that posts, and finds what others post.
pub struct Rank {
    pub rank: usize,
    ranks: usize,
    /// Until it leaves.
    posts: Mutex<Option<protocol::Posts<Model>>>,
}

impl Rank {
    fn with<R>(&self, work: impl FnOnce(&mut protocol::Posts<Model>) -> R) -> R {
        work(self.posts.lock().unwrap().as_mut().expect("the rank has not left"))
    }

    /// Posts a value for an operation.
    pub fn post(&self, operation: u64, aside: bool, value: u64) {
        let bytes = if aside { ASIDE } else { IN_LINE };
        self.with(|posts| {
            let place = posts.take(operation, bytes).unwrap();
            let piece = posts.piece(self.rank, &place);
            // SAFETY: the model checker reports concurrent access.
            piece.0.cell(&place).with_mut(|at| unsafe { *at = value });
            if let Some((number, _)) = piece.0.block(&place) {
                division::free(number);
            }
            place.slot(piece).publish(operation);
        });
    }

    /// Waits for a rank's value.
    pub fn find(&self, rank: usize, operation: u64, aside: bool) -> u64 {
        let bytes = if aside { ASIDE } else { IN_LINE };
        loop {
            let found = self.with(|posts| {
                let place = posts.find(rank, operation, bytes).unwrap()?;
                // SAFETY: as above.
                Some(posts.piece(rank, &place).0.cell(&place).with(|at| unsafe { *at }))
            });
            match found {
                Some(value) => return value,
                None => loom::thread::yield_now(),
            }
        }
    }

    /// Folds the values of all ranks, which are there, together with them, a block for each rank: all
    /// get the sum of the values and the number of the block. A rank fails at a block, if one is
    /// given, once it has begun it. Returns the blocks that it has folded.
    pub fn fold(&self, operation: u64, fails: Option<usize>) -> Vec<usize> {
        let posted: Vec<_> = self.with(|posts| {
            let place = |posts: &mut protocol::Posts<Model>, rank| {
                let place = posts.find(rank, operation, ASIDE).unwrap().expect("it is there");
                (posts.piece(rank, &place).clone(), place)
            };
            (0..self.ranks).map(|rank| place(posts, rank)).collect()
        });
        let mut folded = Vec::new();
        let order = (self.rank..self.ranks).chain(0..self.rank);
        let block = |block: usize| posted[block].0 .0.block(&posted[block].1).expect("it is aside");
        let done = division::work_on(
            order,
            |number| &block(number).0,
            |number, work| {
                // SAFETY: the model checker reports concurrent access.
                let value = |(piece, place): &(Mapped, protocol::PostLocation)| unsafe {
                    piece.0.cell(place).with(|at| *at)
                };
                let sum = || posted.iter().map(value).sum::<u64>() + number as u64;
                if work == Work::Take {
                    // SAFETY: as above.
                    assert_eq!(block(number).1.with(|at| unsafe { *at }), sum());
                    return Ok(());
                }
                folded.push(number);
                if fails == Some(number) {
                    return Err(());
                }
                if work == Work::FoldForAll {
                    // SAFETY: as above.
                    block(number).1.with_mut(|at| unsafe { *at = sum() });
                }
                Ok(())
            },
        );
        assert!(done.is_ok() || fails.is_some());
        folded
    }

    /// Waits until all ranks have posted an operation.
    pub fn wait_for_begun(&self, operation: u64) {
        for rank in 0..self.ranks {
            while !self.with(|posts| posts.has_begun(rank, operation)).unwrap() {
                loom::thread::yield_now();
            }
        }
    }

    /// Takes it that all ranks have consumed the operations before this one.
    pub fn all_have_consumed(&self, operation: u64) {
        self.with(|posts| posts.all_have_consumed(operation));
    }

    pub fn consume(&self, operation: u64) {
        self.with(|posts| posts.consume(operation));
    }

    /// How many pieces a rank has taken.
    pub fn pieces(&self, rank: usize) -> usize {
        self.with(|posts| posts.memory().shared.pieces.lock().unwrap()[rank].len())
    }

    /// How many of its own it has given back.
    pub fn given_back(&self) -> usize {
        self.with(|posts| {
            let pieces = &posts.memory().shared.pieces.lock().unwrap()[self.rank];
            // SAFETY: this rank's own doing.
            let is_gone = |piece: &&Mapped| !piece.0.aside_there.0.with(|at| unsafe { *at });
            pieces.iter().filter(is_gone).count()
        })
    }

    /// Uses the memory no more.
    pub fn leave(&self) {
        drop(self.posts.lock().unwrap().take());
    }
}

/// Runs ranks that post from an operation on, with so many lines and as many contributions beside
/// them at first.
pub fn check(ranks: usize, preemptions: usize, first: u64, lines: u64, run: fn(&Rank)) {
    interleave(preemptions, move || {
        let shape = PieceShape { first, lines, bytes: lines * ASIDE };
        let pieces: Vec<_> = (0..ranks).map(|_| Mapped(Piece::new(shape))).collect();
        let shared = Shared::new(&pieces);
        let posts = |rank| {
            let model = Model { rank, shared: shared.clone() };
            let posts = protocol::Posts::new(model, rank, IN_LINE, pieces.clone());
            Rank { rank, ranks, posts: Mutex::new(Some(posts)) }
        };
        (0..ranks).map(|rank| (posts(rank), run as fn(&Rank))).collect()
    });
}

/// The number by which ranks decide from which operation on they use the memory.
#[derive(Debug)]
struct Deciding {
    decision: Number,
    arrived: Vec<Number>,
    /// Whether a rank's operation went through the memory.
    ways: Mutex<Vec<Vec<bool>>>,
}

/// Runs ranks that arrive before these operations, and start so many in all; all must do each
/// operation in the same way. `expected` says what must come of it.
pub fn check_switch(arrive: &'static [u64], operations: u64, expected: fn(&[bool])) {
    interleave(3, move || {
        let ranks = arrive.len();
        let deciding = Arc::new(Deciding {
            decision: Number::default(),
            arrived: (0..ranks).map(|_| Number::default()).collect(),
            ways: Mutex::new(vec![Vec::new(); ranks]),
        });
        let run = move |(rank, deciding): &(usize, Arc<Deciding>)| {
            for operation in 0..operations {
                if operation == arrive[*rank] {
                    switch::arrive(&deciding.arrived[*rank], operation);
                }
                let most = || switch::most_started(deciding.arrived.iter());
                let by_memory = operation >= arrive[*rank]
                    && switch::first(&deciding.decision, most, operation)
                        .is_some_and(|first| operation >= first);
                let mut ways = deciding.ways.lock().unwrap();
                ways[*rank].push(by_memory);
                for other in ways.iter() {
                    if let Some(way) = other.get(operation as usize) {
                        assert_eq!(*way, by_memory, "operation {operation} of {ways:?}");
                    }
                }
                if ways.iter().all(|way| way.len() == operations as usize) {
                    expected(&ways[0]);
                }
            }
        };
        (0..ranks).map(|rank| ((rank, deciding.clone()), run)).collect()
    });
}
