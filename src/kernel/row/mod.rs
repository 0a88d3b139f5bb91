//! The tree over one row: n consecutive elements become one.
//!
//! The reproducible binary tree (Stelz 2022, chapter 2) over elements that lie one
//! behind the other: node (x,y) is node (x,y-1) where x + 2^(y-1) ≥ n, else
//! node (x,y-1) ∘ node (x+2^(y-1), y-1). It is evaluated from the leaves: over an
//! aligned piece of 2^k elements each round combines the neighbours (2i, 2i+1) of the
//! round before and lets a last one without a neighbour pass as it is; the pieces'
//! values are the leaves of the levels above, which a binary counter keeps
//! ([`counter`]).
//!
//! [`scalar`] does that one element at a time, for every kind and operator: the
//! reference. [`vector`] does it with the rounds in vector registers ([`super::simd`]); it
//! serves the sums of reals and complex numbers and the products of reals of float and double.
//! Neither changes a bit: each node is one operation on the same two
//! values, with none fused or reassociated. (But which NaN comes out of two is the
//! processor's and the compiler's choice; a fold's end makes it the one of its format.)
//!
//! Cost: n - 1 operations, each element read once; no memory but the stack, 12 KB at most.

mod counter;
pub(super) mod scalar;
mod vector;

use super::kind::{Format, Kind, Operator};
use super::simd::Unit;
use vector::{tree, AddDoubles, AddFloats, MultiplyDoubles, MultiplyFloats};

/// into = the tree over that many consecutive elements: see [`super::Kernel::tree`].
pub type Tree = unsafe fn(elements: *const u8, n: usize, into: *mut u8);

/// The tree in a unit's vectors, for what has one.
pub fn vectorised(unit: Unit, kind: Kind, operator: Operator) -> Option<Tree> {
    match (kind, operator) {
        (Kind::Real(Format::Double), Operator::Sum) => Some(tree::<AddDoubles, 8>(unit)),
        (Kind::Real(Format::Double), Operator::Prod) => Some(tree::<MultiplyDoubles, 8>(unit)),
        (Kind::Real(Format::Float), Operator::Sum) => Some(tree::<AddFloats, 4>(unit)),
        (Kind::Real(Format::Float), Operator::Prod) => Some(tree::<MultiplyFloats, 4>(unit)),
        (Kind::Complex(Format::Double), Operator::Sum) => Some(tree::<AddDoubles, 16>(unit)),
        (Kind::Complex(Format::Float), Operator::Sum) => Some(tree::<AddFloats, 8>(unit)),
        _ => None,
    }
}
