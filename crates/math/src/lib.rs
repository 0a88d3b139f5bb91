//! libsamebits_math: elementary functions whose results are correctly rounded in the caller's rounding
//! mode, and so the same bits on every CPU, with every libm and every version of one.
//!
//! The arithmetic is that of the CORE-MATH project, whose C sources the build script compiles once for
//! each set of instructions (`table`, `build/`). Around it stand the rules for what is no ordinary
//! number (`settle`), the choice of the instructions when the library is loaded (`choice`), and what it
//! says then (`notices`). Before the slowest of them stand fast paths (`fast/`), which leave to them what
//! they cannot round.
//!
//! `vector` has the forms for several numbers at a time.
//!
//! The complex functions are built from these (`complex`): the same bits everywhere, too, but not
//! correctly rounded. Those of long double, and the Bessel functions, are not covered.

// (choice.rs wants the addresses of functions only, and declares them without their types.)
#![allow(clashing_extern_declarations)]

mod choice;
pub mod complex;
pub mod errno;
mod fpenv;
mod notices;
pub mod scalar;
mod settle;
pub mod table;
#[cfg(target_arch = "x86_64")]
pub mod vector;

/// The index of the variant that the processor is fastest with; it has those before it, too.
pub fn fastest_variant() -> usize {
    choice::fastest()
}
