//! Which variant of the functions is used: chosen once, when the library is loaded, by what the
//! processor has. Bits do not depend on it.
//!
//! An exported name is a jump through a pointer. A program whose constructors run before ours calls
//! the variant that every processor has.

use crate::table::{self, Variant};
use std::sync::atomic::{AtomicPtr, Ordering};

/// The variable that forces a variant.
const VARIABLE: &str = "SAMEBITS_MATH_VARIANT";

#[cfg(target_arch = "x86_64")]
const VARIANTS: &[Variant] = table::X86_64;
#[cfg(target_arch = "aarch64")]
const VARIANTS: &[Variant] = table::AARCH64;

/// An exported function: where its variants are, and where its pointer is.
struct Exported {
    target: &'static AtomicPtr<()>,
    variants: [unsafe extern "C" fn(); VARIANTS.len()],
}

#[cfg(target_arch = "x86_64")]
macro_rules! jump {
    ($name:ident, $target:ident) => {
        #[no_mangle]
        #[unsafe(naked)]
        pub extern "C" fn $name() {
            core::arch::naked_asm!("jmp qword ptr [rip + {}]", sym $target)
        }
    };
}

#[cfg(target_arch = "aarch64")]
macro_rules! jump {
    ($name:ident, $target:ident) => {
        #[no_mangle]
        #[unsafe(naked)]
        pub extern "C" fn $name() {
            core::arch::naked_asm!(
                "adrp x16, {0}", "ldr x16, [x16, :lo12:{0}]", "br x16", sym $target
            )
        }
    };
}

macro_rules! exported {
    ($($name:ident: [$first:ident $(, $other:ident)*],)*) => {
        /// The functions under their names in C.
        pub mod functions {
            use super::*;
            $(
                #[allow(non_upper_case_globals)]
                pub(super) mod $name {
                    use super::*;
                    pub static TARGET: AtomicPtr<()> = AtomicPtr::new($first as *mut ());
                    jump!($name, TARGET);
                }
            )*
        }
        static EXPORTED: &[Exported] = &[$(
            Exported { target: &functions::$name::TARGET, variants: [$first $(, $other)*] },
        )*];
    };
}

include!(concat!(env!("OUT_DIR"), "/exports.rs"));

/// The index of the variant that the processor is fastest with.
#[cfg(target_arch = "x86_64")]
fn fastest() -> usize {
    let has_v3 = is_x86_feature_detected!("avx2")
        && is_x86_feature_detected!("fma")
        && is_x86_feature_detected!("bmi1")
        && is_x86_feature_detected!("bmi2")
        && is_x86_feature_detected!("f16c")
        && is_x86_feature_detected!("lzcnt")
        && is_x86_feature_detected!("movbe");
    usize::from(has_v3)
}

#[cfg(not(target_arch = "x86_64"))]
fn fastest() -> usize {
    0
}

/// The variant that the user names, or the fastest.
fn chosen() -> usize {
    let Some(wanted) = std::env::var_os(VARIABLE) else { return fastest() };
    match VARIANTS.iter().position(|variant| *variant.name == *wanted) {
        Some(index) if index <= fastest() => index,
        found => {
            let names: Vec<_> = VARIANTS[..=fastest()].iter().map(|variant| variant.name).collect();
            eprintln!(
                "samebits-math: {VARIABLE}={} is {}; accepted here: {}",
                wanted.to_string_lossy(),
                if found.is_some() { "more than this processor has" } else { "not known" },
                names.join(", ")
            );
            fastest()
        }
    }
}

extern "C" fn choose() {
    let index = chosen();
    for exported in EXPORTED {
        exported.target.store(exported.variants[index] as *mut (), Ordering::Relaxed);
    }
}

#[used]
#[link_section = ".init_array"]
static CHOOSE: extern "C" fn() = choose;
