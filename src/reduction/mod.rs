//! One reduction as data: a [`call`], its [`decision`] (classified, agreed on and chosen once, then
//! [cached](cache)), its start and its end ([`in_flight`]). A [`blocking`] call is all of these in
//! turn.

pub mod agree;
mod between;
pub mod blocking;
pub mod blocks;
mod cache;
pub mod call;
pub mod classify;
pub mod context;
mod decision;
pub mod evaluation;
mod in_flight;
pub mod local;
pub mod notices;
pub mod resources;
pub mod scratch;
