//! The functions that make communicators. (MPI 4's functions that begin with a group belong to
//! sessions, which are not traced.)

use crate::prototype::Prototype;
use crate::role::Role::{self, *};
use crate::rows::Constructor;

const fn row(name: &'static str, arguments: &'static [Role]) -> Constructor {
    Constructor { prototype: Prototype::new(name, arguments), instead: None }
}

/// One with an argument that is a string, or one for C alone.
const fn in_c(name: &'static str, arguments: &'static [Role]) -> Constructor {
    Constructor { prototype: Prototype::new(name, arguments).only_in_c(), instead: None }
}

#[rustfmt::skip] // a row a line, or two
pub const CONSTRUCTORS: &[Constructor] = &[
    row("MPI_Comm_dup", &[Comm, New]),
    row("MPI_Comm_dup_with_info", &[Comm, Info, New]),
    row("MPI_Comm_idup", &[Comm, New, Request]),
    Constructor {
        prototype: Prototype::new("MPI_Comm_idup_with_info", &[Comm, Info, New, Request]),
        instead: Some("idup_without_info"),
    },
    row("MPI_Comm_create", &[Comm, Handle, New]),
    row("MPI_Comm_create_group", &[Comm, Handle, Number, New]),
    row("MPI_Comm_split", &[Comm, Number, Number, New]),
    row("MPI_Comm_split_type", &[Comm, Number, Number, Info, New]),
    row("MPI_Cart_create", &[Comm, Number, Numbers, Numbers, Number, New]),
    row("MPI_Cart_sub", &[Comm, Numbers, New]),
    row("MPI_Graph_create", &[Comm, Number, Numbers, Numbers, Number, New]),
    row("MPI_Dist_graph_create",
        &[Comm, Number, Numbers, Numbers, Numbers, Numbers, Info, Number, New]),
    row("MPI_Dist_graph_create_adjacent",
        &[Comm, Number, Numbers, Numbers, Number, Numbers, Numbers, Info, Number, New]),
    row("MPI_Intercomm_create", &[Comm, Number, Comm, Number, Number, New]),
    row("MPI_Intercomm_merge", &[Comm, Number, New]),
    in_c("MPI_Comm_spawn", &[Text, Texts, Number, Info, Root, Comm, New, NumberPlace]),
    in_c("MPI_Comm_spawn_multiple",
        &[Number, Texts, Texts, Numbers, Handles, Root, Comm, New, NumberPlace]),
    in_c("MPI_Comm_accept", &[Text, Info, Root, Comm, New]),
    in_c("MPI_Comm_connect", &[Text, Info, Root, Comm, New]),
    in_c("MPI_Comm_join", &[Number, New]),
];
