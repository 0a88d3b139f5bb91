//! One reduction as data: a [`call`], its [`decision`] (classified, agreed on and chosen once, then
//! [cached](cache)), its start and its end ([`in_flight`]). A [`blocking`] call is all of these in
//! turn; a [`nonblocking`] one is started in the call and finished when its [request](requests)
//! completes. What is known of a [`communicator`] is kept for it, above all that its ranks have the same
//! policy ([`agreement`]).

pub mod agreement;
pub mod blocking;
pub mod call;
pub mod communicator;
pub mod context;
pub mod decision;
pub mod deferred_warnings;
pub mod failed;
mod in_flight;
mod intercomm;
pub mod local;
pub mod measure;
mod node_position;
pub mod nonblocking;
pub mod report;
pub mod requests;
pub mod scratch;
