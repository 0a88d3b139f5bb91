//! Records of several arrays that travel as one, and that say themselves how they are
//! merged: what an MPI library gets as an element whose operator is [`merge`]. It hands
//! its operators nothing but elements, on whatever thread it likes.

use super::exact::ExactSum;
use super::record::{self, Head, Merge, ALIGNMENT};
use super::tree::Tree;
use super::{memory, CannotGoOn};
use crate::kernel::fpenv::{within, Environment};
use crate::kernel::{lookup, Format, Kind, Operator};

/// Bytes before the first record: the code of the arithmetic, and the bytes of the whole.
pub const HEAD: usize = 16;

/// An arithmetic that a number can name: none of a user's operator.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Code(u32);

const FORMATS: [Format; 5] =
    [Format::Half, Format::Float, Format::Double, Format::LongDouble, Format::Quad];
const KINDS: [fn(Format) -> Kind; 4] = [Kind::Real, Kind::Complex, Kind::ValueInt, Kind::ValueReal];
const OPERATORS: [Operator; 6] = [
    Operator::Max,
    Operator::Min,
    Operator::Sum,
    Operator::Prod,
    Operator::Minloc,
    Operator::Maxloc,
];

impl Code {
    /// The code of an operator on elements of a kind, or of their exact sum.
    pub fn of(kind: Kind, operator: Operator, exact: bool) -> Option<Code> {
        let format = FORMATS.iter().position(|format| *format == kind.format())?;
        let shape = KINDS.iter().position(|shape| shape(kind.format()) == kind)?;
        let operator = OPERATORS.iter().position(|known| *known == operator)?;
        Some(Code(u32::from(exact) << 24 | (operator << 16 | shape << 8 | format) as u32))
    }

    /// Calls `work` with the arithmetic, in its floating-point environment.
    fn with<R>(self, work: impl FnOnce(&dyn Merge) -> R) -> Option<R> {
        let [format, shape, operator, exact] = self.0.to_le_bytes().map(usize::from);
        let kind = KINDS.get(shape)?(*FORMATS.get(format)?);
        if exact == 1 {
            let sum = ExactSum::of(kind)?;
            return Some(within(Environment::Vector, || work(&sum)));
        }
        let kernel = lookup(kind, *OPERATORS.get(operator)?)?;
        Some(within(kernel.environment, || work(&Tree(kernel))))
    }

    /// Writes the head of a bundle, whose bytes these are.
    pub fn write(self, bundle: &mut [u8]) {
        let bytes = bundle.len() as u64;
        bundle[..4].copy_from_slice(&self.0.to_ne_bytes());
        bundle[8..HEAD].copy_from_slice(&bytes.to_ne_bytes());
    }
}

/// The bytes of a bundle.
///
/// # Safety
/// It begins there.
pub unsafe fn length(bundle: *const u8) -> usize {
    // SAFETY: handed on to the caller; MPI libraries may lay it anywhere.
    unsafe { bundle.add(8).cast::<u64>().read_unaligned() as usize }
}

/// Merges the bundle of the ranks before into the bundle of the ranks behind them. All
/// its records are long enough for any range of their arrays.
///
/// # Safety
/// Two bundles of the same arrays.
pub unsafe fn merge(left: *const u8, right: *mut u8) {
    // SAFETY: handed on to the caller: a head, and as many bytes as it says.
    let (left, right) = unsafe {
        let bytes = length(left);
        (std::slice::from_raw_parts(left, bytes), std::slice::from_raw_parts_mut(right, bytes))
    };
    let code = Code(u32::from_ne_bytes(*left.first_chunk().expect("a head")));
    let merged = code.with(|merge| {
        let mut room = memory(left.len() + ALIGNMENT);
        let aligned = room.as_ptr().align_offset(ALIGNMENT);
        let mut from = HEAD;
        while from < left.len() {
            let length = merge.whole(Head::read(&left[from..]).share.total);
            let (into, behind) = (&mut room[aligned..][..length], &mut right[from..][..length]);
            into.copy_from_slice(&left[from..][..length]);
            record::merge(merge, into, behind)?;
            behind.copy_from_slice(into);
            from += length;
        }
        Ok::<(), super::Fault>(())
    });
    if merged != Some(Ok(())) {
        CannotGoOn::panic(format!("partials of an unknown arithmetic ({:#x})", code.0));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_arithmetic_has_a_code_of_its_own() {
        let mut codes = Vec::new();
        for format in FORMATS {
            for shape in KINDS {
                for operator in OPERATORS {
                    let kind = shape(format);
                    if let Some(kernel) = lookup(kind, operator) {
                        let code = Code::of(kind, operator, false).unwrap();
                        assert_eq!(code.with(|merge| merge.size()), Some(kernel.size));
                        codes.push(code.0);
                    }
                    if let (Some(sum), Operator::Sum) = (ExactSum::of(kind), operator) {
                        let code = Code::of(kind, operator, true).unwrap();
                        assert_eq!(code.with(|merge| merge.data(1)), Some(Merge::data(&sum, 1)));
                        codes.push(code.0);
                    }
                }
            }
        }
        let all = codes.len();
        codes.sort_unstable();
        codes.dedup();
        assert_eq!(codes.len(), all);
        assert!(all > 30);
        assert!(Code(0xff).with(|_| ()).is_none());
    }
}
