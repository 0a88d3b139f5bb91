//! The loops.

use samebits_math::vector::forms::{Form, Registers, FORMS};
use std::arch::x86_64::*;
use std::ffi::{c_void, CString};
use std::mem::transmute;
use std::time::Instant;

const LIBMVEC: &str = "libmvec.so.1";
/// Lanes a repetition; they stay in the first level's cache.
const COUNT: usize = 1024;
const REPETITIONS: usize = 400;

/// Where the arguments are from. The second one is for functions of two numbers.
fn range(function: &str) -> (f64, f64) {
    match function.strip_suffix('f').filter(|name| *name != "er").unwrap_or(function) {
        "acos" | "asin" | "atanh" => (-0.99, 0.99),
        "acosh" => (1.0, 50.0),
        "exp" | "exp2" | "exp10" | "expm1" => (-20.0, 20.0),
        "sinh" | "cosh" => (-10.0, 10.0),
        "log" | "log2" | "log10" | "pow" => (0.01, 20.0),
        "log1p" => (-0.9, 20.0),
        "erf" | "erfc" | "tanh" => (-3.0, 3.0),
        _ => (-10.0, 10.0),
    }
}

fn find(library: *mut c_void, name: &str) -> Option<*mut c_void> {
    let name = CString::new(name).unwrap();
    // SAFETY: an open library.
    let address = unsafe { libc::dlsym(library, name.as_ptr()) };
    (!address.is_null()).then_some(address)
}

#[repr(C, align(64))]
struct Numbers<T>([T; COUNT]);

macro_rules! passes {
    ($feature:literal, $name:ident, $number:ty, $vector:ty, $lanes:literal) => {
        /// Calls the form over all numbers.
        #[target_feature(enable = $feature)]
        #[allow(improper_ctypes_definitions)]
        unsafe fn $name(
            code: *mut c_void,
            two: bool,
            x: &Numbers<$number>,
            y: &Numbers<$number>,
            to: &mut Numbers<$number>,
        ) {
            // SAFETY: the form has this signature; the vectors are within the arrays, aligned.
            unsafe {
                let one: unsafe extern "C" fn($vector) -> $vector = transmute(code);
                let of_two: unsafe extern "C" fn($vector, $vector) -> $vector = transmute(code);
                for at in (0..COUNT).step_by($lanes) {
                    let argument = *x.0.as_ptr().add(at).cast::<$vector>();
                    let result = if two {
                        of_two(argument, *y.0.as_ptr().add(at).cast::<$vector>())
                    } else {
                        one(argument)
                    };
                    *to.0.as_mut_ptr().add(at).cast::<$vector>() = result;
                }
            }
        }
    };
}

passes!("sse2", b2, f64, __m128d, 2);
passes!("sse2", b4, f32, __m128, 4);
passes!("avx", c4, f64, __m256d, 4);
passes!("avx", c8, f32, __m256, 8);
passes!("avx512f", e8, f64, __m512d, 8);
passes!("avx512f", e16, f32, __m512, 16);

/// Two forms' least times in turns, in nanoseconds a lane.
fn race(mut ours: impl FnMut(), mut theirs: impl FnMut()) -> (f64, f64) {
    let mut least = (f64::INFINITY, f64::INFINITY);
    for _ in 0..REPETITIONS {
        let start = Instant::now();
        ours();
        let middle = Instant::now();
        theirs();
        least.0 = least.0.min((middle - start).as_secs_f64());
        least.1 = least.1.min(middle.elapsed().as_secs_f64());
    }
    (least.0 / COUNT as f64 * 1e9, least.1 / COUNT as f64 * 1e9)
}

/// Numbers in a range, which a small generator spreads.
fn spread((low, high): (f64, f64), mut state: u64) -> impl FnMut() -> f64 {
    move || {
        state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        low + (state >> 11) as f64 / (1u64 << 53) as f64 * (high - low)
    }
}

/// The share of lanes for which the scalar function is called, of a million arguments.
fn fallback(form: &Form, rounded: impl Fn(f64) -> f64) -> f64 {
    const CALLS: u32 = 1 << 18;
    let Some(examine) = form.examine().filter(|_| is_x86_feature_detected!("fma")) else {
        return 1.0;
    };
    let (mut x, mut y) = (spread(range(form.function), 3), spread((-3.0, 3.0), 4));
    let doubtful: u32 = (0..CALLS)
        .map(|_| {
            let x: [f64; 4] = std::array::from_fn(|_| rounded(x()));
            let y: [f64; 4] = std::array::from_fn(|_| rounded(y()));
            // SAFETY: the processor has fused multiply-adds, and so AVX2.
            let [first, second] = unsafe { examine(&x, &y) };
            (first.doubtful | second.doubtful).count_ones()
        })
        .sum();
    f64::from(doubtful) / f64::from(4 * CALLS)
}

macro_rules! measure {
    ($form:ident, $ours:ident, $theirs:ident, $number:ty, $b:ident, $c:ident, $e:ident) => {{
        let two = $form.name.contains("vv_");
        let (mut x, mut y) = (spread(range($form.function), 1), spread((-3.0, 3.0), 2));
        let x = Numbers::<$number>(std::array::from_fn(|_| x() as $number));
        let y = Numbers::<$number>(std::array::from_fn(|_| y() as $number));
        let (mut to, mut to2) =
            (Numbers::<$number>([0.0; COUNT]), Numbers::<$number>([0.0; COUNT]));
        let pass = match $form.registers {
            Registers::Sse => $b,
            Registers::Avx | Registers::Avx2 => $c,
            Registers::Avx512 => $e,
        };
        let times = race(
            // SAFETY: the processor has the registers; the name's form has this signature.
            || unsafe { pass($ours, two, &x, &y, &mut to) },
            // SAFETY: as above.
            || unsafe { pass($theirs, two, &x, &y, &mut to2) },
        );
        (times, fallback($form, |x| f64::from(x as $number)))
    }};
}

fn is_double(form: &Form) -> bool {
    !form.function.ends_with('f') || form.function == "erf"
}

pub fn main() {
    let wanted: Vec<String> =
        std::env::args().skip(1).filter(|name| !name.starts_with('-')).collect();
    let file = CString::new(LIBMVEC).unwrap();
    // SAFETY: a library without a constructor.
    let library = unsafe { libc::dlopen(file.as_ptr(), libc::RTLD_NOW | libc::RTLD_LOCAL) };
    assert!(!library.is_null(), "{LIBMVEC} cannot be loaded");
    println!("function,width,ours_ns,theirs_ns,ratio,fallback");
    for form in FORMS.iter().copied().flatten() {
        let known = wanted.is_empty() || wanted.iter().any(|name| name == form.function);
        if !known || !form.registers.here() || form.name.contains("vvv_") {
            continue;
        }
        let Some(theirs) = find(library, form.name) else { continue };
        let ours = form.code() as *mut c_void;
        let ((ours, theirs), fallback) = if is_double(form) {
            measure!(form, ours, theirs, f64, b2, c4, e8)
        } else {
            measure!(form, ours, theirs, f32, b4, c8, e16)
        };
        let letter = &form.name[4..5];
        println!(
            "{},{letter}{},{ours:.3},{theirs:.3},{:.2},{fallback:.6}",
            form.function,
            form.lanes,
            ours / theirs
        );
    }
}
