//! Memory in which ranks post contributions, as the model checker sees it: pieces are made when a
//! rank takes them, and handed over without any order of the model's, as the system maps memory.

use crate::{interleave, Number};
use loom::cell::UnsafeCell;
use loom::sync::Arc;
use samebits::schedule::posts::protocol::{self, Memory, Shape};
use samebits::schedule::posts::switch;
use std::sync::Mutex;

/// Bytes of a contribution that lies in a line, and of the one that others take.
const IN_LINE: u64 = 8;
const ASIDE: u64 = 64;

/// A piece: its numbers, what lies in its lines and beside them.
#[derive(Debug)]
pub struct Piece {
    shape: Shape,
    next: Number,
    lines: Vec<[Number; 2]>,
    in_lines: Vec<UnsafeCell<u64>>,
    aside: Vec<UnsafeCell<u64>>,
}

impl Piece {
    fn new(shape: Shape) -> Arc<Piece> {
        let cells = |n: u64| (0..n).map(|_| UnsafeCell::new(0)).collect();
        Arc::new(Piece {
            shape,
            next: Number::default(),
            lines: (0..shape.lines).map(|_| Default::default()).collect(),
            in_lines: cells(shape.lines),
            aside: cells(shape.bytes / ASIDE),
        })
    }

    fn cell(&self, place: &protocol::Place) -> &UnsafeCell<u64> {
        match place.offset {
            None => &self.in_lines[place.line as usize],
            Some(offset) => &self.aside[(offset / ASIDE) as usize],
        }
    }
}

#[derive(Clone, Debug)]
pub struct Mapped(Arc<Piece>);

impl protocol::Piece for Mapped {
    type Number = Number;

    fn shape(&self) -> Shape {
        self.0.shape
    }

    fn line(&self, index: u64) -> &Number {
        &self.0.lines[index as usize][0]
    }

    fn offset(&self, index: u64) -> &Number {
        &self.0.lines[index as usize][1]
    }

    fn next(&self) -> &Number {
        &self.0.next
    }
}

/// What the ranks share.
#[derive(Debug)]
pub struct Shared {
    consumed: Vec<Number>,
    /// The pieces of each rank, which the system keeps.
    pieces: Mutex<Vec<Vec<Mapped>>>,
}

#[derive(Clone, Debug)]
pub struct Model {
    rank: usize,
    shared: Arc<Shared>,
}

impl Memory for Model {
    type Piece = Mapped;

    fn consumed(&self, rank: usize) -> &Number {
        &self.shared.consumed[rank]
    }

    fn extend(&self, _last: &Mapped, shape: Shape) -> Option<Mapped> {
        let piece = Mapped(Piece::new(shape));
        self.shared.pieces.lock().unwrap()[self.rank].push(piece.clone());
        Some(piece)
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
    posts: Mutex<protocol::Posts<Model>>,
}

impl Rank {
    /// Posts a value for an operation.
    pub fn post(&self, operation: u64, aside: bool, value: u64) {
        let bytes = if aside { ASIDE } else { IN_LINE };
        let mut posts = self.posts.lock().unwrap();
        let place = posts.take(operation, bytes).unwrap();
        let piece = posts.piece(self.rank, &place);
        // SAFETY: the model checker reports concurrent access.
        piece.0.cell(&place).with_mut(|at| unsafe { *at = value });
        place.slot(piece).publish(operation);
    }

    /// Waits for a rank's value.
    pub fn find(&self, rank: usize, operation: u64, aside: bool) -> u64 {
        let bytes = if aside { ASIDE } else { IN_LINE };
        loop {
            let mut posts = self.posts.lock().unwrap();
            if let Some(place) = posts.find(rank, operation, bytes).unwrap() {
                // SAFETY: as above.
                return posts.piece(rank, &place).0.cell(&place).with(|at| unsafe { *at });
            }
            drop(posts);
            loom::thread::yield_now();
        }
    }

    /// Waits until all ranks have posted an operation.
    pub fn wait_for_begun(&self, operation: u64) {
        for rank in 0..self.ranks {
            while !self.posts.lock().unwrap().has_begun(rank, operation).unwrap() {
                loom::thread::yield_now();
            }
        }
    }

    pub fn consume(&self, operation: u64) {
        self.posts.lock().unwrap().consume(operation);
    }

    /// How many pieces a rank has taken.
    pub fn pieces(&self, rank: usize) -> usize {
        self.posts.lock().unwrap().memory().shared.pieces.lock().unwrap()[rank].len()
    }
}

/// Runs ranks that post from an operation on, with so many lines and as many contributions beside
/// them at first.
pub fn check(ranks: usize, preemptions: usize, first: u64, lines: u64, run: fn(&Rank)) {
    interleave(preemptions, move || {
        let shape = Shape { first, lines, bytes: lines * ASIDE };
        let pieces: Vec<_> = (0..ranks).map(|_| Mapped(Piece::new(shape))).collect();
        let shared = Arc::new(Shared {
            consumed: (0..ranks).map(|_| Number::default()).collect(),
            pieces: Mutex::new(pieces.iter().map(|piece| vec![piece.clone()]).collect()),
        });
        let posts = |rank| {
            let model = Model { rank, shared: shared.clone() };
            let posts = protocol::Posts::new(model, rank, IN_LINE, pieces.clone());
            Rank { rank, ranks, posts: Mutex::new(posts) }
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
