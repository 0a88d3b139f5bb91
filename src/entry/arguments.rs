//! The arguments of the functions of [`uncovered_table`](super::uncovered_table),
//! read alike from C, from C with large counts, and from Fortran.

use super::passed_on::{On, Subject};
use super::uncovered::Function;
use crate::arithmetic::Fault;
use crate::mpi::communicator::Communicator;
use crate::mpi::family::Handle;
use crate::mpi::functions::FromFortran;
use crate::mpi::Library;
use libc::c_int;

/// What an argument is, as far as we look at it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
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
    /// The communicator.
    Comm,
    /// The window.
    Win,
    /// Where a request is stored.
    Request,
    /// A buffer, a rank, a displacement, an info object.
    Other,
}

/// How a call hands over its arguments.
#[derive(Clone, Copy)]
pub enum Language {
    /// By value; counts are ints.
    C,
    /// By value; counts are MPI_Counts.
    CLarge,
    /// By address; numbers and handles are INTEGERs of four bytes.
    Fortran(FromFortran),
}

impl Language {
    /// The number in an argument.
    ///
    /// # Safety
    /// The word is a count in this language.
    pub unsafe fn number(self, word: usize) -> i64 {
        match self {
            Language::C => i64::from(word as c_int),
            Language::CLarge => word as i64,
            // SAFETY: Fortran passes the address of an INTEGER.
            Language::Fortran(_) => i64::from(unsafe { *(word as *const c_int) }),
        }
    }

    /// A number of an array.
    ///
    /// # Safety
    /// The word is the address of an array of counts that long in this language.
    pub unsafe fn number_at(self, word: usize, index: usize) -> i64 {
        // SAFETY: handed on to the caller.
        unsafe {
            match self {
                Language::CLarge => *(word as *const i64).add(index),
                Language::C | Language::Fortran(_) => i64::from(*(word as *const c_int).add(index)),
            }
        }
    }

    /// The handle in an argument; `convert` picks the conversion from Fortran.
    ///
    /// # Safety
    /// The word is a handle of that sort in this language.
    unsafe fn handle(
        self,
        word: usize,
        convert: impl Fn(&FromFortran) -> unsafe extern "C" fn(c_int) -> Handle,
    ) -> Handle {
        match self {
            Language::C | Language::CLarge => word,
            // SAFETY: Fortran passes the address of an INTEGER, which the
            // library's own function converts.
            Language::Fortran(functions) => unsafe { convert(&functions)(*(word as *const c_int)) },
        }
    }

    /// What a call of the function is about; a fault is what MPI said of its
    /// communicator.
    ///
    /// # Safety
    /// The words are arguments for the function in this language.
    pub unsafe fn subject(
        self,
        function: &Function,
        words: &[usize],
        library: &Library,
    ) -> Result<Subject, Fault> {
        let word = |role| function.word(words, role);
        // SAFETY: handed on to the caller; each word is what its role says.
        unsafe {
            let handle = |role, convert: fn(&FromFortran) -> _| {
                word(role).map_or(0, |word| self.handle(word, convert))
            };
            let on = match word(Role::Comm) {
                Some(_) => On::Communicator(handle(Role::Comm, |f| f.comm)),
                None => On::Window(handle(Role::Win, |f| f.win)),
            };
            let ranks = || match on {
                On::Communicator(comm) if !library.is_null_communicator(comm) => {
                    Ok(Communicator::of(library, comm)?.size)
                }
                _ => Ok(0),
            };
            let count = if let Some(word) = word(Role::Count) {
                self.number(word)
            } else if let Some(word) = word(Role::BlockCount) {
                self.number(word).saturating_mul(ranks()? as i64)
            } else if let Some(word) = word(Role::Counts).filter(|word| *word != 0) {
                (0..ranks()?).map(|rank| self.number_at(word, rank)).fold(0, i64::saturating_add)
            } else {
                1
            };
            Ok(Subject {
                name: function.name,
                count,
                datatype: handle(Role::Datatype, |f| f.datatype),
                op: handle(Role::Op, |f| f.op),
                on,
            })
        }
    }

    /// Stores MPI_REQUEST_NULL where the call wants a request.
    ///
    /// # Safety
    /// The words are arguments for the function in this language.
    pub unsafe fn store_null_request(
        self,
        function: &Function,
        words: &[usize],
        library: &Library,
    ) {
        let Some(request) = function.word(words, Role::Request) else { return };
        let null = library.constants.request_null;
        // SAFETY: the address of a request in this language.
        unsafe {
            match self {
                Language::C | Language::CLarge => {
                    library.family.write_handle(request as *mut u8, null);
                }
                Language::Fortran(functions) => {
                    *(request as *mut c_int) = (functions.request_to_fortran)(null);
                }
            }
        }
    }
}
