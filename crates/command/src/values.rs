//! Elements of contributions and results: how they are shown, and how far apart two are.

use samebits_trace::format::{Element, Shape};

/// How one number is stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Number {
    element: Element,
    /// Bytes that it takes.
    size: usize,
    integer: Option<Sign>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Sign {
    Signed,
    Unsigned,
}

impl Number {
    pub fn of(shape: &Shape) -> Number {
        let size = shape.size.max(1) as usize;
        let parts = usize::from(shape.parts.max(1));
        let integer = (shape.element == Element::Bytes).then(|| sign(&shape.datatype)).flatten();
        let size = if size.is_multiple_of(parts) { size / parts } else { size };
        let integer = integer.filter(|_| matches!(size, 1 | 2 | 4 | 8));
        Number { element: shape.element, size, integer }
    }

    pub fn size(&self) -> usize {
        self.size
    }

    /// The number in decimal where its format is known, otherwise its bytes.
    pub fn show(&self, bytes: &[u8]) -> String {
        match (self.element, self.integer) {
            (Element::Half, _) => float(half(low(bytes) as u16).into()),
            (Element::Bfloat, _) => float(f32::from_bits((low(bytes) as u32) << 16).into()),
            (Element::Float, _) => {
                let number = f32::from_bits(low(bytes) as u32);
                if number.is_nan() {
                    nan(bytes)
                } else {
                    format!("{number:?}")
                }
            }
            (Element::Double, _) => {
                let number = f64::from_bits(low(bytes) as u64);
                if number.is_nan() {
                    nan(bytes)
                } else {
                    float(number)
                }
            }
            (_, Some(Sign::Unsigned)) => low(bytes).to_string(),
            (_, Some(Sign::Signed)) => {
                let unused = 128 - 8 * self.size as u32;
                ((low(bytes) << unused) as i128 >> unused).to_string()
            }
            _ => hexadecimal(bytes),
        }
    }

    /// Units in the last place between two numbers of one floating-point format.
    pub fn ulps(&self, a: &[u8], b: &[u8]) -> Option<u128> {
        let place = |bytes: &[u8]| {
            let (bits, width, exponent) = match self.element {
                Element::Half => (low(bytes), 16, 5),
                Element::Bfloat => (low(bytes), 16, 8),
                Element::Float => (low(bytes), 32, 8),
                Element::Double => (low(bytes), 64, 11),
                Element::Quad => (low(bytes), 128, 15),
                Element::Extended => (without_integer_bit(low(bytes)), 79, 15),
                Element::Bytes => return None,
            };
            let magnitude = bits & ((1u128 << (width - 1)) - 1);
            let infinity = ((1u128 << exponent) - 1) << (width - 1 - exponent);
            let number = i128::try_from(magnitude).ok()?;
            let negative = bits >> (width - 1) & 1 == 1;
            (magnitude <= infinity).then_some(if negative { -number } else { number })
        };
        Some(place(a)?.abs_diff(place(b)?))
    }
}

/// The bytes as a number, the first one lowest.
fn low(bytes: &[u8]) -> u128 {
    bytes.iter().take(16).rev().fold(0, |number, byte| number << 8 | u128::from(*byte))
}

/// x87's format stores the bit before the binary point, which follows from the exponent.
fn without_integer_bit(bits: u128) -> u128 {
    let (fraction, above) = (bits & ((1 << 63) - 1), bits >> 64 & 0xffff);
    above << 63 | fraction
}

fn half(bits: u16) -> f32 {
    let (sign, exponent, fraction) = (bits >> 15, bits >> 10 & 31, f32::from(bits & 1023));
    let magnitude = match exponent {
        0 => fraction / 1024.0 * 2f32.powi(-14),
        31 if fraction == 0.0 => f32::INFINITY,
        31 => f32::NAN,
        _ => (1.0 + fraction / 1024.0) * 2f32.powi(i32::from(exponent) - 15),
    };
    if sign == 1 {
        -magnitude
    } else {
        magnitude
    }
}

fn float(number: f64) -> String {
    format!("{number:?}")
}

fn nan(bytes: &[u8]) -> String {
    format!("NaN ({})", hexadecimal(bytes))
}

/// The highest byte first, as numbers are written.
fn hexadecimal(bytes: &[u8]) -> String {
    let digits: String = bytes.iter().rev().map(|byte| format!("{byte:02x}")).collect();
    format!("0x{digits}")
}

fn sign(datatype: &str) -> Option<Sign> {
    let name = datatype.strip_prefix("MPI_")?;
    let unsigned = name.starts_with("UNSIGNED") || name.starts_with("UINT");
    let signed = ["CHAR", "SIGNED_CHAR", "SHORT", "INT", "LONG", "LONG_LONG", "LONG_LONG_INT"];
    let signed = signed.contains(&name)
        || ["INT8_T", "INT16_T", "INT32_T", "INT64_T", "AINT", "OFFSET", "COUNT"].contains(&name)
        || name.starts_with("INTEGER");
    match (unsigned, signed) {
        (true, _) => Some(Sign::Unsigned),
        (_, true) => Some(Sign::Signed),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn number(element: Element, size: u32, datatype: &str) -> Number {
        let datatype = datatype.to_string();
        Number::of(&Shape { element, size, parts: 1, datatype, ..Shape::default() })
    }

    #[test]
    fn numbers_are_shown_as_what_they_are() {
        let double = number(Element::Double, 8, "MPI_DOUBLE");
        assert_eq!(double.show(&0.1f64.to_le_bytes()), "0.1");
        assert_eq!(double.show(&f64::NAN.to_le_bytes()), "NaN (0x7ff8000000000000)");
        assert_eq!(number(Element::Float, 4, "").show(&1.5f32.to_le_bytes()), "1.5");
        assert_eq!(number(Element::Half, 2, "").show(&0x3e00u16.to_le_bytes()), "1.5");
        assert_eq!(number(Element::Bfloat, 2, "").show(&0x3fc0u16.to_le_bytes()), "1.5");
        assert_eq!(number(Element::Bytes, 4, "MPI_INT").show(&(-7i32).to_le_bytes()), "-7");
        assert_eq!(number(Element::Bytes, 4, "MPI_UNSIGNED").show(&[255; 4]), "4294967295");
        assert_eq!(number(Element::Bytes, 3, "derived").show(&[1, 2, 3]), "0x030201");
    }

    #[test]
    fn distances_are_counted_in_units_in_the_last_place() {
        let double = number(Element::Double, 8, "MPI_DOUBLE");
        let ulps = |a: f64, b: f64| double.ulps(&a.to_le_bytes(), &b.to_le_bytes());
        assert_eq!(ulps(1.0, 1.0 + f64::EPSILON), Some(1));
        assert_eq!(ulps(1.0, 1.0 - f64::EPSILON), Some(2));
        assert_eq!(ulps(0.0, -0.0), Some(0));
        assert_eq!(ulps(5e-324, -5e-324), Some(2));
        assert_eq!(ulps(f64::NAN, 1.0), None);
        let extended = number(Element::Extended, 16, "MPI_LONG_DOUBLE");
        let one = |last: u8| {
            let mut bytes = [0u8; 16];
            bytes[0] = last;
            (bytes[7], bytes[8], bytes[9]) = (0x80, 0xff, 0x3f);
            bytes
        };
        assert_eq!(extended.ulps(&one(0), &one(3)), Some(3));
        assert_eq!(number(Element::Quad, 16, "").ulps(&[1; 16], &[1; 16]), Some(0));
        assert_eq!(number(Element::Bytes, 4, "MPI_INT").ulps(&[0; 4], &[1; 4]), None);
    }
}
