//! Where a call comes in: C ([`c`], [`c_lifecycle`]), Fortran ([`fortran`],
//! [`fortran_sessions`]), both ([`uncovered_table`]), and `samebits.h` ([`direct`]).
//! The reductions that are made reproducible lead to [`reduction`], the others to
//! [`uncovered`].

mod agree;
mod arguments;
pub mod c;
pub mod c_lifecycle;
pub mod direct;
mod first_on_node;
pub mod fortran;
pub mod fortran_sessions;
mod forward;
mod guard;
mod int_form;
mod kept;
mod lifecycle;
mod means;
mod output;
mod passed_on;
mod precedence;
mod procedures;
mod process;
mod reduction;
mod scratch;
mod tune;
mod uncovered;
pub mod uncovered_table;
mod unseen;
