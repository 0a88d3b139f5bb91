//! The kernels: a file for each family of functions, with its algorithm and its error bound at the
//! top.

mod atan;
mod cbrt;
mod circle;
mod erf;
mod exp;
mod hyperbolic;
mod hypot;
mod log;
mod pow;
