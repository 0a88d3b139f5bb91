//! What the arguments of a direct call mean: who gets the results, how elements are reduced,
//! whether the buffers can be used, and what other ranks compare.

use super::context::Process;
use super::function::Function;
use libc::{c_char, c_int, c_void};
use samebits_array::failure::{Class, Failure};
use samebits_array::signature::{hash, Signature};
use samebits_array::{operation::Operation, shares::Shares};
use samebits_mpi::abi::family::Handle;
use samebits_policy as policy;
use samebits_schedule::Destination;
use std::{borrow::Cow, ffi::CStr};

#[derive(Clone, Copy)]
pub struct DirectCall<'a> {
    pub function: Function,
    /// The name of the call in messages: the function's, or what a program calls in another language.
    pub name: &'static str,
    pub datatype: Handle,
    pub op: Handle,
    pub comm: Handle,
    /// None where all ranks get the results.
    pub root: Option<c_int>,
    /// This rank's share of each array.
    pub shares: Shares<'a>,
}

impl DirectCall<'_> {
    /// A call without arrays as yet.
    pub fn new(
        function: Function,
        (datatype, op, comm): (Handle, Handle, Handle),
        root: Option<c_int>,
    ) -> DirectCall<'static> {
        let shares = Shares { lengths: &[], starts: None, runs: None, first: 0 };
        DirectCall { function, name: function.name(), datatype, op, comm, root, shares }
    }

    /// What the ranks compare of the call. (Inlined: its parts are not copied as a whole, which would
    /// wait until they are written.)
    #[inline(always)]
    pub fn signature(&self, process: &Process, operation: &Operation<'_>) -> Signature {
        let arrays = self.shares.lengths.len() as u32;
        let signature =
            Signature { arrays, root: root_word(self.root), ..self.function.signature() };
        if let Some(code) = operation.code {
            let [format, shape, operator, arithmetic] = code.bytes();
            let datatype = u32::from_le_bytes([format, shape, 0, 0]);
            let (operator, rest) = (operator.into(), arithmetic.into());
            return Signature { datatype, operator, rest, ..signature };
        }
        self.of_any_types(process, operation, signature)
    }

    /// For elements that the MPI library or the program evaluates: its operators take types of one
    /// size.
    #[cold]
    fn of_any_types(
        &self,
        process: &Process,
        operation: &Operation<'_>,
        signature: Signature,
    ) -> Signature {
        const USER_DEFINED: u32 = 0xff;
        const ELSEWHERE: u64 = 1 << 32;
        let predefined = process.library.predefined();
        let operator =
            predefined.operator(self.op).map_or(USER_DEFINED, |(_, operator)| operator as u32);
        let named = predefined.datatype(self.datatype).filter(|_| operator != USER_DEFINED);
        let size = operation.shape.element as u64;
        let datatype = named.map_or(size, |datatype| hash(datatype.name.bytes().map(u64::from)));
        Signature { datatype: datatype as u32, operator, rest: ELSEWHERE, ..signature }
    }

    pub fn in_words(&self, process: &Process) -> String {
        let mut given = Vec::new();
        if self.function.has_lists() {
            given.push(("arrays", self.shares.lengths.len().to_string()));
        }
        given.extend(names(process, self.datatype, self.op));
        given.extend(self.root.map(|root| ("root", root.to_string())));
        self.function.in_words(&given)
    }
}

/// A root as it is compared.
pub fn root_word(root: Option<c_int>) -> u32 {
    root.map_or(0, |root| root.wrapping_add(1) as u32)
}

pub fn names(process: &Process, datatype: Handle, op: Handle) -> [(&'static str, String); 2] {
    let predefined = process.library.predefined();
    let datatype = match predefined.datatype(datatype) {
        Some(datatype) => datatype.name.to_string(),
        None => match process.library.size_of_type(datatype) {
            Some(size) => format!("a derived datatype of {size} bytes"),
            None => "a derived datatype".to_string(),
        },
    };
    let op = predefined.operator(op).map_or("a user-defined operator", |(name, _)| name);
    [("type", datatype), ("op", op.to_string())]
}

/// The caller's string, empty if it is null.
pub unsafe fn text<'a>(text: *const c_char) -> Cow<'a, str> {
    // SAFETY: upheld by the caller.
    if text.is_null() { c"" } else { unsafe { CStr::from_ptr(text) } }.to_string_lossy()
}

/// The caller's variable for a result.
pub unsafe fn variable<'a, T>(address: *mut T, what: &str) -> Result<&'a mut T, Failure> {
    // SAFETY: upheld by the caller.
    unsafe { address.as_mut() }
        .ok_or_else(|| Failure::new(Class::Arg, format!("the address for the {what} is null")))
}

/// The caller's list, with an entry for each of the `arrays`.
pub unsafe fn list<'a, T>(
    name: &str,
    arrays: c_int,
    entries: *const T,
) -> Result<&'a [T], Failure> {
    match usize::try_from(arrays) {
        Ok(0) => Ok(&[]),
        Ok(_) if entries.is_null() => {
            Err(Failure::new(Class::Arg, format!("the list {name} of {arrays} arrays is null")))
        }
        // SAFETY: upheld by the caller.
        Ok(arrays) => Ok(unsafe { std::slice::from_raw_parts(entries, arrays) }),
        Err(_) => Err(Failure::new(Class::Count, format!("the number of arrays is {arrays}"))),
    }
}

/// Frees what a handle points to, and sets it to null.
pub unsafe fn free<T>(handle: *mut *mut T, name: &str) -> Result<(), Failure> {
    // SAFETY: upheld by the caller.
    let Some(handle) = (unsafe { handle.as_mut() }) else {
        return Err(Failure::new(Class::Arg, format!("the address of the {name} is null")));
    };
    let boxed = std::mem::replace(handle, std::ptr::null_mut());
    if !boxed.is_null() {
        // SAFETY: upheld by the caller.
        drop(unsafe { Box::from_raw(boxed) });
    }
    Ok(())
}

/// The failure for a value that an environment variable does not take either.
pub fn refused(variable: &str, name: &str, value: &str) -> Failure {
    let row = policy::variable(variable).expect("it is in the table");
    Failure::new(Class::Arg, row.refusal(name, value))
}

pub fn destination(root: Option<c_int>, ranks: usize) -> Result<Destination, Failure> {
    let Some(root) = root else { return Ok(Destination::All) };
    match usize::try_from(root) {
        Ok(root) if root < ranks => Ok(Destination::Root(root)),
        _ => Err(Failure::new(
            Class::Root,
            format!("the root is {root}; it has to be a rank, from 0 to {}", ranks - 1),
        )),
    }
}

#[derive(Clone, Copy)]
pub struct Buffers<'a> {
    /// The first element of this rank's share of each array.
    pub locals: &'a [*const c_void],
    /// Memory for one element per array.
    pub results: *mut c_void,
}

impl Buffers<'_> {
    /// Whether they can be used on a rank that `receives` the results or does not.
    pub fn check(
        &self,
        in_place: usize,
        lengths: impl Iterator<Item = u64>,
        receives: bool,
    ) -> Result<(), Failure> {
        let wrong = |what| Err(Failure::new(Class::Buffer, what));
        let unusable = |address: usize| match address {
            0 => Some("null"),
            _ if address == in_place => Some("MPI_IN_PLACE, which is not accepted here"),
            _ => None,
        };
        let several = self.locals.len() > 1;
        for (number, (local, length)) in self.locals.iter().zip(lengths).enumerate() {
            if let Some(what) = unusable(local.addr()).filter(|_| length > 0) {
                let of_array = if several { format!(" of array {number}") } else { String::new() };
                return wrong(format!("the buffer of the {length} elements{of_array} is {what}"));
            }
        }
        match unusable(self.results.addr()) {
            Some(what) if receives && !self.locals.is_empty() => {
                wrong(format!("the buffer of the result is {what}"))
            }
            _ => Ok(()),
        }
    }
}
