//! The functions that samebits exports, as tables: one row a function, plain data.
//!
//! A row has the function's [`Prototype`] (its name, its arguments by [`Role`], whether it has a form
//! with large counts, and its Fortran procedures) and what samebits does in a call of it. There is one
//! type of rows, and one table, for each kind of functions:
//!
//! | table | row | what samebits does |
//! |---|---|---|
//! | [`REDUCTIONS`] | [`Reduction`] | reduces, or counts, warns of or refuses it |
//! | [`COMPLETIONS`] | [`Completing`] | completes, tests, starts or frees its own requests |
//! | [`CHOICES`] | [`Watched`] | nothing; what MPI has chosen goes into the trace |
//! | [`CONSTRUCTORS`] | [`Constructor`] | nothing; the trace numbers the new communicator |
//! | [`ENDINGS`] | [`Served`] | ends what still uses an operator, a datatype or a communicator |
//! | [`LIFECYCLE`] | [`Served`] | starts and ends itself with MPI |
//!
//! Of the functions of `samebits.h`, [`VECTOR_SUMS`] has the sums over vectors: a [`VectorSum`] is a
//! blocking and a nonblocking function in C, and what is made of them in Fortran, C++ and Python.
//! [`ARRAY_REDUCTIONS`] has the reductions of arrays, and [`OVER_RANKS`] names the others that all ranks
//! call. [`SHORT_SUMS`] and [`CSR_PRODUCTS`] have those on
//! local numbers, of which there is one for each type of elements ([`Typed`]).
//!
//! Everything that lists these functions is made from the rows. `build.rs` of samebits calls
//! [`generate`], which writes the exported symbols ([`Symbol`]): one in C, one in C with large counts,
//! and a Fortran procedure for each [`Spelling`]. Each calls a typed function in `src/exports/`,
//! which a row names by its path there. `make header` writes the lists in the documentation and those
//! of the tests, and the tests in `tests/abi/` compare the prototypes with an MPI library's mpi.h.
//!
//! A new function is a row here and a Rust function in `src/exports/`.

mod destination;
pub mod direct;
mod direct_rows;
mod form;
pub mod generate;
mod prototype;
mod role;
mod rows;
mod spelling;
mod tables;
pub mod typed;

pub use destination::Destination;
pub use direct_rows::{ArrayReduction, Given, Typed, TypedComments, VectorSum};
pub use form::{Completion, Coverage, Delivery, Form};
pub use prototype::{Fortran, Prototype, Symbol};
pub use role::{position, Role};
pub use rows::{Completing, Constructor, Reduction, Requests, Served, Watched};
pub use spelling::Spelling;
pub use tables::{prototypes, CHOICES, COMPLETIONS, CONSTRUCTORS, ENDINGS, LIFECYCLE, REDUCTIONS};
pub use tables::{ARRAY_REDUCTIONS, CSR_PRODUCTS, OVER_RANKS, SHORT_SUMS, VECTOR_SUMS};
