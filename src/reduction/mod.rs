//! One reduction as data: a [`call`], its [`decision`] (classified, agreed on and chosen once, then
//! [cached](cache)), its start and its end ([`in_flight`]). A [`blocking`] call is all of these in
//! turn; a [`nonblocking`] one is started in the call and finished when its [request](requests)
//! completes.

pub mod agree;
mod agree_later;
mod between;
mod between_later;
pub mod blocking;
pub mod blocks;
pub mod by_request;
mod cache;
pub mod call;
pub mod classify;
pub mod context;
mod decision;
pub mod described;
pub mod digested;
pub mod evaluation;
mod folding;
mod groups;
pub mod held;
mod idle;
mod in_flight;
mod late_ranks;
pub mod local;
mod merged;
pub mod nonblocking;
pub mod notices;
mod posted;
pub mod prepared;
mod request_table;
pub mod requests;
pub mod resources;
mod rows;
pub mod scratch;
mod started;
pub mod traced;
