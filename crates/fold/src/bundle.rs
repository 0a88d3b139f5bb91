//! Records of several arrays that travel as one, and specify how they are merged: what an MPI
//! library gets as an element whose operator is [`merge`]. It passes nothing but elements to its
//! operators, on any thread.

use super::exact::parts::Parts;
use super::share::record::{self, Head, Merge, ALIGNMENT};
use super::sums::SumSpec;
use super::vectors::fold::{Fold, Folded};
use super::Builtin;
use samebits_base::fault::{memory, FatalError};
use samebits_base::threads::Team;
use samebits_kernel::fpenv::{within, Environment};
use samebits_kernel::{Format, Kind, Operator};
use samebits_sum::names::Arithmetic;

/// Bytes before the first record: the code of the arithmetic, the length of the bundle, the header
/// word that all bundles of a merge agree on, and where the last record ends, at these offsets.
pub const HEAD: usize = 32;
const LENGTH: usize = 8;
const WORD: usize = 16;
const END: usize = 24;

/// The header word of bundles whose header words differed.
const UNLIKE: u64 = 0;

/// The number of a predefined operator on elements of a kind by an arithmetic.
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

/// In place of the number of an arithmetic.
const SUMS: u8 = 0xff;

impl Code {
    /// The arithmetic has to be defined for the kind and the operator; none of the MPI library's
    /// own.
    pub fn of(kind: Kind, operator: Operator, arithmetic: Arithmetic) -> Option<Code> {
        let format = FORMATS.iter().position(|format| *format == kind.format())?;
        let shape = KINDS.iter().position(|shape| shape(kind.format()) == kind)?;
        let operator = OPERATORS.iter().position(|known| *known == operator)?;
        let known = Arithmetic::each().position(|known| known == arithmetic)?;
        let arithmetic = u8::try_from(known).ok().filter(|_| arithmetic != Arithmetic::Native)?;
        Some(Code(u32::from(arithmetic) << 24 | (operator << 16 | shape << 8 | format) as u32))
    }

    /// Of sums that are merged as partials of so many superaccumulators.
    pub fn of_sums(spec: &SumSpec) -> Code {
        let Parts { numbers, products } = spec.parts;
        Code(u32::from_le_bytes([numbers as u8, products as u8, 0, SUMS]))
    }

    /// The numbers of the format, the shape, the operator and the arithmetic.
    pub fn bytes(self) -> [u8; 4] {
        self.0.to_le_bytes()
    }

    /// Calls `work` with the arithmetic, in its floating-point environment.
    fn with<R>(self, work: impl FnOnce(&dyn Merge) -> R) -> Option<R> {
        let [format, shape, operator, arithmetic] = self.bytes();
        if arithmetic == SUMS {
            let merging =
                SumSpec::merging(Parts { numbers: format.into(), products: shape.into() });
            return Some(within(Environment::Vector, || work(&merging)));
        }
        let kind = KINDS.get(usize::from(shape))?(*FORMATS.get(usize::from(format))?);
        let operator = *OPERATORS.get(usize::from(operator))?;
        let arithmetic = Arithmetic::each().nth(usize::from(arithmetic))?;
        let own = Builtin::of(kind, operator, arithmetic)?;
        (own.arithmetic() == arithmetic).then(|| within(own.environment(), || work(own.merge())))
    }

    /// Writes the head of this bundle.
    pub fn write(self, bundle: &mut [u8]) {
        const ANY: u64 = 1;
        let bytes = bundle.len() as u64;
        bundle[..4].copy_from_slice(&self.0.to_ne_bytes());
        put(bundle, END, bytes);
        lead(bundle, ANY);
    }
}

/// Sets the length of a bundle and its header word, not 0. Bytes of zeros are a bundle without
/// records.
pub fn lead(bundle: &mut [u8], word: u64) {
    put(bundle, LENGTH, bundle.len() as u64);
    put(bundle, WORD, word);
}

/// The header word of all bundles that were merged to this one; 0 where they differed.
pub fn word(bundle: &[u8]) -> u64 {
    get(bundle, WORD)
}

fn put(bundle: &mut [u8], at: usize, number: u64) {
    bundle[at..][..8].copy_from_slice(&number.to_ne_bytes());
}

fn get(bundle: &[u8], at: usize) -> u64 {
    u64::from_ne_bytes(*bundle[at..].first_chunk().expect("a head"))
}

/// The bytes of a bundle.
///
/// # Safety
/// It begins there.
pub unsafe fn length(bundle: *const u8) -> usize {
    // SAFETY: upheld by the caller; MPI libraries may align it as they like.
    unsafe { bundle.add(LENGTH).cast::<u64>().read_unaligned() as usize }
}

/// Merges the bundle of lower ranks into that of the ranks behind them, whose records are long
/// enough for any range of their arrays. If the header words differ, nothing is merged, and the
/// word becomes 0.
///
/// # Safety
/// Two bundles of the same length, and of the same arrays if they have the same header word.
pub unsafe fn merge(left: *const u8, right: *mut u8) {
    // SAFETY: upheld by the caller: a head, and as many bytes as it says.
    let (left, right) = unsafe {
        let bytes = length(left);
        (std::slice::from_raw_parts(left, bytes), std::slice::from_raw_parts_mut(right, bytes))
    };
    if word(left) != word(right) {
        return put(right, WORD, UNLIKE);
    }
    let end = if word(left) == UNLIKE { 0 } else { get(left, END) as usize };
    if end == 0 {
        return;
    }
    let code = Code(u32::from_ne_bytes(*left.first_chunk().expect("a head")));
    let merged = code.with(|merge| {
        let mut scratch = memory(end + ALIGNMENT);
        let aligned = scratch.as_ptr().align_offset(ALIGNMENT);
        let shape = merge.shape();
        let mut from = HEAD;
        while from < end {
            let length = shape.whole(Head::read(&left[from..]).share.total);
            let (into, behind) = (&mut scratch[aligned..][..length], &mut right[from..][..length]);
            into.copy_from_slice(&left[from..][..length]);
            record::merge(merge, into, behind)?;
            behind.copy_from_slice(into);
            from += length;
        }
        Ok::<(), samebits_base::fault::Fault>(())
    });
    if merged != Some(Ok(())) {
        FatalError::panic(format!("partials of an unknown arithmetic ({:#x})", code.0));
    }
}

/// Bundles of so many bytes as contributions.
#[derive(Clone, Copy, Debug)]
pub struct Bundles(pub usize);

impl Fold for Bundles {
    fn size(&self) -> usize {
        self.0
    }

    unsafe fn fold(&self, _team: Team, rows: *mut u8, ranks: usize, n: usize) -> Folded {
        let bundle = |rank: usize, i: usize| rows.wrapping_add((rank * n + i) * self.0);
        for rank in 1..ranks {
            for i in 0..n {
                // SAFETY: upheld by the caller: bundles of one length.
                unsafe { merge(bundle(rank - 1, i), bundle(rank, i)) };
            }
        }
        Ok(ranks - 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_arithmetic_has_a_code_of_its_own() {
        let mut codes = Vec::new();
        let kinds = FORMATS.iter().flat_map(|format| KINDS.map(|shape| shape(*format)));
        for (kind, operator) in kinds.flat_map(|kind| OPERATORS.map(|operator| (kind, operator))) {
            for arithmetic in Arithmetic::each() {
                let own = Builtin::of(kind, operator, arithmetic);
                if let Some(own) = own.filter(|own| own.arithmetic() == arithmetic) {
                    let code = Code::of(kind, operator, arithmetic).unwrap();
                    let facts = |merge: &dyn Merge| merge.shape();
                    assert_eq!(code.with(facts), Some(facts(own.merge())));
                    codes.push(code.0);
                }
            }
        }
        let all = codes.len();
        codes.sort_unstable();
        codes.dedup();
        assert_eq!(codes.len(), all);
        assert!(all > 30);
        let sum = |arithmetic| Code::of(Kind::Real(Format::Double), Operator::Sum, arithmetic);
        assert_eq!(sum(Arithmetic::Native), None);
        assert_ne!(sum(Arithmetic::Binned(2)), sum(Arithmetic::Binned(3)));
        for wrong in [0xff, 0x0200_0002, 0x1500_0002, 0x4300_0002] {
            assert!(Code(wrong).with(|_| ()).is_none(), "{wrong:#x}");
        }
    }
}
