//! The complex functions, built from the library's own real ones.
//!
//! Between those stand additions, multiplications, divisions and roots of doubles, in one order and
//! none of them fused (`pair`), so that every processor gives the same bits. The results are not
//! correctly rounded, but for `cabs` and `carg`; in the caller's other rounding modes the rest are what
//! they are to nearest, because compilers take that mode for granted. Exceptions may be raised in excess.
//!
//! The sign of a NaN that an operation makes is the processor's: no sign is taken from one (`settled`).
//!
//! `table` lists the functions; what is infinite or not a number follows annex G of the C standard.

mod exponential;
mod hyperbolic;
mod inverse;
mod inverse_tangent;
mod logarithm;
pub mod number;
mod pair;
mod powers;
mod powers_of_e;
mod real;
mod root;
mod settled;
pub mod table;
