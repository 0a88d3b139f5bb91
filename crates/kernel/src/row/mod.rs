//! The tree over one row: n consecutive elements become one.
//!
//! The reproducible binary tree (Stelz 2022, chapter 2): node (x,y) is node (x,y-1) where
//! x + 2^(y-1) ≥ n, else node (x,y-1) ∘ node (x+2^(y-1), y-1). It is evaluated from the leaves:
//! over an aligned block of 2^k elements each round combines the neighbours (2i, 2i+1) of the
//! round before and passes a last one without a neighbour on; the values of the blocks are the
//! leaves of the levels above, which a binary counter holds ([`counter`]).
//!
//! [`scalar`] does that one element at a time, for every kind and operator: the reference.
//! [`vector`] does the rounds in vector registers ([`super::simd`]), for the sums of reals and
//! complex numbers and the products of reals of float and double. The bits are the same: each
//! node is one operation on the same two values, with none fused or reassociated. (Which NaN
//! comes out of two is up to the processor and the compiler; the end of a fold makes it the
//! canonical one.)
//!
//! Cost: n - 1 operations, each element read once; no memory but 12 KB of stack at most.

mod counter;
pub(super) mod scalar;
mod vector;

use super::kind::{Format::*, Kind, Operator};
use super::simd::Unit;
use vector::{tree, AddDoubles, AddFloats, MultiplyDoubles, MultiplyFloats};

/// See [`super::Kernel::tree`].
pub type Tree = unsafe fn(elements: *const u8, n: usize, into: *mut u8);

/// The tree in a unit's vectors, for the kinds and operators that have one.
pub fn vectorised(unit: Unit, kind: Kind, operator: Operator) -> Option<Tree> {
    match (kind, operator) {
        (Kind::Real(Double), Operator::Sum) => Some(tree::<AddDoubles, 8>(unit)),
        (Kind::Real(Double), Operator::Prod) => Some(tree::<MultiplyDoubles, 8>(unit)),
        (Kind::Real(Float), Operator::Sum) => Some(tree::<AddFloats, 4>(unit)),
        (Kind::Real(Float), Operator::Prod) => Some(tree::<MultiplyFloats, 4>(unit)),
        (Kind::Complex(Double), Operator::Sum) => Some(tree::<AddDoubles, 16>(unit)),
        (Kind::Complex(Float), Operator::Sum) => Some(tree::<AddFloats, 8>(unit)),
        _ => None,
    }
}
