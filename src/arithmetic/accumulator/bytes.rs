//! Accumulators as bytes, the same on every machine: a head that says what they are made
//! for, and the components' sums, all with their lowest bytes first. Two with the same
//! summands are the same bytes, whatever the order in which those came. (docs/specification.md,
//! section 10, defines them.)
//!
//! | bytes | |
//! |---|---|
//! | 0 to 3 | `sbac` |
//! | 4 | the version of this format: 1 |
//! | 5 | the arithmetic: 1 exact, 2 binned, 3 prerounded |
//! | 6 | its levels; 0 for exact |
//! | 7 | the format: 1 float, 2 double |
//! | 8 | the components: 1, or 2 of complex numbers |
//! | 9 | 1 if unlike ones were merged, else 0 |
//! | 10 to 15 | 0 |
//! | 16 to 23 | the most summands |
//! | 24 to 31 | the number of summands of each component |

use super::exact::ExactSums;
use super::levels::LevelSums;
use super::{Accumulator, AccumulatorSpec, Refusal, Sums};
use crate::arithmetic::fault::FatalError;
use crate::arithmetic::names::Arithmetic;
use crate::kernel::{Format, Kind};

/// Bytes of the head.
pub const HEAD: usize = 32;

const MAGIC: [u8; 5] = *b"sbac\x01";

/// What a head says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Head {
    purpose: AccumulatorSpec,
    count: u64,
    /// Unlike ones were merged.
    mixed: bool,
}

impl Head {
    /// What these bytes say; none if that is nothing.
    fn read(bytes: &[u8]) -> Option<Head> {
        let bytes: &[u8; HEAD] = bytes.first_chunk()?;
        let word = |from: usize| u64::from_le_bytes(*bytes[from..].first_chunk().expect("8 bytes"));
        let (rest, most, count) = (&bytes[5..16], word(16), word(24));
        let [code, levels, format, components, mixed, 0, 0, 0, 0, 0, 0] = *rest else {
            return None;
        };
        let arithmetic = match (code, levels) {
            (1, 0) => Arithmetic::Exact,
            (2, 2..=4) => Arithmetic::Binned(levels),
            (3, 1..=4) => Arithmetic::Prerounded(levels),
            _ => return None,
        };
        let format = match format {
            1 => Format::Float,
            2 => Format::Double,
            _ => return None,
        };
        let kind = match components {
            1 => Kind::Real(format),
            2 => Kind::Complex(format),
            _ => return None,
        };
        let purpose = AccumulatorSpec::new(arithmetic, kind, most).ok()?;
        let right = bytes[..5] == MAGIC && mixed <= 1 && purpose.most == most;
        right.then_some(Head { purpose, count, mixed: mixed == 1 })
    }

    /// Writes it.
    fn write(&self, bytes: &mut [u8]) {
        let Head { purpose: AccumulatorSpec { arithmetic, format, components, most }, .. } = *self;
        let (code, levels) = match arithmetic {
            Arithmetic::Binned(levels) => (2, levels),
            Arithmetic::Prerounded(levels) => (3, levels),
            _ => (1, 0),
        };
        let format = if format == Format::Float { 1 } else { 2 };
        bytes[..5].copy_from_slice(&MAGIC);
        bytes[5..10].copy_from_slice(&[code, levels, format, components as u8, self.mixed.into()]);
        bytes[10..16].fill(0);
        bytes[16..24].copy_from_slice(&most.to_le_bytes());
        bytes[24..HEAD].copy_from_slice(&self.count.to_le_bytes());
    }
}

impl AccumulatorSpec {
    /// Bytes in which a component's sum is written.
    fn component(&self) -> usize {
        match self.scheme() {
            None => ExactSums::bytes(self.format),
            Some(scheme) => LevelSums::bytes(&scheme),
        }
    }

    /// Bytes in which an accumulator is written.
    pub fn bytes(&self) -> usize {
        HEAD + self.components * self.component()
    }

    /// The words that two agree in exactly where they are the same.
    pub fn words(&self) -> [u64; 2] {
        let mut head = [0; HEAD];
        Head { purpose: *self, count: 0, mixed: false }.write(&mut head);
        [5, 16].map(|from| u64::from_le_bytes(*head[from..].first_chunk().expect("8 bytes")))
    }
}

impl Accumulator {
    /// Writes it as [`AccumulatorSpec::bytes`] bytes.
    pub fn write(&self, bytes: &mut [u8]) {
        Head { purpose: self.purpose, count: self.count, mixed: false }.write(bytes);
        let components = bytes[HEAD..].chunks_exact_mut(self.purpose.component());
        for (component, to) in components.enumerate() {
            match &self.sums {
                Sums::Exact(sums) => sums.write(self.purpose.format, component, to),
                Sums::Levels(sums) => sums.write(component, to),
            }
        }
    }

    /// Holds what was written, of one that was made for the same, in place of what it held.
    pub fn read(&mut self, bytes: &[u8]) -> Result<(), Refusal> {
        let argument = |what: String| Err(Refusal::Argument(what));
        let Some(head) = Head::read(bytes) else {
            return argument("the bytes are no accumulator's".into());
        };
        self.same(&head.purpose)?;
        let expected = self.purpose.bytes();
        if bytes.len() != expected {
            return argument(format!("there are {} bytes; it takes {expected}", bytes.len()));
        }
        if head.mixed {
            return argument("accumulators that were not made for the same were merged".into());
        }
        self.purpose.check(head.count.into())?;
        let written = |bytes| match self.purpose.scheme() {
            None => ExactSums::is_written(self.purpose.format, bytes, head.count),
            Some(scheme) => LevelSums::is_written(&scheme, self.purpose.format, bytes, head.count),
        };
        if !bytes[HEAD..].chunks_exact(self.purpose.component()).all(written) {
            return argument("the bytes are damaged: no summands have such sums".into());
        }
        *self = Accumulator::reading(&head, bytes);
        Ok(())
    }

    /// What the bytes of that head hold.
    fn reading(head: &Head, bytes: &[u8]) -> Accumulator {
        let mut read = Accumulator { count: head.count, ..Accumulator::new(head.purpose) };
        let components = bytes[HEAD..].chunks_exact(head.purpose.component());
        for (component, from) in components.enumerate() {
            match &mut read.sums {
                Sums::Exact(sums) => sums.read(head.purpose.format, component, from),
                Sums::Levels(sums) => sums.read(component, from),
            }
        }
        read
    }
}

/// The bytes of the accumulator that is written there; panics with [`FatalError`] where
/// there is none.
///
/// # Safety
/// As many bytes as a head has.
pub unsafe fn length(written: *const u8) -> usize {
    // SAFETY: upheld by the caller.
    let head = Head::read(unsafe { std::slice::from_raw_parts(written, HEAD) });
    head.unwrap_or_else(|| no_accumulator()).purpose.bytes()
}

/// Merges one that is written into another, of as many bytes. Whatever cannot be said here
/// is said where the result is read: that they are not made for the same, or have too many
/// summands.
pub fn merge(left: &[u8], right: &mut [u8]) {
    let heads = Head::read(left).zip(Head::read(right));
    let (first, mut second) = heads.unwrap_or_else(|| no_accumulator());
    if first.mixed || second.mixed || first.purpose != second.purpose {
        second.mixed = true;
        // One of the two, so that it does not matter which came first.
        second.count = 0;
        second.write(right);
        right[HEAD..].fill(0);
        return;
    }
    let mut sum = Accumulator::reading(&second, right);
    sum.sums.merge(&Accumulator::reading(&first, left).sums);
    sum.count = first.count.saturating_add(second.count);
    sum.write(right);
}

#[cold]
fn no_accumulator() -> ! {
    FatalError::panic(
        "the operator of samebits_accumulator_handles was used on something else than \
         accumulators that samebits_accumulator_write has written"
            .into(),
    )
}
