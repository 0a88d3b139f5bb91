//! The numbers of order-free sums: floats and doubles, and complex elements by component.

use super::superaccumulator::{Short, Superaccumulator};
use samebits_kernel::binary::two_to;
use samebits_kernel::summand::Summand;
use samebits_kernel::{Format, Kind};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Numbers {
    pub format: Format,
    /// Numbers in an element: 1, or 2 of a complex one.
    pub components: usize,
}

impl Numbers {
    /// None of a kind on which order-free sums are not defined.
    pub fn of(kind: Kind) -> Option<Numbers> {
        let (format, components) = match kind {
            Kind::Real(format @ (Format::Float | Format::Double)) => (format, 1),
            Kind::Complex(format @ (Format::Float | Format::Double)) => (format, 2),
            _ => return None,
        };
        Some(Numbers { format, components })
    }

    pub fn bytes(self) -> usize {
        match self.format {
            Format::Float => 4,
            _ => 8,
        }
    }

    /// Bytes of an element.
    pub fn size(self) -> usize {
        self.components * self.bytes()
    }
}

/// A sum of numbers whose order does not matter.
pub trait OrderFree {
    fn numbers(&self) -> Numbers;
}

/// A format of summands and results.
pub trait Number: Summand + Send + Sync {
    const NAN: Self;

    /// Rounded to the format; a NaN need not be the canonical one.
    fn narrowed(sum: f64) -> Self;

    /// The exact sum, rounded once: floats never by way of a rounded double.
    fn of_exact(sum: Superaccumulator) -> Self;

    /// Likewise.
    fn of_short(sum: &Short) -> Self;

    /// integer · 2^exponent, a multiple of the format's smallest number, rounded once.
    fn of_integer(integer: i128, exponent: i32) -> Self;

    fn write(self, to: &mut [u8]);

    /// Rounded to the format; NaN becomes the canonical one.
    fn canonical(sum: f64) -> Self {
        if sum.is_nan() {
            Self::NAN
        } else {
            Self::narrowed(sum)
        }
    }
}

impl Number for f64 {
    const NAN: f64 = f64::from_bits(0x7ff8 << 48);

    fn narrowed(sum: f64) -> f64 {
        sum
    }
    fn of_exact(sum: Superaccumulator) -> f64 {
        sum.to_f64()
    }
    fn of_short(sum: &Short) -> f64 {
        sum.to_f64()
    }
    fn of_integer(integer: i128, exponent: i32) -> f64 {
        // A subnormal result has so few bits that the integer is not rounded.
        integer as f64 * two_to(exponent)
    }
    fn write(self, to: &mut [u8]) {
        to.copy_from_slice(&self.to_ne_bytes());
    }
}

impl Number for f32 {
    const NAN: f32 = f32::from_bits(0x7fc0_0000);

    fn narrowed(sum: f64) -> f32 {
        sum as f32
    }
    fn of_exact(sum: Superaccumulator) -> f32 {
        sum.to_f32()
    }
    fn of_short(sum: &Short) -> f32 {
        sum.to_f32()
    }
    fn of_integer(integer: i128, exponent: i32) -> f32 {
        // The product is exact in double.
        (f64::from(integer as f32) * two_to(exponent)) as f32
    }
    fn write(self, to: &mut [u8]) {
        to.copy_from_slice(&self.to_ne_bytes());
    }
}

/// Calls a generic function or method for the type of a format: float or double.
#[doc(hidden)]
#[macro_export]
macro_rules! for_format {
    ($format:expr, $($function:ident).+($($argument:expr),* $(,)?)) => {
        match $format {
            ::samebits_kernel::Format::Float => $($function).+::<f32>($($argument),*),
            _ => $($function).+::<f64>($($argument),*),
        }
    };
}
pub use for_format;
