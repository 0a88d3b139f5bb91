//! Nonblocking reductions by the MPI library of partials of one width ([`fixed_width`]), by an
//! operator of ours, in place where no rank gets a block. The order in which the library merges them
//! changes no bit, so the operator may be called commutative.
//!
//! Cost, n bytes of partials, p ranks: the library's own reduction of as many bytes, and a merge of
//! n bytes wherever it applies the operator, ceil(log2 p) times or so.

use crate::arithmetic::{fixed_width, Fault};
use crate::mpi::abi::family::Handle;
use crate::mpi::{calls::nonblocking::Pending, Library};
use crate::stack::with_room;
use libc::{c_int, c_void};

/// Which ranks get what.
#[derive(Clone, Copy, Debug)]
pub enum Share<'a> {
    All,
    Root {
        root: usize,
        /// Whether this rank is the root.
        here: bool,
    },
    /// Each rank its block, of so many partials, at another address: MPICH 4.0.2's own
    /// MPI_Reduce_scatter fails in place, where a long block overlaps its result.
    Blocks {
        lengths: &'a [c_int],
        into: *mut u8,
    },
    UpToEach,
    BeforeEach,
}

impl Library {
    /// Starts to merge vectors of `count` partials, each of so many bytes; what this rank gets
    /// begins where its own one does, unless that is a block.
    ///
    /// # Safety
    /// The partials, room for a block and the lengths of blocks stay until the operation is
    /// complete, and nobody else uses them.
    pub unsafe fn start_merging(
        &self,
        comm: Handle,
        share: Share<'_>,
        partials: *mut u8,
        (count, bytes): (c_int, usize),
    ) -> Result<Pending, Fault> {
        let op = self.own_operator(&self.cache.partials_op, merge_each)?;
        let (datatype, functions) = (self.bytes_type(bytes)?, &self.functions);
        let in_place = self.constants.in_place as *const c_void;
        let all = partials.cast::<c_void>();
        // SAFETY: upheld by the caller.
        Pending::start(|request| unsafe {
            match share {
                Share::All => {
                    (functions.iallreduce)(in_place, all, count, datatype, op, comm, request)
                }
                Share::Root { root, here } => {
                    let (from, to) = if here {
                        (in_place, all)
                    } else {
                        (all.cast_const(), std::ptr::null_mut())
                    };
                    let root = root as c_int;
                    (functions.ireduce)(from, to, count, datatype, op, root, comm, request)
                }
                Share::Blocks { lengths, into } => {
                    let (from, into, lengths) = (all.cast_const(), into.cast(), lengths.as_ptr());
                    (functions.ireduce_scatter)(from, into, lengths, datatype, op, comm, request)
                }
                Share::UpToEach => {
                    (functions.iscan)(in_place, all, count, datatype, op, comm, request)
                }
                Share::BeforeEach => {
                    (functions.iexscan)(in_place, all, count, datatype, op, comm, request)
                }
            }
        })
    }
}

/// The operator, which the MPI library may call wherever it makes progress, in any floating-point
/// environment. (A panic ends the process: it must not pass through the library.)
unsafe extern "C" fn merge_each(
    left: *mut c_void,
    right: *mut c_void,
    count: *mut c_int,
    _datatype: *mut c_void,
) {
    // SAFETY: the MPI library passes so many partials of one reduction, in two places.
    with_room(|| unsafe { fixed_width::merge(left.cast(), right.cast(), *count as usize) });
}
