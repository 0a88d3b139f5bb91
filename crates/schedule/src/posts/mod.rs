//! Contributions posted in shared memory, for nonblocking and persistent reductions. A rank posts
//! its contribution in the call that starts an operation, and never waits for others; whoever gets
//! a result finds the others' contributions when its request completes, folds them, and reports
//! that it has consumed them.
//!
//! [`switch`] says from which operation on a communicator's ranks use the memory, [`protocol`] how
//! they post and find, [`room`] where a writer has room, [`division`] who folds what of a long result,
//! [`leaving`] who gives the memory back.

pub mod division;
pub mod found;
pub mod leaving;
pub mod protocol;
pub mod room;
#[cfg(test)]
mod simulated;
pub mod switch;
