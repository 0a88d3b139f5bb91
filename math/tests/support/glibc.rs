//! The C library's own functions, which the library stands in front of.

use super::{Call, Function, Shape, Type};
use std::ffi::{c_char, c_int, c_void, CString};

unsafe extern "C" {
    fn dlopen(name: *const c_char, flags: c_int) -> *mut c_void;
    fn dlsym(library: *mut c_void, name: *const c_char) -> *mut c_void;
}

/// By its name; none where this version has none.
pub fn function(function: &Function, ty: Type) -> Option<Call> {
    let name = CString::new(function.name(ty)).expect("a name");
    // SAFETY: libm's functions have the types that C gives them.
    unsafe {
        let library = dlopen(c"libm.so.6".as_ptr(), 2);
        assert!(!library.is_null(), "there is a libm.so.6");
        let symbol = dlsym(library, name.as_ptr());
        if symbol.is_null() {
            return None;
        }
        use std::mem::transmute;
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
