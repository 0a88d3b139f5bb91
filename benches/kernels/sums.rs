//! What our trees are measured against: the limit, a sum in as many vectors as keep
//! the processor busy, in whatever order that gives; and std::accumulate, from a
//! library that benches/kernels.sh compiles.

use samebits_kernel::summand::Summand;
use samebits_kernel::{Format, Kind};
use std::ffi::CString;

/// A number that is summed.
pub trait Number: Summand + 'static {
    const KIND: Kind;
    const EPSILON: f64;
    /// The powers of two that numbers lie apart which cannot be summed in levels.
    const APART: usize;
    /// The name of std::accumulate's instance.
    const ACCUMULATE: &'static str;
    fn from_f64(value: f64) -> Self;
    fn to_f64(self) -> f64;
    /// The sum in any order, as fast as can be.
    ///
    /// # Safety
    /// There are n elements.
    unsafe fn limit(elements: *const Self, n: usize) -> Self;
}

macro_rules! number {
    ($number:ty, $format:expr, $apart:literal, $accumulate:literal, $avx512:ident, $avx2:ident) => {
        impl Number for $number {
            const KIND: Kind = Kind::Real($format);
            const EPSILON: f64 = <$number>::EPSILON as f64;
            const APART: usize = $apart;
            const ACCUMULATE: &'static str = $accumulate;
            fn from_f64(value: f64) -> Self {
                value as $number
            }
            fn to_f64(self) -> f64 {
                self.into()
            }
            unsafe fn limit(elements: *const Self, n: usize) -> Self {
                #[cfg(target_arch = "x86_64")]
                {
                    if is_x86_feature_detected!("avx512f") {
                        // SAFETY: the unit is there; the rest is handed on to the caller.
                        return unsafe { $avx512(elements, n) };
                    }
                    if is_x86_feature_detected!("avx2") {
                        // SAFETY: as above.
                        return unsafe { $avx2(elements, n) };
                    }
                }
                // SAFETY: handed on to the caller.
                let elements = unsafe { std::slice::from_raw_parts(elements, n) };
                let mut sums = [0.0; 64];
                let mut blocks = elements.chunks_exact(64);
                for block in &mut blocks {
                    for (sum, element) in sums.iter_mut().zip(block) {
                        *sum += element;
                    }
                }
                sums.iter().chain(blocks.remainder()).sum()
            }
        }
    };
}
number!(f64, Format::Double, 600, "accumulate_double", doubles_in_512, doubles_in_256);
number!(f32, Format::Float, 120, "accumulate_float", floats_in_512, floats_in_256);

#[cfg(target_arch = "x86_64")]
macro_rules! vector_sum {
    ($name:ident, $feature:literal, $number:ty, $zero:ident, $load:ident, $add:ident) => {
        #[target_feature(enable = $feature)]
        unsafe fn $name(elements: *const $number, n: usize) -> $number {
            use std::arch::x86_64::*;
            /// Bytes from which on a row comes from memory and not from a cache, so
            /// that it helps to read it in as many places as there are sums, and to ask
            /// for what lies this far ahead of each.
            const LARGE: usize = 4 << 20;
            const AHEAD: usize = 1024;
            let mut sums = [$zero(); 8];
            let width = size_of_val(&sums[0]) / size_of::<$number>();
            let block = sums.len() * width;
            let large = n * size_of::<$number>() >= LARGE;
            let whole = n - n % block;
            let (apart, step) = if large { (whole / sums.len(), width) } else { (width, block) };
            // SAFETY: each block lies within the n elements; asking for memory has no
            // effect but on time; vectors are numbers.
            unsafe {
                for from in (0..whole / block).map(|i| i * step) {
                    for (i, sum) in sums.iter_mut().enumerate() {
                        let at = elements.add(from + i * apart);
                        if large {
                            _mm_prefetch::<_MM_HINT_T0>(at.cast::<i8>().wrapping_add(AHEAD));
                        }
                        *sum = $add(*sum, $load(at));
                    }
                }
                for half in [4, 2, 1] {
                    for i in 0..half {
                        sums[i] = $add(sums[i], sums[half + i]);
                    }
                }
                let vectors = whole + (n - whole) / width * width;
                for from in (whole..vectors).step_by(width) {
                    sums[0] = $add(sums[0], $load(elements.add(from)));
                }
                let sums = std::slice::from_raw_parts(sums.as_ptr().cast::<$number>(), width);
                let rest = std::slice::from_raw_parts(elements.add(vectors), n - vectors);
                sums.iter().chain(rest).sum()
            }
        }
    };
}

#[cfg(target_arch = "x86_64")]
vector_sum!(doubles_in_512, "avx512f", f64, _mm512_setzero_pd, _mm512_loadu_pd, _mm512_add_pd);
#[cfg(target_arch = "x86_64")]
vector_sum!(doubles_in_256, "avx2", f64, _mm256_setzero_pd, _mm256_loadu_pd, _mm256_add_pd);
#[cfg(target_arch = "x86_64")]
vector_sum!(floats_in_512, "avx512f", f32, _mm512_setzero_ps, _mm512_loadu_ps, _mm512_add_ps);
#[cfg(target_arch = "x86_64")]
vector_sum!(floats_in_256, "avx2", f32, _mm256_setzero_ps, _mm256_loadu_ps, _mm256_add_ps);

/// std::accumulate, from the library at that path.
pub fn accumulate<T: Number>(library: &str) -> unsafe extern "C" fn(*const T, usize) -> T {
    let path = CString::new(library).expect("a path");
    let name = CString::new(T::ACCUMULATE).expect("a name");
    // SAFETY: the library is the one compiled from accumulate.cpp, in which the function
    // of that name has this type; it stays loaded.
    unsafe {
        let handle = libc::dlopen(path.as_ptr(), libc::RTLD_NOW);
        assert!(!handle.is_null(), "{library} cannot be loaded");
        let symbol = libc::dlsym(handle, name.as_ptr());
        assert!(!symbol.is_null(), "{library} has no {}", T::ACCUMULATE);
        std::mem::transmute::<*mut libc::c_void, unsafe extern "C" fn(*const T, usize) -> T>(symbol)
    }
}
