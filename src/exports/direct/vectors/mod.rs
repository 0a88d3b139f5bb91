//! Exact sums over distributed vectors. The exported functions are in [`dots`], [`weighted`] and
//! [`statistics`], for C; [`table`] lists what they sum, for Fortran too. What they share is in
//! [`common`], and the exchange over ranks in [`exchange`].

pub(super) mod buffers;
pub(super) mod common;
pub mod dots;
pub(super) mod exchange;
pub mod statistics;
pub(super) mod table;
pub(super) mod traced;
pub mod weighted;
