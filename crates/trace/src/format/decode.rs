//! Records from bytes, whatever these are.

use super::records::{kind, u32_at, u64_at};
use super::records::{
    Choice, Chosen, Class, Communicator, Completed, Element, Record, Reduction, Shape, Values,
};
use super::records::{REDUCTION, UNIT};

/// What lies at a place in a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Decoded {
    /// A record of so many bytes.
    Record(Record, usize),
    /// So many bytes without a record.
    Skip(usize),
    /// Nothing was written from here on.
    Nothing,
    /// The beginning of a record that is not all there.
    CutOff,
    /// Bytes that are no record of this version.
    Unknown,
}

impl Reduction {
    fn decode(bytes: &[u8]) -> Reduction {
        let word = |at| u32_at(bytes, at);
        Reduction {
            flags: bytes[1],
            shape: word(4),
            comm: word(8),
            number: word(12),
            site: word(16),
            how: word(20),
            count: u64_at(bytes, 24),
            contribution: u64_at(bytes, 32),
            result: u64_at(bytes, 40),
            root: word(48) as i32,
            code: word(52) as i32,
            start: word(56),
            time: word(60),
        }
    }
}

impl Record {
    /// What the bytes begin with.
    pub fn decode(bytes: &[u8]) -> Decoded {
        if bytes.is_empty() || bytes[0] == 0 {
            return Decoded::Nothing;
        }
        if bytes.len() < UNIT {
            return Decoded::CutOff;
        }
        if bytes[0] == kind::PAD {
            let skipped = u64_at(bytes, 8);
            return match usize::try_from(skipped) {
                Ok(skipped) if skipped >= UNIT && skipped % UNIT == 0 => Decoded::Skip(skipped),
                _ => Decoded::Unknown,
            };
        }
        let length = usize::from(u16::from_le_bytes([bytes[2], bytes[3]])) * UNIT;
        if bytes.len() < length {
            return Decoded::CutOff;
        }
        match Record::decode_whole(&bytes[..length]) {
            Some(record) => Decoded::Record(record, length),
            None => Decoded::Unknown,
        }
    }

    /// The bytes are those of one record.
    fn decode_whole(bytes: &[u8]) -> Option<Record> {
        let fixed = match bytes.first()? {
            &kind::NOTE | &kind::MODULE | &kind::CALL => 8,
            &kind::SHAPE | &kind::HOW | &kind::END => 16,
            &kind::SITE | &kind::VALUES => 24,
            &kind::COMMUNICATOR | &kind::INTERVAL => 32,
            &kind::COMPLETED | &kind::CHOICE => 48,
            &kind::REDUCTION => REDUCTION,
            _ => return None,
        };
        if bytes.len() < fixed.next_multiple_of(UNIT) {
            return None;
        }
        let word = |at| u32_at(bytes, at);
        let text = String::from_utf8_lossy(&bytes[fixed..]).trim_end_matches('\0').to_string();
        let words = || text.split('\0').map(str::to_string);
        let id = word(4);
        Some(match bytes[0] {
            kind::NOTE => {
                let text = String::from_utf8_lossy(&bytes[8..]);
                Record::Note(text.trim_end_matches('\0').to_string())
            }
            kind::MODULE => Record::Module { id, path: text },
            kind::SITE => {
                Record::Site { id, module: word(8), offset: u64_at(bytes, 16), function: text }
            }
            kind::SHAPE => {
                let mut names = words();
                let [element, parts, ..] = word(12).to_le_bytes();
                Record::Shape(Shape {
                    id,
                    size: word(8),
                    element: *Element::ALL.get(usize::from(element))?,
                    parts,
                    call: names.next()?,
                    datatype: names.next()?,
                    operator: names.next()?,
                })
            }
            kind::HOW => {
                let class = *Class::ALL.get(word(8) as usize)?;
                Record::How { id, class, words: words().collect() }
            }
            kind::COMMUNICATOR => Record::Communicator(Communicator {
                id,
                rank: word(8),
                size: word(12),
                group: u64_at(bytes, 16),
                number: word(24),
                remote: word(28),
                origin: text,
            }),
            kind::CALL => Record::Call { id, name: text },
            kind::REDUCTION => Record::Reduction(Reduction::decode(bytes)),
            kind::COMPLETED => Record::Completed(Completed {
                flags: bytes[1],
                comm: word(4),
                number: word(8),
                start: word(12),
                how: word(16),
                result: u64_at(bytes, 24),
                code: word(32) as i32,
                time: word(36),
            }),
            kind::VALUES => Record::Values(Values {
                comm: word(4),
                number: word(8),
                start: word(12),
                result: bytes[1] != 0,
                bytes: bytes.get(24..24usize.checked_add(word(16) as usize)?)?.to_vec(),
            }),
            kind::CHOICE => Record::Choice(Choice {
                chosen: *Chosen::ALL.get(usize::from(bytes[1]))?,
                call: word(4),
                site: word(8),
                comm: word(12),
                taken: word(16) as i32,
                second: word(20) as i32,
                times: word(24),
                digest: u64_at(bytes, 32),
            }),
            kind::INTERVAL => Record::Interval {
                from: u64_at(bytes, 8),
                number: u64_at(bytes, 16),
                digest: u64_at(bytes, 24),
            },
            kind::END => Record::End { reductions: u64_at(bytes, 8) },
            _ => return None,
        })
    }
}
