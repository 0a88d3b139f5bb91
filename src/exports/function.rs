//! An exported reduction as data: a row of the [table](super::reductions).

use super::forward::Forward;
use crate::reduction::call::Form;
use crate::trace::caller::Frame;
use std::sync::atomic::AtomicBool;

/// What an argument is, as far as samebits reads it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    Send,
    Recv,
    Count,
    /// The number of elements of each rank's block.
    BlockCount,
    /// An array of the numbers of elements of all ranks' blocks.
    Counts,
    /// A number of elements that is not reported.
    OtherCount,
    Datatype,
    Op,
    Root,
    Comm,
    Win,
    /// The address for a request.
    Request,
    /// What a fetching one-sided call returns: where, how many elements, of which datatype.
    Result,
    ResultCount,
    ResultDatatype,
    /// The rank of a one-sided call's target.
    Target,
    /// A displacement, an info object, another buffer or datatype.
    Other,
}

/// Whether a reduction is made reproducible, or only counted and warned of or refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Coverage {
    Covered,
    Uncovered,
}

/// A row of the table, whichever symbol it was called by.
#[derive(Clone, Copy, Debug)]
pub struct Row {
    /// Its name in C, where counts are ints.
    pub name: &'static str,
    /// Its name in C, where counts are MPI_Counts.
    pub large: Option<&'static str>,
    /// Its names in Fortran, by different compilers and bindings.
    pub fortran: &'static [&'static str],
    /// Its type by the MPI standard, where counts are ints, and where they are MPI_Counts.
    pub types: fn() -> [&'static str; 2],
    pub form: Form,
    pub coverage: Coverage,
}

/// What is known of an exported function at compile time: its row, and its arguments.
pub trait Signature {
    const NAME: &'static str;
    const FORM: Form;
    const ROLES: &'static [Role];
}

/// Which argument has a role.
pub const fn position(roles: &[Role], role: Role) -> Option<usize> {
    let mut i = 0;
    while i < roles.len() {
        if roles[i] as u8 == role as u8 {
            return Some(i);
        }
        i += 1;
    }
    None
}

/// An exported function, one for each symbol of a row.
#[derive(Debug)]
pub struct Function {
    pub name: &'static str,
    pub roles: &'static [Role],
    pub next: Forward,
    /// For a function with MPI_Counts: the one with ints, used where the MPI library lacks it.
    pub int_form: Option<Forward>,
    /// A call of it has reached this library.
    pub arrived: AtomicBool,
    /// Its warning was written.
    pub warned: AtomicBool,
    /// Where it finds its caller.
    pub frame: Frame,
}

impl Function {
    pub const fn new<S: Signature>(symbol: &'static str, int_form: Option<Forward>) -> Self {
        Function {
            name: S::NAME,
            roles: S::ROLES,
            next: Forward::new(symbol),
            int_form,
            arrived: AtomicBool::new(false),
            warned: AtomicBool::new(false),
            frame: Frame::new(),
        }
    }

    pub fn word(&self, words: &[usize], role: Role) -> Option<usize> {
        Some(words[position(self.roles, role)?])
    }
}
