//! One rank's trace file. It is mapped, not read, since it may be larger than the memory.

use super::tables::Tables;
use samebits_trace::format::{Header, Record};
use samebits_trace::read::{self, Ending, Records};
use std::fs::File;
use std::ops::Deref;
use std::path::{Path, PathBuf};

pub struct RankFile {
    pub path: PathBuf,
    pub header: Header,
    bytes: Bytes,
}

/// The content of a file.
enum Bytes {
    Mapped(memmap2::Mmap),
    /// An empty file cannot be mapped.
    Empty,
}

impl Deref for Bytes {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        match self {
            Bytes::Mapped(bytes) => bytes,
            Bytes::Empty => &[],
        }
    }
}

impl RankFile {
    /// `Err` says why the file is no trace.
    pub fn open(path: &Path) -> Result<RankFile, String> {
        let trouble = |error| format!("it cannot be read: {error}");
        let file = File::open(path).map_err(trouble)?;
        let bytes = if file.metadata().map_err(trouble)?.len() == 0 {
            Bytes::Empty
        } else {
            // SAFETY: the bytes are only read, and each is checked for what it may be. A file that
            // somebody shortens meanwhile ends this process by a signal; the writer only extends.
            Bytes::Mapped(unsafe { memmap2::Mmap::map(&file) }.map_err(trouble)?)
        };
        let (header, _) = read::read(&bytes)?;
        Ok(RankFile { path: path.into(), header, bytes })
    }

    /// Bytes of the file.
    pub fn length(&self) -> usize {
        self.bytes.len()
    }

    pub fn reader(&self) -> Reader<'_> {
        let (_, records) = read::read(&self.bytes).expect("it was read when it was opened");
        Reader { records, bytes: &self.bytes, tables: Tables::new(self.header.rank) }
    }
}

/// The records of a file in their order; those that explain numbers go into the tables.
pub struct Reader<'a> {
    records: Records<'a>,
    bytes: &'a [u8],
    pub tables: Tables,
}

impl Reader<'_> {
    /// Once there is no next record.
    pub fn ending(&self) -> Option<Ending> {
        self.records.ending()
    }

    /// Bytes that have been read.
    pub fn at(&self) -> usize {
        self.records.at()
    }
}

/// Only what happened: reductions, completions, values, choices, intervals and the end.
impl Iterator for Reader<'_> {
    type Item = Record;

    fn next(&mut self) -> Option<Record> {
        loop {
            let record = self.records.next()?;
            if let Some(event) = self.tables.learn(record) {
                let behind = self.bytes.get(self.records.at()..).unwrap_or_default();
                self.tables.look_ahead(&event, behind);
                return Some(event);
            }
        }
    }
}

/// How a file ends, as part of a sentence that begins with the rank; none if as it should.
pub fn in_words(ending: Ending) -> Option<String> {
    match ending {
        Ending::Proper => None,
        Ending::Unfinished => Some("did not reach MPI_Finalize".into()),
        Ending::CutOff(at) => Some(format!("has a file that is cut off in a record at byte {at}")),
        Ending::Unknown(at) => {
            Some(format!("has a file that is damaged at byte {at}, and is read up to there"))
        }
    }
}
