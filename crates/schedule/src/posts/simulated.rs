//! Ranks that post and find in one thread, in random orders, with contributions of random lengths.

use super::protocol::{Piece, PieceShape, PostedMemory, Posts};
use crate::node::wait::AtomicWord;
use std::cell::{Cell, RefCell};
use std::rc::Rc;
use std::sync::atomic::{AtomicU64, Ordering};

const IN_LINE: u64 = 112;

struct SimulatedPiece {
    shape: PieceShape,
    next: AtomicU64,
    lines: Vec<[AtomicU64; 2]>,
    in_lines: Vec<Cell<u64>>,
    aside: Vec<Cell<u64>>,
}

fn mapped(shape: PieceShape) -> Rc<SimulatedPiece> {
    let cells = |n: u64| (0..n).map(|_| Cell::new(0)).collect();
    let lines = (0..shape.lines).map(|_| Default::default()).collect();
    let (in_lines, aside) = (cells(shape.lines), cells(shape.bytes));
    Rc::new(SimulatedPiece { shape, next: AtomicU64::default(), lines, in_lines, aside })
}

impl Piece for Rc<SimulatedPiece> {
    type Word = AtomicU64;

    fn shape(&self) -> PieceShape {
        self.shape
    }

    fn line(&self, index: u64) -> &AtomicU64 {
        &self.lines[index as usize][0]
    }

    fn offset(&self, index: u64) -> &AtomicU64 {
        &self.lines[index as usize][1]
    }

    fn next(&self) -> &AtomicU64 {
        &self.next
    }
}

#[derive(Default)]
struct System {
    consumed: Vec<AtomicU64>,
    pieces: RefCell<Vec<Vec<Rc<SimulatedPiece>>>>,
}

struct Of(usize, Rc<System>);

impl PostedMemory for Of {
    type Piece = Rc<SimulatedPiece>;

    fn consumed(&self, rank: usize) -> &AtomicU64 {
        &self.1.consumed[rank]
    }

    fn extend(&self, _last: &Rc<SimulatedPiece>, shape: PieceShape) -> Option<Rc<SimulatedPiece>> {
        let piece = mapped(shape);
        self.1.pieces.borrow_mut()[self.0].push(piece.clone());
        Some(piece)
    }

    fn follow(&self, rank: usize, last: &Rc<SimulatedPiece>) -> Option<Rc<SimulatedPiece>> {
        let pieces = self.1.pieces.borrow();
        let place = pieces[rank].iter().position(|piece| Rc::ptr_eq(piece, last))?;
        pieces[rank].get(place + 1).cloned()
    }
}

struct Random(u64);

impl Random {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (self.0 >> 33) % bound
    }
}

fn length(operation: u64) -> u64 {
    1 + Random(operation * 77 + 5).below(if operation.is_multiple_of(3) { 5000 } else { 100 })
}

fn value(rank: usize, operation: u64) -> u64 {
    1_000_000 * rank as u64 + operation
}

#[test]
fn everything_that_was_posted_is_found_in_any_order() {
    for (seed, ahead) in [(1, 2), (2, 5), (3, 40)] {
        const RANKS: usize = 3;
        const FIRST: u64 = 17;
        let mut random = Random(seed);
        let shape = PieceShape { first: FIRST, lines: 4, bytes: 1024 };
        let pieces: Vec<_> = (0..RANKS).map(|_| mapped(shape)).collect();
        let system = Rc::new(System {
            consumed: (0..RANKS).map(|_| AtomicU64::default()).collect(),
            pieces: RefCell::new(pieces.iter().map(|piece| vec![piece.clone()]).collect()),
        });
        let posts = |rank| Posts::new(Of(rank, system.clone()), rank, IN_LINE, pieces.clone());
        let mut posts: Vec<_> = (0..RANKS).map(posts).collect();
        let (mut next, mut open) = ([FIRST; RANKS], vec![Vec::new(); RANKS]);
        let mut completed = 0;
        while completed < 6000 {
            let rank = random.below(RANKS as u64) as usize;
            let own = &mut posts[rank];
            if (open[rank].len() as u64) < ahead && random.below(2) == 0 {
                let operation = next[rank];
                let place = own.take(operation, length(operation)).unwrap();
                let piece = own.piece(rank, &place);
                match place.offset {
                    None => piece.in_lines[place.line as usize].set(value(rank, operation)),
                    Some(offset) => (0..length(operation)).for_each(|byte| {
                        piece.aside[(offset + byte) as usize].set(value(rank, operation));
                    }),
                }
                place.slot(piece).publish(operation);
                next[rank] += 1;
                open[rank].push(operation);
                continue;
            }
            if open[rank].is_empty() {
                continue;
            }
            let which = random.below(open[rank].len() as u64) as usize;
            let operation = open[rank][which];
            let bytes = length(operation);
            let all = (0..RANKS).all(|other| own.find(other, operation, bytes).unwrap().is_some());
            assert_eq!(all, next.iter().all(|next| *next > operation));
            for (other, next) in next.iter().enumerate() {
                assert_eq!(own.has_begun(other, operation).unwrap(), *next > operation);
            }
            if all {
                for other in 0..RANKS {
                    let place = own.find(other, operation, bytes).unwrap().unwrap();
                    let piece = own.piece(other, &place);
                    let found = |byte| match place.offset {
                        None => piece.in_lines[place.line as usize].get(),
                        Some(offset) => piece.aside[(offset + byte) as usize].get(),
                    };
                    assert!((0..bytes).all(|byte| found(byte) == value(other, operation)));
                }
                own.consume(operation);
                open[rank].remove(which);
                completed += 1;
            }
        }
        let most = system.pieces.borrow().iter().map(Vec::len).max();
        assert!(most <= Some(16), "{most:?} pieces");
        let consumed = |rank: &AtomicU64| AtomicWord::load(rank, Ordering::Relaxed);
        assert!(system.consumed.iter().all(|rank| consumed(rank) > FIRST));
    }
}
