//! Accumulators as bytes, the same on every machine: a head that says what they are made for, and
//! the components' sums, all with their lowest bytes first, as docs/specification.md, section 10,
//! lays them out. Two with the same summands are the same bytes, in whatever order these came.

use super::{exact::ExactSums, levels::LevelSums};
use super::{Accumulator, AccumulatorSpec, Numbers, Refusal, Sums};
use crate::levels::LevelAccumulator;
use crate::names::Arithmetic;
use samebits_base::fault::FatalError;
use samebits_kernel::{Format, Kind};

pub const HEAD: usize = 32;

const MAGIC: [u8; 5] = *b"sbac\x01";

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct AccumulatorHead {
    spec: AccumulatorSpec,
    count: u64,
    /// Accumulators of other specs were merged.
    mixed: bool,
}

fn word(head: &[u8; HEAD], from: usize) -> u64 {
    u64::from_le_bytes(*head[from..].first_chunk().expect("8 bytes"))
}

impl AccumulatorHead {
    fn read(bytes: &[u8]) -> Option<AccumulatorHead> {
        let bytes: &[u8; HEAD] = bytes.first_chunk()?;
        let (max_summands, count) = (word(bytes, 16), word(bytes, 24));
        let [code, levels, format, components, mixed, 0, 0, 0, 0, 0, 0] = bytes[5..16] else {
            return None;
        };
        let arithmetic = match (code, levels) {
            (1, 0) => Arithmetic::Exact,
            (2, 2..=4) => Arithmetic::Binned(levels),
            (3, 1..=4) => Arithmetic::Prerounded(levels),
            _ => return None,
        };
        let kind = match (components, format) {
            (1, 1) => Kind::Real(Format::Float),
            (1, 2) => Kind::Real(Format::Double),
            (2, 1) => Kind::Complex(Format::Float),
            (2, 2) => Kind::Complex(Format::Double),
            _ => return None,
        };
        let spec = AccumulatorSpec::new(arithmetic, kind, max_summands).ok()?;
        let valid = bytes[..5] == MAGIC && mixed <= 1 && spec.max_summands == max_summands;
        valid.then_some(AccumulatorHead { spec, count, mixed: mixed == 1 })
    }

    fn write(&self, bytes: &mut [u8]) {
        let AccumulatorSpec { arithmetic, numbers, max_summands } = self.spec;
        let Numbers { format, components } = numbers;
        let (code, levels) = match arithmetic {
            Arithmetic::Binned(levels) => (2, levels),
            Arithmetic::Prerounded(levels) => (3, levels),
            _ => (1, 0),
        };
        let format = if format == Format::Float { 1 } else { 2 };
        bytes[..5].copy_from_slice(&MAGIC);
        bytes[5..10].copy_from_slice(&[code, levels, format, components as u8, self.mixed.into()]);
        bytes[10..16].fill(0);
        bytes[16..24].copy_from_slice(&max_summands.to_le_bytes());
        bytes[24..HEAD].copy_from_slice(&self.count.to_le_bytes());
    }
}

impl AccumulatorSpec {
    fn component_bytes(&self) -> usize {
        match self.scheme() {
            None => ExactSums::bytes(self.numbers.format),
            Some(scheme) => LevelAccumulator::bytes(&scheme),
        }
    }

    pub fn bytes(&self) -> usize {
        HEAD + self.numbers.components * self.component_bytes()
    }

    /// Two words, the same in two specs exactly if these are the same.
    pub fn words(&self) -> [u64; 2] {
        let mut head = [0; HEAD];
        AccumulatorHead { spec: *self, count: 0, mixed: false }.write(&mut head);
        [word(&head, 5), word(&head, 16)]
    }
}

impl Accumulator {
    pub fn write(&self, bytes: &mut [u8]) {
        AccumulatorHead { spec: self.spec, count: self.count, mixed: false }.write(bytes);
        let components = bytes[HEAD..].chunks_exact_mut(self.spec.component_bytes());
        for (component, to) in components.enumerate() {
            match &self.sums {
                Sums::Exact(sums) => sums.write(self.spec.numbers.format, component, to),
                Sums::Levels(sums) => sums.sums[component].write(&sums.scheme, to),
            }
        }
    }

    /// Replaces what it holds by what an accumulator of the same spec has written.
    pub fn read(&mut self, bytes: &[u8]) -> Result<(), Refusal> {
        let argument = |what: String| Err(Refusal::Argument(what));
        let Some(head) = AccumulatorHead::read(bytes) else {
            return argument("the bytes are not those of an accumulator".into());
        };
        self.check_spec(&head.spec)?;
        let expected = self.spec.bytes();
        if bytes.len() != expected {
            return argument(format!(
                "{} bytes were passed; the accumulator takes {expected}",
                bytes.len()
            ));
        }
        if head.mixed {
            return argument(
                "accumulators of different types, arithmetics or bounds were merged".into(),
            );
        }
        self.spec.check(head.count.into())?;
        let format = self.spec.numbers.format;
        let written = |bytes| match self.spec.scheme() {
            None => ExactSums::is_written(format, bytes, head.count),
            Some(scheme) => LevelSums::is_written(&scheme, format, bytes, head.count),
        };
        if !bytes[HEAD..].chunks_exact(self.spec.component_bytes()).all(written) {
            return argument("the bytes are corrupt: no summands have these sums".into());
        }
        *self = Accumulator::of_written(&head, bytes);
        Ok(())
    }

    /// The accumulator that is written behind that head, which `bytes` begin with.
    fn of_written(head: &AccumulatorHead, bytes: &[u8]) -> Accumulator {
        let mut read = Accumulator { count: head.count, ..Accumulator::new(head.spec) };
        let components = bytes[HEAD..].chunks_exact(head.spec.component_bytes());
        for (component, from) in components.enumerate() {
            match &mut read.sums {
                Sums::Exact(sums) => sums.read(head.spec.numbers.format, component, from),
                Sums::Levels(sums) => {
                    sums.sums[component] = LevelAccumulator::read(&sums.scheme, from);
                }
            }
        }
        read
    }
}

/// The bytes of the accumulator that is written there; panics with [`FatalError`] where there is
/// none.
///
/// # Safety
/// As many bytes as a head has.
pub unsafe fn length(written: *const u8) -> usize {
    // SAFETY: upheld by the caller.
    let head = AccumulatorHead::read(unsafe { std::slice::from_raw_parts(written, HEAD) });
    head.unwrap_or_else(|| no_accumulator()).spec.bytes()
}

/// Merges one that is written into another, of as many bytes. An operator cannot return errors:
/// that the specs differ, or there are too many summands, is reported where the result is read.
pub fn merge(left: &[u8], right: &mut [u8]) {
    let heads = AccumulatorHead::read(left).zip(AccumulatorHead::read(right));
    let (first, mut second) = heads.unwrap_or_else(|| no_accumulator());
    if first.mixed || second.mixed || first.spec != second.spec {
        second.mixed = true;
        // Neither count, so that the order of the two does not matter.
        second.count = 0;
        second.write(right);
        right[HEAD..].fill(0);
        return;
    }
    let mut sum = Accumulator::of_written(&second, right);
    sum.sums.merge(&Accumulator::of_written(&first, left).sums);
    sum.count = first.count.saturating_add(second.count);
    sum.write(right);
}

#[cold]
fn no_accumulator() -> ! {
    FatalError::panic(
        "the operator of samebits_accumulator_handles was applied to data that \
         samebits_accumulator_write did not write"
            .into(),
    )
}
