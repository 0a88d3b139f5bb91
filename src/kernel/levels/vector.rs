//! Deposits in vector registers.
//!
//! Adding M = 1.5·2^52·u to a number of at most 2^51 units u rounds it to a multiple of u:
//! the sum lies where u is the unit in the last place, and the processor takes the nearest
//! one, ties to even. Subtracting M again gives the multiple, exactly; and as the bits of
//! all doubles with that exponent are consecutive integers, the difference of the bits of
//! the sum and of M is the multiple in units.
//!
//! - [`Even`]: M stays; integers add up the bits of the sums.
//! - [`Any`]: the sum takes the place of M for the next number. Ties depend on what came
//!   before, but the totals are worth the same as long as nothing is left at the end.
//! - [`Away`]: likewise, with the number's lowest bit set: it adds less than half a
//!   unit, away from zero, and there are no ties. (Of 2^40 units the last place is 2^-12
//!   units; a number that is no tie lies at least two of its last places away from one,
//!   if it is even, and does not reach it; if it is odd, it has the bit already. Zero
//!   becomes the smallest subnormal, and leaves nothing. What is left of the number is
//!   reckoned without the bit, as ReproBLAS does it: Ahrens, Demmel, Nguyen 2020.)
//!
//! A block's end is filled up with zeros.

use super::super::column_sum::Summand;
use super::super::kind::Format;
use super::super::simd::{for_each_unit, Simd, Unit, WIDEST};
use super::range;
use super::units::{Deposit, Levels, Rule, Totals, BLOCK};

/// Vectors side by side, each with totals of its own, so that none waits for another.
const SIDE: usize = 4;

/// Bytes from what is read to what is asked for.
const AHEAD: usize = 4096;

/// Bytes that memory comes in.
const LINE: usize = 64;

const SIGN: u64 = 1 << 63;

/// Loads a vector of doubles from numbers of a format.
#[inline(always)]
unsafe fn load<S: Simd, T: Summand>(from: *const T) -> S {
    // SAFETY: upheld by the caller.
    unsafe {
        match T::FORMAT {
            Format::Float => S::widen(from.cast()),
            _ => S::load(from.cast()),
        }
    }
}

/// The first so many, or all if that is more than there are in a vector; the others are zero.
#[inline(always)]
unsafe fn load_first<S: Simd, T: Summand>(from: *const T, numbers: usize) -> S {
    let bytes = numbers * size_of::<T>();
    // SAFETY: upheld by the caller.
    unsafe {
        match T::FORMAT {
            Format::Float => S::widen_first(from.cast(), bytes),
            _ => S::load_first(from.cast(), bytes, S::pair(0, 0)),
        }
    }
}

/// Doubles in a vector.
const fn width<S: Simd>() -> usize {
    size_of::<S>() / 8
}

/// How a number is deposited.
pub trait Take: Copy {
    /// Whether totals begin with M and stay beside it.
    const RUNNING: bool;
    /// Whether what is left at last is wanted.
    const REST: bool;
    /// Deposits: what is left, and the total. (Where nothing uses what is left the
    /// compiler leaves it out.)
    unsafe fn take<S: Simd>(rest: S, extractor: S, total: S) -> (S, S);
}

#[derive(Clone, Copy)]
pub struct Even;
#[derive(Clone, Copy)]
pub struct Away;
#[derive(Clone, Copy)]
pub struct Any;

impl Take for Even {
    const RUNNING: bool = false;
    const REST: bool = false;
    #[inline(always)]
    unsafe fn take<S: Simd>(rest: S, extractor: S, total: S) -> (S, S) {
        // SAFETY: upheld by the caller, here and below.
        unsafe {
            let sum = extractor.add_f64(rest);
            (rest.sub_f64(sum.sub_f64(extractor)), total.add_u64(sum))
        }
    }
}

impl Take for Away {
    const RUNNING: bool = true;
    const REST: bool = false;
    #[inline(always)]
    unsafe fn take<S: Simd>(rest: S, _extractor: S, total: S) -> (S, S) {
        // SAFETY: as above.
        unsafe {
            let sum = total.add_f64(rest.or(S::pair(1, 1)));
            (rest.sub_f64(sum.sub_f64(total)), sum)
        }
    }
}

impl Take for Any {
    const RUNNING: bool = true;
    const REST: bool = true;
    #[inline(always)]
    unsafe fn take<S: Simd>(rest: S, _extractor: S, total: S) -> (S, S) {
        // SAFETY: as above.
        unsafe {
            let sum = total.add_f64(rest);
            (rest.sub_f64(sum.sub_f64(total)), sum)
        }
    }
}

for_each_unit! {
    /// [`super::deposit`] in the unit's vectors.
    pub vectorised[T: Summand][T](row: *const u8, n: usize, levels: &Levels) -> Totals = deposit
}

for_each_unit! {
    compiled[T: Summand, R: Take, const COUNT: usize][T, R, COUNT]
    (row: *const u8, n: usize, levels: &Levels) -> Totals = deposit_in
}

/// As [`super::deposit`], on that unit.
///
/// # Safety
/// As for [`super::deposit`]; the processor has the unit.
#[inline(always)]
unsafe fn deposit<S: Simd, T: Summand>(row: *const u8, n: usize, levels: &Levels) -> Totals {
    debug_assert!(n <= BLOCK);
    // SAFETY: upheld by the caller.
    unsafe {
        if range::fits(levels) {
            choose::<T>(S::UNIT, levels)(row, n, levels)
        } else {
            let largest = compiled::<T, Even, 0>(S::UNIT);
            range::deposit::<T>(row, n, levels, largest, choose::<f64>(S::UNIT, levels))
        }
    }
}

/// What is compiled for so many levels.
#[inline(always)]
fn choose<T: Summand>(unit: Unit, levels: &Levels) -> Deposit {
    match levels.rule {
        Rule::Even => by_count::<T, Even>(unit, levels.count),
        Rule::Away => by_count::<T, Away>(unit, levels.count),
        Rule::Any => by_count::<T, Any>(unit, levels.count),
    }
}

#[inline(always)]
fn by_count<T: Summand, R: Take>(unit: Unit, count: usize) -> Deposit {
    match count {
        0 => compiled::<T, Even, 0>(unit),
        1 => compiled::<T, R, 1>(unit),
        2 => compiled::<T, R, 2>(unit),
        3 => compiled::<T, R, 3>(unit),
        4 => compiled::<T, R, 4>(unit),
        _ => compiled::<T, R, 5>(unit),
    }
}

/// What has been deposited so far.
#[derive(Clone, Copy)]
struct State<S: Simd, const COUNT: usize> {
    extractors: [S; COUNT],
    totals: [[S; COUNT]; SIDE],
    largest: [[S; 2]; SIDE / 2],
    rest: S,
}

/// The next numbers. (Functions instead of closures, which cannot be forced to be
/// inlined into the function that is compiled for the unit.)
#[inline(always)]
unsafe fn step<S: Simd, R: Take, const COUNT: usize>(
    state: &mut State<S, COUNT>,
    numbers: [S; SIDE],
) {
    // SAFETY: upheld by the caller.
    unsafe {
        for (i, largest) in state.largest.iter_mut().enumerate() {
            let (a, b) = (numbers[2 * i], numbers[2 * i + 1]);
            // (Running totals show a NaN by themselves.)
            *largest = if R::RUNNING && COUNT > 0 {
                S::largest_number(*largest, a, b)
            } else {
                S::largest(*largest, a, b)
            };
        }
        let mut left = numbers;
        for (rest, totals) in left.iter_mut().zip(&mut state.totals) {
            for (total, extractor) in totals.iter_mut().zip(state.extractors) {
                (*rest, *total) = R::take(*rest, extractor, *total);
            }
        }
        if R::REST {
            for rest in left {
                state.rest = state.rest.or(rest);
            }
        }
    }
}

/// As [`super::deposit`], for units that fit. To be inlined into a function that is
/// compiled for the vector unit.
///
/// # Safety
/// As for [`super::deposit`]; the processor has the unit.
#[inline(always)]
unsafe fn deposit_in<S: Simd, T: Summand, R: Take, const COUNT: usize>(
    row: *const u8,
    n: usize,
    levels: &Levels,
) -> Totals {
    let mut from = row.cast::<T>();
    let extractor = |unit: i32| ((1023 + 52 + unit) as u64) << 52 | 1 << 51;
    // SAFETY: the processor has the unit.
    let zero = unsafe { S::pair(0, 0) };
    let mut extractors = [zero; COUNT];
    for (to, units) in extractors.iter_mut().zip(levels.units) {
        // SAFETY: as above.
        *to = unsafe { S::pair(extractor(units[0]), extractor(units[1])) };
    }
    let totals = if R::RUNNING { extractors } else { [zero; COUNT] };
    let largest = [[zero; 2]; SIDE / 2];
    let mut state = State { extractors, totals: [totals; SIDE], largest, rest: zero };
    let at_once = SIDE * width::<S>();
    let steps = n.div_ceil(at_once);
    let mut left = n;
    // SAFETY: reads the n numbers.
    unsafe {
        while left >= at_once {
            for line in (0..at_once * size_of::<T>()).step_by(LINE) {
                S::prefetch(from.cast::<u8>().wrapping_add(AHEAD + line));
            }
            let mut numbers = [zero; SIDE];
            for (i, vector) in numbers.iter_mut().enumerate() {
                *vector = load::<S, T>(from.add(i * width::<S>()));
            }
            step::<S, R, COUNT>(&mut state, numbers);
            left -= at_once;
            from = from.add(at_once);
        }
        if left > 0 {
            let mut numbers = [zero; SIDE];
            for (i, vector) in numbers.iter_mut().enumerate() {
                // What lies behind the numbers may be outside of any object: no `add`.
                let at = from.wrapping_add(i * width::<S>());
                *vector = load_first::<S, T>(at, left.saturating_sub(i * width::<S>()));
            }
            step::<S, R, COUNT>(&mut state, numbers);
        }
    }
    // SAFETY: the processor has the unit.
    unsafe { finish::<S, R, COUNT>(&state, levels, steps) }
}

/// The totals after so many steps.
#[inline(always)]
unsafe fn finish<S: Simd, R: Take, const COUNT: usize>(
    state: &State<S, COUNT>,
    levels: &Levels,
    steps: usize,
) -> Totals {
    let mut all = Totals::NONE;
    // SAFETY: the caller sees to it that the processor has the unit.
    unsafe {
        for level in 0..COUNT {
            let [a, b, c, d] = [0, 1, 2, 3].map(|side| state.totals[side][level]);
            let sums = places(a.add_u64(b).add_u64(c.add_u64(d)));
            // As often as M is in them.
            let begun = (if R::RUNNING { SIDE } else { SIDE * steps } * (width::<S>() / 2)) as u64;
            for series in 0..2 {
                let m = ((1023 + 52 + levels.units[level][series]) as u64) << 52 | 1 << 51;
                let sum = sums[series..width::<S>()].iter().step_by(2);
                let sum = sum.fold(0u64, |sum, bits| sum.wrapping_add(*bits));
                all.totals[level][series] = sum.wrapping_sub(begun.wrapping_mul(m)) as i64;
            }
        }
        for largest in state.largest {
            let bits = places(largest[0].or(largest[1]));
            for (i, bits) in bits.into_iter().enumerate().take(width::<S>()) {
                all.largest[i % 2] = all.largest[i % 2].max(bits & !SIGN);
            }
        }
        if R::RUNNING && COUNT > 0 {
            let [a, b, c, d] = [0, 1, 2, 3].map(|side| state.totals[side][0]);
            for (i, bits) in places(a.add_f64(b).add_f64(c.add_f64(d))).into_iter().enumerate() {
                if f64::from_bits(bits).is_nan() {
                    all.largest[i % 2] = bits & !SIGN;
                }
            }
        }
        if R::REST {
            let left = places(state.rest);
            all.rest = left[..width::<S>()].iter().any(|bits| bits & !SIGN != 0);
        }
    }
    all
}

/// The bits of a vector's doubles, and zeros behind them.
#[inline(always)]
unsafe fn places<S: Simd>(vector: S) -> [u64; WIDEST / 8] {
    let mut bits = [0u64; WIDEST / 8];
    // SAFETY: no vector is wider; the caller sees to it that the processor has the unit.
    unsafe { vector.store(bits.as_mut_ptr().cast()) };
    bits
}
