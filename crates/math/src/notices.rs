//! What the library says itself, on standard error: with `SAMEBITS_MATH_VERBOSE=1` that it is there; and
//! which of its variables it does not know.

use std::ffi::{c_void, CStr};
use std::io::Write;

const PREFIX: &str = "SAMEBITS_MATH_";
const VERBOSE: &str = "SAMEBITS_MATH_VERBOSE";

/// Called once, when the variant is chosen; `others` are the variables that are read elsewhere.
pub fn at_load(variant: &str, others: &[&str]) {
    for (name, _) in std::env::vars_os() {
        let name = name.to_string_lossy();
        if name.starts_with(PREFIX) && name != VERBOSE && !others.contains(&&*name) {
            say(&format!("{name} is not known; known are {}, {VERBOSE}", others.join(", ")));
        }
    }
    match std::env::var_os(VERBOSE).as_deref().map(|value| value.to_string_lossy()).as_deref() {
        None | Some("" | "0") => {}
        Some("1") => say(&format!(
            "{}, in front of libm ({}), process {}; {variant}",
            env!("CARGO_PKG_VERSION"),
            own_file().as_deref().unwrap_or("no file"),
            std::process::id()
        )),
        Some(other) => say(&format!("{VERBOSE}={other} is not accepted; it takes 0 or 1")),
    }
}

/// One line is one write, or the lines of several processes mix.
pub fn say(text: &str) {
    // If nobody listens, there is nobody to tell.
    let _ = std::io::stderr().write_all(format!("samebits-math: {text}\n").as_bytes());
}

/// The file that this code was loaded from.
fn own_file() -> Option<String> {
    #[repr(C)]
    struct Place {
        file: *const std::ffi::c_char,
        base: *mut c_void,
        symbol: *const std::ffi::c_char,
        address: *mut c_void,
    }
    extern "C" {
        fn dladdr(address: *const c_void, place: *mut Place) -> i32;
    }
    let mut place = Place {
        file: std::ptr::null(),
        base: std::ptr::null_mut(),
        symbol: std::ptr::null(),
        address: std::ptr::null_mut(),
    };
    // SAFETY: the address of a function of ours, and a struct of the C library's layout.
    let found = unsafe { dladdr(own_file as *const c_void, &mut place) };
    if found == 0 || place.file.is_null() {
        return None;
    }
    // SAFETY: the loader's own string, which stays as long as this library.
    let file = unsafe { CStr::from_ptr(place.file) };
    Some(file.to_string_lossy().into_owned())
}
