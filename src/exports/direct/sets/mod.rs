//! Sets of sums: created and filled one by one ([`set`]) or in a row ([`filled`]), and finished over
//! ranks in one exchange.

pub mod filled;
pub mod over_ranks;
pub mod set;
