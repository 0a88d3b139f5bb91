//! The process that this library is in ([`process`]): the start and the end of MPI
//! ([`lifecycle`]), what it starts itself ([`children`]), what is written ([`output`]), what is complete
//! before something ends ([`own_exchanges`]), the panic boundary ([`guard`]), and which tools
//! get the program's calls first ([`precedence`]).

pub mod children;
pub mod guard;
pub mod lifecycle;
mod origin;
mod output;
pub mod own_exchanges;
pub mod precedence;
pub mod process;
mod tracing;
