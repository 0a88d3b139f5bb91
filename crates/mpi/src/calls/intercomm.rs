//! The two groups of an intercommunicator: collectives of the MPI library between them. As in
//! [`crate::transport`], nothing is duplicated, no point-to-point message is sent, and elements
//! travel as bytes.

use crate::{
    abi::family::{Constants, Handle},
    checked, int, Library,
};
use libc::c_int;
use samebits_base::fault::{Fault, Outcome};
use samebits_kernel::fpenv::Caller;
use std::ptr;

/// An intercommunicator, seen from this rank.
pub struct Intercomm<'a> {
    pub library: &'a Library,
    /// The caller's communicator.
    pub comm: Handle,
    /// The rank in its own group.
    pub rank: usize,
    /// The environment in which the library communicates: it may call functions of the user's.
    pub caller: &'a Caller,
}

/// What a rank is in a reduction whose root is in one group and gets the other group's result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    Root,
    /// Another rank of the root's group, whose arguments mean nothing.
    Bystander,
    /// A rank of the other group, and the root's rank.
    Contributor(c_int),
}

impl Role {
    /// That of a rank that passes this root, where the other group has so many ranks.
    pub fn of(constants: &Constants, root: c_int, remote: usize) -> Option<Role> {
        match root {
            _ if root == constants.root => Some(Role::Root),
            _ if root == constants.proc_null => Some(Role::Bystander),
            _ => usize::try_from(root)
                .is_ok_and(|root| root < remote)
                .then_some(Role::Contributor(root)),
        }
    }

    /// What MPI wants to be told of the root.
    fn argument(self, constants: &Constants) -> c_int {
        match self {
            Role::Root => constants.root,
            Role::Bystander => constants.proc_null,
            Role::Contributor(root) => root,
        }
    }
}

impl Intercomm<'_> {
    /// Puts a row of so many bytes of each rank of the other group behind each other, in rank
    /// order; the other group's ranks do the same with this group's.
    ///
    /// # Safety
    /// The row is there, and a buffer for all rows of the other group.
    pub unsafe fn exchange_rows(&self, send: *const u8, recv: *mut u8, bytes: usize) -> Outcome {
        let (byte, n) = (self.library.constants.byte, int(bytes));
        let (send, recv) = (send.cast(), recv.cast());
        let allgather = self.library.functions.allgather;
        // SAFETY: upheld by the caller.
        let call = || unsafe { allgather(send, n, byte, recv, n, byte, self.comm) };
        checked(self.caller.run(call))
    }

    /// The same for the root alone.
    ///
    /// # Safety
    /// The row is there on a contributor, and a buffer for all rows at the root.
    pub unsafe fn gather_rows(
        &self,
        role: Role,
        send: *const u8,
        recv: *mut u8,
        bytes: usize,
    ) -> Outcome {
        let Constants { byte, .. } = self.library.constants;
        let (root, n) = (role.argument(&self.library.constants), int(bytes));
        let (send, recv) = (send.cast(), recv.cast());
        let gather = self.library.functions.gather;
        // SAFETY: upheld by the caller.
        let call = || unsafe { gather(send, n, byte, recv, n, byte, root, self.comm) };
        checked(self.caller.run(call))
    }

    /// A bystander's part in the gathering of some rows.
    pub fn join_as_proc_null(&self) -> Outcome {
        // SAFETY: it gives nothing and gets nothing.
        unsafe { self.gather_rows(Role::Bystander, ptr::null(), ptr::null_mut(), 0) }
    }

    /// Tells the root's group a number of the contributors, all of which have the same; returns
    /// that number on all ranks.
    pub fn announce(&self, role: Role, number: u64) -> Result<u64, Fault> {
        let constants = &self.library.constants;
        let root = match role {
            Role::Root | Role::Bystander => 0,
            Role::Contributor(_) if self.rank == 0 => constants.root,
            Role::Contributor(_) => constants.proc_null,
        };
        let (mut number, bcast) = (number, self.library.functions.bcast);
        let (at, n) = ((&raw mut number).cast(), int(size_of::<u64>()));
        // SAFETY: so many bytes, on all ranks.
        let call = || unsafe { bcast(at, n, constants.byte, root, self.comm) };
        checked(self.caller.run(call))?;
        Ok(number)
    }
}
