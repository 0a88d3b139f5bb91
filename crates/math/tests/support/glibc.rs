//! The C library's own functions, which the library stands in front of.

use super::{Call, Function, Shape, Type};
use std::ffi::{c_char, c_int, c_void, CString};

unsafe extern "C" {
    fn dlopen(name: *const c_char, flags: c_int) -> *mut c_void;
    fn dlsym(library: *mut c_void, name: *const c_char) -> *mut c_void;
}

/// An address in a library.
pub fn symbol(library: &str, name: &str) -> Option<*mut c_void> {
    let [library, name] = [library, name].map(|text| CString::new(text).expect("a name"));
    // SAFETY: loads a library of the system, or one that a test has made.
    let symbol = unsafe {
        let handle = dlopen(library.as_ptr(), 2);
        assert!(!handle.is_null(), "{library:?} can be loaded");
        dlsym(handle, name.as_ptr())
    };
    (!symbol.is_null()).then_some(symbol)
}

/// By its name; none where this version has none.
#[allow(clippy::missing_transmute_annotations)] // the variants have the types
pub fn function(function: &Function, ty: Type) -> Option<Call> {
    let symbol = symbol("libm.so.6", &function.name(ty))?;
    use std::mem::transmute;
    // SAFETY: libm's functions have the types that C gives them.
    unsafe {
        Some(match (function.shape, ty) {
            (Shape::One, Type::Double) => Call::OneDouble(transmute(symbol)),
            (Shape::One, Type::Float) => Call::OneFloat(transmute(symbol)),
            (Shape::Two, Type::Double) => Call::TwoDouble(transmute(symbol)),
            (Shape::Two, Type::Float) => Call::TwoFloat(transmute(symbol)),
            (Shape::SinCos, Type::Double) => Call::SinCosDouble(transmute(symbol)),
            (Shape::SinCos, Type::Float) => Call::SinCosFloat(transmute(symbol)),
            (Shape::Sign, Type::Double) => Call::SignDouble(transmute(symbol)),
            (Shape::Sign, Type::Float) => Call::SignFloat(transmute(symbol)),
        })
    }
}
