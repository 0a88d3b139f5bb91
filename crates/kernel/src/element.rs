//! Elements (reals, complex numbers, the value-index pairs of MINLOC and MAXLOC), and what an
//! operator does to two of them.

use super::real::Real;

/// An element whose NaNs have a canonical form.
pub trait Element: Copy {
    /// Leading bytes that are data; the rest is padding.
    const DATA: usize = size_of::<Self>();
    /// The element with canonical NaNs.
    fn finished(self) -> Self;
}

/// An element at any address: the caller's buffers may have any alignment.
#[derive(Clone, Copy)]
#[repr(C, packed)]
pub struct Anywhere<T>(pub T);

/// A complex number as C and Fortran lay it out.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct Complex<T> {
    pub re: T,
    pub im: T,
}

/// A value and its index, as MPI's pair types lay them out.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct Pair<V, I> {
    pub value: V,
    pub index: I,
}

/// The index of a pair; in Fortran's 2REAL and 2DOUBLE PRECISION it is a real number, too.
pub trait Index: Element {
    fn lower(self, other: Self) -> Self;
}

impl Element for i32 {
    #[inline(always)]
    fn finished(self) -> Self {
        self
    }
}

impl Index for i32 {
    #[inline(always)]
    fn lower(self, other: Self) -> Self {
        self.min(other)
    }
}

impl<T: Real> Element for T {
    #[inline(always)]
    fn finished(self) -> Self {
        self.canonical()
    }
}

impl<T: Real> Index for T {
    #[inline(always)]
    fn lower(self, other: Self) -> Self {
        self.ieee_minimum(other)
    }
}

impl<T: Real> Element for Complex<T> {
    #[inline(always)]
    fn finished(self) -> Self {
        Complex { re: self.re.canonical(), im: self.im.canonical() }
    }
}

impl<V: Real, I: Index> Element for Pair<V, I> {
    const DATA: usize = std::mem::offset_of!(Pair<V, I>, index) + size_of::<I>();
    #[inline(always)]
    fn finished(self) -> Self {
        Pair { value: self.value.canonical(), index: self.index.finished() }
    }
}

impl<V: Real, I: Index> Pair<V, I> {
    /// The pair that `wins` prefers, whole; at a tie, or if both values are NaN, the lower index.
    #[inline(always)]
    fn better(self, other: Self, wins: impl Fn(V, V) -> bool) -> Self {
        match (self.value.is_nan(), other.value.is_nan()) {
            (true, false) => self,
            (false, true) => other,
            (false, false) if wins(self.value, other.value) => self,
            (false, false) if wins(other.value, self.value) => other,
            _ => Pair { value: self.value, index: self.index.lower(other.index) },
        }
    }
}

pub trait Binary<T> {
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
binary!(Minimum, [T: Real], T, a, b => a.ieee_minimum(b));
binary!(Maximum, [T: Real], T, a, b => a.ieee_maximum(b));
binary!(MinLocation, [V: Real, I: Index], Pair<V, I>, a, b => a.better(b, |x, y| x.precedes(y)));
binary!(MaxLocation, [V: Real, I: Index], Pair<V, I>, a, b => a.better(b, |x, y| y.precedes(x)));
binary!(ComplexSum, [T: Real], Complex<T>, a, b => {
    Complex { re: a.re.add(b.re), im: a.im.add(b.im) }
});
binary!(ComplexProduct, [T: Real], Complex<T>, a, b => {
    let [re, im] = T::complex_product([a.re, a.im], [b.re, b.im]);
    Complex { re, im }
});
