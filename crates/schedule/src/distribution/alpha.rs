//! The parameter of `optimized`, as the decimal fraction that was written: no binary fraction is
//! 0.2, and parsing one depends on the caller's rounding mode. In integers the comparison of
//! Algorithm 3 is exact, and the same everywhere.

use std::fmt;

/// From 0 to 1, in units of 10^-[`DIGITS`]. Beyond 1 an index could move by more than a share, and
/// ranks would be idle while others work.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Alpha(u64);

/// Significant digits after the point.
const DIGITS: usize = 18;

/// 1, in units.
const ONE: u64 = 10u64.pow(DIGITS as u32);

impl Alpha {
    /// 0.2, with which the thesis measures.
    pub const DEFAULT: Alpha = Alpha(ONE / 5);

    /// Parses decimal digits with or without a point, from 0 to 1; digits after the eighteenth
    /// after the point are dropped.
    pub fn from_text(text: &str) -> Option<Self> {
        let (whole, fraction) = text.split_once('.').unwrap_or((text, ""));
        let digits = [whole, fraction].concat();
        if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
            return None;
        }
        let counted = &fraction[..fraction.len().min(DIGITS)];
        let units: u64 = format!("{counted:0<DIGITS$}").parse().ok()?;
        match whole.trim_start_matches('0') {
            "" => Some(Alpha(units)),
            "1" if fraction.bytes().all(|digit| digit == b'0') => Some(Alpha(ONE)),
            _ => None,
        }
    }

    /// Alpha times `total`, rounded down.
    pub fn of(self, total: u64) -> u64 {
        // No overflow: 10^18 < 2^60, and alpha is at most 1.
        (u128::from(total) * u128::from(self.0) / u128::from(ONE)) as u64
    }
}

impl fmt::Display for Alpha {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let fraction = format!("{:0DIGITS$}", self.0 % ONE);
        match fraction.trim_end_matches('0') {
            "" => write!(f, "{}", self.0 / ONE),
            digits => write!(f, "{}.{digits}", self.0 / ONE),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fraction_is_written_as_it_was_read() {
        for text in ["0", "1", "0.2", "0.999999999999999999", "0.05"] {
            assert_eq!(Alpha::from_text(text).unwrap().to_string(), text);
        }
        assert_eq!(Alpha::from_text("1.000").unwrap().to_string(), "1");
    }

    #[test]
    fn decimal_fractions_are_exact() {
        let of = |text: &str, total| Alpha::from_text(text).unwrap().of(total);
        // In binary fractions 0.7 * 10 is 7 by luck of the rounding, 0.29 * 100 is 28.99...
        assert_eq!(of("0.7", 10), 7);
        assert_eq!(of("0.29", 100), 29);
        assert_eq!(of("0.289999999999999999", 100), 28);
        assert_eq!(of("1", u64::MAX), u64::MAX);
        assert_eq!(of("0.999999999999999999", u64::MAX), u64::MAX - 19);
        assert_eq!(of("0", u64::MAX), 0);
        assert_eq!(of("0.000000000000000001", u64::MAX), 18);
    }

    #[test]
    fn other_spellings_of_the_same_number_are_equal() {
        for text in ["0.2", ".2", "00.20", "0.2000000000000000000000009"] {
            assert_eq!(Alpha::from_text(text), Some(Alpha::DEFAULT), "{text}");
        }
        for text in ["1", "1.", "1.0", "01.00000000000000000000"] {
            assert_eq!(Alpha::from_text(text), Some(Alpha(ONE)), "{text}");
        }
    }

    #[test]
    fn anything_but_a_decimal_fraction_from_0_to_1_is_refused() {
        let wrong = "|.|-0|-0.1|+0.1|1.1|1.00000000000000000001|2|10|nan|inf|\
                     1e-1|0x1|0,2|0.2.|0. 2| 0.2|0.2 |0.²|٠.٢|18446744073709551616";
        for text in wrong.split('|') {
            assert_eq!(Alpha::from_text(text), None, "{text}");
        }
    }
}
