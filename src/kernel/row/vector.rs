//! The tree over a row in vector registers, written once for all vector units.
//!
//! A vector holds W consecutive elements. A round rearranges two vectors so that the
//! operands of each node are in the same place of both (a shuffle and a selection, or
//! two shuffles) and combines these (one operation): W nodes of the next level in one
//! vector. The k-th of log2(W) rounds exchanges groups of 2^k elements, as in the
//! transposition of a matrix, after which the W values lie in their natural order
//! ([`Vector::deal`]). So a block of W vectors or more ([`block`]) becomes one vector,
//! in W - 1 rounds for each W; a piece of [`PIECE`] elements becomes a row of such
//! vectors on the stack, which is treated in the same way until one is left.
//!
//! The row's end is filled up with the operation's neutral element: x + -0.0 and
//! x · 1.0 are x to the bit, so a node whose right child is not there passes its left
//! child on, as it is defined to.
//!
//! Memory is asked for some kilobytes ahead: processors do so by themselves only up
//! to the end of a page.

use super::counter::Counter;
use std::marker::PhantomData;
use std::mem::MaybeUninit;

/// Elements that are brought down to one value before the next are looked at: a power
/// of every number of elements that a vector or a block takes.
const PIECE: usize = 4096;

/// Bytes from what is read to what is asked for.
const AHEAD: usize = 4096;

/// Bytes that memory comes in.
const LINE: usize = 64;

/// The largest vector, in bytes.
const WIDEST: usize = 64;

/// A vector register full of elements, each of one number or (complex) two.
///
/// # Safety
/// Methods run only where the processor has the unit.
pub unsafe trait Vector: Copy {
    /// Bytes of one of its numbers.
    const NUMBER: usize;
    /// Numbers of an element.
    const COMPONENTS: usize;
    /// Elements in a vector: a power of two.
    const WIDTH: usize = size_of::<Self>() / (Self::NUMBER * Self::COMPONENTS);

    /// A vector of this number.
    unsafe fn all(number: f64) -> Self;
    /// Loads a vector from any address.
    unsafe fn load(from: *const u8) -> Self;
    /// Loads the first `numbers` < `WIDTH * COMPONENTS` numbers (or all, if more) and
    /// touches nothing behind them; the other ones are those of `rest`.
    unsafe fn load_first(from: *const u8, numbers: usize, rest: Self) -> Self;
    /// Stores a vector to any address.
    unsafe fn store(self, to: *mut u8);
    /// Asks for the memory at this address, which need not be anybody's.
    unsafe fn prefetch(at: *const u8);

    unsafe fn add(self, other: Self) -> Self;
    unsafe fn mul(self, other: Self) -> Self;

    /// One round's shuffles. In a and b, groups of `stride` bytes are the left and the
    /// right children of nodes, in turn. Gives two vectors that have the children of a
    /// node in the same place: those of a's nodes where the left one was, those of b's
    /// where the right one was; or elsewhere, if the last round leaves the nodes in their
    /// natural order. Which vector has the left child does not matter, as the operations
    /// commute (which NaN comes out of two is nobody's promise, see [`super`]).
    unsafe fn deal(a: Self, b: Self, stride: usize) -> (Self, Self);
}

/// An operation on vectors, number by number.
pub trait Operation: Copy {
    /// x ∘ this is x, to the bit.
    const NEUTRAL: f64;
    unsafe fn apply<V: Vector>(left: V, right: V) -> V;
}

#[derive(Clone, Copy)]
pub struct Addition;
#[derive(Clone, Copy)]
pub struct Multiplication;

impl Operation for Addition {
    const NEUTRAL: f64 = -0.0;
    #[inline(always)]
    unsafe fn apply<V: Vector>(left: V, right: V) -> V {
        // SAFETY: handed on to the caller.
        unsafe { left.add(right) }
    }
}

impl Operation for Multiplication {
    const NEUTRAL: f64 = 1.0;
    #[inline(always)]
    unsafe fn apply<V: Vector>(left: V, right: V) -> V {
        // SAFETY: handed on to the caller.
        unsafe { left.mul(right) }
    }
}

// Functions and a trait instead of closures, which cannot be forced to be inlined:
// the vector unit's instructions become instructions only inside the function that
// is compiled for the unit.

/// Consecutive vectors.
trait Source<V: Vector>: Copy {
    unsafe fn get(self, i: usize) -> V;
}

/// Vectors that are all there.
#[derive(Clone, Copy)]
struct Whole(*const u8);

impl<V: Vector> Source<V> for Whole {
    #[inline(always)]
    unsafe fn get(self, i: usize) -> V {
        // SAFETY: handed on to the caller.
        unsafe { V::load(self.0.add(i * size_of::<V>())) }
    }
}

/// So many numbers, and neutral ones behind them.
#[derive(Clone, Copy)]
struct Part<O>(*const u8, usize, PhantomData<O>);

impl<O> Part<O> {
    #[inline(always)]
    fn new(from: *const u8, numbers: usize) -> Self {
        Part(from, numbers, PhantomData)
    }
}

impl<V: Vector, O: Operation> Source<V> for Part<O> {
    #[inline(always)]
    unsafe fn get(self, i: usize) -> V {
        let numbers = self.1.saturating_sub(i * V::WIDTH * V::COMPONENTS);
        // What lies behind the numbers may be outside of any object: no `add`.
        let at = self.0.wrapping_add(i * size_of::<V>());
        // SAFETY: handed on to the caller.
        unsafe { V::load_first(at, numbers, V::all(O::NEUTRAL)) }
    }
}

/// What `WIDTH` vectors of another source become: one vector each.
#[derive(Clone, Copy)]
struct Sums<S, O>(S, PhantomData<O>);

impl<S, O> Sums<S, O> {
    #[inline(always)]
    fn of(source: S) -> Self {
        Sums(source, PhantomData)
    }
}

impl<V: Vector, O: Operation, S: Source<V>> Source<V> for Sums<S, O> {
    #[inline(always)]
    unsafe fn get(self, i: usize) -> V {
        let (source, at) = (self.0, i * V::WIDTH);
        // SAFETY: handed on to the caller.
        unsafe {
            match V::WIDTH {
                2 => two::<V, O, S>(source, at),
                4 => four::<V, O, S>(source, at),
                8 => eight::<V, O, S>(source, at),
                _ => sixteen::<V, O, S>(source, at),
            }
        }
    }
}

#[inline(always)]
unsafe fn two<V: Vector, O: Operation, S: Source<V>>(source: S, at: usize) -> V {
    // SAFETY: handed on to the caller, here and below.
    unsafe { round::<V, O>(source.get(at), source.get(at + 1), 0) }
}

#[inline(always)]
unsafe fn four<V: Vector, O: Operation, S: Source<V>>(source: S, at: usize) -> V {
    // SAFETY: as above.
    unsafe { round::<V, O>(two::<V, O, S>(source, at), two::<V, O, S>(source, at + 2), 1) }
}

#[inline(always)]
unsafe fn eight<V: Vector, O: Operation, S: Source<V>>(source: S, at: usize) -> V {
    // SAFETY: as above.
    unsafe { round::<V, O>(four::<V, O, S>(source, at), four::<V, O, S>(source, at + 4), 2) }
}

#[inline(always)]
unsafe fn sixteen<V: Vector, O: Operation, S: Source<V>>(source: S, at: usize) -> V {
    // SAFETY: as above.
    unsafe { round::<V, O>(eight::<V, O, S>(source, at), eight::<V, O, S>(source, at + 8), 3) }
}

/// The next level's nodes from two vectors of nodes.
#[inline(always)]
unsafe fn round<V: Vector, O: Operation>(a: V, b: V, round: u32) -> V {
    // SAFETY: handed on to the caller.
    unsafe {
        let (left, right) = V::deal(a, b, (V::NUMBER * V::COMPONENTS) << round);
        O::apply(left, right)
    }
}

/// Vectors that become one vector at a time. Where they are short there are several
/// times `WIDTH`, so that fewer of the values in between go through memory.
const fn factor<V: Vector>() -> usize {
    match V::WIDTH {
        2 => 8,
        4 => 16,
        width => width,
    }
}

/// One vector of the values of `WIDTH` subtrees, each over `factor` elements.
#[inline(always)]
unsafe fn block<V: Vector, O: Operation, S: Source<V>>(source: S) -> V {
    let sums = Sums::<S, O>::of(source);
    // SAFETY: handed on to the caller.
    unsafe {
        match V::WIDTH {
            2 => Sums::<_, O>::of(Sums::<_, O>::of(sums)).get(0),
            4 => Sums::<_, O>::of(sums).get(0),
            _ => sums.get(0),
        }
    }
}

/// The vectors that a piece becomes first.
#[repr(C, align(64))]
struct Row([MaybeUninit<u8>; PIECE / 8 * 16]);

/// The tree over 0 < n ≤ [`PIECE`] elements: the first of the vector.
#[inline(always)]
unsafe fn piece<V: Vector, O: Operation>(elements: *const u8, n: usize) -> V {
    let mut row = Row([const { MaybeUninit::uninit() }; PIECE / 8 * 16]);
    let row = row.0.as_mut_ptr().cast::<u8>();
    let (vector, factor) = (size_of::<V>(), factor::<V>());
    let (mut from, mut numbers) = (elements, n * V::COMPONENTS);
    let block_numbers = factor * V::WIDTH * V::COMPONENTS;
    // SAFETY: reads the n elements, and of the row what has been written: as many
    // vectors as there were blocks, at most PIECE / (factor * WIDTH), and in a later
    // pass a vector goes to where the pass has read already.
    unsafe {
        loop {
            let mut vectors = 0;
            let mut last = V::all(O::NEUTRAL);
            while numbers >= block_numbers {
                for line in (0..factor * vector).step_by(LINE) {
                    V::prefetch(from.wrapping_add(AHEAD + line));
                }
                last = block::<V, O, _>(Whole(from));
                last.store(row.add(vectors * vector));
                vectors += 1;
                numbers -= block_numbers;
                from = from.add(factor * vector);
            }
            if numbers > 0 {
                last = block::<V, O, _>(Part::<O>::new(from, numbers));
                last.store(row.add(vectors * vector));
                vectors += 1;
            }
            if vectors == 1 {
                for number in 0..V::WIDTH.trailing_zeros() {
                    last = round::<V, O>(last, last, number);
                }
                return last;
            }
            // The next pass has whole blocks only.
            while vectors % factor != 0 {
                V::all(O::NEUTRAL).store(row.add(vectors * vector));
                vectors += 1;
            }
            (from, numbers) = (row, vectors * V::WIDTH * V::COMPONENTS);
        }
    }
}

/// into = the tree over n elements. To be inlined into a function that is compiled
/// for the vector unit.
///
/// # Safety
/// As [`super::super::Kernel::tree`]; the processor has the unit.
#[inline(always)]
pub unsafe fn tree<V: Vector, O: Operation>(elements: *const u8, n: usize, into: *mut u8) {
    // SAFETY: handed on to the caller.
    let join = |left: V, right: V| unsafe { O::apply(left, right) };
    let size = V::NUMBER * V::COMPONENTS;
    let mut counter = Counter::new();
    let mut from = 0;
    let root = loop {
        // SAFETY: the elements from there on.
        let value = unsafe { piece::<V, O>(elements.add(from * size), PIECE.min(n - from)) };
        // Short rows are frequent, and do without the counter.
        if n <= PIECE {
            break value;
        }
        counter.push(value, join);
        from += PIECE;
        if from >= n {
            break counter.root(join);
        }
    };
    let mut bytes = [0u8; WIDEST];
    // SAFETY: no vector is wider; the caller gives room for an element.
    unsafe {
        root.store(bytes.as_mut_ptr());
        std::ptr::copy_nonoverlapping(bytes.as_ptr(), into, size);
    }
}
