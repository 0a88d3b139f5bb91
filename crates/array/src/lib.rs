//! Distributed arrays and accumulators, reduced over the ranks of a communicator: what the direct
//! calls of `samebits.h` do once their arguments are known. The ranks are seen through a
//! [`Transport`](samebits_schedule::Transport), so that the tests can simulate them.
//!
//! Three steps, of which a plan stores the results of the first two, and a communicator
//! [remembers](remembered) those of its last calls:
//!
//! 1. *Exchange* ([`negotiation`]): each rank sends the [`signature`] of its call and words of its
//!    [`shares`], or of its [`pieces`] of the array. If signatures differ, all ranks find out who
//!    called what ([`comparison`]).
//! 2. *Decide* ([`plan`]): who holds which elements, and which schedule merges the partials.
//! 3. *Reduce* ([`reduction`]): shares are lifted to partials, which are merged and finished, in
//!    [`rows`] of data where these are short.
//!
//! The partials travel with the first message where they can be right already. Accumulators
//! ([`accumulator`]) are exchanged and merged, and so is what each rank has summed of its vectors
//! ([`sums`]), without a plan. On a communicator of one rank nothing travels, and there are no
//! partials.

pub mod accumulator;
mod alone;
mod comparison;
pub mod failure;
pub mod form;
pub mod group;
pub mod layout;
pub mod negotiation;
pub mod operation;
pub mod pieces;
pub mod plan;
pub mod reduction;
pub mod remembered;
pub mod rows;
pub mod shares;
pub mod signature;
pub mod slots;
pub mod sums;
