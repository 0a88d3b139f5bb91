//! The kernels' tables and constants, written by tables/generate.py.

// (The scripts write each number as the others; some are constants that Rust knows.)
#![allow(clippy::approx_constant)]

pub mod atan;
pub mod cbrt;
pub mod circle;
pub mod erf;
pub mod exp;
pub mod log;
