//! Calls of vector forms and scalar functions, by address, with numbers of either type as bits.

use crate::library::Library;
use samebits_math::vector::forms::{Form, Registers};
use std::arch::x86_64::*;
use std::ffi::c_void;
use std::mem::transmute;

/// What a function takes and gives back, by its form's name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Shape {
    One,
    Two,
    Pair,
}

pub fn shape(form: &Form) -> Shape {
    if form.name.contains("vvv_") {
        Shape::Pair
    } else if form.name.contains("vv_") {
        Shape::Two
    } else {
        Shape::One
    }
}

/// A type of numbers, whose registers and calls differ.
pub trait Number: Copy + PartialEq + std::fmt::Debug + Default + 'static {
    fn bits(self) -> u64;
    /// The results of the scalar function; the second is there for pairs only.
    ///
    /// # Safety
    /// `code` is a function of that shape.
    unsafe fn scalar(code: *mut c_void, shape: Shape, x: Self, y: Self) -> [Self; 2];
    /// The results of the vector form.
    ///
    /// # Safety
    /// `code` is that form's function; the processor has its registers.
    unsafe fn vector(code: *mut c_void, form: &Form, x: &[Self], y: &[Self]) -> Vec<[Self; 2]>;
}

macro_rules! vectors {
    ($feature:literal, $name:ident, $number:ty, $lanes:literal, $vector:ty, $pointers:ty,
     [$($sine:ident)*], [$($cosine:ident)*]) => {
        #[target_feature(enable = $feature)]
        #[allow(improper_ctypes_definitions, clippy::missing_transmute_annotations)]
        unsafe fn $name(code: *mut c_void, shape: Shape, x: &[$number], y: &[$number]) -> Vec<[$number; 2]> {
            let x: [$number; $lanes] = x.try_into().expect("as many as lanes");
            let y: [$number; $lanes] = y.try_into().expect("as many as lanes");
            let mut sines = [<$number>::default(); $lanes];
            let mut cosines = [<$number>::default(); $lanes];
            // SAFETY: the caller's code has this shape; the vectors have as many numbers as the arrays.
            unsafe {
                let (xs, ys): ($vector, $vector) = (transmute(x), transmute(y));
                match shape {
                    Shape::One => {
                        let code: unsafe extern "C" fn($vector) -> $vector = transmute(code);
                        sines = transmute(code(xs));
                    }
                    Shape::Two => {
                        let code: unsafe extern "C" fn($vector, $vector) -> $vector = transmute(code);
                        sines = transmute(code(xs, ys));
                    }
                    Shape::Pair => {
                        // The pointers are in reverse order, so that no form can take them for one.
                        let mut index = $lanes;
                        let s: [*mut $number; $lanes] = std::array::from_fn(|lane| {
                            sines.as_mut_ptr().add($lanes - 1 - lane)
                        });
                        let c: [*mut $number; $lanes] = std::array::from_fn(|_| {
                            index -= 1;
                            cosines.as_mut_ptr().add(index)
                        });
                        let [$($sine),*] = transmute::<_, [$pointers; [$(stringify!($sine)),*].len()]>(s);
                        let [$($cosine),*] = transmute::<_, [$pointers; [$(stringify!($cosine)),*].len()]>(c);
                        let code: unsafe extern "C" fn(
                            $vector, $(vectors!(@ $sine $pointers),)* $(vectors!(@ $cosine $pointers)),*
                        ) = transmute(code);
                        code(xs, $($sine,)* $($cosine),*);
                        sines.reverse();
                        cosines.reverse();
                    }
                }
            }
            sines.into_iter().zip(cosines).map(|(s, c)| [s, c]).collect()
        }
    };
    (@ $name:ident $type:ty) => { $type };
}

vectors!("sse2", b2, f64, 2, __m128d, __m128i, [s], [c]);
vectors!("sse2", b4, f32, 4, __m128, __m128i, [s t], [c d]);
vectors!("avx", c4, f64, 4, __m256d, __m128i, [s t], [c d]);
vectors!("avx", c8, f32, 8, __m256, __m128i, [s t u v], [c d e f]);
vectors!("avx2", d4, f64, 4, __m256d, __m256i, [s], [c]);
vectors!("avx2", d8, f32, 8, __m256, __m256i, [s t], [c d]);
vectors!("avx512f", e8, f64, 8, __m512d, __m512i, [s], [c]);
vectors!("avx512f", e16, f32, 16, __m512, __m512i, [s t], [c d]);

macro_rules! number {
    ($number:ty, $b:ident, $c:ident, $d:ident, $e:ident) => {
        impl Number for $number {
            fn bits(self) -> u64 {
                self.to_bits().into()
            }

            unsafe fn scalar(code: *mut c_void, shape: Shape, x: Self, y: Self) -> [Self; 2] {
                let mut results = [Self::default(); 2];
                let [sine, cosine] = &mut results;
                // SAFETY: the caller's code has this shape.
                unsafe {
                    match shape {
                        Shape::One => {
                            let code: extern "C" fn(Self) -> Self = transmute(code);
                            *sine = code(x);
                        }
                        Shape::Two => {
                            let code: extern "C" fn(Self, Self) -> Self = transmute(code);
                            *sine = code(x, y);
                        }
                        Shape::Pair => {
                            let code: extern "C" fn(Self, &mut Self, &mut Self) = transmute(code);
                            code(x, sine, cosine);
                        }
                    }
                }
                results
            }

            unsafe fn vector(
                code: *mut c_void,
                form: &Form,
                x: &[Self],
                y: &[Self],
            ) -> Vec<[Self; 2]> {
                // SAFETY: the caller's.
                unsafe {
                    match form.registers {
                        Registers::Sse => $b(code, shape(form), x, y),
                        Registers::Avx => $c(code, shape(form), x, y),
                        Registers::Avx2 => $d(code, shape(form), x, y),
                        Registers::Avx512 => $e(code, shape(form), x, y),
                    }
                }
            }
        }
    };
}

number!(f64, b2, c4, d4, e8);
number!(f32, b4, c8, d8, e16);

/// Whether a form is one for doubles.
pub fn is_double(form: &Form) -> bool {
    !form.function.ends_with('f') || form.function == "erf"
}

/// Compares a form with its scalar function for these arguments, of which there may be any number.
pub fn compare<T: Number>(library: &Library, form: &Form, x: &[T], y: &[T], what: &str) {
    let (vector, scalar) = (library.find(form.name), library.find(form.function));
    let shape = shape(form);
    for (xs, ys) in x.chunks_exact(form.lanes).zip(y.chunks_exact(form.lanes)) {
        // SAFETY: the library's functions have the shapes that their names say; the caller checks the
        // registers.
        let found = unsafe { T::vector(vector, form, xs, ys) };
        for ((&x, &y), found) in xs.iter().zip(ys).zip(found) {
            // SAFETY: as above.
            let right = unsafe { T::scalar(scalar, shape, x, y) };
            let same = right.iter().zip(&found).all(|(right, found)| right.bits() == found.bits());
            assert!(
                same,
                "{} ({what}): x {x:?} = {:#x}, y {y:?} = {:#x}: {found:?} = {:#x?}, \
                 but the scalar function gives {right:?} = {:#x?}",
                form.name,
                x.bits(),
                y.bits(),
                found.map(Number::bits),
                right.map(Number::bits),
            );
        }
    }
}
