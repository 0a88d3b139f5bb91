//! An exported reduction as data: a row of the [table](super::reductions).

use super::forward::Forward;
use crate::reduction::call::Form;
use std::sync::atomic::AtomicBool;

/// What an argument is, as far as we look at it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// This rank's contribution.
    Send,
    /// Where the result goes.
    Recv,
    /// The number of elements.
    Count,
    /// The number of elements for each rank.
    BlockCount,
    /// The numbers of elements for all ranks, in an array.
    Counts,
    /// A number of elements that is not reported.
    OtherCount,
    /// The elements' datatype.
    Datatype,
    /// The operator.
    Op,
    /// The root.
    Root,
    /// The communicator.
    Comm,
    /// The window.
    Win,
    /// Where a request is stored.
    Request,
    /// A rank, a displacement, an info object, another buffer or datatype.
    Other,
}

/// Whether a reduction is made reproducible.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Coverage {
    /// It is.
    Covered,
    /// It is only seen: counted, and warned of or refused.
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
    /// Who gets what of the result, and when.
    pub form: Form,
    /// Whether it is made reproducible.
    pub coverage: Coverage,
}

/// What the arguments of an exported function are, known where it is compiled.
pub trait Signature {
    /// Its row's name.
    const NAME: &'static str;
    /// Its row's form.
    const FORM: Form;
    /// What its arguments are.
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

/// An exported function, of which there is one for each symbol of a row.
#[derive(Debug)]
pub struct Function {
    /// Its row's name.
    pub name: &'static str,
    /// Its row's form.
    pub form: Form,
    /// What its arguments are.
    pub roles: &'static [Role],
    /// The function behind us.
    pub next: Forward,
    /// Where the counts are MPI_Counts: the function with ints, which serves
    /// where the MPI library has no other.
    pub int_form: Option<Forward>,
    /// A call of it has come to us.
    pub arrived: AtomicBool,
    /// Its warning was written.
    pub said: AtomicBool,
}

impl Function {
    /// The function of that name.
    pub const fn new<S: Signature>(symbol: &'static str, int_form: Option<Forward>) -> Self {
        Function {
            name: S::NAME,
            form: S::FORM,
            roles: S::ROLES,
            next: Forward::new(symbol),
            int_form,
            arrived: AtomicBool::new(false),
            said: AtomicBool::new(false),
        }
    }

    /// The argument of that role.
    pub fn word(&self, words: &[usize], role: Role) -> Option<usize> {
        Some(words[position(self.roles, role)?])
    }
}
