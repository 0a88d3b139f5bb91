//! What the tests share.
#![allow(dead_code)]

pub mod arguments;
pub mod call;
pub mod choice;
pub mod every_float;
pub mod glibc;
pub mod mpfr;
pub mod parallel;
pub mod programs;
pub mod random;
#[path = "../../../../tests/rust/support/skipped.rs"]
pub mod skipped;

#[allow(unused_imports)] // each program uses some of them
pub use call::{bits, flag, in_mode, see, Mode, Seen};
use call::{feclearexcept, fesetround, fetestexcept};
pub use samebits_math::scalar::{Call, Scalars, VARIANTS};
pub use samebits_math::table::{Function, Shape, Type, FUNCTIONS};

/// Flushing of subnormal arguments and results.
pub fn flush(on: bool) {
    #[cfg(target_arch = "x86_64")]
    // SAFETY: the two modes only.
    unsafe {
        let mut value = 0u32;
        std::arch::asm!("stmxcsr [{}]", in(reg) &mut value, options(nostack));
        value = if on { value | 0x8040 } else { value & !0x8040 };
        std::arch::asm!("ldmxcsr [{}]", in(reg) &value, options(nostack));
    }
    #[cfg(target_arch = "aarch64")]
    // SAFETY: as above.
    unsafe {
        let mut value: u64;
        std::arch::asm!("mrs {}, fpcr", out(reg) value, options(nostack));
        value = if on { value | 1 << 24 } else { value & !(1 << 24) };
        std::arch::asm!("msr fpcr, {}", in(reg) value, options(nostack));
    }
}

/// A value computed in a rounding mode, and the flags raised.
pub fn with_flags<R>(mode: Mode, body: impl FnOnce() -> R) -> (R, i32) {
    // SAFETY: functions of the C library; nothing else of ours computes in between.
    unsafe {
        fesetround(mode.c());
        feclearexcept(flag::ALL);
        let result = body();
        let flags = fetestexcept(flag::ALL);
        fesetround(Mode::Nearest.c());
        (result, flags)
    }
}

/// A function of the table for a type, in all variants.
pub struct Tested {
    pub function: &'static Function,
    pub ty: Type,
    pub name: String,
    pub calls: Vec<Call>,
}

pub fn tested() -> Vec<Tested> {
    let all: Vec<_> =
        VARIANTS[..=samebits_math::fastest_variant()].iter().map(Scalars::all).collect();
    let mut tested = Vec::new();
    for function in FUNCTIONS {
        for ty in Type::ALL {
            let name = function.name(ty);
            let calls = all
                .iter()
                .map(|calls| calls.iter().find(|(other, _)| *other == name).expect("the table's").1)
                .collect();
            tested.push(Tested { function, ty, name, calls });
        }
    }
    tested
}

impl Tested {
    /// A number as the bits of this type.
    pub fn bits(&self, x: f64) -> u64 {
        match self.ty {
            Type::Double => x.to_bits(),
            Type::Float => (x as f32).to_bits().into(),
        }
    }

    pub fn number(&self, bits: u64) -> f64 {
        match self.ty {
            Type::Double => f64::from_bits(bits),
            Type::Float => f32::from_bits(bits as u32).into(),
        }
    }

    /// As a result: a NaN that a function makes is the positive quiet one.
    pub fn result(&self, x: f64) -> u64 {
        match self.ty {
            _ if !x.is_nan() => self.bits(x),
            Type::Double => 0x7ff8 << 48,
            Type::Float => 0x7fc0 << 16,
        }
    }

    /// What the oracle says, as (bits, second).
    pub fn expected(
        &self,
        mpfr: &mut mpfr::Mpfr,
        x: u64,
        y: u64,
        mode: Mode,
    ) -> (u64, Option<u64>, mpfr::Expected) {
        let (x, y) = (self.number(x), self.number(y));
        match (self.function.shape, self.function.source) {
            (Shape::SinCos, _) => {
                let sine = mpfr.evaluate("sin", self.ty, x, y, mode);
                let cosine = mpfr.evaluate("cos", self.ty, x, y, mode);
                (self.result(sine.value), Some(self.result(cosine.value)), sine)
            }
            (Shape::Sign, "tgamma") => {
                let gamma = mpfr.evaluate("tgamma", self.ty, x, y, mode);
                let sign =
                    if gamma.value.is_sign_negative() && !gamma.value.is_nan() { -1i32 } else { 1 };
                (self.result(gamma.value.abs()), Some(sign as u64), gamma)
            }
            (_, source) => {
                let expected = mpfr.evaluate(source, self.ty, x, y, mode);
                (self.result(expected.value), None, expected)
            }
        }
    }
}

/// How many cases a test tries of each function: a usual number, times TEST_MATH_CASES.
pub fn cases(usual: usize) -> usize {
    let times = std::env::var("TEST_MATH_CASES")
        .map_or(1.0, |value| value.parse::<f64>().expect("TEST_MATH_CASES is a factor"));
    (usual as f64 * times) as usize
}
