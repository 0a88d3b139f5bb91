//! Exact sums over distributed vectors. The exported functions are in [`entries`], for C; what a call of
//! one does, from C or Fortran, is in [`common`], and the exchange over ranks in [`exchange`].

pub(super) mod buffers;
pub(super) mod common;
pub mod entries;
pub(super) mod exchange;
pub(super) mod traced;
