//! Which variant of the functions is used: chosen once, when the library is loaded, by what the
//! processor has. Bits do not depend on it.
//!
//! An exported name is a jump through a pointer. A program whose constructors run before ours calls
//! the variant that every processor has.

use crate::scalar::{self, NAMES};
use std::sync::atomic::{AtomicPtr, Ordering};

/// The variable that forces a variant.
const VARIABLE: &str = "SAMEBITS_MATH_VARIANT";

/// An exported function: where its pointer is, and what it points to in each variant.
struct Exported {
    target: &'static AtomicPtr<()>,
    variants: [*const (); NAMES.len()],
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

// (Of the functions only the addresses are wanted here, without their types.)
mod addresses {
    macro_rules! functions {
        ($($name:ident: $shape:ident($type:ty) [$($symbol:ident),*] [$($exported:ident),*];)*) => {
            unsafe extern "C" {
                $($(pub fn $symbol();)*)*
            }
        };
    }
    include!(concat!(env!("OUT_DIR"), "/functions.rs"));
}
use addresses::*;

macro_rules! functions {
    ($($name:ident: $shape:ident($type:ty) [$first:ident $(, $other:ident)*] [$($exported:ident),*];)*) => {
        /// Where each function's exported names lead.
        #[allow(non_snake_case)]
        mod jumps {
            $(
                pub(super) mod $name {
                    use std::sync::atomic::AtomicPtr;
                    pub static TARGET: AtomicPtr<()> = AtomicPtr::new(super::super::$first as *mut ());
                    $(jump!($exported, TARGET);)*
                }
            )*
        }

        fn exported() -> impl Iterator<Item = Exported> {
            [$(Exported {
                target: &jumps::$name::TARGET,
                variants: [$first as *const () $(, $other as *const ())*],
            },)*].into_iter()
        }
    };
}

include!(concat!(env!("OUT_DIR"), "/functions.rs"));

/// The index of the variant that the processor is fastest with.
#[cfg(target_arch = "x86_64")]
pub fn fastest() -> usize {
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
pub fn fastest() -> usize {
    0
}

/// The variant that the user names, or the fastest.
fn chosen() -> usize {
    let Some(wanted) = std::env::var_os(VARIABLE) else { return fastest() };
    match NAMES.iter().position(|variant| *variant.name == *wanted) {
        Some(index) if index <= fastest() => index,
        found => {
            let names: Vec<_> = NAMES[..=fastest()].iter().map(|variant| variant.name).collect();
            crate::notices::say(&format!(
                "{VARIABLE}={} is {}; accepted here: {}; continuing with {}",
                wanted.to_string_lossy(),
                if found.is_some() { "more than this processor has" } else { "not known" },
                names.join(", "),
                NAMES[fastest()].name
            ));
            fastest()
        }
    }
}

extern "C" fn choose() {
    let index = chosen();
    for exported in exported() {
        exported.target.store(exported.variants[index] as *mut (), Ordering::Relaxed);
    }
    scalar::choose(index);
    crate::notices::at_load(NAMES[index].name, &[VARIABLE]);
    #[cfg(target_arch = "x86_64")]
    crate::vector::forms::choose(index > 0);
}

#[used]
#[link_section = ".init_array"]
static CHOOSE: extern "C" fn() = choose;
