//! The arguments of exported reductions, read alike from C, from C with large counts, and from
//! Fortran. An argument is a word: the register or the stack slot that it was passed in.

use super::function::{position, Function, Role, Signature};
use super::handles::{Handles, ToC};
use libc::c_int;
use once_cell::sync::OnceCell;
use samebits_base::fault::Fault;
use samebits_mpi::abi::family::{Family, Handle};
use samebits_mpi::{abi::functions::FromFortran, Library};
use samebits_reduction::call::{Call, CallInfo, CallScope, Delivery, Lengths, Operation};
use samebits_reduction::communicator::Communicator;
use samebits_schedule::Destination;
use std::slice::from_raw_parts;

/// How a call passes its arguments.
#[derive(Clone, Copy)]
pub enum Language {
    /// By value; counts are ints.
    C,
    /// By value; counts are MPI_Counts.
    CLarge,
    /// By address; numbers and handles are INTEGERs of four bytes.
    Fortran(FromFortran, &'static Sentinels),
}

/// The size of a communicator, 0 for MPI_COMM_NULL; a fault is MPI's own error.
#[inline]
fn ranks(library: &Library, comm: Handle) -> Result<usize, Fault> {
    match library.is_null_communicator(comm) {
        true => Ok(0),
        false => Ok(Communicator::of(library, comm)?.size),
    }
}

/// Words are what the method says, or arguments for the function, in this language.
impl Language {
    #[inline(always)]
    pub unsafe fn number(self, word: usize) -> i64 {
        match self {
            Language::CLarge => word as i64,
            // SAFETY: upheld by the caller.
            Language::C | Language::Fortran(..) => i64::from(unsafe { self.int(word) }),
        }
    }

    /// A number that is an int even where counts are large.
    #[inline(always)]
    pub unsafe fn int(self, word: usize) -> c_int {
        match self {
            // The upper half of a register with an int is undefined.
            Language::C | Language::CLarge => word as c_int,
            // SAFETY: Fortran passes the address of an INTEGER.
            Language::Fortran(..) => unsafe { *(word as *const c_int) },
        }
    }

    /// A handle; `convert` picks the conversion from Fortran.
    #[inline(always)]
    pub unsafe fn handle(self, word: usize, convert: impl Fn(&FromFortran) -> ToC) -> Handle {
        match self {
            Language::C | Language::CLarge => word,
            // SAFETY: the address of an INTEGER, which the MPI library's own function converts.
            Language::Fortran(functions, _) => unsafe {
                convert(&functions)(*(word as *const c_int))
            },
        }
    }

    /// The number of elements of all blocks, from that of one; negative if that is, or on overflow.
    #[inline]
    unsafe fn blocks(self, word: usize, library: &Library, comm: Handle) -> Result<i64, Fault> {
        // SAFETY: upheld by the caller.
        let block = unsafe { self.number(word) };
        if block <= 0 {
            return Ok(block);
        }
        Ok(block.checked_mul(ranks(library, comm)? as i64).unwrap_or(-1))
    }

    /// An array of a count for each rank; none if it is null.
    pub unsafe fn counts<'a>(self, word: usize, ranks: usize) -> Option<Lengths<'a>> {
        if word == 0 {
            return None;
        }
        // SAFETY: upheld by the caller.
        Some(unsafe {
            match self {
                Language::CLarge => Lengths::Large(from_raw_parts(word as *const i64, ranks)),
                Language::C | Language::Fortran(..) => {
                    Lengths::Ints(from_raw_parts(word as *const c_int, ranks))
                }
            }
        })
    }

    #[inline(always)]
    pub fn buffer(self, word: usize) -> *mut u8 {
        match self {
            Language::C | Language::CLarge => word as *mut u8,
            Language::Fortran(_, sentinels) => sentinels.translate(word),
        }
    }

    /// The reduction that a call of a covered function requests; a fault is MPI's own error.
    #[inline(always)]
    pub unsafe fn call<'a, S: Signature>(
        self,
        words: &[usize],
        library: &Library,
    ) -> Result<Call<'a>, Fault> {
        macro_rules! needed {
            ($role:ident) => {
                words[const { position(S::ROLES, Role::$role) }.expect("a reduction has it")]
            };
        }
        let root = const { position(S::ROLES, Role::Root) };
        // SAFETY: upheld by the caller; each word is what its role says.
        unsafe {
            let comm = match const { position(S::ROLES, Role::Comm) } {
                Some(at) => self.handle(words[at], |f| f.comm),
                None => library.comm_alone(),
            };
            let (count, lengths) = if let Some(at) = const { position(S::ROLES, Role::Counts) } {
                let lengths = self.counts(words[at], ranks(library, comm)?);
                (lengths.map_or(-1, Lengths::total), lengths)
            } else if let Some(at) = const { position(S::ROLES, Role::BlockCount) } {
                (self.blocks(words[at], library, comm)?, None)
            } else {
                (self.number(needed!(Count)), None)
            };
            Ok(Call {
                name: S::NAME,
                completion: S::FORM.completion,
                to: match const { S::FORM.delivery } {
                    Delivery::Ranks(to) => {
                        to.map(|()| root.map_or(0, |at| self.int(words[at])), |()| lengths)
                    }
                    // The caller is alone.
                    Delivery::Local | Delivery::Window => Destination::All,
                },
                send: self.buffer(needed!(Send)),
                recv: self.buffer(needed!(Recv)),
                operation: Operation {
                    count,
                    datatype: self.handle(needed!(Datatype), |f| f.datatype),
                    op: self.handle(needed!(Op), |f| f.op),
                },
                comm,
                how: None,
            })
        }
    }

    /// The request of a call, whose address that word is.
    #[inline(always)]
    pub fn request(self, word: usize, library: &Library) -> Handles<'_> {
        Handles::requests(library, matches!(self, Language::Fortran(..)), word)
    }

    /// What the report and the warnings need of any call; a fault is MPI's own error.
    pub unsafe fn call_info(
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
            let (comm, on) = match word(Role::Comm) {
                Some(_) => {
                    let comm = handle(Role::Comm, |f| f.comm);
                    (comm, CallScope::Communicator(comm))
                }
                None if word(Role::Win).is_some() => {
                    (library.constants.comm_null, CallScope::Window(handle(Role::Win, |f| f.win)))
                }
                None => (library.comm_alone(), CallScope::Communicator(library.comm_alone())),
            };
            let count = if let Some(word) = word(Role::Count) {
                self.number(word)
            } else if let Some(word) = word(Role::BlockCount) {
                self.blocks(word, library, comm)?
            } else if let Some(word) = word(Role::Counts) {
                self.counts(word, ranks(library, comm)?).map_or(-1, Lengths::total)
            } else {
                1
            };
            let datatype = handle(Role::Datatype, |f| f.datatype);
            let op = handle(Role::Op, |f| f.op);
            Ok(CallInfo { name: function.name, operation: Operation { count, datatype, op }, on })
        }
    }
}

/// A name in Fortran, as compilers spell it.
pub fn spellings(name: &str) -> [String; 4] {
    [name.to_string(), format!("{name}_"), format!("{name}__"), name.to_uppercase()]
}

/// The addresses that stand for MPI_IN_PLACE and MPI_BOTTOM in the Fortran of Open MPI, which has
/// common blocks for them, and of SMPI, which has procedures. There is one for each compiler's
/// spelling, and an executable may hold its own copy.
pub struct Sentinels {
    in_place: Vec<usize>,
    bottom: Vec<usize>,
    /// MPI_IN_PLACE in C.
    c_in_place: usize,
}

impl Sentinels {
    pub fn of(library: &Library) -> &'static Sentinels {
        static SENTINELS: OnceCell<Sentinels> = OnceCell::new();
        SENTINELS.get_or_init(|| {
            let addresses = |name: &str| {
                let spelled = spellings(name).into_iter();
                spelled.filter_map(|name| library.object.data(&name)).collect()
            };
            let (in_place, bottom) = match library.family {
                Family::Smpi => ("mpi_in_place", "mpi_bottom"),
                _ => ("mpi_fortran_in_place", "mpi_fortran_bottom"),
            };
            Sentinels {
                in_place: addresses(in_place),
                bottom: addresses(bottom),
                c_in_place: library.constants.in_place,
            }
        })
    }

    pub fn translate(&self, address: usize) -> *mut u8 {
        if self.in_place.contains(&address) {
            self.c_in_place as *mut u8
        } else if self.bottom.contains(&address) {
            std::ptr::null_mut()
        } else {
            address as *mut u8
        }
    }
}
