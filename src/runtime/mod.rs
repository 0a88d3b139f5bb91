//! The process that this library is in ([`process`]): the start and the end of MPI
//! ([`lifecycle`]), what is written ([`output`]), the panic boundary ([`guard`]), and who gets the
//! program's calls before us ([`precedence`], [`unseen`]).

pub mod guard;
pub mod lifecycle;
mod output;
pub mod precedence;
pub mod process;
mod unseen;
