//! Distributed arrays and accumulators, reduced over the ranks of a communicator: what the direct
//! calls of `samebits.h` do once their arguments are known. It sees the ranks through a
//! [`Transport`](crate::schedule::Transport), so that the tests run it on simulated ones.
//!
//! Three steps, of which a plan keeps what the first two have found:
//!
//! 1. *Exchange* ([`group`]): each rank tells the others the [`signature`] of its call, or that it
//!    cannot take part, and how many elements it holds ([`shares`]). Where signatures differ all
//!    ranks find out who has called what ([`comparison`]), and return one error.
//! 2. *Decide* ([`plan`]): who holds which elements, by which schedule partials are merged.
//! 3. *Reduce* ([`reduction`]): shares are lifted to partials, which are merged and finished.
//!
//! Short arrays of few ranks need one message for all three, as long as their cut does not change
//! ([`piggyback`]). Accumulators ([`accumulator`]) are exchanged and merged.

pub mod accumulator;
pub mod comparison;
pub mod failure;
pub mod group;
pub mod operation;
pub mod piggyback;
pub mod plan;
pub mod reduction;
pub mod shares;
pub mod signature;
