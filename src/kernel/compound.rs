//! Complex numbers and the value-index pairs of MINLOC and MAXLOC.

use super::quad::Quad;
use super::real::Real;

/// A complex number as C and Fortran lay it out.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct Complex<T> {
    /// The real part.
    pub re: T,
    /// The imaginary part.
    pub im: T,
}

/// A value and its index, as MPI's pair types lay them out.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct Pair<V, I> {
    /// The value that is compared.
    pub value: V,
    /// The index that goes with it.
    pub index: I,
}

/// What tells two equal values apart: the lower one wins.
pub trait Index: Copy {
    /// The lower of the two.
    fn lower(self, other: Self) -> Self;
    /// The index with a NaN, if it is one, in its one form.
    fn canonical_index(self) -> Self;
}

impl Index for i32 {
    #[inline(always)]
    fn lower(self, other: Self) -> Self {
        self.min(other)
    }
    #[inline(always)]
    fn canonical_index(self) -> Self {
        self
    }
}

// In Fortran's 2REAL and 2DOUBLE PRECISION the index is a real number too.
macro_rules! real_index {
    ($float:ty) => {
        impl Index for $float {
            #[inline(always)]
            fn lower(self, other: Self) -> Self {
                self.ieee_minimum(other)
            }
            #[inline(always)]
            fn canonical_index(self) -> Self {
                self.canonical()
            }
        }
    };
}
real_index!(f32);
real_index!(f64);
real_index!(Quad);

impl<V: Real, I: Index> Pair<V, I> {
    /// The pair that `wins` prefers; at a tie, or where both values are NaN,
    /// the lower index. The value and the index come from the same rank.
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

    /// MPI_MINLOC.
    #[inline(always)]
    pub fn min_location(self, other: Self) -> Self {
        self.better(other, |a, b| a.precedes(b))
    }

    /// MPI_MAXLOC.
    #[inline(always)]
    pub fn max_location(self, other: Self) -> Self {
        self.better(other, |a, b| b.precedes(a))
    }
}

impl<T: Real> Complex<T> {
    /// The sum, by component.
    #[inline(always)]
    pub fn sum(self, other: Self) -> Self {
        Complex { re: self.re.add(other.re), im: self.im.add(other.im) }
    }

    /// (ac-bd, ad+bc), each operation rounded once.
    #[inline(always)]
    pub fn product(self, other: Self) -> Self {
        Complex {
            re: self.re.mul(other.re).sub(self.im.mul(other.im)),
            im: self.re.mul(other.im).add(self.im.mul(other.re)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pair(value: f64, index: i32) -> Pair<f64, i32> {
        Pair { value, index }
    }

    #[test]
    fn a_nan_wins_and_a_tie_goes_to_the_lower_index() {
        let cases = [
            (pair(1.0, 5), pair(2.0, 1), 5, 1),
            (pair(1.0, 5), pair(1.0, 1), 1, 1),
            (pair(f64::NAN, 7), pair(-1.0, 1), 7, 7),
            (pair(-1.0, 1), pair(-f64::NAN, 7), 7, 7),
            (pair(f64::NAN, 7), pair(-f64::NAN, 3), 3, 3),
            (pair(0.0, 1), pair(-0.0, 2), 2, 1),
        ];
        for (a, b, min, max) in cases {
            assert_eq!(a.min_location(b).index, min, "{a:?} {b:?}");
            assert_eq!(b.min_location(a).index, min, "{a:?} {b:?}");
            assert_eq!(a.max_location(b).index, max, "{a:?} {b:?}");
            assert_eq!(b.max_location(a).index, max, "{a:?} {b:?}");
        }
    }

    #[test]
    fn a_complex_product_rounds_each_operation() {
        let a = Complex { re: 1.0 + f64::EPSILON, im: 1.0 };
        let b = Complex { re: 1.0 - f64::EPSILON, im: 1.0 };
        let product = a.product(b);
        // With a fused multiply-add the real part would be -EPSILON^2.
        assert_eq!(product.re.to_bits(), 0.0f64.to_bits());
        assert_eq!(product.im, 2.0);
    }
}
