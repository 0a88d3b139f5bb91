//! Profiles: what was measured of a machine, kept in a file that `SAMEBITS_PROFILE` names, for
//! the choice of schedules.
//!
//! All ranks have to go by the same numbers: they compare the digest of theirs with their
//! policies, and ranks that differ are refused like any others that do. A profile of another
//! machine or MPI library is no error, since no bit depends on it: it is not used, by any rank
//! of a communicator in which one finds it foreign.

mod file;
pub mod measure;
mod origin;
mod text;

pub use origin::Origin;
pub use text::Profile;
