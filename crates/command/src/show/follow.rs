//! Reading a trace that is being written.

use super::row::Rows;
use super::{print_row, table, Options};
use crate::output::check;
use crate::source::Sources;
use crate::trace::directory::{self, Trouble};
use crate::trace::tables::Tables;
use crate::trace::view::completes_later;
use samebits_trace::format::{
    flags, Decoded, Header, Record, Reduction, HEADER, LONGEST, REDUCTION,
};
use std::collections::BTreeMap;
use std::fs::File;
use std::io::Write;
use std::os::unix::fs::FileExt;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::Duration;

const PAUSE: Duration = Duration::from_millis(100);

/// So many bytes are read at once: at least two records.
const CHUNK: usize = 2 * LONGEST;

pub fn run(options: &Options, sources: &mut Sources, out: &mut impl Write) -> Result<(), String> {
    let mut ranks: BTreeMap<PathBuf, Followed> = BTreeMap::new();
    if !options.json {
        check(writeln!(out, "{}", table::TITLES.trim_end()))?;
    }
    loop {
        // Ranks begin one after the other, and so do their files.
        let files = match directory::find(&options.path) {
            Ok(place) => place.files,
            Err(Trouble::Nothing(_)) => Vec::new(),
            Err(several) => return Err(several.words()),
        };
        for path in files {
            if !ranks.contains_key(&path) {
                ranks.extend(Followed::open(&path).map(|followed| (path, followed)));
            }
        }
        for followed in ranks.values_mut().filter(|one| options.wants_rank(one.header.rank)) {
            followed.print_new(options, sources, out)?;
        }
        check(out.flush())?;
        let size = ranks.values().next().map(|followed| followed.header.ranks);
        let expected = match options.rank.len() {
            0 if options.path.is_file() => Some(1),
            0 => size.map(|size| size as usize),
            wanted => Some(wanted),
        };
        let over = ranks.values().filter(|one| options.wants_rank(one.header.rank) && one.over);
        if expected.is_some_and(|expected| over.count() >= expected) {
            return Ok(());
        }
        thread::sleep(PAUSE);
    }
}

/// One rank's file, read up to a place.
struct Followed {
    file: File,
    header: Header,
    at: u64,
    tables: Tables,
    rows: Rows,
    printed: u64,
    /// The rank has ended, or nothing can be read any more.
    over: bool,
}

impl Followed {
    /// None as long as its header is not written.
    fn open(path: &Path) -> Option<Followed> {
        let file = File::open(path).ok()?;
        let mut bytes = [0; HEADER];
        file.read_exact_at(&mut bytes, 0).ok()?;
        let header = Header::decode(&bytes).ok()?;
        let (tables, rows) = (Tables::new(header.rank), Rows::new(header.rank));
        Some(Followed { file, header, at: HEADER as u64, tables, rows, printed: 0, over: false })
    }

    fn print_new(
        &mut self,
        options: &Options,
        sources: &mut Sources,
        out: &mut impl Write,
    ) -> Result<(), String> {
        let rank = self.header.rank;
        let trouble = |error| format!("cannot read the trace of rank {rank}: {error}");
        let mut bytes = vec![0; CHUNK];
        while !self.over {
            let length = self.file.read_at(&mut bytes, self.at).map_err(trouble)?;
            let mut read = 0;
            loop {
                match Record::decode(&bytes[read..length]) {
                    Decoded::Record(record, size) => {
                        if self.is_inside(&record, &bytes[read + size..length]) {
                            break;
                        }
                        read += size;
                        self.over = matches!(record, Record::End { .. });
                        self.tables.look_ahead(&record, &bytes[read..length]);
                        self.print(record, options, sources, out)?;
                    }
                    Decoded::Skip(size) => read += size,
                    Decoded::Nothing | Decoded::CutOff => break,
                    Decoded::Unknown => {
                        let at = self.at + read as u64;
                        eprintln!("samebits: the trace of rank {rank} is damaged at byte {at}");
                        self.over = true;
                        break;
                    }
                }
                if read >= length {
                    break;
                }
            }
            self.at += read as u64;
            if read == 0 {
                break;
            }
        }
        Ok(())
    }

    /// The record of a blocking call is written before the call and completed behind it; as long as
    /// the rank is inside, nothing comes behind it.
    fn is_inside(&self, record: &Record, behind: &[u8]) -> bool {
        let Record::Reduction(Reduction { flags, shape, .. }) = record else { return false };
        let later = self.tables.shape(*shape).is_some_and(|shape| completes_later(&shape.call));
        let last = behind.len() >= REDUCTION && behind[0] == 0 || behind.is_empty();
        flags & flags::DONE == 0 && !later && last
    }

    fn print(
        &mut self,
        record: Record,
        options: &Options,
        sources: &mut Sources,
        out: &mut impl Write,
    ) -> Result<(), String> {
        let Some(event) = self.tables.learn(record) else { return Ok(()) };
        let Some(row) = self.rows.row(&self.tables, event, sources) else { return Ok(()) };
        let room = options.limit.is_none_or(|limit| self.printed < limit);
        if room && options.wants(&row) {
            self.printed += 1;
            print_row(&row, options, out)?;
        }
        Ok(())
    }
}
