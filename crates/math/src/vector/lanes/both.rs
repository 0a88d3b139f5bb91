//! Two registers as one: every operation is done on both. So a kernel of floats has two chains of
//! operations that do not wait for each other.

use super::{Bits, Lanes, Mask, Table};
use std::ops::{Add, Div, Mul, Neg, Sub};

#[derive(Clone, Copy)]
pub struct Both<T>(pub T, pub T);

macro_rules! operator {
    ($trait:ident, $method:ident) => {
        impl<T: $trait<Output = T>> $trait for Both<T> {
            type Output = Both<T>;
            #[inline(always)]
            fn $method(self, other: Both<T>) -> Both<T> {
                Both(self.0.$method(other.0), self.1.$method(other.1))
            }
        }
    };
}

operator!(Add, add);
operator!(Sub, sub);
operator!(Mul, mul);
operator!(Div, div);

impl<T: Neg<Output = T>> Neg for Both<T> {
    type Output = Both<T>;
    #[inline(always)]
    fn neg(self) -> Both<T> {
        Both(-self.0, -self.1)
    }
}

impl<V: Lanes> Lanes for Both<V> {
    type Bits = Both<V::Bits>;
    type Mask = Both<V::Mask>;

    #[inline(always)]
    fn all(self, number: f64) -> Self {
        Both(self.0.all(number), self.1.all(number))
    }
    #[inline(always)]
    fn all_bits(self, bits: u64) -> Both<V::Bits> {
        Both(self.0.all_bits(bits), self.1.all_bits(bits))
    }
    #[inline(always)]
    fn fma(self, factor: Self, term: Self) -> Self {
        Both(self.0.fma(factor.0, term.0), self.1.fma(factor.1, term.1))
    }
    #[inline(always)]
    fn fms(self, factor: Self, term: Self) -> Self {
        Both(self.0.fms(factor.0, term.0), self.1.fms(factor.1, term.1))
    }
    #[inline(always)]
    fn fnma(self, factor: Self, term: Self) -> Self {
        Both(self.0.fnma(factor.0, term.0), self.1.fnma(factor.1, term.1))
    }
    #[inline(always)]
    fn sqrt(self) -> Self {
        Both(self.0.sqrt(), self.1.sqrt())
    }
    #[inline(always)]
    fn abs(self) -> Self {
        Both(self.0.abs(), self.1.abs())
    }
    #[inline(always)]
    fn sign(self) -> Self {
        Both(self.0.sign(), self.1.sign())
    }
    #[inline(always)]
    fn xor(self, other: Self) -> Self {
        Both(self.0.xor(other.0), self.1.xor(other.1))
    }
    #[inline(always)]
    fn bits(self) -> Both<V::Bits> {
        Both(self.0.bits(), self.1.bits())
    }
    #[inline(always)]
    fn less(self, other: Self) -> Both<V::Mask> {
        Both(self.0.less(other.0), self.1.less(other.1))
    }
    #[inline(always)]
    fn not_less(self, other: Self) -> Both<V::Mask> {
        Both(self.0.not_less(other.0), self.1.not_less(other.1))
    }
    #[inline(always)]
    fn differs(self, other: Self) -> Both<V::Mask> {
        Both(self.0.differs(other.0), self.1.differs(other.1))
    }
    #[inline(always)]
    fn select(self, mask: Both<V::Mask>, other: Self) -> Self {
        Both(self.0.select(mask.0, other.0), self.1.select(mask.1, other.1))
    }
    #[inline(always)]
    fn kept(self, mask: Both<V::Mask>) -> Self {
        Both(self.0.kept(mask.0), self.1.kept(mask.1))
    }
    #[inline(always)]
    fn zero_where(self, mask: Both<V::Mask>) -> Self {
        Both(self.0.zero_where(mask.0), self.1.zero_where(mask.1))
    }
    #[inline(always)]
    fn rows2<const N: usize>(index: Both<V::Bits>, table: &Table<2, N>) -> [Self; 2] {
        let ([a, b], [c, d]) = (V::rows2(index.0, table), V::rows2(index.1, table));
        [Both(a, c), Both(b, d)]
    }
    #[inline(always)]
    fn rows4<const N: usize>(index: Both<V::Bits>, table: &Table<4, N>) -> [Self; 4] {
        let ([a, b, c, d], [e, f, g, h]) = (V::rows4(index.0, table), V::rows4(index.1, table));
        [Both(a, e), Both(b, f), Both(c, g), Both(d, h)]
    }
}

impl<B: Bits> Bits for Both<B> {
    type Numbers = Both<B::Numbers>;
    type Mask = Both<B::Mask>;

    #[inline(always)]
    fn numbers(self) -> Both<B::Numbers> {
        Both(self.0.numbers(), self.1.numbers())
    }
    #[inline(always)]
    fn and(self, other: Self) -> Self {
        Both(self.0.and(other.0), self.1.and(other.1))
    }
    #[inline(always)]
    fn without(self, other: Self) -> Self {
        Both(self.0.without(other.0), self.1.without(other.1))
    }
    #[inline(always)]
    fn left<const BY: u32>(self) -> Self {
        Both(self.0.left::<BY>(), self.1.left::<BY>())
    }
    #[inline(always)]
    fn right<const BY: u32>(self) -> Self {
        Both(self.0.right::<BY>(), self.1.right::<BY>())
    }
    #[inline(always)]
    fn greater(self, other: Self) -> Both<B::Mask> {
        Both(self.0.greater(other.0), self.1.greater(other.1))
    }
}

impl<M: Mask> Mask for Both<M> {
    const LANES: u32 = 2 * M::LANES;

    #[inline(always)]
    fn or(self, other: Self) -> Self {
        Both(self.0.or(other.0), self.1.or(other.1))
    }
    #[inline(always)]
    fn and(self, other: Self) -> Self {
        Both(self.0.and(other.0), self.1.and(other.1))
    }
    #[inline(always)]
    fn not(self) -> Self {
        Both(self.0.not(), self.1.not())
    }
    #[inline(always)]
    fn word(self) -> u32 {
        self.0.word() | self.1.word() << M::LANES
    }
}
