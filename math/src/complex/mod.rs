//! The complex functions, built from the library's own real ones.
//!
//! Between those stand additions, multiplications, divisions and roots of doubles, in one order and
//! none of them fused (`pair`), so that every processor gives the same bits. The results are not
//! correctly rounded, but for `cabs` and `carg`. In the rounding modes other than to nearest they are
//! the same bits everywhere, too, with no bound on their errors. Exceptions may be raised in excess.
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
