//! The schedules: one a file, with its cost at the top and its row below it, and a line here.

pub(super) mod bintree;
pub(super) mod bintree2;
pub(super) mod chain;
pub(super) mod chain2;
pub(super) mod doubling;
pub(super) mod exchange;
pub(super) mod fnomial;
pub(super) mod gather;
pub(super) mod halving;
pub(super) mod native;
pub(super) mod offload;
mod prefix_chain;
mod prefixes;
pub(super) mod ring;
pub(super) mod slices;
pub(super) mod split;

use super::node;
use super::row::Schedule;

pub const ALL: &[Schedule] = &[
    gather::ROW,
    slices::ROW,
    exchange::ROW,
    node::ROW,
    offload::ROW,
    fnomial::ROW,
    split::ROW,
    halving::ROW,
    doubling::ROW,
    ring::ROW,
    chain::ROW,
    chain2::ROW,
    bintree::ROW,
    bintree2::ROW,
    native::ROW,
];
