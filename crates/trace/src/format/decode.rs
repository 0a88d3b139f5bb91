//! Records from any bytes.

use super::layout::{fixed, Field, Layout};
use super::records::{kind, HEADER, MAGIC, UNIT, VERSION};
use super::records::{Choice, Communicator, Completed, Header, Record, Reduction, Shape, Values};

/// What lies at a place in a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Decoded {
    /// A record, and its length in bytes.
    Record(Record, usize),
    /// Bytes without a record: how many.
    Skip(usize),
    /// Nothing was written from here on.
    Nothing,
    /// The beginning of a record that is not all there.
    CutOff,
    /// Bytes that are no record of this version.
    Unknown,
}

impl Header {
    /// `Err` says why these are not the first bytes of a trace.
    pub fn decode(bytes: &[u8]) -> Result<Header, String> {
        let header = Header::get(bytes).filter(|_| bytes.len() >= HEADER && bytes[..16] == MAGIC);
        let header = header.ok_or("it does not begin like a trace of samebits")?;
        match u32::get(bytes, 16) {
            Some(VERSION) => Ok(header),
            other => Err(format!(
                "its format has version {}; version {VERSION} is supported",
                other.unwrap_or(0)
            )),
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
            let skipped = u64::get(bytes, 8).and_then(|skipped| usize::try_from(skipped).ok());
            return match skipped {
                Some(skipped) if skipped >= UNIT && skipped % UNIT == 0 => Decoded::Skip(skipped),
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
        let fixed = fixed(*bytes.first()?)?;
        if bytes.len() < fixed.next_multiple_of(UNIT) {
            return None;
        }
        let text = String::from_utf8_lossy(&bytes[fixed..]).trim_end_matches('\0').to_string();
        let words = || text.split('\0').map(str::to_string);
        let (id, long) = (u32::get(bytes, 4)?, |at| u64::get(bytes, at));
        Some(match bytes[0] {
            kind::NOTE => Record::Note(text),
            kind::MODULE => Record::Module { id, path: text },
            kind::SITE => {
                let (module, offset) = (u32::get(bytes, 8)?, long(16)?);
                Record::Site { id, module, offset, function: text }
            }
            kind::SHAPE => {
                let mut names = words();
                Record::Shape(Shape {
                    call: names.next()?,
                    datatype: names.next()?,
                    operator: names.next()?,
                    ..Shape::get(bytes)?
                })
            }
            kind::HOW => Record::How { id, class: Field::get(bytes, 8)?, words: words().collect() },
            kind::COMMUNICATOR => {
                Record::Communicator(Communicator { origin: text, ..Communicator::get(bytes)? })
            }
            kind::CALL => Record::Call { id, name: text },
            kind::REDUCTION => Record::Reduction(Reduction::get(bytes)?),
            kind::COMPLETED => Record::Completed(Completed::get(bytes)?),
            kind::VALUES => {
                let length = u32::get(bytes, 16)? as usize;
                let values = bytes.get(fixed..fixed.checked_add(length)?)?.to_vec();
                Record::Values(Values { bytes: values, ..Values::get(bytes)? })
            }
            kind::CHOICE => Record::Choice(Choice::get(bytes)?),
            kind::INTERVAL => {
                Record::Interval { from: long(8)?, number: long(16)?, digest: long(24)? }
            }
            kind::END => Record::End { reductions: long(8)? },
            _ => return None,
        })
    }
}
