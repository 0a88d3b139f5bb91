//! Nonblocking reductions by the MPI library of partials of one width ([`fixed_width`]), by an
//! operator of ours, in place where no rank gets a block. The order in which the library merges them
//! changes no bit, so the operator may be called commutative.
//!
//! Cost, n bytes of partials, p ranks: the library's own reduction of as many bytes, and a merge of
//! n bytes wherever it applies the operator, ceil(log2 p) times or so.

use crate::abi::family::Handle;
use crate::{calls::nonblocking::Pending, Library};
use libc::{c_int, c_void};
use samebits_base::fault::Fault;
use samebits_base::stack::with_room;
use samebits_fold::fixed_width;
use samebits_schedule::Destination;

/// The root of a merge.
#[derive(Clone, Copy, Debug)]
pub struct MergeRoot {
    pub rank: usize,
    /// Whether this rank is the root.
    pub here: bool,
}

/// The blocks of a merge, with their numbers of partials; this rank's goes to another address: MPICH
/// 4.0.2's own MPI_Reduce_scatter fails in place, where a long block overlaps its result.
#[derive(Clone, Copy, Debug)]
pub struct MergeBlocks<'a> {
    pub lengths: &'a [c_int],
    pub into: *mut u8,
}

impl Library {
    /// Starts to merge vectors of `count` partials of `bytes` bytes each; what this rank gets
    /// begins where its own one does, unless that is a block.
    ///
    /// # Safety
    /// The partials, room for a block and the lengths of blocks stay until the operation is
    /// complete, and nobody else uses them.
    pub unsafe fn start_merging(
        &self,
        comm: Handle,
        to: Destination<MergeRoot, MergeBlocks<'_>>,
        partials: *mut u8,
        (count, bytes): (c_int, usize),
    ) -> Result<Pending, Fault> {
        let op = self.own_operator(&self.cache.partials_op, merge_each)?;
        let (datatype, functions) = (self.bytes_type(bytes)?, &self.functions);
        let in_place = self.constants.in_place as *const c_void;
        let all = partials.cast::<c_void>();
        // SAFETY: upheld by the caller.
        Pending::start(|request| unsafe {
            match to {
                Destination::All => {
                    (functions.iallreduce)(in_place, all, count, datatype, op, comm, request)
                }
                Destination::Root(MergeRoot { rank, here }) => {
                    let (from, into) = if here {
                        (in_place, all)
                    } else {
                        (all.cast_const(), std::ptr::null_mut())
                    };
                    let root = rank as c_int;
                    (functions.ireduce)(from, into, count, datatype, op, root, comm, request)
                }
                Destination::Blocks(MergeBlocks { lengths, into }) => {
                    let (from, into, lengths) = (all.cast_const(), into.cast(), lengths.as_ptr());
                    (functions.ireduce_scatter)(from, into, lengths, datatype, op, comm, request)
                }
                Destination::InclusivePrefix => {
                    (functions.iscan)(in_place, all, count, datatype, op, comm, request)
                }
                Destination::ExclusivePrefix => {
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
    // SAFETY: the MPI library passes `count` partials of one reduction, in two places.
    with_room(|| unsafe { fixed_width::merge(left.cast(), right.cast(), *count as usize) });
}
