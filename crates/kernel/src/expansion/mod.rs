//! Exact sums of columns as short expansions: the value of a column is its first component minus
//! the others.
//!
//! A number is carried down the components of its column by Knuth's TwoSum: each addition is
//! rounded, and its error, with the sign reversed, goes on to the next component until it is zero;
//! an error of the last component becomes a further one (grow-expansion, Shewchuk 1997, section
//! 2.4). Each step is error-free, so the value is exact in whatever order the numbers come and
//! however the components overlap. Then the components are added up from the smallest to the
//! largest (VecSum, Ogita, Rump, Oishi 2005), so that one that is not needed becomes zero; as many
//! rows remain as the worst column needs.
//!
//! Components after the first are subtracted because their zeros then are +0.0 in all operations
//! and change no sign, so that the first component is -0.0 only if all numbers were; and because
//! compression drops these zeros.
//!
//! A column that does not fit (an overflow, an operand that is not finite, more than [`MOST`]
//! components) is flagged and left to the caller.
//!
//! Cost, k components: adding a row 6 k operations, merging another expansion 3 k (k + 1), and
//! 6 (k - 1) to 6 (k - 1)² for VecSum: 18 operations an element for a contribution to two
//! components, 24 for two and two.

mod components;
mod fused;

use super::simd::on_best_unit;
use super::summand::Summand;
pub use components::{round, Components, CHUNK, MOST};
use components::{two_sums, FIRST, OFF, OTHER};

/// Columns that are added in registers.
const LANES: usize = 8;

/// The exponent's bits of a double.
const EXPONENT: u64 = 0x7ff << 52;

on_best_unit! {
    /// Writes to `into` the components of the sums of n ≤ [`CHUNK`] columns over rows of
    /// contributions and expansions, at least two all together; the expansion with the most rows
    /// comes first. Returns the number of rows, and whether any columns do not fit: they are
    /// flagged in `open` (nonzero), and their components are not to be used.
    ///
    /// # Safety
    /// All rows hold n numbers, at any address; `into` has space for [`MOST`] rows, apart from
    /// them; the environment is the default one.
    pub unsafe fn expand<T: Summand>(
        contributions: &[*const T], expansions: &[Components], n: usize,
        into: *mut f64, open: &mut [u64; CHUNK],
    ) -> (usize, bool) {
        let n = n.min(CHUNK);
        // SAFETY: upheld by the caller.
        if let Some(rows) = unsafe { fused::expand(contributions, expansions, n, into) } {
            return (rows, false);
        }
        let mut carry = [0.0; CHUNK];
        let mut sums = Sums { into, from: into, rows: 1, n, open, any_open: false };
        // SAFETY: upheld by the caller; the first expansion has no fewer rows than the others.
        unsafe {
            let (contributions, expansions) = match expansions.split_first() {
                // The first row that is added reads it where it lies.
                Some((first, expansions)) => {
                    (sums.from, sums.rows) = (first.first, first.rows);
                    (contributions, expansions)
                }
                None => {
                    widen(contributions[0], into, n);
                    (&contributions[1..], expansions)
                }
            };
            for row in contributions {
                widen(*row, carry.as_mut_ptr(), n);
                sums.add(0, &mut carry);
            }
            for expansion in expansions {
                for row in 0..expansion.rows {
                    widen(expansion.first.add(row * n), carry.as_mut_ptr(), n);
                    sums.add(row, &mut carry);
                }
            }
            sums.vec_sum(&mut carry);
        }
        (sums.rows, sums.any_open)
    }
}

/// The components so far.
struct Sums<'a> {
    into: *mut f64,
    /// Where they are now: at first maybe not at `into`.
    from: *const f64,
    rows: usize,
    n: usize,
    open: &'a mut [u64; CHUNK],
    any_open: bool,
}

impl Sums<'_> {
    /// Adds a row of numbers to the components from `first` on: a component that is subtracted does
    /// not belong in the first one. `into` has space for one more row, or there are [`MOST`].
    #[inline(always)]
    unsafe fn add(&mut self, first: usize, carry: &mut [f64; CHUNK]) {
        let n = self.n;
        let mut errors = 0;
        debug_assert!(first < self.rows, "the longest expansion comes first");
        for row in first..self.rows {
            // SAFETY: one of the rows.
            let (from, to) = unsafe { (self.from.add(row * n), self.into.add(row * n)) };
            errors = match row {
                // SAFETY: n columns of each.
                0 => unsafe { step::<FIRST>(from, to, carry.as_mut_ptr(), n) },
                // SAFETY: n columns of each.
                _ => unsafe { step::<OTHER>(from, to, carry.as_mut_ptr(), n) },
            };
            if errors & EXPONENT == EXPONENT {
                errors = self.flag(row + 1, carry, |number| !number.is_finite());
            }
            // Otherwise the other rows still have to be copied.
            if errors == 0 && std::ptr::eq(self.from, self.into) {
                return;
            }
        }
        self.from = self.into;
        if errors == 0 {
            return;
        }
        if self.rows == MOST {
            self.flag(MOST, carry, |number| number != 0.0);
            return;
        }
        // SAFETY: the next row.
        unsafe { carry.as_ptr().copy_to_nonoverlapping(self.into.add(self.rows * n), n) };
        self.rows += 1;
    }

    /// Adds the components, now at `into`, up from the smallest until no more of them become zero.
    #[inline(always)]
    unsafe fn vec_sum(&mut self, carry: &mut [f64; CHUNK]) {
        let n = self.n;
        let mut passes = 1;
        while passes < self.rows {
            let mut needed = 1;
            for row in (1..self.rows).rev() {
                // SAFETY: two of the rows.
                let (sum, rest) = unsafe { (self.into.add((row - 1) * n), self.into.add(row * n)) };
                let errors = match row {
                    // SAFETY: n columns of each.
                    1 => unsafe { step::<OFF>(sum, sum, rest, n) },
                    // SAFETY: n columns of each.
                    _ => unsafe { step::<OTHER>(sum, sum, rest, n) },
                };
                if errors & EXPONENT == EXPONENT {
                    // SAFETY: n columns.
                    unsafe { rest.copy_to_nonoverlapping(carry.as_mut_ptr(), n) };
                    self.flag(self.rows, carry, |number| !number.is_finite());
                }
                if errors != 0 {
                    needed = needed.max(row + 1);
                }
            }
            self.rows = needed;
            passes += 1;
        }
    }

    /// Flags the columns whose number matches, clears them in the first `rows` rows, and returns
    /// the bits of all other numbers.
    #[cold]
    #[inline(never)]
    fn flag(
        &mut self,
        rows: usize,
        carry: &mut [f64; CHUNK],
        matches: impl Fn(f64) -> bool,
    ) -> u64 {
        let mut others = 0;
        for (column, number) in carry[..self.n].iter_mut().enumerate() {
            if matches(*number) {
                *number = 0.0;
                self.open[column] = 1;
                self.any_open = true;
                for row in 0..rows {
                    // SAFETY: a column of one of the rows.
                    unsafe { *self.into.add(row * self.n + column) = 0.0 };
                }
            }
            others |= number.to_bits();
        }
        others
    }
}

/// Adds the numbers at `carry` to those at `from`, to `to`, leaves the errors at `carry` and
/// returns the bits of all errors. (Zeros among these are +0.0: no difference in `two_sums` is -0.0 - +0.0,
/// whatever the signs of zero operands.) `from` and `to` are the same, or apart.
#[inline(always)]
unsafe fn step<const KIND: u8>(from: *const f64, to: *mut f64, carry: *mut f64, n: usize) -> u64 {
    let (mut any, whole) = ([0; LANES], n - n % LANES);
    for i in (0..whole).step_by(LANES) {
        // SAFETY: LANES of the numbers.
        unsafe { lanes::<KIND, LANES>(from, to, carry, i, &mut any) };
    }
    let mut last = [0];
    for i in whole..n {
        // SAFETY: one of the numbers.
        unsafe { lanes::<KIND, 1>(from, to, carry, i, &mut last) };
    }
    any.iter().fold(last[0], |any, bits| any | bits)
}

#[inline(always)]
unsafe fn lanes<const KIND: u8, const N: usize>(
    from: *const f64,
    to: *mut f64,
    carry: *mut f64,
    i: usize,
    any: &mut [u64; N],
) {
    // SAFETY: N numbers of each row.
    unsafe {
        let (to, carry) = (to.add(i).cast::<[f64; N]>(), carry.add(i).cast::<[f64; N]>());
        let from = from.add(i).cast::<[f64; N]>().read_unaligned();
        let (sum, error) = two_sums::<KIND, N>(from, carry.read_unaligned());
        for (any, error) in any.iter_mut().zip(error) {
            *any |= error.to_bits();
        }
        to.write_unaligned(sum);
        carry.write_unaligned(error);
    }
}

#[inline(always)]
unsafe fn widen<T: Summand>(from: *const T, to: *mut f64, n: usize) {
    for i in 0..n {
        // SAFETY: the caller passes two rows of n numbers.
        unsafe { *to.add(i) = from.add(i).read_unaligned().widen() };
    }
}
