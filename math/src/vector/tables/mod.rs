//! The kernels' tables and constants, written by tables/generate.py.

pub mod circle;
pub mod exp;
pub mod log;
