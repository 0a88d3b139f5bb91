//! The arguments of exported reductions, read alike from C, from C with large counts, and from
//! Fortran.

use super::function::{position, Function, Role, Signature};
use super::sentinels::Sentinels;
use crate::arithmetic::Fault;
use crate::mpi::communicator::Communicator;
use crate::mpi::family::Handle;
use crate::mpi::functions::FromFortran;
use crate::mpi::Library;
use crate::reduction::call::{Call, CallInfo, CallScope, Operation};
use libc::c_int;

/// How a call hands over its arguments.
#[derive(Clone, Copy)]
pub enum Language {
    /// By value; counts are ints.
    C,
    /// By value; counts are MPI_Counts.
    CLarge,
    /// By address; numbers and handles are INTEGERs of four bytes.
    Fortran(FromFortran, &'static Sentinels),
}

/// The ranks of a communicator, none of one that is none; a fault is what MPI said of it.
#[inline]
fn ranks(library: &Library, comm: Handle) -> Result<usize, Fault> {
    match library.is_null_communicator(comm) {
        true => Ok(0),
        false => Ok(Communicator::of(library, comm)?.size),
    }
}

impl Language {
    /// The number in an argument that is a count.
    ///
    /// # Safety
    /// The word is a count in this language.
    #[inline(always)]
    unsafe fn number(self, word: usize) -> i64 {
        match self {
            Language::CLarge => word as i64,
            // SAFETY: upheld by the caller.
            Language::C | Language::Fortran(..) => i64::from(unsafe { self.int(word) }),
        }
    }

    /// The number in an argument that is an int whatever the form of counts.
    ///
    /// # Safety
    /// The word is an int in this language.
    #[inline(always)]
    unsafe fn int(self, word: usize) -> c_int {
        match self {
            // (The upper half of a register with an int is undefined.)
            Language::C | Language::CLarge => word as c_int,
            // SAFETY: Fortran passes the address of an INTEGER.
            Language::Fortran(..) => unsafe { *(word as *const c_int) },
        }
    }

    /// A number of an array.
    ///
    /// # Safety
    /// The word is the address of an array of counts that long in this language.
    pub unsafe fn number_at(self, word: usize, index: usize) -> i64 {
        // SAFETY: upheld by the caller.
        unsafe {
            match self {
                Language::CLarge => *(word as *const i64).add(index),
                Language::C | Language::Fortran(..) => {
                    i64::from(*(word as *const c_int).add(index))
                }
            }
        }
    }

    /// The handle in an argument; `convert` picks the conversion from Fortran.
    ///
    /// # Safety
    /// The word is a handle of that sort in this language.
    #[inline(always)]
    unsafe fn handle(
        self,
        word: usize,
        convert: impl Fn(&FromFortran) -> unsafe extern "C" fn(c_int) -> Handle,
    ) -> Handle {
        match self {
            Language::C | Language::CLarge => word,
            // SAFETY: Fortran passes the address of an INTEGER, which the
            // library's own function converts.
            Language::Fortran(functions, _) => unsafe {
                convert(&functions)(*(word as *const c_int))
            },
        }
    }

    /// The elements of all blocks, of which an argument says how long each is; a negative number
    /// where that is one, or they are more than there can be.
    ///
    /// # Safety
    /// The word is a count in this language.
    #[inline]
    unsafe fn blocks(self, word: usize, library: &Library, comm: Handle) -> Result<i64, Fault> {
        // SAFETY: upheld by the caller.
        let block = unsafe { self.number(word) };
        if block <= 0 {
            return Ok(block);
        }
        Ok(block.checked_mul(ranks(library, comm)? as i64).unwrap_or(-1))
    }

    /// A buffer as C passes it.
    #[inline(always)]
    fn buffer(self, word: usize) -> *mut u8 {
        match self {
            Language::C | Language::CLarge => word as *mut u8,
            Language::Fortran(_, sentinels) => sentinels.translate(word),
        }
    }

    /// The collective reduction that a call of a covered function asks for; a fault is what MPI
    /// said of its communicator.
    ///
    /// # Safety
    /// The words are arguments for the function in this language.
    #[inline(always)]
    pub unsafe fn call<S: Signature>(
        self,
        words: &[usize],
        library: &Library,
    ) -> Result<Call, Fault> {
        macro_rules! needed {
            ($role:ident) => {
                words[const { position(S::ROLES, Role::$role) }.expect("a reduction has it")]
            };
        }
        let root = const { position(S::ROLES, Role::Root) };
        // SAFETY: upheld by the caller; each word is what its role says.
        unsafe {
            let comm = self.handle(needed!(Comm), |f| f.comm);
            let count = match const { position(S::ROLES, Role::BlockCount) } {
                Some(at) => self.blocks(words[at], library, comm)?,
                None => self.number(needed!(Count)),
            };
            Ok(Call {
                name: S::NAME,
                form: S::FORM,
                root: root.map_or(0, |at| self.int(words[at])),
                send: self.buffer(needed!(Send)),
                recv: self.buffer(needed!(Recv)),
                operation: Operation {
                    count,
                    datatype: self.handle(needed!(Datatype), |f| f.datatype),
                    op: self.handle(needed!(Op), |f| f.op),
                },
                comm,
            })
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
    ) -> Result<CallInfo, Fault> {
        let word = |role| function.word(words, role);
        // SAFETY: upheld by the caller; each word is what its role says.
        unsafe {
            let handle = |role, convert: fn(&FromFortran) -> _| {
                word(role).map_or(0, |word| self.handle(word, convert))
            };
            let on = match word(Role::Comm) {
                Some(_) => CallScope::Communicator(handle(Role::Comm, |f| f.comm)),
                None => CallScope::Window(handle(Role::Win, |f| f.win)),
            };
            let comm = match on {
                CallScope::Communicator(comm) => comm,
                CallScope::Window(_) => library.constants.comm_null,
            };
            let count = if let Some(word) = word(Role::Count) {
                self.number(word)
            } else if let Some(word) = word(Role::BlockCount) {
                self.blocks(word, library, comm)?
            } else if let Some(word) = word(Role::Counts).filter(|word| *word != 0) {
                let ranks = ranks(library, comm)?;
                (0..ranks).map(|rank| self.number_at(word, rank)).fold(0, i64::saturating_add)
            } else {
                1
            };
            let datatype = handle(Role::Datatype, |f| f.datatype);
            let op = handle(Role::Op, |f| f.op);
            let operation = Operation { count, datatype, op };
            Ok(CallInfo { name: function.name, operation, on })
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
                Language::Fortran(functions, _) => {
                    *(request as *mut c_int) = (functions.request_to_fortran)(null);
                }
            }
        }
    }
}
