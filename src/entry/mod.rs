//! Where a call comes in: C ([`c`]), Fortran ([`fortran`]), and `samebits.h`
//! ([`direct`]). All of them lead to [`reduction`].

pub mod c;
pub mod direct;
pub mod fortran;
mod forward;
mod guard;
mod lifecycle;
mod precedence;
mod process;
mod reduction;
mod scratch;
