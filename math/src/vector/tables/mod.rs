//! The kernels' tables and constants, written by tables/generate.py.

pub mod exp;
pub mod log;
