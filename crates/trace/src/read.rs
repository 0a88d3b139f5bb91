//! Reading a trace file.

use super::format::{Decoded, Header, Record, HEADER};

/// How a file ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// As it should: the rank has called MPI_Finalize.
    Proper,
    /// The rank did not come to its end; everything before that is there.
    Unfinished,
    /// In the middle of a record, at that byte.
    CutOff(usize),
    /// With bytes at that place that are no record.
    Unknown(usize),
}

/// The records of a file, in their order.
pub struct Records<'a> {
    bytes: &'a [u8],
    at: usize,
    ending: Option<Ending>,
}

/// The header, and what comes behind it. `Err` says why this is no trace.
pub fn read(bytes: &[u8]) -> Result<(Header, Records<'_>), String> {
    Ok((Header::decode(bytes)?, Records { bytes, at: HEADER, ending: None }))
}

impl Records<'_> {
    /// How the file ends, once all records have been read.
    pub fn ending(&self) -> Option<Ending> {
        self.ending
    }

    /// Where the next record begins, in bytes.
    pub fn at(&self) -> usize {
        self.at
    }
}

impl Iterator for Records<'_> {
    type Item = Record;

    fn next(&mut self) -> Option<Record> {
        while self.ending.is_none() {
            let rest = self.bytes.get(self.at..).unwrap_or_default();
            match Record::decode(rest) {
                Decoded::Record(record, length) => {
                    self.at += length;
                    if matches!(record, Record::End { .. }) {
                        self.ending = Some(Ending::Proper);
                    }
                    return Some(record);
                }
                Decoded::Skip(length) => self.at = self.at.saturating_add(length),
                Decoded::Nothing => self.ending = Some(Ending::Unfinished),
                Decoded::CutOff => self.ending = Some(Ending::CutOff(self.at)),
                Decoded::Unknown => self.ending = Some(Ending::Unknown(self.at)),
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::padding;

    #[test]
    fn a_file_is_read_to_where_it_ends() {
        let header = Header { rank: 0, ranks: 1, job: 1, began: 2 };
        let mut bytes = header.encode().to_vec();
        let note = Record::Note("name=value".into());
        bytes.extend(note.encode());
        bytes.extend(padding(64));
        bytes.resize(bytes.len() + 48, 0);
        bytes.extend(note.encode());
        let unfinished = bytes.len();
        let end = Record::End { reductions: 0 };
        bytes.extend(end.encode());
        let ending = |bytes: &[u8]| {
            let (found, mut records) = read(bytes).unwrap();
            assert_eq!(found, header);
            let number = records.by_ref().count();
            (number, records.ending().unwrap())
        };
        assert_eq!(ending(&bytes), (3, Ending::Proper));
        assert_eq!(ending(&bytes[..unfinished]), (2, Ending::Unfinished));
        assert_eq!(ending(&bytes[..unfinished + 8]), (2, Ending::CutOff(unfinished)));
        bytes[unfinished] = 99;
        assert_eq!(ending(&bytes), (2, Ending::Unknown(unfinished)));
        assert!(read(b"something else").is_err());
    }
}
