//! The functions in which MPI chooses something that only a trace sees: receives from any source, and
//! what one-sided calls fetch. (Which requests are found complete, it sees in
//! [`COMPLETIONS`](super::COMPLETIONS).)

use crate::prototype::Prototype;
use crate::role::Role::*;
use crate::rows::Watched;

const fn receive(prototype: Prototype) -> Watched {
    Watched { prototype, by: "receives::receive" }
}

/// One with a buffer.
const fn receive_into(prototype: Prototype) -> Watched {
    receive(prototype.with_large_counts().with_descriptors())
}

const fn synchronise(prototype: Prototype) -> Watched {
    Watched { prototype, by: "fetches::synchronise" }
}

#[rustfmt::skip] // a row a line, or two
pub const CHOICES: &[Watched] = &[
    receive_into(Prototype::new("MPI_Recv",
        &[Written, Count, Datatype, Source, Number, Comm, Status])),
    receive_into(Prototype::new("MPI_Sendrecv",
        &[Read, OtherCount, OtherDatatype, Number, Number, Written, Count, Datatype, Source, Number,
          Comm, Status])),
    receive_into(Prototype::new("MPI_Sendrecv_replace",
        &[Written, Count, Datatype, Number, Number, Source, Number, Comm, Status])),
    receive_into(Prototype::new("MPI_Irecv",
        &[Written, Count, Datatype, Source, Number, Comm, Request])),
    receive_into(Prototype::new("MPI_Recv_init",
        &[Written, Count, Datatype, Source, Number, Comm, Request])),
    receive(Prototype::new("MPI_Probe", &[Source, Number, Comm, Status])),
    receive(Prototype::new("MPI_Iprobe", &[Source, Number, Comm, Flag, Status])),
    receive(Prototype::new("MPI_Mprobe", &[Source, Number, Comm, HandlePlace, Status])),
    receive(Prototype::new("MPI_Improbe", &[Source, Number, Comm, Flag, HandlePlace, Status])),

    Watched {
        prototype: Prototype::new("MPI_Compare_and_swap",
            &[Read, Read, Result, Datatype, Target, Displacement, Win]).with_descriptors(),
        by: "fetches::compare_and_swap",
    },
    synchronise(Prototype::new("MPI_Win_fence", &[Number, Win])),
    synchronise(Prototype::new("MPI_Win_complete", &[Win])),
    synchronise(Prototype::new("MPI_Win_unlock", &[Target, Win])),
    synchronise(Prototype::new("MPI_Win_unlock_all", &[Win])),
    synchronise(Prototype::new("MPI_Win_flush", &[Target, Win])),
    synchronise(Prototype::new("MPI_Win_flush_all", &[Win])),
    synchronise(Prototype::new("MPI_Win_flush_local", &[Target, Win])),
    synchronise(Prototype::new("MPI_Win_flush_local_all", &[Win])),
];
