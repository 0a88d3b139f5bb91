//! An exported symbol as data: its row of the [tables](samebits_calls), and what is known of it at run
//! time.

use super::forward::Forward;
pub use samebits_calls::{position, Form, Prototype, Reduction, Role, Spelling};
use samebits_trace::caller::Frame;
use std::sync::atomic::AtomicBool;

/// What is known of a covered reduction at compile time: its row.
pub trait Signature {
    const ROW: &'static Reduction;
    const NAME: &'static str = Self::ROW.prototype.name;
    const FORM: Form = Self::ROW.form;
    const ROLES: &'static [Role] = Self::ROW.prototype.arguments;
}

/// An exported function, one for each symbol of a row.
#[derive(Debug)]
pub struct Function {
    /// Its name in C, where counts are ints.
    pub name: &'static str,
    pub symbol: &'static str,
    pub fortran: bool,
    /// Its arguments, without Fortran's error argument.
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
    pub const fn new(
        prototype: &'static Prototype,
        symbol: &'static str,
        spelling: Spelling,
    ) -> Self {
        let int_form = match spelling {
            Spelling::LargeCounts => Some(Forward::new(prototype.name)),
            _ => None,
        };
        Function {
            name: prototype.name,
            symbol,
            fortran: spelling.is_fortran(),
            roles: prototype.arguments,
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

    /// Whether its INTEGERs have eight bytes, which samebits does not read.
    #[inline]
    pub fn is_wide(&self) -> bool {
        self.fortran && super::integer::are_wide(self.next.is_f08())
    }
}
