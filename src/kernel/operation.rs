//! What an operator does to two elements.

use super::compound::{Complex, Index, Pair};
use super::half::Half;
#[cfg(target_arch = "x86_64")]
use super::long_double::LongDouble;
use super::quad::Quad;
use super::real::Real;

/// An element whose NaNs have a canonical form.
pub trait Element: Copy {
    /// Leading bytes that are data; what follows is padding.
    const DATA: usize = size_of::<Self>();
    /// The element with canonical NaNs.
    fn finished(self) -> Self;
}

macro_rules! real_element {
    ($($element:ty),*) => {$(
        impl Element for $element {
            #[inline(always)]
            fn finished(self) -> Self {
                self.canonical()
            }
        }
    )*};
}
real_element!(Half, f32, f64, Quad);
#[cfg(target_arch = "x86_64")]
real_element!(LongDouble);

impl<T: Element> Element for Complex<T> {
    #[inline(always)]
    fn finished(self) -> Self {
        Complex { re: self.re.finished(), im: self.im.finished() }
    }
}

impl<V: Element, I: Index> Element for Pair<V, I> {
    const DATA: usize = std::mem::offset_of!(Pair<V, I>, index) + size_of::<I>();
    #[inline(always)]
    fn finished(self) -> Self {
        Pair { value: self.value.finished(), index: self.index.canonical_index() }
    }
}

/// A binary operation on elements of type `T`.
pub trait Binary<T> {
    /// The operation.
    fn apply(left: T, right: T) -> T;
}

macro_rules! binary {
    ($name:ident, [$($bound:tt)*], $element:ty, $left:ident, $right:ident => $value:expr) => {
        pub struct $name;
        impl<$($bound)*> Binary<$element> for $name {
            #[inline(always)]
            fn apply($left: $element, $right: $element) -> $element {
                $value
            }
        }
    };
}

binary!(Sum, [T: Real], T, a, b => a.add(b));
binary!(Product, [T: Real], T, a, b => a.mul(b));
binary!(ComplexSum, [T: Real], Complex<T>, a, b => a.sum(b));
binary!(ComplexProduct, [T: Real], Complex<T>, a, b => a.product(b));
binary!(MinLocation, [V: Real, I: Index], Pair<V, I>, a, b => a.min_location(b));
binary!(MaxLocation, [V: Real, I: Index], Pair<V, I>, a, b => a.max_location(b));
binary!(Minimum, [T: Real], T, a, b => a.ieee_minimum(b));
binary!(Maximum, [T: Real], T, a, b => a.ieee_maximum(b));

/// An element at any address: rows in the caller's buffers are as they come.
#[derive(Clone, Copy)]
#[repr(C, packed)]
pub struct Anywhere<T>(pub T);
