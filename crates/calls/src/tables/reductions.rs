//! The reductions, and whether samebits makes them reproducible. (MPI has no neighbourhood
//! reductions.)

use crate::form::{Completion, Coverage, Delivery, Form};
use crate::prototype::Prototype;
use crate::role::Role::{self, *};
use crate::rows::Reduction;

const fn row(prototype: Prototype, delivery: Delivery, completion: Completion) -> Reduction {
    Reduction { prototype, form: Form { delivery, completion }, coverage: Coverage::Covered }
}

const fn blocking(name: &'static str, to: Delivery, arguments: &'static [Role]) -> Reduction {
    row(Prototype::new(name, arguments).with_large_counts(), to, Completion::Blocking)
}

const fn nonblocking(name: &'static str, to: Delivery, arguments: &'static [Role]) -> Reduction {
    row(Prototype::new(name, arguments).with_large_counts(), to, Completion::Nonblocking)
}

const fn persistent(name: &'static str, to: Delivery, arguments: &'static [Role]) -> Reduction {
    row(Prototype::new(name, arguments).with_large_counts(), to, Completion::Persistent)
}

/// A persistent one by the name that Open MPI 4 has for it.
const fn extension(name: &'static str, to: Delivery, arguments: &'static [Role]) -> Reduction {
    row(Prototype::new(name, arguments), to, Completion::Persistent)
}

/// One that is combined with another rank's memory, and not made reproducible.
const fn one_sided(prototype: Prototype) -> Reduction {
    let row = row(prototype, Delivery::Window, Completion::Blocking);
    Reduction { coverage: Coverage::Uncovered, ..row }
}

#[rustfmt::skip] // two lines a row
pub const REDUCTIONS: &[Reduction] = &[
    blocking("MPI_Allreduce", Delivery::ALL,
        &[Send, Recv, Count, Datatype, Op, Comm]),
    blocking("MPI_Reduce", Delivery::ROOT,
        &[Send, Recv, Count, Datatype, Op, Root, Comm]),
    blocking("MPI_Reduce_scatter", Delivery::BLOCKS,
        &[Send, Recv, Counts, Datatype, Op, Comm]),
    blocking("MPI_Reduce_scatter_block", Delivery::BLOCKS,
        &[Send, Recv, BlockCount, Datatype, Op, Comm]),
    blocking("MPI_Scan", Delivery::INCLUSIVE_PREFIX,
        &[Send, Recv, Count, Datatype, Op, Comm]),
    blocking("MPI_Exscan", Delivery::EXCLUSIVE_PREFIX,
        &[Send, Recv, Count, Datatype, Op, Comm]),
    blocking("MPI_Reduce_local", Delivery::Local,
        &[Send, Recv, Count, Datatype, Op]),

    nonblocking("MPI_Iallreduce", Delivery::ALL,
        &[Send, Recv, Count, Datatype, Op, Comm, Request]),
    nonblocking("MPI_Ireduce", Delivery::ROOT,
        &[Send, Recv, Count, Datatype, Op, Root, Comm, Request]),
    nonblocking("MPI_Ireduce_scatter", Delivery::BLOCKS,
        &[Send, Recv, Counts, Datatype, Op, Comm, Request]),
    nonblocking("MPI_Ireduce_scatter_block", Delivery::BLOCKS,
        &[Send, Recv, BlockCount, Datatype, Op, Comm, Request]),
    nonblocking("MPI_Iscan", Delivery::INCLUSIVE_PREFIX,
        &[Send, Recv, Count, Datatype, Op, Comm, Request]),
    nonblocking("MPI_Iexscan", Delivery::EXCLUSIVE_PREFIX,
        &[Send, Recv, Count, Datatype, Op, Comm, Request]),

    persistent("MPI_Allreduce_init", Delivery::ALL,
        &[Send, Recv, Count, Datatype, Op, Comm, Info, Request]),
    persistent("MPI_Reduce_init", Delivery::ROOT,
        &[Send, Recv, Count, Datatype, Op, Root, Comm, Info, Request]),
    persistent("MPI_Reduce_scatter_init", Delivery::BLOCKS,
        &[Send, Recv, Counts, Datatype, Op, Comm, Info, Request]),
    persistent("MPI_Reduce_scatter_block_init", Delivery::BLOCKS,
        &[Send, Recv, BlockCount, Datatype, Op, Comm, Info, Request]),
    persistent("MPI_Scan_init", Delivery::INCLUSIVE_PREFIX,
        &[Send, Recv, Count, Datatype, Op, Comm, Info, Request]),
    persistent("MPI_Exscan_init", Delivery::EXCLUSIVE_PREFIX,
        &[Send, Recv, Count, Datatype, Op, Comm, Info, Request]),

    extension("MPIX_Allreduce_init", Delivery::ALL,
        &[Send, Recv, Count, Datatype, Op, Comm, Info, Request]),
    extension("MPIX_Reduce_init", Delivery::ROOT,
        &[Send, Recv, Count, Datatype, Op, Root, Comm, Info, Request]),
    extension("MPIX_Reduce_scatter_init", Delivery::BLOCKS,
        &[Send, Recv, Counts, Datatype, Op, Comm, Info, Request]),
    extension("MPIX_Reduce_scatter_block_init", Delivery::BLOCKS,
        &[Send, Recv, BlockCount, Datatype, Op, Comm, Info, Request]),
    extension("MPIX_Scan_init", Delivery::INCLUSIVE_PREFIX,
        &[Send, Recv, Count, Datatype, Op, Comm, Info, Request]),
    extension("MPIX_Exscan_init", Delivery::EXCLUSIVE_PREFIX,
        &[Send, Recv, Count, Datatype, Op, Comm, Info, Request]),

    one_sided(Prototype::new("MPI_Accumulate",
        &[Read, OtherCount, OtherDatatype, Target, Displacement, Count, Datatype, Op,
          Win]).with_large_counts()),
    one_sided(Prototype::new("MPI_Raccumulate",
        &[Read, OtherCount, OtherDatatype, Target, Displacement, Count, Datatype, Op, Win,
          Request]).with_large_counts()),
    one_sided(Prototype::new("MPI_Get_accumulate",
        &[Read, OtherCount, OtherDatatype, Result, ResultCount, ResultDatatype, Target,
          Displacement, Count, Datatype, Op, Win]).with_large_counts()),
    one_sided(Prototype::new("MPI_Rget_accumulate",
        &[Read, OtherCount, OtherDatatype, Result, ResultCount, ResultDatatype, Target,
          Displacement, Count, Datatype, Op, Win, Request]).with_large_counts()),
    one_sided(Prototype::new("MPI_Fetch_and_op",
        &[Read, Result, Datatype, Target, Displacement, Op, Win])),
];
