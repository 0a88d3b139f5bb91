//! Calling a function in a rounding mode, and seeing all that it leaves behind.

use samebits_math::scalar::Call;
use std::ffi::c_int;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    Nearest,
    Zero,
    Up,
    Down,
}

impl Mode {
    pub const ALL: [Mode; 4] = [Mode::Nearest, Mode::Zero, Mode::Up, Mode::Down];

    pub fn mpfr(self) -> c_int {
        self as c_int
    }

    pub fn c(self) -> c_int {
        let of_processor = match self {
            Mode::Nearest => 0,
            Mode::Down => 1,
            Mode::Up => 2,
            Mode::Zero => 3,
        };
        if cfg!(target_arch = "x86_64") {
            of_processor << 10
        } else {
            [0, 2, 1, 3][of_processor as usize] << 22
        }
    }
}

#[link(name = "m")]
unsafe extern "C" {
    pub fn fesetround(mode: c_int) -> c_int;
    pub fn feclearexcept(flags: c_int) -> c_int;
    pub fn fetestexcept(flags: c_int) -> c_int;
    fn __errno_location() -> *mut c_int;
}

/// The flags, by their bits in C.
#[cfg(target_arch = "x86_64")]
pub mod flag {
    pub const INVALID: i32 = 1;
    pub const POLE: i32 = 4;
    pub const OVERFLOW: i32 = 8;
    pub const UNDERFLOW: i32 = 16;
    pub const INEXACT: i32 = 32;
    pub const ALL: i32 = 61;
}
#[cfg(target_arch = "aarch64")]
pub mod flag {
    pub const INVALID: i32 = 1;
    pub const POLE: i32 = 2;
    pub const OVERFLOW: i32 = 4;
    pub const UNDERFLOW: i32 = 8;
    pub const INEXACT: i32 = 16;
    pub const ALL: i32 = 31;
}

/// Floats lie in the lower half of `bits`; `second` is the cosine, or gamma's sign.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Seen {
    pub bits: u64,
    pub second: u64,
    pub flags: i32,
    pub errno: i32,
}

/// The result's bits.
#[inline(never)]
pub fn bits(call: Call, x: u64, y: u64) -> (u64, u64) {
    let double = f64::from_bits;
    let float = |bits: u64| f32::from_bits(bits as u32);
    match call {
        Call::OneDouble(f) => (f(double(x)).to_bits(), 0),
        Call::OneFloat(f) => (f(float(x)).to_bits().into(), 0),
        Call::TwoDouble(f) => (f(double(x), double(y)).to_bits(), 0),
        Call::TwoFloat(f) => (f(float(x), float(y)).to_bits().into(), 0),
        Call::SinCosDouble(f) => {
            let (mut sine, mut cosine) = (0.0, 0.0);
            // SAFETY: two places.
            unsafe { f(double(x), &mut sine, &mut cosine) };
            (sine.to_bits(), cosine.to_bits())
        }
        Call::SinCosFloat(f) => {
            let (mut sine, mut cosine) = (0.0, 0.0);
            // SAFETY: two places.
            unsafe { f(float(x), &mut sine, &mut cosine) };
            (sine.to_bits().into(), cosine.to_bits().into())
        }
        Call::SignDouble(f) => {
            let mut sign = 0;
            // SAFETY: a place.
            let result = unsafe { f(double(x), &mut sign) };
            (result.to_bits(), sign as u64)
        }
        Call::SignFloat(f) => {
            let mut sign = 0;
            // SAFETY: a place.
            let result = unsafe { f(float(x), &mut sign) };
            (result.to_bits().into(), sign as u64)
        }
    }
}

/// Calls in a rounding mode.
pub fn see(call: Call, x: u64, y: u64, mode: Mode) -> Seen {
    // SAFETY: functions of the C library; nothing of ours computes in between.
    unsafe {
        *__errno_location() = 0;
        fesetround(mode.c());
        feclearexcept(flag::ALL);
        let (bits, second) = bits(call, x, y);
        let flags = fetestexcept(flag::ALL);
        fesetround(Mode::Nearest.c());
        Seen { bits, second, flags, errno: *__errno_location() }
    }
}

impl Mode {
    pub fn of(index: usize) -> Mode {
        Mode::ALL[index % 4]
    }
}

/// Sets the mode for what `body` calls.
pub fn in_mode<R>(mode: Mode, body: impl FnOnce() -> R) -> R {
    // SAFETY: a function of the C library.
    unsafe { fesetround(mode.c()) };
    let result = body();
    // SAFETY: as above.
    unsafe { fesetround(Mode::Nearest.c()) };
    result
}
