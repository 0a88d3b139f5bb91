//! The tree over a row in vector registers.
//!
//! A vector holds W consecutive elements. A round rearranges two vectors so that the
//! operands of each node are in the same place of both (a shuffle and a selection, or
//! two shuffles) and combines these (one operation): W nodes of the next level in one
//! vector. The k-th of log2(W) rounds exchanges groups of 2^k elements, as in the
//! transposition of a matrix, after which the W values lie in their natural order
//! ([`Simd::transpose`]). So a block of W vectors or more ([`block`]) becomes one vector,
//! in W - 1 rounds for each W; a piece of [`PIECE`] elements becomes a row of such
//! vectors on the stack, which is treated in the same way until one is left.
//!
//! The row's end is filled up with the operation's neutral element: x + -0.0 and
//! x · 1.0 are x to the bit, so a node whose right child is not there passes its left
//! child on, as it is defined to.
//!
//! Memory is asked for some kilobytes ahead: processors do so by themselves only up
//! to the end of a page.

use super::super::simd::{for_each_unit, Simd, WIDEST};
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

/// An operation on the numbers of vectors.
pub trait Operation: Copy {
    /// The bits of one double or two floats n for which x ∘ n is x, to the bit.
    const NEUTRAL: u64;
    /// # Safety
    /// The processor has the unit.
    unsafe fn apply<S: Simd>(left: S, right: S) -> S;

    /// A vector of neutral elements.
    ///
    /// # Safety
    /// As above.
    #[inline(always)]
    unsafe fn neutral<S: Simd>() -> S {
        // SAFETY: upheld by the caller.
        unsafe { S::pair(Self::NEUTRAL, Self::NEUTRAL) }
    }
}

macro_rules! operation {
    ($name:ident, $method:ident, $neutral:expr) => {
        #[derive(Clone, Copy)]
        pub struct $name;
        impl Operation for $name {
            const NEUTRAL: u64 = $neutral;
            #[inline(always)]
            unsafe fn apply<S: Simd>(left: S, right: S) -> S {
                // SAFETY: upheld by the caller.
                unsafe { left.$method(right) }
            }
        }
    };
}
operation!(AddDoubles, add_f64, (-0.0f64).to_bits());
operation!(MultiplyDoubles, mul_f64, 1.0f64.to_bits());
operation!(AddFloats, add_f32, twice(-0.0));
operation!(MultiplyFloats, mul_f32, twice(1.0));

const fn twice(float: f32) -> u64 {
    (float.to_bits() as u64) << 32 | float.to_bits() as u64
}

// Functions and a trait instead of closures, which cannot be forced to be inlined:
// the vector unit's instructions become instructions only inside the function that
// is compiled for the unit.

/// Consecutive vectors.
trait Source<S: Simd>: Copy {
    unsafe fn get(self, i: usize) -> S;
}

/// Vectors that are all there.
#[derive(Clone, Copy)]
struct Whole(*const u8);

impl<S: Simd> Source<S> for Whole {
    #[inline(always)]
    unsafe fn get(self, i: usize) -> S {
        // SAFETY: upheld by the caller.
        unsafe { S::load(self.0.add(i * size_of::<S>())) }
    }
}

/// So many bytes, and neutral elements behind them.
#[derive(Clone, Copy)]
struct Part<O>(*const u8, usize, PhantomData<O>);

impl<S: Simd, O: Operation> Source<S> for Part<O> {
    #[inline(always)]
    unsafe fn get(self, i: usize) -> S {
        let bytes = self.1.saturating_sub(i * size_of::<S>());
        // What lies behind the bytes may be outside of any object: no `add`.
        let at = self.0.wrapping_add(i * size_of::<S>());
        // SAFETY: upheld by the caller.
        unsafe { S::load_first(at, bytes, O::neutral()) }
    }
}

/// What `width` vectors of another source become: one vector each.
#[derive(Clone, Copy)]
struct Sums<T, O, const ELEMENT: usize>(T, PhantomData<O>);

impl<T, O, const ELEMENT: usize> Sums<T, O, ELEMENT> {
    #[inline(always)]
    fn of(source: T) -> Self {
        Sums(source, PhantomData)
    }
}

impl<S: Simd, O: Operation, T: Source<S>, const ELEMENT: usize> Source<S> for Sums<T, O, ELEMENT> {
    #[inline(always)]
    unsafe fn get(self, i: usize) -> S {
        let (source, at) = (self.0, i * width::<S>(ELEMENT));
        // SAFETY: upheld by the caller.
        unsafe {
            match const { width::<S>(ELEMENT) } {
                2 => two::<S, O, T, ELEMENT>(source, at),
                4 => four::<S, O, T, ELEMENT>(source, at),
                8 => eight::<S, O, T, ELEMENT>(source, at),
                _ => sixteen::<S, O, T, ELEMENT>(source, at),
            }
        }
    }
}

/// Elements of so many bytes in a vector: a power of two. Matched on as `const { … }`: what is
/// always inlined is so in every arm, also in those that another vector would take, and without
/// optimisation these multiply to more than a compiler's memory.
const fn width<S: Simd>(element: usize) -> usize {
    size_of::<S>() / element
}

macro_rules! join {
    ($name:ident, $rounds:literal, |$source:ident, $at:ident| $left:expr, $right:expr) => {
        #[inline(always)]
        unsafe fn $name<S: Simd, O: Operation, T: Source<S>, const ELEMENT: usize>(
            $source: T,
            $at: usize,
        ) -> S {
            // SAFETY: upheld by the caller.
            unsafe { round::<S, O, ELEMENT>($left, $right, $rounds) }
        }
    };
}
join!(two, 0, |source, at| source.get(at), source.get(at + 1));
join!(four, 1, |s, at| two::<S, O, T, ELEMENT>(s, at), two::<S, O, T, ELEMENT>(s, at + 2));
join!(eight, 2, |s, at| four::<S, O, T, ELEMENT>(s, at), four::<S, O, T, ELEMENT>(s, at + 4));
join!(sixteen, 3, |s, at| eight::<S, O, T, ELEMENT>(s, at), eight::<S, O, T, ELEMENT>(s, at + 8));

/// The next level's nodes from two vectors of nodes. (With one element in a vector there is
/// nothing to be brought to the same place.)
#[inline(always)]
unsafe fn round<S: Simd, O: Operation, const ELEMENT: usize>(a: S, b: S, round: u32) -> S {
    // SAFETY: upheld by the caller.
    unsafe {
        let (left, right) = match const { width::<S>(ELEMENT) } {
            1 => (a, b),
            _ => S::transpose(a, b, ELEMENT, ELEMENT << round),
        };
        O::apply(left, right)
    }
}

/// Vectors that become one vector at a time. Where they are short there are several
/// times `width`, so that fewer of the values in between go through memory.
const fn factor(width: usize) -> usize {
    match width {
        1 | 2 => 8,
        4 => 16,
        width => width,
    }
}

/// One vector of the values of `width` subtrees, each over `factor` elements.
#[inline(always)]
unsafe fn block<S: Simd, O: Operation, T: Source<S>, const ELEMENT: usize>(source: T) -> S {
    let sums = Sums::<T, O, ELEMENT>::of(source);
    // SAFETY: upheld by the caller.
    unsafe {
        match const { width::<S>(ELEMENT) } {
            1 => eight::<S, O, T, ELEMENT>(source, 0),
            2 => Sums::<_, O, ELEMENT>::of(Sums::<_, O, ELEMENT>::of(sums)).get(0),
            4 => Sums::<_, O, ELEMENT>::of(sums).get(0),
            _ => sums.get(0),
        }
    }
}

/// The vectors that a piece becomes first.
#[repr(C, align(64))]
struct Row([MaybeUninit<u8>; PIECE / 8 * 16]);

/// The tree over the elements of 0 < n ≤ [`PIECE`] `* ELEMENT` bytes: the first of the vector.
#[inline(always)]
unsafe fn piece<S: Simd, O: Operation, const ELEMENT: usize>(elements: *const u8, n: usize) -> S {
    let mut row = Row([const { MaybeUninit::uninit() }; PIECE / 8 * 16]);
    let row = row.0.as_mut_ptr().cast::<u8>();
    let (vector, factor) = (size_of::<S>(), factor(width::<S>(ELEMENT)));
    let (mut from, mut bytes) = (elements, n);
    // SAFETY: reads the n bytes, and of the row what has been written: as many
    // vectors as there were blocks, at most PIECE / (factor * width), and in a later
    // pass a vector goes to where the pass has read already.
    unsafe {
        loop {
            let mut vectors = 0;
            let mut last = O::neutral::<S>();
            while bytes >= factor * vector {
                for line in (0..factor * vector).step_by(LINE) {
                    S::prefetch(from.wrapping_add(AHEAD + line));
                }
                last = block::<S, O, _, ELEMENT>(Whole(from));
                last.store(row.add(vectors * vector));
                vectors += 1;
                bytes -= factor * vector;
                from = from.add(factor * vector);
            }
            if bytes > 0 {
                last = block::<S, O, _, ELEMENT>(Part::<O>(from, bytes, PhantomData));
                last.store(row.add(vectors * vector));
                vectors += 1;
            }
            if vectors == 1 {
                for number in 0..width::<S>(ELEMENT).trailing_zeros() {
                    last = round::<S, O, ELEMENT>(last, last, number);
                }
                return last;
            }
            // The next pass has whole blocks only.
            while vectors % factor != 0 {
                O::neutral::<S>().store(row.add(vectors * vector));
                vectors += 1;
            }
            (from, bytes) = (row, vectors * vector);
        }
    }
}

for_each_unit! {
    /// The tree over elements of so many bytes, in the unit's vectors.
    pub tree[O: Operation, const ELEMENT: usize][O, ELEMENT]
    (elements: *const u8, n: usize, into: *mut u8) -> () = tree_in
}

/// into = the tree over n elements.
///
/// # Safety
/// As [`super::super::Kernel::tree`]; the processor has the unit.
#[inline(always)]
unsafe fn tree_in<S: Simd, O: Operation, const ELEMENT: usize>(
    elements: *const u8,
    n: usize,
    into: *mut u8,
) {
    // SAFETY: upheld by the caller.
    let join = |left: S, right: S| unsafe { O::apply(left, right) };
    let mut counter = Counter::new();
    let mut from = 0;
    let root = loop {
        let (at, bytes) = (from * ELEMENT, PIECE.min(n - from) * ELEMENT);
        // SAFETY: the elements from there on.
        let value = unsafe { piece::<S, O, ELEMENT>(elements.add(at), bytes) };
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
        std::ptr::copy_nonoverlapping(bytes.as_ptr(), into, ELEMENT);
    }
}
