//! The kernels' tables and constants, written by tables/generate.py.

pub mod atan;
pub mod cbrt;
pub mod circle;
pub mod erf;
pub mod exp;
pub mod log;
