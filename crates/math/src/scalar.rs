//! The functions as Rust code calls them, in each variant. All variants give the same bits.
//!
//! ```
//! use samebits_math::scalar;
//! assert_eq!((scalar::chosen().exp)(0.0), 1.0);
//! assert_eq!((scalar::VARIANTS[0].expf)(0.0), 1.0);
//! ```

use crate::table::{self, Variant};
use std::ffi::c_int;
use std::sync::atomic::{AtomicUsize, Ordering};

#[cfg(target_arch = "x86_64")]
pub const NAMES: &[Variant] = table::X86_64;
#[cfg(target_arch = "aarch64")]
pub const NAMES: &[Variant] = table::AARCH64;

/// A function's type in Rust, by its shape.
macro_rules! pointer {
    (One, $type:ty) => { extern "C" fn($type) -> $type };
    (Two, $type:ty) => { extern "C" fn($type, $type) -> $type };
    (SinCos, $type:ty) => { unsafe extern "C" fn($type, *mut $type, *mut $type) };
    (Sign, $type:ty) => { unsafe extern "C" fn($type, *mut c_int) -> $type };
}

macro_rules! declared {
    (One, $type:ty, $($symbol:ident)*) => {
        unsafe extern "C" { $(safe fn $symbol(x: $type) -> $type;)* }
    };
    (Two, $type:ty, $($symbol:ident)*) => {
        unsafe extern "C" { $(safe fn $symbol(x: $type, y: $type) -> $type;)* }
    };
    (SinCos, $type:ty, $($symbol:ident)*) => {
        unsafe extern "C" { $(fn $symbol(x: $type, sine: *mut $type, cosine: *mut $type);)* }
    };
    (Sign, $type:ty, $($symbol:ident)*) => {
        unsafe extern "C" { $(fn $symbol(x: $type, sign: *mut c_int) -> $type;)* }
    };
}

/// A function by its shape and its type.
#[derive(Clone, Copy)]
pub enum Call {
    OneDouble(pointer!(One, f64)),
    OneFloat(pointer!(One, f32)),
    TwoDouble(pointer!(Two, f64)),
    TwoFloat(pointer!(Two, f32)),
    SinCosDouble(pointer!(SinCos, f64)),
    SinCosFloat(pointer!(SinCos, f32)),
    SignDouble(pointer!(Sign, f64)),
    SignFloat(pointer!(Sign, f32)),
}

macro_rules! call {
    (One, f64, $of:expr) => {
        Call::OneDouble($of)
    };
    (One, f32, $of:expr) => {
        Call::OneFloat($of)
    };
    (Two, f64, $of:expr) => {
        Call::TwoDouble($of)
    };
    (Two, f32, $of:expr) => {
        Call::TwoFloat($of)
    };
    (SinCos, f64, $of:expr) => {
        Call::SinCosDouble($of)
    };
    (SinCos, f32, $of:expr) => {
        Call::SinCosFloat($of)
    };
    (Sign, f64, $of:expr) => {
        Call::SignDouble($of)
    };
    (Sign, f32, $of:expr) => {
        Call::SignFloat($of)
    };
}

macro_rules! functions {
    ($($name:ident: $shape:ident($type:tt) [$($symbol:ident),*] [$($exported:ident),*];)*) => {
        $(declared!($shape, $type, $($symbol)*);)*

        /// The functions of one variant, under their names in C.
        pub struct Scalars {
            $(pub $name: pointer!($shape, $type),)*
        }

        impl Scalars {
            /// All of them, with their names.
            pub fn all(&self) -> Vec<(&'static str, Call)> {
                vec![$((stringify!($name), call!($shape, $type, self.$name)),)*]
            }
        }

        const COUNT: usize = NAMES.len();

        /// By the index of the variant, as in [`NAMES`].
        pub static VARIANTS: [Scalars; COUNT] = {
            $(const $name: [pointer!($shape, $type); COUNT] = [$($symbol),*];)*
            by_variant!($($name)*)
        };
    };
}

#[cfg(target_arch = "x86_64")]
macro_rules! by_variant {
    ($($name:ident)*) => { [Scalars { $($name: $name[0],)* }, Scalars { $($name: $name[1],)* }] };
}
#[cfg(target_arch = "aarch64")]
macro_rules! by_variant {
    ($($name:ident)*) => { [Scalars { $($name: $name[0],)* }] };
}

#[allow(non_upper_case_globals)]
mod functions {
    use super::*;
    include!(concat!(env!("OUT_DIR"), "/functions.rs"));
}
pub use functions::{Scalars, VARIANTS};

static CHOSEN: AtomicUsize = AtomicUsize::new(0);

/// The functions of the variant that was chosen when the library was loaded (`choice`).
#[inline]
pub fn chosen() -> &'static Scalars {
    &VARIANTS[CHOSEN.load(Ordering::Relaxed)]
}

/// Its index.
pub fn chosen_index() -> usize {
    CHOSEN.load(Ordering::Relaxed)
}

pub(crate) fn choose(index: usize) {
    CHOSEN.store(index, Ordering::Relaxed);
}
