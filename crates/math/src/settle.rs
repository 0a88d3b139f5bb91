//! Rare results: tiny, zero, infinite, the largest number, not a number. The functions come here with
//! them (`c/entry.h`), so nothing here costs an ordinary call anything.
//!
//! - A NaN that was given comes back quiet, with its sign and its payload; of two, the first. A NaN
//!   that the function makes is the positive one without a payload, whatever the processor makes.
//! - errno is EDOM after a NaN that the function made, and ERANGE after an overflow, a pole, and for
//!   some functions an underflow to zero. It is else left alone. `errno` lists where glibc differs.
//! - Where the processor takes subnormal numbers for zero, or makes zeros of them, the function is
//!   called again without that.

use crate::fpenv;
use crate::table::{EXACT_SUBNORMALS, UNDERFLOWS};
use std::ffi::c_int;

/// What the two types of numbers have in common.
trait Real: Copy + PartialEq {
    const QUIET: Self;
    const ZERO: Self;
    fn is_nan(self) -> bool;
    fn is_finite(self) -> bool;
    fn is_subnormal(self) -> bool;
    /// Whether it is the largest number, of either sign.
    fn is_largest(self) -> bool;
    /// The same NaN, quiet.
    fn quiet(self) -> Self;
}

macro_rules! real {
    ($type:ty, $quiet_bit:expr, $quiet:expr) => {
        impl Real for $type {
            const QUIET: Self = <$type>::from_bits($quiet);
            const ZERO: Self = 0.0;
            // (A comparison of numbers would raise flags.)
            fn is_nan(self) -> bool {
                self.to_bits() << 1 > <$type>::INFINITY.to_bits() << 1
            }
            fn is_finite(self) -> bool {
                self.to_bits() << 1 < <$type>::INFINITY.to_bits() << 1
            }
            fn is_subnormal(self) -> bool {
                (1..<$type>::MIN_POSITIVE.to_bits() << 1).contains(&(self.to_bits() << 1))
            }
            fn is_largest(self) -> bool {
                self.to_bits() << 1 == <$type>::MAX.to_bits() << 1
            }
            fn quiet(self) -> Self {
                <$type>::from_bits(self.to_bits() | $quiet_bit)
            }
        }
    };
}

real!(f64, 1 << 51, 0x7ff8 << 48);
real!(f32, 1 << 22, 0x7fc0 << 16);

const EDOM: c_int = 33;
const ERANGE: c_int = 34;

unsafe extern "C" {
    fn __errno_location() -> *mut c_int;
}

#[cold]
fn set_errno(value: c_int) {
    // SAFETY: the C library's, for this thread.
    unsafe { *__errno_location() = value }
}

/// A result, by the rules for errno and for NaN.
fn settled<T: Real, const N: usize>(arguments: [T; N], result: T, rules: c_int) -> T {
    if result.is_nan() {
        return arguments.into_iter().find(|x| x.is_nan()).map_or_else(
            || {
                set_errno(EDOM);
                T::QUIET
            },
            T::quiet,
        );
    }
    if arguments.into_iter().all(T::is_finite) {
        let overflow =
            !result.is_finite() || result.is_largest() && fpenv::has_overflowed_to_largest();
        let underflow = rules & UNDERFLOWS != 0 && result == T::ZERO && arguments[0] != T::ZERO;
        if overflow || underflow {
            set_errno(ERANGE);
        }
        if rules & EXACT_SUBNORMALS == 0 && result.is_subnormal() {
            fpenv::raise_underflow(); // which some sources forget
        }
    }
    result
}

macro_rules! settle {
    ($type:ty, $one:ident, $two:ident, $sincos:ident, $sign:ident) => {
        #[no_mangle]
        extern "C" fn $one(
            x: $type,
            result: $type,
            again: extern "C" fn($type) -> $type,
            rules: c_int,
        ) -> $type {
            fpenv::unflushed(|| again(x)).unwrap_or_else(|| settled([x], result, rules))
        }

        #[no_mangle]
        extern "C" fn $two(
            x: $type,
            y: $type,
            result: $type,
            again: extern "C" fn($type, $type) -> $type,
            rules: c_int,
        ) -> $type {
            fpenv::unflushed(|| again(x, y)).unwrap_or_else(|| settled([x, y], result, rules))
        }

        /// # Safety
        /// `sine` and `cosine` point to the two results.
        #[no_mangle]
        unsafe extern "C" fn $sincos(
            x: $type,
            sine: *mut $type,
            cosine: *mut $type,
            again: unsafe extern "C" fn($type, *mut $type, *mut $type),
            rules: c_int,
        ) {
            // SAFETY: the caller's pointers.
            unsafe {
                if fpenv::unflushed(|| again(x, sine, cosine)).is_none() {
                    *sine = settled([x], *sine, rules);
                    *cosine = settled([x], *cosine, rules);
                }
            }
        }

        /// # Safety
        /// `sign` points to where the sign is.
        #[no_mangle]
        unsafe extern "C" fn $sign(
            x: $type,
            result: $type,
            sign: *mut c_int,
            again: unsafe extern "C" fn($type, *mut c_int) -> $type,
            rules: c_int,
        ) -> $type {
            // SAFETY: the caller's pointer.
            fpenv::unflushed(|| unsafe { again(x, sign) })
                .unwrap_or_else(|| settled([x], result, rules))
        }
    };
}

settle!(
    f64,
    samebits_settle_one_double,
    samebits_settle_two_double,
    samebits_settle_sincos_double,
    samebits_settle_sign_double
);
settle!(
    f32,
    samebits_settle_one_float,
    samebits_settle_two_float,
    samebits_settle_sincos_float,
    samebits_settle_sign_float
);
