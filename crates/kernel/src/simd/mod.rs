//! Vector registers: what the kernels need of an instruction set, as one trait.
//!
//! [`Simd`] ([`register`]) is a vector register, implemented in a file for each instruction set.
//! An algorithm is one `#[inline(always)]` function that is generic over it, and
//! [`for_each_unit!`] compiles that function for each instruction set. [`Unit`] names these at
//! run time, and [`Unit::best`] is the only place where one is chosen. Loops over plain numbers,
//! which the compiler vectorises by itself, go through [`autovectorised!`]. None of it changes a
//! bit: each lane's operation is IEEE 754's, rounded once, and none is fused or reassociated.
//!
//! `tests.rs` compares each operation with plain numbers.

#[cfg(target_arch = "x86_64")]
pub mod avx2;
#[cfg(target_arch = "x86_64")]
pub mod avx512;
pub(super) mod dispatch;
#[cfg(target_arch = "aarch64")]
pub(super) mod neon;
mod prefetch;
mod register;
#[cfg(target_arch = "x86_64")]
pub mod sse2;
#[cfg(test)]
mod tests;
pub mod unit;

#[cfg(target_arch = "x86_64")]
pub(super) use avx2::Avx2;
#[cfg(target_arch = "x86_64")]
pub(super) use avx512::Avx512;
pub(super) use dispatch::on_best_unit;
pub use dispatch::{autovectorised, for_each_unit, instance};
pub(super) use prefetch::{prefetch, Ahead};
pub use register::{Simd, WIDEST};
pub use unit::Unit;
