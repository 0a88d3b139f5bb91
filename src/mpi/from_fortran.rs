//! What Fortran's INTEGER handles stand for, and the datatypes of its kinds.

use super::datatypes::Class;
use super::family::{Family, Handle};
use super::functions::{FromFortran, ToC};
use super::names::named_datatypes;
use super::Library;
use crate::kernel::Kind;
use libc::c_int;

impl Library {
    /// The communicator behind an INTEGER; none where the library cannot tell.
    pub fn comm_from_fortran(&self, integer: c_int) -> Option<Handle> {
        self.handle_from_fortran(integer, |convert| convert.comm)
    }

    /// Likewise the operator.
    pub fn op_from_fortran(&self, integer: c_int) -> Option<Handle> {
        self.handle_from_fortran(integer, |convert| convert.op)
    }

    /// The datatype of a kind's elements: the one behind an INTEGER, if it has them in
    /// this library, else the one in C, of that name. (A user-defined operator written in
    /// Fortran expects Fortran's names; what they are depends on how the MPI library was
    /// built.)
    pub fn datatype_from_fortran(&self, integer: c_int, kind: Kind, c: &str) -> Option<Handle> {
        let given = self.handle_from_fortran(integer, |convert| convert.datatype);
        let has_kind = |handle: &Handle| {
            let datatype = self.predefined().datatype(*handle);
            datatype.is_some_and(|datatype| datatype.class == Class::Floating(kind))
        };
        given.filter(has_kind).or_else(|| {
            let named = named_datatypes().find(|named| named.name == c)?;
            named.handle(self.family, &self.object)
        })
    }

    /// The INTEGERs of a datatype and an operator; none where the library cannot tell.
    pub fn to_fortran(&self, datatype: Handle, op: Handle) -> Option<(c_int, c_int)> {
        match (self.family, &self.from_fortran) {
            (Family::Mpich, _) => Some((datatype as c_int, op as c_int)),
            // SAFETY: handles of this library.
            (_, Some(convert)) => Some(unsafe {
                ((convert.datatype_to_fortran)(datatype), (convert.op_to_fortran)(op))
            }),
            (_, None) => None,
        }
    }

    /// A handle is the same number on MPICH's family, and for what is predefined in the
    /// standard ABI; the other libraries have functions that tell.
    fn handle_from_fortran(
        &self,
        integer: c_int,
        function: impl Fn(&FromFortran) -> ToC,
    ) -> Option<Handle> {
        match (self.family, &self.from_fortran) {
            (Family::Mpich, _) | (Family::Standard, None) => Some(integer as isize as usize),
            // SAFETY: it takes any INTEGER.
            (_, Some(convert)) => Some(unsafe { function(convert)(integer) }),
            (_, None) => None,
        }
    }
}
