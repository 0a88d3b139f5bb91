//! What is under way, and how it goes on.

use super::Driven;
use crate::{abi::family::Handle, Library};
use samebits_base::fault::Fault;

/// Starts a reduction: polls it once, unless another thread is about to. Returns its request, a generalised
/// one, which is completed with its outcome, maybe before this returns. The library has a hook.
pub fn start(library: &'static Library, driven: Box<dyn Driven>) -> Result<Handle, Fault> {
    let _ = (library, driven);
    todo!()
}
