//! Deposits in vector registers, written once for all vector units.
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
use super::{range, Deposit, Levels, Rule, Totals, BLOCK};

/// Vectors side by side, each with totals of its own, so that none waits for another.
const SIDE: usize = 4;

/// Bytes from what is read to what is asked for.
const AHEAD: usize = 4096;

/// Bytes that memory comes in.
const LINE: usize = 64;

/// Doubles in the largest vector.
const WIDEST: usize = 8;

const SIGN: u64 = 1 << 63;

/// A vector register full of doubles, an even number of them.
///
/// # Safety
/// Methods run only where the processor has the unit.
pub unsafe trait Vector: Copy {
    /// Doubles in a vector.
    const WIDTH: usize = size_of::<Self>() / 8;
    /// The largest numbers so far.
    type Largest: Copy;

    /// These numbers, in turn.
    unsafe fn pair(even: f64, odd: f64) -> Self;
    /// Stores a vector to any address.
    unsafe fn store(self, to: *mut f64);
    /// Asks for the memory at this address, which need not be anybody's.
    unsafe fn prefetch(at: *const u8);

    unsafe fn add(self, other: Self) -> Self;
    unsafe fn sub(self, other: Self) -> Self;
    /// The bits that either one has.
    unsafe fn or(self, other: Self) -> Self;
    /// The sums of the bits, as integers.
    unsafe fn add_bits(self, other: Self) -> Self;

    /// No number yet.
    unsafe fn nothing() -> Self::Largest;
    /// These numbers too.
    unsafe fn see(largest: Self::Largest, a: Self, b: Self) -> Self::Largest;
    /// The same; a NaN may pass unseen.
    #[inline(always)]
    unsafe fn see_numbers(largest: Self::Largest, a: Self, b: Self) -> Self::Largest {
        // SAFETY: handed on to the caller.
        unsafe { Self::see(largest, a, b) }
    }
    /// The largest magnitudes in each place, with or without a sign; a NaN if there was one.
    unsafe fn seen(largest: Self::Largest) -> Self;

    /// [`deposit`], compiled for the unit.
    unsafe fn deposit<T: Summand, R: Take, const COUNT: usize>(
        row: *const u8,
        n: usize,
        levels: &Levels,
    ) -> Totals
    where
        Self: Load<T>;
}

/// A format that a vector is loaded from.
///
/// # Safety
/// Methods run only where the processor has the unit.
pub unsafe trait Load<T>: Vector {
    /// Loads a vector from any address.
    unsafe fn load(from: *const T) -> Self;
    /// Loads the first `numbers` < `WIDTH` numbers (or all, if more), zeros for the other
    /// ones, and touches nothing behind them.
    unsafe fn load_first(from: *const T, numbers: usize) -> Self;
}

/// How a number is deposited.
pub trait Take: Copy {
    /// Whether totals begin with M and stay beside it.
    const RUNNING: bool;
    /// Whether what is left at last is wanted.
    const REST: bool;
    /// Deposits: what is left, and the total. (Where nothing uses what is left the
    /// compiler leaves it out.)
    unsafe fn take<V: Vector>(rest: V, extractor: V, total: V) -> (V, V);
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
    unsafe fn take<V: Vector>(rest: V, extractor: V, total: V) -> (V, V) {
        // SAFETY: handed on to the caller, here and below.
        unsafe {
            let sum = extractor.add(rest);
            (rest.sub(sum.sub(extractor)), total.add_bits(sum))
        }
    }
}

impl Take for Away {
    const RUNNING: bool = true;
    const REST: bool = false;
    #[inline(always)]
    unsafe fn take<V: Vector>(rest: V, _extractor: V, total: V) -> (V, V) {
        let lowest = f64::from_bits(1);
        // SAFETY: as above.
        unsafe {
            let sum = total.add(rest.or(V::pair(lowest, lowest)));
            (rest.sub(sum.sub(total)), sum)
        }
    }
}

impl Take for Any {
    const RUNNING: bool = true;
    const REST: bool = true;
    #[inline(always)]
    unsafe fn take<V: Vector>(rest: V, _extractor: V, total: V) -> (V, V) {
        // SAFETY: as above.
        unsafe {
            let sum = total.add(rest);
            (rest.sub(sum.sub(total)), sum)
        }
    }
}

/// As [`super::deposit`], on that unit.
///
/// # Safety
/// As of [`super::deposit`]; the processor has the unit.
pub unsafe fn deposit<V: Load<T> + Load<f64>, T: Summand>(
    row: *const u8,
    n: usize,
    levels: &Levels,
) -> Totals {
    debug_assert!(n <= BLOCK);
    let own = choose::<V, T>(levels);
    // SAFETY: handed on to the caller.
    unsafe {
        if range::fits(levels) {
            own(row, n, levels)
        } else {
            let seen = V::deposit::<T, Even, 0>;
            range::deposit::<T>(row, n, levels, seen, choose::<V, f64>(levels))
        }
    }
}

/// What is compiled for so many levels.
#[inline(always)]
fn choose<V: Load<T>, T: Summand>(levels: &Levels) -> Deposit {
    match levels.rule {
        Rule::Even => by_count::<V, T, Even>(levels.count),
        Rule::Away => by_count::<V, T, Away>(levels.count),
        Rule::Any => by_count::<V, T, Any>(levels.count),
    }
}

#[inline(always)]
fn by_count<V: Load<T>, T: Summand, R: Take>(count: usize) -> Deposit {
    match count {
        0 => V::deposit::<T, Even, 0>,
        1 => V::deposit::<T, R, 1>,
        2 => V::deposit::<T, R, 2>,
        3 => V::deposit::<T, R, 3>,
        4 => V::deposit::<T, R, 4>,
        _ => V::deposit::<T, R, 5>,
    }
}

/// What has been deposited so far.
#[derive(Clone, Copy)]
struct State<V: Vector, const COUNT: usize> {
    extractors: [V; COUNT],
    totals: [[V; COUNT]; SIDE],
    largest: [V::Largest; SIDE / 2],
    rest: V,
}

/// The next numbers. (Functions instead of closures, which cannot be forced to be
/// inlined into the function that is compiled for the unit.)
#[inline(always)]
unsafe fn step<V: Vector, R: Take, const COUNT: usize>(
    state: &mut State<V, COUNT>,
    numbers: [V; SIDE],
) {
    // SAFETY: handed on to the caller.
    unsafe {
        for (i, largest) in state.largest.iter_mut().enumerate() {
            let (a, b) = (numbers[2 * i], numbers[2 * i + 1]);
            // (Running totals show a NaN by themselves.)
            *largest = if R::RUNNING && COUNT > 0 {
                V::see_numbers(*largest, a, b)
            } else {
                V::see(*largest, a, b)
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
/// As of [`super::deposit`]; the processor has the unit.
#[inline(always)]
pub unsafe fn deposit_in<V: Load<T>, T: Summand, R: Take, const COUNT: usize>(
    row: *const u8,
    n: usize,
    levels: &Levels,
) -> Totals {
    let mut from = row.cast::<T>();
    let extractor = |unit: i32| f64::from_bits(((1023 + 52 + unit) as u64) << 52 | 1 << 51);
    // SAFETY: the processor has the unit.
    let zero = unsafe { V::pair(0.0, 0.0) };
    let mut extractors = [zero; COUNT];
    for (to, units) in extractors.iter_mut().zip(levels.units) {
        // SAFETY: as above.
        *to = unsafe { V::pair(extractor(units[0]), extractor(units[1])) };
    }
    let totals = if R::RUNNING { extractors } else { [zero; COUNT] };
    // SAFETY: as above.
    let largest = [unsafe { V::nothing() }; SIDE / 2];
    let mut state = State { extractors, totals: [totals; SIDE], largest, rest: zero };
    let at_once = SIDE * V::WIDTH;
    let steps = n.div_ceil(at_once);
    let mut left = n;
    // SAFETY: reads the n numbers.
    unsafe {
        while left >= at_once {
            for line in (0..at_once * size_of::<T>()).step_by(LINE) {
                V::prefetch(from.cast::<u8>().wrapping_add(AHEAD + line));
            }
            let mut numbers = [zero; SIDE];
            for (i, vector) in numbers.iter_mut().enumerate() {
                *vector = V::load(from.add(i * V::WIDTH));
            }
            step::<V, R, COUNT>(&mut state, numbers);
            left -= at_once;
            from = from.add(at_once);
        }
        if left > 0 {
            let mut numbers = [zero; SIDE];
            for (i, vector) in numbers.iter_mut().enumerate() {
                // What lies behind the numbers may be outside of any object: no `add`.
                let at = from.wrapping_add(i * V::WIDTH);
                *vector = V::load_first(at, left.saturating_sub(i * V::WIDTH));
            }
            step::<V, R, COUNT>(&mut state, numbers);
        }
    }
    // SAFETY: the processor has the unit.
    unsafe { finish::<V, R, COUNT>(&state, levels, steps) }
}

/// The totals after so many steps.
#[inline(always)]
unsafe fn finish<V: Vector, R: Take, const COUNT: usize>(
    state: &State<V, COUNT>,
    levels: &Levels,
    steps: usize,
) -> Totals {
    let mut all = Totals::NONE;
    // SAFETY: the caller sees to it that the processor has the unit.
    unsafe {
        for level in 0..COUNT {
            let [a, b, c, d] = [0, 1, 2, 3].map(|side| state.totals[side][level]);
            let sums = places(a.add_bits(b).add_bits(c.add_bits(d)));
            // As often as M is in them.
            let begun = (if R::RUNNING { SIDE } else { SIDE * steps } * (V::WIDTH / 2)) as u64;
            for series in 0..2 {
                let m = ((1023 + 52 + levels.units[level][series]) as u64) << 52 | 1 << 51;
                let sum = sums[series..V::WIDTH].iter().step_by(2);
                let sum = sum.fold(0u64, |sum, bits| sum.wrapping_add(*bits));
                all.totals[level][series] = sum.wrapping_sub(begun.wrapping_mul(m)) as i64;
            }
        }
        for largest in state.largest {
            for (i, bits) in places(V::seen(largest)).into_iter().enumerate().take(V::WIDTH) {
                all.largest[i % 2] = all.largest[i % 2].max(bits & !SIGN);
            }
        }
        if R::RUNNING && COUNT > 0 {
            let [a, b, c, d] = [0, 1, 2, 3].map(|side| state.totals[side][0]);
            for (i, bits) in places(a.add(b).add(c.add(d))).into_iter().enumerate() {
                if f64::from_bits(bits).is_nan() {
                    all.largest[i % 2] = bits & !SIGN;
                }
            }
        }
        if R::REST {
            let left = places(state.rest);
            all.rest = left[..V::WIDTH].iter().any(|bits| bits & !SIGN != 0);
        }
    }
    all
}

/// The bits of a vector's doubles, and zeros behind them.
#[inline(always)]
unsafe fn places<V: Vector>(vector: V) -> [u64; WIDEST] {
    let mut numbers = [0.0f64; WIDEST];
    // SAFETY: no vector is wider; the caller sees to it that the processor has the unit.
    unsafe { vector.store(numbers.as_mut_ptr()) };
    numbers.map(f64::to_bits)
}
