//! The communicators of ours on which driven reductions send their messages, and the tags that tell
//! the reductions apart. Such a communicator is the one that blocking reductions have, if it can only be
//! made by a call that waits ([`Hook::duplicates_meanwhile`]); or a duplicate of the program's, made by
//! MPI_Comm_idup, which may be under way still when a reduction is started. (That copies the program's
//! attributes, too: no other function makes a communicator without waiting.)

use super::duplicate::{Duplicate, Parent};
use super::tag::{Channel, Tag};
#[cfg(doc)]
use crate::abi::hook::Hook;
use crate::calls::private::PrivateComm;
use crate::calls::released::free_released;
use crate::{abi::family::Handle, Library};
use libc::c_int;
use samebits_base::{fault::Fault, lock::lock};
use std::sync::{Arc, Mutex, Weak};

/// The tags of nonblocking reductions are used in turn: the messages under each are matched in the order
/// in which reductions get it, since none begins on a rank before the one with its tag is done there.
/// (Blocking reductions have others.)
const FIRST: c_int = 2;
const IN_TURN: usize = 1024;

/// Those of persistent ones belong to one alone: ranks free them at different times.
const FIRST_PERSISTENT: c_int = FIRST + IN_TURN as c_int;

/// The largest one that every MPI library has.
const LAST: c_int = 32767;

/// What a communicator of the program's has for driven reductions.
#[derive(Debug)]
pub struct DrivenComm {
    library: &'static Library,
    parent: Arc<Parent>,
    private: Option<Arc<PrivateComm>>,
    tags: Mutex<Tags>,
}

impl DrivenComm {
    /// Of a communicator of the program's that exists as long as this does, to be duplicated with the
    /// first tag; or with one of ours that has its ranks.
    pub fn new(
        library: &'static Library,
        comm: Handle,
        private: Option<Arc<PrivateComm>>,
    ) -> DrivenComm {
        let parent = Arc::new(Parent::new(comm));
        DrivenComm { library, parent, private, tags: Mutex::default() }
    }

    /// The tag of the next nonblocking reduction. All ranks ask for these in the same order. Waits for
    /// nobody. The library has a hook.
    pub fn next_tag(&self) -> Result<Tag, Fault> {
        free_released();
        let mut tags = lock(&self.tags);
        let on = self.channel(&mut tags)?;
        let (number, turn, before) = tags.in_turn.next();
        Ok(Tag::new(on, number, (before, turn)))
    }

    /// That of the next persistent one, for all of its starts, which may come in another order on each
    /// rank; likewise. None if there are no more.
    pub fn persistent_tag(&self) -> Result<Option<Tag>, Fault> {
        free_released();
        let mut tags = lock(&self.tags);
        let on = self.channel(&mut tags)?;
        let number = FIRST_PERSISTENT + tags.persistent;
        if number > LAST {
            return Ok(None);
        }
        tags.persistent += 1;
        Ok(Some(Tag::new(on, number, Default::default())))
    }

    fn channel(&self, tags: &mut Tags) -> Result<Channel, Fault> {
        if let Some(channel) = &tags.on {
            return Ok(channel.clone());
        }
        let channel = match &self.private {
            Some(private) => Channel::Private(Arc::clone(private), Arc::clone(&self.parent)),
            None => Channel::Duplicate(Duplicate::start(self.library, Arc::clone(&self.parent))?),
        };
        tags.on = Some(channel.clone());
        Ok(channel)
    }
}

impl Drop for DrivenComm {
    fn drop(&mut self) {
        self.parent.goes();
    }
}

#[derive(Debug, Default)]
struct Tags {
    /// Where they are, once one was asked for.
    on: Option<Channel>,
    in_turn: InTurn,
    /// How many persistent reductions have one.
    persistent: c_int,
}

/// The tags that are used in turn.
#[derive(Debug, Default)]
struct InTurn {
    next: usize,
    /// Who has each.
    latest: Vec<Weak<()>>,
}

impl InTurn {
    /// The next one, what keeps it, and what keeps the one before with the same number.
    fn next(&mut self) -> (c_int, Arc<()>, Weak<()>) {
        let (index, turn) = (self.next, Arc::new(()));
        self.next = (index + 1) % IN_TURN;
        if index == self.latest.len() {
            self.latest.push(Weak::new());
        }
        let before = std::mem::replace(&mut self.latest[index], Arc::downgrade(&turn));
        (FIRST + index as c_int, turn, before)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tag_has_its_turn_again_once_the_one_before_is_done() {
        let mut tags = InTurn::default();
        let mut first: Vec<_> = (0..IN_TURN).map(|_| tags.next()).collect();
        for (index, (number, _, before)) in first.iter().enumerate() {
            assert_eq!(*number, FIRST + index as c_int);
            assert_eq!(before.strong_count(), 0);
        }
        let (number, turn, before) = tags.next();
        assert_eq!((number, before.strong_count()), (FIRST, 1));
        drop(first.remove(0));
        assert_eq!(before.strong_count(), 0);
        let (number, _, before) = tags.next();
        assert_eq!((number, before.strong_count()), (FIRST + 1, 1));
        assert_eq!(Arc::strong_count(&turn), 1);
        drop(first);
        let rest: Vec<_> = (2..=IN_TURN).map(|_| tags.next()).collect();
        let (number, _, before) = rest.last().unwrap();
        assert_eq!((*number, before.strong_count()), (FIRST, 1), "the second one has it still");
    }

    #[test]
    fn persistent_reductions_have_other_tags() {
        const { assert!(FIRST > 1 && FIRST_PERSISTENT == FIRST + IN_TURN as c_int) };
        const { assert!(FIRST_PERSISTENT < LAST) };
    }
}
