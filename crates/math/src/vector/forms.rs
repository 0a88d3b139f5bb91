//! The table of the vector forms, their exported names, and which implementation each leads to.
//!
//! An exported name is a jump through a pointer, as that of a scalar function is. The arguments stay
//! in the registers that the name's calling convention says.

use super::examine::{self, Examine};
use super::{functions, lanewise, vectorised};
use std::arch::naked_asm;
use std::mem::transmute;
use std::sync::atomic::{AtomicPtr, Ordering};

/// A function whose arguments its name tells.
pub type Code = unsafe extern "C" fn();

/// The registers of a form, as the letter in its name says them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Registers {
    /// b: 16 bytes.
    Sse,
    /// c: 32 bytes for numbers, 16 for integers.
    Avx,
    /// d: 32 bytes.
    Avx2,
    /// e: 64 bytes.
    Avx512,
}

impl Registers {
    /// Whether this processor has them.
    pub fn here(self) -> bool {
        match self {
            Registers::Sse => true,
            Registers::Avx => is_x86_feature_detected!("avx"),
            Registers::Avx2 => is_x86_feature_detected!("avx2"),
            Registers::Avx512 => is_x86_feature_detected!("avx512f"),
        }
    }
}

/// A vector form.
pub struct Form {
    pub name: &'static str,
    /// The scalar function's name.
    pub function: &'static str,
    pub registers: Registers,
    /// The numbers in a register.
    pub lanes: usize,
    target: &'static AtomicPtr<()>,
    lanewise: Code,
    kernel: Option<(Code, Examine)>,
}

impl Form {
    /// What the exported name leads to.
    pub fn code(&self) -> Code {
        // SAFETY: only functions are stored there.
        unsafe { transmute(self.target.load(Ordering::Relaxed)) }
    }

    /// The form that goes lane by lane.
    pub fn lanewise(&self) -> Code {
        self.lanewise
    }

    /// What the kernel computes, if there is one. (It needs AVX2 and fused multiply-adds.)
    pub fn examine(&self) -> Option<Examine> {
        self.kernel.map(|(_, examine)| examine)
    }
}

/// Lets each name lead to its kernel, where `fused` says that the processor has fused multiply-adds and
/// AVX2, and its registers are there.
pub fn choose(fused: bool) {
    let whole_avx512 = is_x86_feature_detected!("avx512f") && is_x86_feature_detected!("avx512dq");
    for form in FORMS.iter().copied().flatten() {
        let kernel = match form.registers {
            Registers::Avx512 if !whole_avx512 => None,
            _ if !fused => None,
            _ => form.kernel.map(|(code, _)| code),
        };
        form.target.store(kernel.unwrap_or(form.lanewise) as *mut (), Ordering::Relaxed);
    }
}

/// One form: its exported name and its row.
macro_rules! form {
    ($name:expr, $function:expr, $registers:ident, $lanes:literal, $lanewise:expr, $kernel:expr) => {{
        static TARGET: AtomicPtr<()> = AtomicPtr::new($lanewise as *mut ());

        #[export_name = $name]
        #[unsafe(naked)]
        extern "C" fn exported() {
            naked_asm!("jmp qword ptr [rip + {}]", sym TARGET)
        }

        Form {
            name: $name,
            function: $function,
            registers: Registers::$registers,
            lanes: $lanes,
            target: &TARGET,
            // SAFETY: called only as what it is.
            lanewise: unsafe { transmute::<*const (), Code>($lanewise as *const ()) },
            kernel: $kernel,
        }
    }};
}

/// The eight forms of a function.
macro_rules! eight {
    (
        $type:ident, $double:ident, $single:ident, $arguments:literal, $kernel:ident,
        [$b2:ident $c4:ident $d4:ident $e8:ident], [$b4:ident $c8:ident $d8:ident $e16:ident],
        [$of_doubles:ident $of_floats:ident]
    ) => {
        &[
            eight!(@ $type, $double, $arguments, $kernel, "_ZGVbN2", Sse, 2, $b2, $of_doubles),
            eight!(@ $type, $double, $arguments, $kernel, "_ZGVcN4", Avx, 4, $c4, $of_doubles),
            eight!(@ $type, $double, $arguments, $kernel, "_ZGVdN4", Avx2, 4, $d4, $of_doubles),
            eight!(@ $type, $double, $arguments, $kernel, "_ZGVeN8", Avx512, 8, $e8, $of_doubles),
            eight!(@ $type, $single, $arguments, $kernel, "_ZGVbN4", Sse, 4, $b4, $of_floats),
            eight!(@ $type, $single, $arguments, $kernel, "_ZGVcN8", Avx, 8, $c8, $of_floats),
            eight!(@ $type, $single, $arguments, $kernel, "_ZGVdN8", Avx2, 8, $d8, $of_floats),
            eight!(@ $type, $single, $arguments, $kernel, "_ZGVeN16", Avx512, 16, $e16, $of_floats),
        ]
    };
    (@ $type:ident, $function:ident, $arguments:literal, lanewise, $start:literal, $registers:ident,
        $lanes:literal, $code:ident, $examine:ident) => {
        form!(
            concat!($start, $arguments, "_", stringify!($function)),
            stringify!($function), $registers, $lanes, lanewise::$code::<functions::$type>, None
        )
    };
    (@ $type:ident, $function:ident, $arguments:literal, kernel, $start:literal, $registers:ident,
        $lanes:literal, $code:ident, $examine:ident) => {
        form!(
            concat!($start, $arguments, "_", stringify!($function)),
            stringify!($function), $registers, $lanes, lanewise::$code::<functions::$type>,
            Some((
                // SAFETY: called only as what it is.
                unsafe {
                    transmute::<*const (), Code>(vectorised::$code::<functions::$type> as *const ())
                },
                examine::$examine::<functions::$type>,
            ))
        )
    };
}

macro_rules! one {
    ($type:ident, $double:ident, $single:ident, $kernel:ident) => {
        eight!(
            $type, $double, $single, "v", $kernel,
            [one_b2 one_c4 one_d4 one_e8], [one_b4 one_c8 one_d8 one_e16], [one_double one_single]
        )
    };
}

macro_rules! two {
    ($type:ident, $double:ident, $single:ident, $kernel:ident) => {
        eight!(
            $type, $double, $single, "vv", $kernel,
            [two_b2 two_c4 two_d4 two_e8], [two_b4 two_c8 two_d8 two_e16], [two_double two_single]
        )
    };
}

macro_rules! pair {
    ($type:ident, $double:ident, $single:ident, $kernel:ident) => {
        eight!(
            $type, $double, $single, "vvv", $kernel,
            [pair_b2 pair_c4 pair_d4 pair_e8], [pair_b4 pair_c8 pair_d8 pair_e16], [pair_double pair_single]
        )
    };
}

/// Each function's forms.
pub static FORMS: &[&[Form; 8]] = &[
    one!(Acos, acos, acosf, lanewise),
    one!(Acosh, acosh, acoshf, lanewise),
    one!(Asin, asin, asinf, lanewise),
    one!(Asinh, asinh, asinhf, lanewise),
    one!(Atan, atan, atanf, kernel),
    two!(Atan2, atan2, atan2f, lanewise),
    one!(Atanh, atanh, atanhf, lanewise),
    one!(Cbrt, cbrt, cbrtf, kernel),
    one!(Cos, cos, cosf, kernel),
    one!(Cosh, cosh, coshf, kernel),
    one!(Erf, erf, erff, kernel),
    one!(Erfc, erfc, erfcf, lanewise),
    one!(Exp, exp, expf, kernel),
    one!(Exp10, exp10, exp10f, kernel),
    one!(Exp2, exp2, exp2f, kernel),
    one!(Expm1, expm1, expm1f, kernel),
    two!(Hypot, hypot, hypotf, kernel),
    one!(Log, log, logf, kernel),
    one!(Log10, log10, log10f, kernel),
    one!(Log1p, log1p, log1pf, lanewise),
    one!(Log2, log2, log2f, kernel),
    two!(Pow, pow, powf, kernel),
    one!(Sin, sin, sinf, kernel),
    pair!(SinCos, sincos, sincosf, kernel),
    one!(Sinh, sinh, sinhf, kernel),
    one!(Tan, tan, tanf, kernel),
    one!(Tanh, tanh, tanhf, kernel),
];
