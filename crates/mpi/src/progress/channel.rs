//! The communicators of ours on which driven reductions send their messages, and the tags that tell
//! the reductions apart. They are duplicates of the program's, made by MPI_Comm_idup, which may be
//! under way still when a reduction is started. (It copies the program's attributes, too: no other
//! function makes a communicator without waiting.)

use super::duplicate::{self, Duplicate, Parent};
use super::engine;
use crate::{abi::family::Handle, Library};
use libc::c_int;
use samebits_base::fault::{Fault, Outcome};
use samebits_base::lock::lock;
use std::sync::{Arc, Mutex};

/// As many tags as every MPI library has on a communicator. None is used a second time there: that
/// would be right only if no rank still had messages under it. With the last one another communicator
/// takes its place.
const TAGS: c_int = 1 << 15;

/// What a communicator of the program's has for driven reductions. Nothing is made before the first
/// one.
#[derive(Debug)]
pub struct DrivenComm {
    library: &'static Library,
    parent: Arc<Parent>,
    tags: Mutex<Option<(Arc<Duplicate>, Sequence)>>,
}

impl DrivenComm {
    /// Of a communicator that exists as long as this does.
    pub fn new(library: &'static Library, comm: Handle) -> DrivenComm {
        let parent = Arc::new(Parent::new(comm));
        DrivenComm { library, parent, tags: Mutex::default() }
    }

    /// The tag of the next reduction. All ranks ask for them in the same order, that of nonblocking calls
    /// and of inits of persistent ones, which keep theirs: their starts may come in another order on
    /// each rank. Waits for nobody. The library has a hook.
    pub fn next_tag(&self) -> Result<Tag, Fault> {
        duplicate::free_released(self.library);
        let mut tags = lock(&self.tags);
        if let Some((on, sequence)) = &mut *tags {
            if let Some(number) = sequence.next() {
                return Ok(Tag { on: Arc::clone(on), number });
            }
        }
        let on = Duplicate::start(self.library, Arc::clone(&self.parent))?;
        if self.library.hook.is_none_or(|hook| hook.polls()) {
            engine::add(self.library, Arc::clone(&on))?;
        }
        let (number, sequence) = Sequence::begin();
        *tags = Some((Arc::clone(&on), sequence));
        Ok(Tag { on, number })
    }
}

impl Drop for DrivenComm {
    fn drop(&mut self) {
        self.parent.goes();
    }
}

/// The tags of a communicator that nobody has yet.
#[derive(Debug)]
struct Sequence {
    next: c_int,
}

impl Sequence {
    /// The first tag, and the others.
    fn begin() -> (c_int, Sequence) {
        (0, Sequence { next: 1 })
    }

    fn next(&mut self) -> Option<c_int> {
        let tag = self.next;
        (tag < TAGS).then(|| {
            self.next += 1;
            tag
        })
    }
}

/// A tag on a communicator of ours, which no other reduction there has. It keeps the communicator.
#[derive(Clone, Debug)]
pub struct Tag {
    on: Arc<Duplicate>,
    number: c_int,
}

impl Tag {
    /// Whether its communicator is there, so that messages may be sent. To be asked in
    /// [`super::Driven::poll`], after [`super::DrivenMessages::poll_always`].
    pub fn is_ready(&self) -> Result<bool, Fault> {
        self.on.is_ready()
    }

    /// Makes its communicator on a simulated rank, and waits for that.
    pub fn make_ready(&self) -> Outcome {
        self.on.make()
    }

    /// Whether its communicator is made of that one.
    pub(super) fn is_of(&self, comm: Handle) -> bool {
        self.on.is_of(comm)
    }

    pub(super) fn number(&self) -> c_int {
        self.number
    }

    /// The communicator, once it is ready.
    pub(super) fn comm(&self) -> Handle {
        self.on.comm()
    }

    /// The program's communicator, if it is there still.
    pub(super) fn parent(&self) -> Option<Handle> {
        self.on.parent()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_tag_is_given_once_and_none_is_too_large() {
        let (first, mut sequence) = Sequence::begin();
        let tags: Vec<c_int> =
            [first].into_iter().chain(std::iter::from_fn(|| sequence.next())).collect();
        assert!(tags.iter().copied().eq(0..=32767));
        assert_eq!(sequence.next(), None);
    }
}
