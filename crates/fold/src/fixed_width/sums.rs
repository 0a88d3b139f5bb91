//! The sum of some numbers as bytes, all of one width: an exact one is a superaccumulator, one by
//! levels has the total of each.

use samebits_kernel::Format;
use samebits_sum::levels::{LevelAccumulator, Scheme};
use samebits_sum::number::Number;
use samebits_sum::superaccumulator::{FixedPoint, Superaccumulator, BYTES};

/// The exact sum of floats: words for every float's bits (those of the double that it widens to,
/// -201 to 127) and 63 bits of carries.
type FloatSuperaccumulator = FixedPoint<13, -210>;

const FLOAT_BYTES: usize = FloatSuperaccumulator::BYTES;

/// Of floats or doubles.
#[derive(Clone, Copy, Debug)]
pub enum Sum {
    Exact(Format),
    Levels(Format, Scheme),
}

impl Sum {
    pub fn format(&self) -> Format {
        match self {
            Sum::Exact(format) | Sum::Levels(format, _) => *format,
        }
    }

    /// Bytes of a number.
    pub fn number(&self) -> usize {
        match self.format() {
            Format::Float => 4,
            _ => 8,
        }
    }

    pub fn bytes(&self) -> usize {
        match self {
            Sum::Exact(Format::Float) => FLOAT_BYTES,
            Sum::Exact(_) => BYTES,
            Sum::Levels(_, scheme) => LevelAccumulator::bytes(scheme),
        }
    }

    pub fn write_one(&self, number: f64, bytes: &mut [u8]) {
        match self {
            Sum::Exact(Format::Float) => FloatSuperaccumulator::write_one(number, bytes),
            Sum::Exact(_) => Superaccumulator::write_one(number, bytes),
            Sum::Levels(_, scheme) => {
                let mut sum = LevelAccumulator::default();
                sum.add(scheme, number);
                sum.write(scheme, bytes);
            }
        }
    }

    /// Merges one that is written into another.
    pub fn merge(&self, left: &[u8], right: &mut [u8]) {
        match self {
            Sum::Exact(Format::Float) => FloatSuperaccumulator::merge_written(left, right),
            Sum::Exact(_) => Superaccumulator::merge_written(left, right),
            Sum::Levels(_, scheme) => {
                let mut sum = LevelAccumulator::read(scheme, right);
                sum.merge(scheme, LevelAccumulator::read(scheme, left));
                sum.write(scheme, right);
            }
        }
    }

    /// Writes the number that it is, rounded.
    pub fn result(&self, bytes: &[u8], to: &mut [u8]) {
        match self {
            Sum::Exact(Format::Float) => FloatSuperaccumulator::read(bytes).to_f32().write(to),
            Sum::Exact(_) => Superaccumulator::read(bytes).to_f64().write(to),
            Sum::Levels(format, scheme) => {
                let sum = LevelAccumulator::read(scheme, bytes);
                match format {
                    Format::Float => sum.to_f32(scheme).write(to),
                    _ => f64::canonical(sum.to_f64(scheme)).write(to),
                }
            }
        }
    }
}
