//! The sums whose bits depend on no order: as a user's share of an array is summed, and
//! one number after the other.

use crate::sums::Number;
use samebits_fold::exact::ExactSum;
use samebits_fold::levelled::LevelledSum;
use samebits_fold::share::record::{Elements, Lift, NOTHING_FOUND};
use samebits_kernel::binary::ceil_log2;
use samebits_kernel::levels::{deposit, Levels, Rule, BLOCK, MOST};
use samebits_kernel::Format;
use samebits_sum::levels::{LevelAccumulator, Scheme};
use samebits_sum::names::Arithmetic;
use samebits_sum::share::Share;
use samebits_sum::superaccumulator::Superaccumulator;

/// Room for a partial, so that no sum pays for memory.
const ROOM: usize = 1024;

/// Which one.
#[derive(Clone, Copy)]
pub enum Sum {
    Exact,
    /// Single sweep, three levels.
    Prerounded,
    /// Double sweep, three levels.
    Prerounded2,
    /// Fold 3.
    Binned,
}

impl Sum {
    pub const ALL: [Sum; 4] = [Sum::Exact, Sum::Prerounded, Sum::Prerounded2, Sum::Binned];

    pub const fn name(self) -> &'static str {
        match self {
            Sum::Exact => "exact",
            Sum::Prerounded => "prerounded",
            Sum::Prerounded2 => "prerounded2",
            Sum::Binned => "binned",
        }
    }

    const fn arithmetic(self) -> Arithmetic {
        match self {
            Sum::Exact => Arithmetic::Exact,
            Sum::Prerounded => Arithmetic::Prerounded(3),
            Sum::Prerounded2 => Arithmetic::Prerounded2(3),
            Sum::Binned => Arithmetic::Binned(3),
        }
    }

    /// The levels of n numbers; none where there are none.
    ///
    /// # Safety
    /// There are n of them.
    unsafe fn scheme<T: Number>(self, row: *const T, n: usize) -> Option<Scheme> {
        match self {
            Sum::Exact => None,
            Sum::Prerounded => Some(Scheme::prerounded(3, n as u64)),
            Sum::Prerounded2 => {
                // SAFETY: handed on to the caller.
                let largest = unsafe { largest(row, n) };
                Some(Scheme::prerounded2(3, n as u64, ceil_log2(largest)))
            }
            Sum::Binned => Some(Scheme::binned(T::KIND.format(), 3)),
        }
    }

    /// The sum, as fast as it is; the environment is the default one.
    ///
    /// # Safety
    /// There are n numbers.
    pub unsafe fn of_row<T: Number>(self, row: *const T, n: usize) -> T {
        let exact = ExactSum::of(T::KIND).expect("there is one of reals");
        let levels = LevelledSum::of(T::KIND, self.arithmetic());
        let sum: &dyn Lift = levels.as_ref().map_or(&exact, |sum| sum);
        let mut room = [0u8; ROOM];
        let shape = sum.shape();
        let data = &mut room[..shape.data(1).max(size_of::<T>())];
        let share = Share { start: 0, end: n as u64, total: n as u64 };
        let elements = Elements { share, address: row.cast(), buffers: None, threads: 1 };
        let mut surveyed = NOTHING_FOUND;
        // SAFETY: handed on to the caller; the result is a number of this format.
        unsafe {
            if shape.surveys {
                surveyed = sum.survey(elements).expect("it does not fail");
            }
            sum.lift(elements, surveyed, data).expect("it does not fail");
            sum.finish(share.total, data).expect("it does not fail");
            data.as_ptr().cast::<T>().read_unaligned()
        }
    }

    /// The sum by its definition; slow.
    ///
    /// # Safety
    /// There are n numbers.
    pub unsafe fn one_by_one<T: Number>(self, row: *const T, n: usize) -> T {
        // SAFETY: handed on to the caller, here and below.
        let numbers = unsafe { std::slice::from_raw_parts(row, n) };
        // SAFETY: as above.
        let Some(scheme) = (unsafe { self.scheme(row, n) }) else {
            let mut sum = Superaccumulator::default();
            numbers.iter().for_each(|number| sum.add(number.widen()));
            return match T::KIND.format() {
                Format::Float => T::from_f64(sum.to_f32().into()),
                _ => T::from_f64(sum.to_f64()),
            };
        };
        let mut sum = LevelAccumulator::default();
        numbers.iter().for_each(|number| sum.add(&scheme, number.widen()));
        finished(&sum, &scheme)
    }
}

fn finished<T: Number>(sum: &LevelAccumulator, scheme: &Scheme) -> T {
    match T::KIND.format() {
        Format::Float => T::from_f64(sum.to_f32(scheme).into()),
        _ => T::from_f64(sum.to_f64(scheme)),
    }
}

/// The largest magnitude: what the double sweep finds out first.
///
/// # Safety
/// There are n numbers.
unsafe fn largest<T: Number>(row: *const T, n: usize) -> u64 {
    let levels = Levels { count: 0, units: [[0; 2]; MOST], rule: Rule::Even };
    let mut largest = 0;
    for from in (0..n).step_by(BLOCK) {
        // SAFETY: numbers of the row.
        let totals = unsafe { deposit(row.wrapping_add(from), BLOCK.min(n - from), &levels) };
        largest = totals.largest.into_iter().fold(largest, u64::max);
    }
    largest
}
