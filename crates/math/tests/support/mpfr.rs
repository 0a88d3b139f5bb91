//! The oracle: MPFR, which rounds correctly by another way.

use super::{Mode, Type};
use std::ffi::{c_int, c_long};

#[repr(C)]
pub struct Number {
    precision: c_long,
    sign: c_int,
    exponent: c_long,
    limbs: *mut u64,
}

type One = unsafe extern "C" fn(*mut Number, *const Number, c_int) -> c_int;
type Two = unsafe extern "C" fn(*mut Number, *const Number, *const Number, c_int) -> c_int;

#[doc(hidden)]
#[macro_export]
macro_rules! functions {
    ($table:ident: $type:ty = $($symbol:ident $name:literal)*) => {
        #[link(name = "mpfr")]
        unsafe extern "C" {
            $(fn $symbol();)*
        }
        const $table: &[(&str, unsafe extern "C" fn())] = &[$(($name, $symbol),)*];
    };
}

functions!(ONE: One =
    mpfr_acos "acos" mpfr_acosh "acosh" mpfr_acospi "acospi" mpfr_asin "asin" mpfr_asinh "asinh"
    mpfr_asinpi "asinpi" mpfr_atan "atan" mpfr_atanh "atanh" mpfr_atanpi "atanpi" mpfr_cbrt "cbrt"
    mpfr_cos "cos" mpfr_cosh "cosh" mpfr_cospi "cospi" mpfr_erf "erf" mpfr_erfc "erfc" mpfr_exp "exp"
    mpfr_exp10 "exp10" mpfr_exp2 "exp2" mpfr_expm1 "expm1" mpfr_log "log" mpfr_log10 "log10"
    mpfr_log1p "log1p" mpfr_log2 "log2" mpfr_sin "sin" mpfr_sinh "sinh" mpfr_sinpi "sinpi"
    mpfr_tan "tan" mpfr_tanh "tanh" mpfr_tanpi "tanpi" mpfr_gamma "tgamma");
functions!(TWO: Two =
    mpfr_atan2 "atan2" mpfr_atan2pi "atan2pi" mpfr_hypot "hypot" mpfr_pow "pow");

#[link(name = "mpfr")]
unsafe extern "C" {
    fn mpfr_init2(x: *mut Number, precision: c_long);
    fn mpfr_clear(x: *mut Number);
    fn mpfr_set_prec(x: *mut Number, precision: c_long);
    fn mpfr_set_d(x: *mut Number, value: f64, mode: c_int) -> c_int;
    fn mpfr_get_d(x: *const Number, mode: c_int) -> f64;
    fn mpfr_fma(
        result: *mut Number,
        x: *const Number,
        y: *const Number,
        z: *const Number,
        mode: c_int,
    ) -> c_int;
    fn mpfr_mul_2si(result: *mut Number, x: *const Number, exponent: c_long, mode: c_int) -> c_int;
    fn mpfr_set_si_2exp(result: *mut Number, x: c_long, exponent: c_long, mode: c_int) -> c_int;
    fn mpfr_sub(result: *mut Number, x: *const Number, y: *const Number, mode: c_int) -> c_int;
    fn mpfr_nextabove(x: *mut Number);
    fn mpfr_nextbelow(x: *mut Number);
    fn mpfr_get_si(x: *const Number, mode: c_int) -> c_long;
    fn mpfr_lgamma(result: *mut Number, sign: *mut c_int, x: *const Number, mode: c_int) -> c_int;
    fn mpfr_set_emin(exponent: c_long) -> c_int;
    fn mpfr_set_emax(exponent: c_long) -> c_int;
    fn mpfr_get_emin_min() -> c_long;
    fn mpfr_get_emax_max() -> c_long;
    fn mpfr_check_range(x: *mut Number, inexact: c_int, mode: c_int) -> c_int;
    fn mpfr_subnormalize(x: *mut Number, inexact: c_int, mode: c_int) -> c_int;
    fn mpfr_clear_flags();
    fn mpfr_overflow_p() -> c_int;
    fn mpfr_underflow_p() -> c_int;
    fn mpfr_divby0_p() -> c_int;
}

/// What a function is to give.
#[derive(Clone, Copy, Debug)]
pub struct Expected {
    /// Exact also for floats.
    pub value: f64,
    pub inexact: bool,
    pub overflow: bool,
    pub pole: bool,
}

/// Numbers that are used again and again.
pub struct Mpfr {
    x: Number,
    y: Number,
    z: Number,
    result: Number,
}

impl Mpfr {
    #[allow(clippy::new_without_default)]
    pub fn new() -> Mpfr {
        let number = || {
            let mut number =
                Number { precision: 0, sign: 0, exponent: 0, limbs: std::ptr::null_mut() };
            // SAFETY: MPFR fills it in.
            unsafe { mpfr_init2(&mut number, 64) };
            number
        };
        Mpfr { x: number(), y: number(), z: number(), result: number() }
    }

    /// By the function's name as in the table, without the type (`sincos`: `sin` and `cos`).
    pub fn evaluate(&mut self, stem: &str, ty: Type, x: f64, y: f64, mode: Mode) -> Expected {
        // SAFETY: MPFR's functions on numbers of ours.
        unsafe {
            mpfr_set_d(&mut self.x, x, 0);
            mpfr_set_d(&mut self.y, y, 0);
            let (x, y) = (&self.x as *const Number, &self.y as *const Number);
            rounded(&mut self.result, ty, mode, |result, mode| compute(stem, result, x, y, mode))
        }
    }

    /// The results of doubles in all rounding modes, from one that is a little more precise; none where
    /// that does not tell, as where the result is beyond even MPFR's numbers.
    pub fn in_all_modes(&mut self, stem: &str, x: f64, y: f64) -> Option<[f64; 4]> {
        // SAFETY: as in evaluate; the numbers are set there.
        unsafe {
            mpfr_set_d(&mut self.x, x, 0);
            mpfr_set_d(&mut self.y, y, 0);
            mpfr_set_prec(&mut self.result, 88);
            mpfr_clear_flags();
            let (result, x, y) = (&mut self.result as *mut Number, &self.x, &self.y);
            let inexact = compute(stem, result, x, y, 0);
            if mpfr_overflow_p() != 0 || mpfr_underflow_p() != 0 {
                return None;
            }
            let modes = Mode::ALL.map(Mode::mpfr);
            if inexact == 0 {
                return Some(modes.map(|mode| mpfr_get_d(result, mode)));
            }
            mpfr_nextbelow(result);
            let least = modes.map(|mode| mpfr_get_d(result, mode));
            mpfr_nextabove(result);
            mpfr_nextabove(result);
            let most = modes.map(|mode| mpfr_get_d(result, mode));
            (least.map(f64::to_bits) == most.map(f64::to_bits)).then_some(least)
        }
    }

    /// The result in units of 2^-64 of half a unit in a double's last place, and its exponent of two; none
    /// where it is not a normal double or too large for a search.
    pub fn halves(&mut self, stem: &str, x: f64) -> Option<(i128, c_long)> {
        // SAFETY: as in evaluate.
        unsafe {
            mpfr_set_d(&mut self.x, x, 0);
            mpfr_set_prec(&mut self.result, 180);
            compute(stem, &mut self.result, &self.x, &self.y, 0);
            let exponent = self.result.exponent; // extreme for zero and what is no number
            if !(-1000..1000).contains(&exponent) {
                return None;
            }
            // As an integer of 118 bits: two parts.
            mpfr_mul_2si(&mut self.result, &self.result, 118 - exponent, 0);
            mpfr_mul_2si(&mut self.x, &self.result, -62, 0);
            let high = mpfr_get_si(&self.x, Mode::Zero.mpfr());
            mpfr_set_si_2exp(&mut self.y, high, 62, 0);
            mpfr_sub(&mut self.z, &self.result, &self.y, Mode::Zero.mpfr());
            let low = mpfr_get_si(&self.z, Mode::Zero.mpfr());
            Some((i128::from(high) * (1 << 62) + i128::from(low), exponent))
        }
    }

    /// x * y + z.
    pub fn multiply_add(&mut self, ty: Type, x: f64, y: f64, z: f64, mode: Mode) -> Expected {
        // SAFETY: as above.
        unsafe {
            mpfr_set_d(&mut self.x, x, 0);
            mpfr_set_d(&mut self.y, y, 0);
            mpfr_set_d(&mut self.z, z, 0);
            let (x, y, z) =
                (&self.x as *const Number, &self.y as *const Number, &self.z as *const Number);
            rounded(&mut self.result, ty, mode, |result, mode| mpfr_fma(result, x, y, z, mode))
        }
    }
}

/// A function by the stem of its name; what MPFR says of its being exact.
///
/// # Safety
/// The numbers are MPFR's, made by mpfr_init2.
unsafe fn compute(
    stem: &str,
    result: *mut Number,
    x: *const Number,
    y: *const Number,
    mode: c_int,
) -> c_int {
    let find = |table: &[(&str, unsafe extern "C" fn())]| {
        table.iter().find(|(name, _)| *name == stem).map(|(_, function)| *function)
    };
    // SAFETY: functions by the types that the tables are made of.
    unsafe {
        if let Some(function) = find(ONE) {
            std::mem::transmute::<unsafe extern "C" fn(), One>(function)(result, x, mode)
        } else if let Some(function) = find(TWO) {
            std::mem::transmute::<unsafe extern "C" fn(), Two>(function)(result, x, y, mode)
        } else if stem == "lgamma" {
            mpfr_lgamma(result, &mut 0, x, mode)
        } else {
            panic!("MPFR has no {stem}")
        }
    }
}

/// What `compute` gives, as a number of the type.
///
/// # Safety
/// `compute` calls a function of MPFR for its result.
unsafe fn rounded(
    result: &mut Number,
    ty: Type,
    mode: Mode,
    compute: impl FnOnce(*mut Number, c_int) -> c_int,
) -> Expected {
    let (precision, least, largest) = match ty {
        Type::Double => (53, -1073, 1024),
        Type::Float => (24, -148, 128),
    };
    let mode = mode.mpfr();
    // SAFETY: MPFR's functions on a number of ours.
    unsafe {
        mpfr_set_prec(result, precision);
        mpfr_clear_flags();
        let mut inexact = compute(result, mode);
        let pole = mpfr_divby0_p() != 0;
        mpfr_set_emin(least);
        mpfr_set_emax(largest);
        inexact = mpfr_check_range(result, inexact, mode);
        inexact = mpfr_subnormalize(result, inexact, mode);
        let expected = Expected {
            value: mpfr_get_d(result, 0),
            inexact: inexact != 0,
            overflow: mpfr_overflow_p() != 0,
            pole,
        };
        // (Arguments are of any size.)
        mpfr_set_emin(mpfr_get_emin_min());
        mpfr_set_emax(mpfr_get_emax_max());
        expected
    }
}

impl Drop for Mpfr {
    fn drop(&mut self) {
        for number in [&mut self.x, &mut self.y, &mut self.z, &mut self.result] {
            // SAFETY: made by mpfr_init2.
            unsafe { mpfr_clear(number) };
        }
    }
}
