//! Reductions that the MPI library drives: its progress engine calls a function of ours ([`Hook`]), in
//! whatever call of MPI this rank is, and that goes on with the reductions under way.
//!
//! A [`Driven`] one is started by [`start`], which gives a generalised request of the MPI library: who
//! completes that needs nothing of samebits. It sends its messages by [`DrivenMessages`], on a
//! communicator of ours ([`DrivenComm`]) that is there once a [`Tag`] of it is ready. Where ranks are
//! simulated it is started by [`simulated::start`].

pub mod channel;
mod driven;
mod duplicate;
mod end;
mod engine;
pub mod messages;
mod reductions;
mod request;
pub mod simulated;
mod table;
mod tag;
mod testing;

pub use crate::abi::hook::Hook;
pub use channel::DrivenComm;
pub use driven::Driven;
pub use engine::{any, end, enter_by, start, test};
pub use messages::DrivenMessages;
pub use request::{has_requests, refused};
pub use tag::Tag;
