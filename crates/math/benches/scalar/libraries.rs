//! The libraries whose functions are measured: ours, in each variant, and the C library's.
//!
//! A variant is chosen when the library is loaded, so for each a copy of the file is.

use crate::table::{Shape, Variant};
use libloading::os::unix::{Library, RTLD_LOCAL, RTLD_NOW};
use std::path::Path;
use std::{env, fs};

/// Variants, from the slowest to the fastest that this processor has; the last one is measured.
pub fn ours(variants: &[Variant]) -> Vec<(&'static str, Library)> {
    let file = env::current_exe().expect("this program has a file").with_file_name(LIBRARY);
    let copies = env::temp_dir().join(format!("samebits-math-{}", std::process::id()));
    fs::create_dir_all(&copies).expect("a folder can be made");
    let loaded = variants
        .iter()
        .filter(|variant| runs(variant.name))
        .map(|variant| {
            let copy = copies.join(format!("{}.so", variant.name));
            fs::copy(&file, &copy)
                .unwrap_or_else(|error| panic!("{} cannot be copied: {error}", file.display()));
            env::set_var("SAMEBITS_MATH_VARIANT", variant.name);
            (variant.name, load(&copy))
        })
        .collect();
    env::remove_var("SAMEBITS_MATH_VARIANT");
    fs::remove_dir_all(&copies).expect("that folder can be removed");
    loaded
}

const LIBRARY: &str = "libsamebits_math.so";

pub fn glibc() -> Library {
    load(Path::new("libm.so.6"))
}

fn runs(variant: &str) -> bool {
    #[cfg(target_arch = "x86_64")]
    if variant == "x86-64-v3" {
        return is_x86_feature_detected!("avx2") && is_x86_feature_detected!("fma");
    }
    let _ = variant;
    true
}

fn load(file: &Path) -> Library {
    // SAFETY: the constructors of these libraries may run in any program.
    unsafe { Library::open(Some(file), RTLD_NOW | RTLD_LOCAL) }
        .unwrap_or_else(|error| panic!("{} cannot be loaded: {error}", file.display()))
}

/// A function of numbers of type `T`, as it is called.
#[derive(Clone, Copy)]
pub enum Called<T> {
    One(unsafe extern "C" fn(T) -> T),
    Two(unsafe extern "C" fn(T, T) -> T),
    SinCos(unsafe extern "C" fn(T, *mut T, *mut T)),
}

/// The function of that name, if the library has it.
pub fn find<T>(library: &Library, name: &str, shape: Shape) -> Option<Called<T>> {
    // SAFETY: the functions of these names have these types, in every C library.
    unsafe {
        Some(match shape {
            Shape::One => Called::One(*library.get(name.as_bytes()).ok()?),
            Shape::Two => Called::Two(*library.get(name.as_bytes()).ok()?),
            Shape::SinCos => Called::SinCos(*library.get(name.as_bytes()).ok()?),
            Shape::Sign => return None,
        })
    }
}
