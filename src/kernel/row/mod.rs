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
//! reference. [`vector`] does it with the rounds in vector registers, written once
//! over what each vector unit brings along; it serves the real and complex sums and
//! the real products of float and double. Which one runs is found out when the
//! program runs, and none changes a bit: each node is one operation on the same two
//! values, with none fused or reassociated. (But which NaN comes out of two is the
//! processor's and the compiler's choice; a fold's end makes it the one of its format.)
//!
//! Cost: n - 1 operations, each element read once; no memory but the stack, 12 KB at most.

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
mod counter;
#[cfg(target_arch = "aarch64")]
mod neon;
pub(super) mod scalar;
#[cfg(target_arch = "x86_64")]
mod sse2;
mod vector;

use super::{Kind, Operator};

/// into = the tree over that many consecutive elements: see [`super::Kernel::tree`].
pub type Tree = unsafe fn(elements: *const u8, n: usize, into: *mut u8);

/// A vector unit that has trees of its own.
struct Unit {
    name: &'static str,
    there: fn() -> bool,
    lookup: fn(Kind, Operator) -> Option<Tree>,
}

/// The vector units, fastest first.
const UNITS: &[Unit] = &[
    #[cfg(target_arch = "x86_64")]
    Unit { name: "avx512", there: || is_x86_feature_detected!("avx512f"), lookup: avx512::lookup },
    #[cfg(target_arch = "x86_64")]
    Unit { name: "avx2", there: || is_x86_feature_detected!("avx2"), lookup: avx2::lookup },
    #[cfg(target_arch = "x86_64")]
    Unit { name: "sse2", there: || true, lookup: sse2::lookup },
    #[cfg(target_arch = "aarch64")]
    Unit { name: "neon", there: || true, lookup: neon::lookup },
];

/// The ways of evaluating the tree in vectors that this processor has, by name, the
/// fastest first. All give the same bits as the kernel's scalar one.
pub fn vectorised(
    kind: Kind,
    operator: Operator,
) -> impl Iterator<Item = (&'static str, Tree)> + Clone {
    let there = UNITS.iter().filter(|unit| (unit.there)());
    there.filter_map(move |unit| Some((unit.name, (unit.lookup)(kind, operator)?)))
}
