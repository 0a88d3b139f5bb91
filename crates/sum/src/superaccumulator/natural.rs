//! Natural numbers of any length, as 32-bit digits in 64-bit words, the lowest first: what exact
//! means, variances and roots are computed from.
//!
//! Cost, n digits: n multiplications or divisions; a product of two numbers n².

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Natural(pub Vec<i64>);

const MASK: u128 = 0xffff_ffff;

impl Natural {
    /// The number times 2^bits.
    pub fn shifted(&self, bits: usize) -> Natural {
        let mut shifted = Natural(vec![0; bits / 32]);
        let mut carry = 0u64;
        for &digit in &self.0 {
            let wide = (digit as u64) << (bits % 32) | carry;
            shifted.0.push((wide & MASK as u64) as i64);
            carry = wide >> 32;
        }
        shifted.0.push(carry as i64);
        shifted
    }

    pub fn times(&self, factor: u64) -> Natural {
        let mut carry = 0u128;
        let mut product = Vec::with_capacity(self.0.len() + 2);
        for digit in self.0.iter().map(|digit| *digit as u128).chain([0, 0]) {
            let wide = digit * u128::from(factor) + carry;
            product.push((wide & MASK) as i64);
            carry = wide >> 32;
        }
        Natural(product)
    }

    pub fn squared(&self) -> Natural {
        let n = self.0.len();
        let mut square = vec![0i64; 2 * n];
        for (i, &left) in self.0.iter().enumerate().filter(|(_, digit)| **digit != 0) {
            let mut carry = 0u64;
            for (to, &right) in square[i..].iter_mut().zip(&self.0) {
                let wide = left as u64 * right as u64 + *to as u64 + carry;
                *to = (wide & MASK as u64) as i64;
                carry = wide >> 32;
            }
            square[i + n] = carry as i64;
        }
        Natural(square)
    }

    pub fn plus(&self, other: &Natural) -> Natural {
        let mut carry = 0;
        let length = self.0.len().max(other.0.len()) + 1;
        let digit = |of: &Natural, i: usize| of.0.get(i).copied().unwrap_or(0);
        let digits = (0..length).map(|i| {
            let sum = digit(self, i) + digit(other, i) + carry;
            carry = sum >> 32;
            sum & MASK as i64
        });
        Natural(digits.collect())
    }

    /// The difference, if the other number is not larger; less a power of two beyond all digits
    /// else.
    pub fn minus(&self, other: &Natural) -> Natural {
        let mut borrow = 0;
        let length = self.0.len().max(other.0.len());
        let digit = |of: &Natural, i: usize| of.0.get(i).copied().unwrap_or(0);
        let digits = (0..length).map(|i| {
            let difference = digit(self, i) - digit(other, i) + borrow;
            borrow = difference >> 32;
            difference & MASK as i64
        });
        Natural(digits.collect())
    }

    /// The quotient, rounded down, and whether there is a remainder.
    pub fn divided(mut self, by: u64) -> (Natural, bool) {
        let mut rest = 0u128;
        for digit in self.0.iter_mut().rev() {
            let wide = rest << 32 | *digit as u128;
            *digit = (wide / u128::from(by)) as i64;
            rest = wide % u128::from(by);
        }
        (self, rest != 0)
    }

    /// The number of bits.
    pub fn bits(&self) -> usize {
        let top = self.0.iter().rposition(|digit| *digit != 0);
        top.map_or(0, |top| 32 * top + 1 + self.0[top].ilog2() as usize)
    }

    /// The quotient by 2^bits, rounded down, if it has at most 128 bits, and whether there is a
    /// remainder.
    pub fn top(&self, bits: usize) -> (u128, bool) {
        let (whole, rest) = (bits / 32, bits % 32);
        let digit = |i: usize| self.0.get(whole + i).copied().unwrap_or(0) as u128;
        let mut top = digit(0) >> rest;
        for i in 1..5 {
            let position = 32 * i - rest;
            if position < 128 {
                top |= digit(i) << position;
            }
        }
        let below = self.0.iter().take(whole).any(|digit| *digit != 0);
        (top, below || digit(0) & ((1 << rest) - 1) != 0)
    }
}

/// The square root, rounded down, and whether there is a remainder (Newton's iteration from above).
pub fn root(number: u128) -> (u64, bool) {
    if number == 0 {
        return (0, false);
    }
    // The hardware's root, and more than its error.
    let near = (number as f64).sqrt();
    let mut root = (near + near / (1u64 << 48) as f64) as u128 + 1;
    loop {
        let next = (root + number / root) / 2;
        if next >= root {
            return (root as u64, root * root != number);
        }
        root = next;
    }
}
