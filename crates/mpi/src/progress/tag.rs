//! What tells the messages of one driven reduction apart.

use super::duplicate::{Duplicate, Parent};
use crate::abi::family::Handle;
use crate::calls::private::PrivateComm;
use libc::c_int;
use samebits_base::fault::Fault;
use std::sync::{Arc, Weak};

/// A communicator of ours.
#[derive(Clone, Debug)]
pub(super) enum Channel {
    Private(Arc<PrivateComm>, Arc<Parent>),
    Duplicate(Arc<Duplicate>),
}

/// A tag on a communicator of ours, which no other reduction there has at one time. It keeps the
/// communicator.
#[derive(Clone, Debug)]
pub struct Tag {
    on: Channel,
    number: c_int,
    /// The reduction that has had it before.
    before: Weak<()>,
    _turn: Arc<()>,
}

impl Tag {
    /// `turn` is what keeps the tag, behind what keeps it for the reduction that has had it before.
    pub(super) fn new(on: Channel, number: c_int, (before, turn): (Weak<()>, Arc<()>)) -> Tag {
        Tag { on, number, before, _turn: turn }
    }

    /// Whether its communicator is there and the tag is free, so that messages may be sent. To be asked in
    /// [`super::Driven::poll`], after [`super::DrivenMessages::poll_always`].
    pub fn is_ready(&self) -> Result<bool, Fault> {
        let is_free = self.before.strong_count() == 0;
        match &self.on {
            Channel::Private(..) => Ok(is_free),
            Channel::Duplicate(duplicate) => Ok(duplicate.is_ready()? && is_free),
        }
    }

    pub(super) fn number(&self) -> c_int {
        self.number
    }

    /// The communicator, once it is ready.
    pub(super) fn comm(&self) -> Handle {
        match &self.on {
            Channel::Private(private, _) => private.comm(),
            Channel::Duplicate(duplicate) => duplicate.comm(),
        }
    }

    /// The program's communicator, if it is there still.
    pub(super) fn parent(&self) -> Option<Handle> {
        match &self.on {
            Channel::Private(_, parent) => parent.handle(),
            Channel::Duplicate(duplicate) => duplicate.parent(),
        }
    }
}
