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
    pub underflow: bool,
    pub pole: bool,
}

/// Numbers that are used again and again.
pub struct Mpfr {
    x: Number,
    y: Number,
    result: Number,
}

impl Mpfr {
    #[allow(clippy::new_without_default)]
    pub fn new() -> Mpfr {
        let number = || {
            let mut number = Number { precision: 0, sign: 0, exponent: 0, limbs: std::ptr::null_mut() };
            // SAFETY: MPFR fills it in.
            unsafe { mpfr_init2(&mut number, 53) };
            number
        };
        Mpfr { x: number(), y: number(), result: number() }
    }

    /// By the function's name as in the table, without the type (`sincos`: `sin` and `cos`).
    pub fn evaluate(&mut self, stem: &str, ty: Type, x: f64, y: f64, mode: Mode) -> Expected {
        let (precision, least, largest) = match ty {
            Type::Double => (53, -1073, 1024),
            Type::Float => (24, -148, 128),
        };
        // SAFETY: MPFR's functions on numbers of ours, by the types that the tables are made of.
        unsafe {
            mpfr_set_emin(mpfr_get_emin_min());
            mpfr_set_emax(mpfr_get_emax_max());
            mpfr_clear_flags();
            mpfr_set_d(&mut self.x, x, 0);
            mpfr_set_prec(&mut self.result, precision);
            let rounding = mode.mpfr();
            let (result, x) = (&mut self.result as *mut Number, &self.x as *const Number);
            let find = |table: &[(&str, unsafe extern "C" fn())]| {
                table.iter().find(|(name, _)| *name == stem).map(|(_, function)| *function)
            };
            let mut inexact = if let Some(function) = find(ONE) {
                std::mem::transmute::<unsafe extern "C" fn(), One>(function)(result, x, rounding)
            } else if let Some(function) = find(TWO) {
                mpfr_set_d(&mut self.y, y, 0);
                std::mem::transmute::<unsafe extern "C" fn(), Two>(function)(result, x, &self.y, rounding)
            } else if stem == "lgamma" {
                mpfr_lgamma(result, &mut 0, x, rounding)
            } else {
                panic!("MPFR has no {stem}")
            };
            let pole = mpfr_divby0_p() != 0;
            mpfr_set_emin(least);
            mpfr_set_emax(largest);
            inexact = mpfr_check_range(result, inexact, rounding);
            inexact = mpfr_subnormalize(result, inexact, rounding);
            Expected {
                value: mpfr_get_d(result, 0),
                inexact: inexact != 0,
                overflow: mpfr_overflow_p() != 0,
                underflow: mpfr_underflow_p() != 0,
                pole,
            }
        }
    }
}

impl Drop for Mpfr {
    fn drop(&mut self) {
        for number in [&mut self.x, &mut self.y, &mut self.result] {
            // SAFETY: made by mpfr_init2.
            unsafe { mpfr_clear(number) };
        }
    }
}
