//! Functions of one float, compared for whole ranges of floats. The right result is that of the function
//! of doubles, which is other code, rounded to a float. MPFR decides where that does not tell, or where
//! the two differ.

use super::mpfr::Mpfr;
use super::parallel::{pieces, Found};
use super::{in_mode, see, Call, Mode, Tested};
use std::hint::black_box;

/// Floats that are computed in one go.
pub const PIECE: usize = 1 << 16;

/// How far, in units in the last place, the double is from all middles between floats where it settles
/// the float that is nearest.
const MARGIN: i64 = 64;

/// The results for floats one after another; two for each where there are two.
fn floats(call: Call, first: u32, results: &mut Vec<u32>) {
    results.clear();
    let arguments = (0..PIECE as u32).map(|index| f32::from_bits(first + index));
    match call {
        Call::OneFloat(f) => results.extend(arguments.map(|x| f(x).to_bits())),
        Call::SinCosFloat(f) => results.extend(arguments.flat_map(|x| {
            let (mut sine, mut cosine) = (0.0, 0.0);
            // SAFETY: two places.
            unsafe { f(x, &mut sine, &mut cosine) };
            [sine.to_bits(), cosine.to_bits()]
        })),
        _ => panic!("not a function of one float"),
    }
}

/// The same by the function of doubles.
fn doubles(call: Call, first: u32, results: &mut Vec<f64>) {
    results.clear();
    let arguments = (0..PIECE as u32).map(|index| f64::from(f32::from_bits(first + index)));
    match call {
        Call::OneDouble(f) => results.extend(arguments.map(|x| f(x))),
        Call::SinCosDouble(f) => results.extend(arguments.flat_map(|x| {
            let (mut sine, mut cosine) = (0.0, 0.0);
            // SAFETY: two places.
            unsafe { f(x, &mut sine, &mut cosine) };
            [sine, cosine]
        })),
        _ => panic!("not a function of one double"),
    }
}

/// The float that a double is rounded to, in the current mode.
fn float(double: f64) -> u32 {
    (black_box(double) as f32).to_bits()
}

/// The float that is right in a mode, if the double that is right in the same mode tells. Rounded up
/// twice is rounded up; but the nearest of the nearest is the nearest only away from middles.
fn settled(double: f64, mode: Mode) -> Option<u32> {
    let float_of = float(double);
    if mode != Mode::Nearest || double.is_nan() || !(1e-60..=1e60).contains(&double.abs()) {
        return Some(float_of);
    }
    let beside = |offset| float(f64::from_bits(double.to_bits().wrapping_add_signed(offset)));
    (beside(-MARGIN) == float_of && beside(MARGIN) == float_of).then_some(float_of)
}

/// What is compared: a function of floats, and that of doubles which says what is right.
pub struct Pair<'a> {
    pub float: &'a Tested,
    pub double: Call,
    pub variants: Vec<usize>,
    pub modes: Vec<Mode>,
}

impl Pair<'_> {
    /// For pieces of the floats; 2^16 pieces are all.
    pub fn compare(&self, chosen: &[u32]) -> Found {
        let state = || (Mpfr::new(), Vec::new(), Vec::new());
        Found::of(pieces(chosen.len(), state, |(mpfr, wide, results), piece| {
            let mut found = Found { arguments: PIECE as u64, ..Found::default() };
            let first = chosen[piece] * PIECE as u32;
            for &mode in &self.modes {
                in_mode(mode, || doubles(self.double, first, wide));
                for &variant in &self.variants {
                    in_mode(mode, || floats(self.float.calls[variant], first, results));
                    self.piece(mpfr, first, wide, results, (mode, variant), &mut found);
                }
                let bytes: Vec<u8> = results.iter().flat_map(|bits| bits.to_le_bytes()).collect();
                found.digest(&bytes);
            }
            found
        }))
    }

    fn piece(
        &self,
        mpfr: &mut Mpfr,
        first: u32,
        wide: &[f64],
        results: &[u32],
        (mode, variant): (Mode, usize),
        found: &mut Found,
    ) {
        let of_each = wide.len() / PIECE;
        let unclear: Vec<usize> = in_mode(mode, || {
            let unclear = |&index: &usize| settled(wide[index], mode) != Some(results[index]);
            (0..wide.len()).filter(unclear).collect()
        });
        let mut arguments: Vec<_> =
            unclear.iter().map(|index| first + (index / of_each) as u32).collect();
        arguments.dedup();
        for x in arguments {
            found.decided += 1;
            let number = f32::from_bits(x);
            let (bits, second) = if number.is_nan() {
                let quiet = u64::from(x | 1 << 22);
                (quiet, (of_each == 2).then_some(quiet))
            } else {
                let (bits, second, _) = self.float.expected(mpfr, x.into(), 0, mode);
                (bits, second)
            };
            let seen = see(self.float.calls[variant], x.into(), 0, mode);
            if seen.bits != bits || second.is_some_and(|second| second != seen.second) {
                found.error(format!(
                    "{}({number:?} = {x:#x}), variant {variant}, rounding {mode:?}: {seen:x?}, \
                     and not {bits:#x} {second:x?}",
                    self.float.name
                ));
            }
        }
    }
}
