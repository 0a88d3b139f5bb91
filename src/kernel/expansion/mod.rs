//! Exact sums of columns as short expansions: a column's value is its first component minus the
//! others.
//!
//! A number is carried down the components of its column by Knuth's TwoSum: each addition
//! is rounded, and its rounding error, with the sign reversed, goes on to the next component,
//! until nothing is left; where the last component still leaves something, there is one more
//! (grow-expansion, Shewchuk 1997, section 2.4). Each step is free of error, so the value is
//! exact whatever order the numbers come in, and however the components overlap.
//! Afterwards they are added up from the smallest to the largest (VecSum, Ogita, Rump, Oishi
//! 2005), so that one that is not needed becomes zero; as many rows as the worst of the
//! columns needs are left.
//!
//! Why the components after the first are taken off and not added: their zeros are +0.0 in
//! all operations and change no sign, so that the first component is -0.0 only where all
//! numbers were; and they are bits that a compression of zeros drops.
//!
//! A column that does not fit (an overflow, an operand that is not finite, more than
//! [`MOST`] components) is marked, and left to the caller.
//!
//! Cost, k components: adding a row 6 k operations, taking over another expansion
//! 3 k (k + 1), and 6 (k - 1) up to 6 (k - 1)² to add them up again: 18 operations an
//! element for a contribution to two components, 24 for two and two.

mod components;
mod fused;
mod round;

use super::column_sum::Summand;
use super::simd::on_best_unit;
use components::{two_sums, FIRST, OFF, OTHER};
pub use components::{Components, CHUNK, MOST};
pub use round::round;

/// Columns that stay in registers while they are added.
const LANES: usize = 8;

/// The bits of a double's exponent.
const EXPONENT: u64 = 0x7ff << 52;

on_best_unit! {
    /// Makes, at `into`, the components of the sums of n ≤ [`CHUNK`] columns over rows of
    /// contributions and expansions, at least two all together, of which the expansion with
    /// the most rows comes first. Returns the number of rows, and whether any columns do not
    /// fit: they are marked in `open` (nonzero), and their components are not to be used.
    ///
    /// # Safety
    /// All rows hold n numbers, at any address; there is room for [`MOST`] rows at `into`,
    /// apart from them; the environment is the default one.
    expand[T: Summand][T](
        contributions: &[*const T], expansions: &[Components], n: usize,
        into: *mut f64, open: &mut [u64; CHUNK]
    ) -> (usize, bool) = expand_body
}

#[inline(always)]
unsafe fn expand_body<T: Summand>(
    contributions: &[*const T],
    expansions: &[Components],
    n: usize,
    into: *mut f64,
    open: &mut [u64; CHUNK],
) -> (usize, bool) {
    let n = n.min(CHUNK);
    // SAFETY: upheld by the caller.
    if let Some(rows) = unsafe { fused::expand(contributions, expansions, n, into) } {
        return (rows, false);
    }
    let mut carry = [0.0; CHUNK];
    let mut sums = Sums { into, from: into, rows: 1, n, open, any_open: false };
    // SAFETY: likewise; the first expansion has no fewer rows than the others.
    unsafe {
        let (contributions, expansions) = match expansions.split_first() {
            // (From where it lies, in the steps of the first row that is added.)
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
        sums.add_up(&mut carry);
    }
    (sums.rows, sums.any_open)
}

/// The columns' components so far.
struct Sums<'a> {
    /// Where they are wanted.
    into: *mut f64,
    /// Where they are.
    from: *const f64,
    rows: usize,
    n: usize,
    open: &'a mut [u64; CHUNK],
    /// Whether any column does not fit.
    any_open: bool,
}

impl Sums<'_> {
    /// Adds a row of numbers to the components from that one on. (What belongs to the value
    /// with the other sign has no business in the first one.)
    ///
    /// # Safety
    /// There is room for one more row, or there are [`MOST`]; `first` is one of them.
    #[inline(always)]
    unsafe fn add(&mut self, first: usize, carry: &mut [f64; CHUNK]) {
        let n = self.n;
        let mut left = 0;
        debug_assert!(first < self.rows, "the longest expansion comes first");
        for row in first..self.rows {
            // SAFETY: one of the rows.
            let (from, to) = unsafe { (self.from.add(row * n), self.into.add(row * n)) };
            left = match row {
                // SAFETY: n columns of each.
                0 => unsafe { step::<FIRST>(from, to, carry.as_mut_ptr(), n) },
                // SAFETY: likewise.
                _ => unsafe { step::<OTHER>(from, to, carry.as_mut_ptr(), n) },
            };
            if left & EXPONENT == EXPONENT {
                left = self.close(row + 1, carry, |number| !number.is_finite());
            }
            // (Until all rows are where they are wanted.)
            if left == 0 && std::ptr::eq(self.from, self.into) {
                return;
            }
        }
        self.from = self.into;
        if left == 0 {
            return;
        }
        if self.rows == MOST {
            self.close(MOST, carry, |number| number != 0.0);
            return;
        }
        // SAFETY: the next row.
        unsafe {
            std::ptr::copy_nonoverlapping(carry.as_ptr(), self.into.add(self.rows * n), n);
        }
        self.rows += 1;
    }

    /// Adds the components up, from the smallest, until no more of them become zero.
    ///
    /// # Safety
    /// They are where they are wanted.
    #[inline(always)]
    unsafe fn add_up(&mut self, carry: &mut [f64; CHUNK]) {
        let n = self.n;
        let mut passes = 1;
        while passes < self.rows {
            let mut needed = 1;
            for row in (1..self.rows).rev() {
                // SAFETY: two of the rows.
                let left = unsafe {
                    let (sum, rest) = (self.into.add((row - 1) * n), self.into.add(row * n));
                    let left = match row {
                        1 => step::<OFF>(sum, sum, rest, n),
                        _ => step::<OTHER>(sum, sum, rest, n),
                    };
                    if left & EXPONENT != EXPONENT {
                        left
                    } else {
                        std::ptr::copy_nonoverlapping(rest, carry.as_mut_ptr(), n);
                        self.close(self.rows, carry, |number| !number.is_finite());
                        1
                    }
                };
                if left != 0 {
                    needed = needed.max(row + 1);
                }
            }
            self.rows = needed;
            passes += 1;
        }
    }

    /// Marks the columns whose number is like that, clears them in so many rows, and
    /// returns the bits of all other numbers.
    #[cold]
    #[inline(never)]
    fn close(
        &mut self,
        rows: usize,
        carry: &mut [f64; CHUNK],
        is_wrong: impl Fn(f64) -> bool,
    ) -> u64 {
        let mut left = 0;
        for (column, number) in carry[..self.n].iter_mut().enumerate() {
            if is_wrong(*number) {
                *number = 0.0;
                self.open[column] = 1;
                self.any_open = true;
                for row in 0..rows {
                    // SAFETY: a column of one of the rows.
                    unsafe { *self.into.add(row * self.n + column) = 0.0 };
                }
            }
            left |= number.to_bits();
        }
        left
    }
}

/// Adds the numbers at `carry` to those at `from`, to `to`, and leaves there what is left.
/// Returns the bits of all that is left. (Zeros there are +0.0: no difference in
/// `two_sum` is -0.0 - +0.0, whatever signs of zero the operands have.)
///
/// # Safety
/// n numbers are at all three places; `from` and `to` are the same, or apart.
#[inline(always)]
unsafe fn step<const KIND: u8>(from: *const f64, to: *mut f64, carry: *mut f64, n: usize) -> u64 {
    let (mut any, whole) = ([0; LANES], n - n % LANES);
    for i in (0..whole).step_by(LANES) {
        // SAFETY: so many of the numbers.
        unsafe { lanes::<KIND, LANES>(from.add(i), to.add(i), carry.add(i), &mut any) };
    }
    let mut last = [0];
    for i in whole..n {
        // SAFETY: one of the numbers.
        unsafe { lanes::<KIND, 1>(from.add(i), to.add(i), carry.add(i), &mut last) };
    }
    any.iter().fold(last[0], |any, bits| any | bits)
}

/// A step on so many columns.
#[inline(always)]
unsafe fn lanes<const KIND: u8, const N: usize>(
    from: *const f64,
    to: *mut f64,
    carry: *mut f64,
    any: &mut [u64; N],
) {
    // SAFETY: N numbers of each row.
    let (a, b) = unsafe {
        (from.cast::<[f64; N]>().read_unaligned(), carry.cast::<[f64; N]>().read_unaligned())
    };
    let (sum, left) = two_sums::<KIND, N>(a, b);
    for (any, left) in any.iter_mut().zip(left) {
        *any |= left.to_bits();
    }
    // SAFETY: N numbers of each row.
    unsafe {
        to.cast::<[f64; N]>().write_unaligned(sum);
        carry.cast::<[f64; N]>().write_unaligned(left);
    }
}

/// Copies n numbers, as doubles.
#[inline(always)]
unsafe fn widen<T: Summand>(from: *const T, to: *mut f64, n: usize) {
    for i in 0..n {
        // SAFETY: the caller gives two rows of n numbers.
        unsafe { *to.add(i) = from.add(i).read_unaligned().widen() };
    }
}
