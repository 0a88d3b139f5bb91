//! Conversions of Fortran's INTEGER handles, and the datatypes of its kinds.

use super::family::{Family, Handle};
use super::functions::{FromFortran, ToC};
use super::{datatypes::Class, names::DATATYPES};
use crate::Library;
use libc::c_int;
use samebits_kernel::Kind;

impl Library {
    /// The communicator behind an INTEGER; none where the library has no conversion.
    pub fn comm_from_fortran(&self, integer: c_int) -> Option<Handle> {
        self.handle_from_fortran(integer, |convert| convert.comm)
    }

    /// The operator behind an INTEGER.
    pub fn op_from_fortran(&self, integer: c_int) -> Option<Handle> {
        self.handle_from_fortran(integer, |convert| convert.op)
    }

    /// The datatype of a kind's elements: the one behind an INTEGER if it has them in this library,
    /// as an operator written in Fortran expects that one, else the one of that name in C.
    pub fn datatype_from_fortran(&self, integer: c_int, kind: Kind, c: &str) -> Option<Handle> {
        let given = self.handle_from_fortran(integer, |convert| convert.datatype);
        let has_kind = |handle: &Handle| {
            let datatype = self.predefined().datatype(*handle);
            datatype.is_some_and(|datatype| datatype.class == Class::Floating(kind))
        };
        given.filter(has_kind).or_else(|| {
            let named = DATATYPES.iter().find(|named| named.name == c)?;
            named.handle(self.family, &self.object)
        })
    }

    /// The INTEGERs of a datatype and an operator; none where the library has no conversion.
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

    /// A handle is the same number in MPICH's family, and if it is predefined in the standard ABI.
    fn handle_from_fortran(&self, integer: c_int, by: fn(&FromFortran) -> ToC) -> Option<Handle> {
        match (self.family, &self.from_fortran) {
            (Family::Mpich, _) | (Family::Standard, None) => Some(integer as isize as usize),
            // SAFETY: the conversion takes any INTEGER.
            (_, Some(convert)) => Some(unsafe { by(convert)(integer) }),
            (_, None) => None,
        }
    }
}
