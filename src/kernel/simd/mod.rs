//! Vector registers: what the kernels' loops need of an instruction set, as one trait.
//!
//! [`Simd`] ([`register`]) is a vector register; a file for each instruction set implements it. An
//! algorithm is one `#[inline(always)]` function that is generic over it, and
//! [`for_each_unit!`] compiles that function for each instruction set. [`Unit`] names these at
//! run time, and [`Unit::best`] is the only place where one is chosen. Loops over plain
//! numbers, of which the compiler makes vectors by itself, are compiled and chosen by
//! [`autovectorised!`]. None of it changes a bit: each lane's operation is IEEE 754's, rounded
//! once, and none is fused or reassociated.
//!
//! What an instruction set does specially well is an operation with a default, written in
//! words or in other operations; [`Scalar`](scalar::Scalar) has the defaults only, and is what the others are
//! tested against (`tests.rs`).

#[cfg(target_arch = "x86_64")]
pub(super) mod avx2;
#[cfg(target_arch = "x86_64")]
pub(super) mod avx512;
pub(super) mod dispatch;
#[cfg(target_arch = "aarch64")]
pub(super) mod neon;
pub(super) mod register;
#[cfg(any(test, not(any(target_arch = "x86_64", target_arch = "aarch64"))))]
pub(super) mod scalar;
#[cfg(target_arch = "x86_64")]
pub(super) mod sse2;
#[cfg(test)]
mod tests;
pub(super) mod unit;

pub(super) use dispatch::{autovectorised, for_each_unit, on_best_unit};
pub(super) use register::{Simd, WIDEST};
pub use unit::Unit;
