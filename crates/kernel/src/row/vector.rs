//! The tree over a row in vector registers.
//!
//! A vector holds W consecutive elements. A round rearranges two vectors so that the operands of
//! each node are in the same place of both (a shuffle and a selection, or two shuffles) and
//! combines these by one operation: W nodes of the next level in one vector. The k-th of log2(W)
//! rounds exchanges groups of 2^k elements, as in the transposition of a matrix, after which the W
//! values lie in their natural order ([`Simd::transpose`]). So a block of W vectors or more
//! ([`block`]) becomes one vector, in W - 1 rounds for each W; a piece of [`PIECE`] elements
//! becomes a row of such vectors on the stack, which is reduced in the same way until few are left:
//! at most W of them go through the rounds once ([`few`]), in place of the vectors that are missing
//! once more.
//!
//! The end of the row is padded with the operation's neutral element: x + -0.0 and x · 1.0 are x
//! to the bit, so a node without a right child passes its left child on, as it is defined to.
//!
//! Safety, of all that is unsafe here: the processor has the unit of the registers, and the vectors of a
//! source are there.

#![allow(unsafe_op_in_unsafe_fn)] // it is said above, once

use super::super::simd::{for_each_unit, prefetch, Ahead, Simd, WIDEST};
use super::counter::Counter;
use samebits_base::cache_line::Aligned;
use std::mem::MaybeUninit;

/// Elements that are reduced to one value before the next are read: a power of every number of
/// elements in a vector or a block.
const PIECE: usize = 4096;

/// Bytes of a row that is prefetched from several pages: it comes from memory, not from a near cache.
const LONG: usize = 2 << 20;

/// An operation on the numbers of vectors.
pub trait Operation: Copy {
    /// The neutral element, one double or two floats: x ∘ n is x, to the bit.
    const NEUTRAL: u64;
    unsafe fn apply<S: Simd>(left: S, right: S) -> S;
    #[inline(always)]
    unsafe fn neutral<S: Simd>() -> S {
        S::pair(Self::NEUTRAL, Self::NEUTRAL)
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
                left.$method(right)
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

/// Consecutive vectors.
trait Source<S: Simd, O: Operation>: Copy {
    unsafe fn get(self, i: usize) -> S;
}

/// Vectors in memory.
#[derive(Clone, Copy)]
struct Whole(*const u8);

impl<S: Simd, O: Operation> Source<S, O> for Whole {
    #[inline(always)]
    unsafe fn get(self, i: usize) -> S {
        S::load(self.0.add(i * size_of::<S>()))
    }
}

/// Vectors in memory of that many bytes, padded with neutral elements.
#[derive(Clone, Copy)]
struct Part(*const u8, usize);

impl<S: Simd, O: Operation> Source<S, O> for Part {
    #[inline(always)]
    unsafe fn get(self, i: usize) -> S {
        let bytes = self.1.saturating_sub(i * size_of::<S>());
        // Not `add`: this may lie outside of any object.
        let at = self.0.wrapping_add(i * size_of::<S>());
        // SAFETY: upheld by the caller.
        unsafe { S::load_first(at, bytes, O::neutral()) }
    }
}

/// Round `K` on the vectors of another source: one vector from two.
#[derive(Clone, Copy)]
struct Round<T, const ELEMENT: usize, const K: u32>(T);

impl<S: Simd, O: Operation, T: Source<S, O>, const ELEMENT: usize, const K: u32> Source<S, O>
    for Round<T, ELEMENT, K>
{
    #[inline(always)]
    unsafe fn get(self, i: usize) -> S {
        round::<S, O, ELEMENT>(self.0.get(2 * i), self.0.get(2 * i + 1), K)
    }
}

/// Elements in a vector: a power of two. Matched on as `const { … }`: in every other arm, too,
/// everything would be inlined, and without optimisation that exhausts a compiler's memory.
const fn width<S: Simd>(element: usize) -> usize {
    size_of::<S>() / element
}

/// The next level's nodes from two vectors of nodes.
#[inline(always)]
unsafe fn round<S: Simd, O: Operation, const ELEMENT: usize>(a: S, b: S, round: u32) -> S {
    let (left, right) = match const { width::<S>(ELEMENT) } {
        1 => (a, b),
        _ => S::transpose(a, b, ELEMENT, ELEMENT << round),
    };
    O::apply(left, right)
}

/// Vectors of a block. Of short vectors there are several times `width`, so that fewer
/// intermediate values go through memory.
const fn factor(width: usize) -> usize {
    match width {
        1 | 2 => 8,
        4 => 16,
        width => width,
    }
}

/// The values of `width` subtrees, each over `factor` elements.
#[inline(always)]
unsafe fn block<S: Simd, O: Operation, T: Source<S, O>, const ELEMENT: usize>(source: T) -> S {
    let first = Round::<_, ELEMENT, 0>(source);
    // SAFETY: upheld by the caller.
    unsafe {
        match const { width::<S>(ELEMENT) } {
            1 | 2 => Round::<_, ELEMENT, 0>(Round::<_, ELEMENT, 0>(first)).get(0),
            4 => {
                let one = Round::<_, ELEMENT, 1>(first);
                Round::<_, ELEMENT, 1>(Round::<_, ELEMENT, 0>(one)).get(0)
            }
            8 => Round::<_, ELEMENT, 2>(Round::<_, ELEMENT, 1>(first)).get(0),
            _ => {
                let four = Round::<_, ELEMENT, 2>(Round::<_, ELEMENT, 1>(first));
                Round::<_, ELEMENT, 3>(four).get(0)
            }
        }
    }
}

/// A few vectors, over and over: `MASK` + 1 of them.
#[derive(Clone, Copy)]
struct Again<T, const MASK: usize>(T);

impl<S: Simd, O: Operation, T: Source<S, O>, const MASK: usize> Source<S, O> for Again<T, MASK> {
    #[inline(always)]
    unsafe fn get(self, i: usize) -> S {
        self.0.get(i & MASK)
    }
}

/// The tree over at most as many vectors as a vector has elements, 8 at most: in the first element.
///
/// With a power of two of them, over and over in place of a block's vectors, the rounds leave their
/// values in their order, over and over; so each further round combines two neighbours wherever they
/// are. (What is behind the source is neutral.)
#[inline(always)]
unsafe fn few<S: Simd, O: Operation, T: Source<S, O>, const ELEMENT: usize>(
    source: T,
    vectors: usize,
) -> S {
    match vectors {
        1 => each::<S, O, _, ELEMENT>(Again::<_, 0>(source)),
        2 => one_of::<S, O, ELEMENT>(each::<S, O, _, ELEMENT>(Again::<_, 1>(source)), 1),
        3 | 4 => one_of::<S, O, ELEMENT>(each::<S, O, _, ELEMENT>(Again::<_, 3>(source)), 2),
        _ => one_of::<S, O, ELEMENT>(each::<S, O, _, ELEMENT>(Again::<_, 7>(source)), 3),
    }
}

/// So many rounds of a vector with itself.
#[inline(always)]
unsafe fn one_of<S: Simd, O: Operation, const ELEMENT: usize>(mut values: S, rounds: u32) -> S {
    for k in 0..rounds {
        // SAFETY: upheld by the caller.
        values = unsafe { round::<S, O, ELEMENT>(values, values, k) };
    }
    values
}

/// The values of as many vectors as a vector has elements.
#[inline(always)]
unsafe fn each<S: Simd, O: Operation, T: Source<S, O>, const ELEMENT: usize>(source: T) -> S {
    match const { width::<S>(ELEMENT) } {
        1 => source.get(0),
        2 => Round::<_, ELEMENT, 0>(source).get(0),
        4 => Round::<_, ELEMENT, 1>(Round::<_, ELEMENT, 0>(source)).get(0),
        _ => block::<S, O, T, ELEMENT>(source),
    }
}

/// The most vectors that are [`few`].
const fn most_few(width: usize) -> usize {
    if width < 8 {
        width
    } else {
        8
    }
}

/// Bytes of the vectors that the blocks of a piece become.
const ROW: usize = PIECE / 8 * 16;

/// The tree over the elements of 0 < n ≤ [`PIECE`] `* ELEMENT` bytes: the first of the vector.
#[inline(always)]
unsafe fn piece<S: Simd, O: Operation, const ELEMENT: usize>(
    elements: *const u8,
    n: usize,
    ahead: Ahead,
) -> S {
    let (vector, factor) = (size_of::<S>(), factor(width::<S>(ELEMENT)));
    let most_few = const { most_few(width::<S>(ELEMENT)) };
    if n <= most_few * vector {
        let vectors = n.div_ceil(vector);
        // SAFETY: reads the n bytes.
        return unsafe {
            match n == vectors * vector && vectors.is_power_of_two() {
                true => few::<S, O, _, ELEMENT>(Whole(elements), vectors),
                false => few::<S, O, _, ELEMENT>(Part(elements, n), vectors),
            }
        };
    }
    let mut row = Aligned([const { MaybeUninit::<u8>::uninit() }; ROW]);
    let row = row.0.as_mut_ptr().cast::<u8>();
    let (mut from, mut bytes) = (elements, n);
    // SAFETY: reads the n bytes, and what has been written of the row: a vector for each block,
    // PIECE / (factor * width) at most; a later pass overwrites only what it has read already.
    unsafe {
        loop {
            let mut vectors = 0;
            while bytes >= factor * vector {
                prefetch(from, factor * vector, ahead);
                block::<S, O, _, ELEMENT>(Whole(from)).store(row.add(vectors * vector));
                vectors += 1;
                bytes -= factor * vector;
                from = from.add(factor * vector);
            }
            if bytes > 0 {
                block::<S, O, _, ELEMENT>(Part(from, bytes)).store(row.add(vectors * vector));
                vectors += 1;
            }
            // The next pass takes whole blocks only, or a power of two.
            let is_last = vectors <= most_few;
            let multiple = if is_last { vectors.next_power_of_two() } else { factor };
            while vectors % multiple != 0 {
                O::neutral::<S>().store(row.add(vectors * vector));
                vectors += 1;
            }
            if is_last {
                return few::<S, O, _, ELEMENT>(Whole(row), vectors);
            }
            (from, bytes) = (row, vectors * vector);
        }
    }
}

for_each_unit! {
    pub tree[O: Operation, const ELEMENT: usize][O, ELEMENT]
    (elements: *const u8, n: usize, into: *mut u8) -> () = tree_in
}

#[inline(always)]
unsafe fn tree_in<S: Simd, O: Operation, const ELEMENT: usize>(
    elements: *const u8,
    n: usize,
    into: *mut u8,
) {
    // SAFETY: upheld by the caller.
    let join = |left: S, right: S| unsafe { O::apply(left, right) };
    let ahead = Ahead::of(n * ELEMENT >= LONG);
    let mut counter = Counter::new();
    let mut from = 0;
    let root = loop {
        let (at, bytes) = (from * ELEMENT, PIECE.min(n - from) * ELEMENT);
        // SAFETY: the elements from there on.
        let value = unsafe { piece::<S, O, ELEMENT>(elements.add(at), bytes, ahead) };
        // Short rows are frequent and need no counter.
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
    // SAFETY: no vector is wider; the caller passes space for an element.
    unsafe {
        root.store(bytes.as_mut_ptr());
        std::ptr::copy_nonoverlapping(bytes.as_ptr(), into, ELEMENT);
    }
}
