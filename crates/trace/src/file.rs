//! Writing a trace file: into memory that the kernel keeps for the file, so that what was written is
//! there however the process ends. The file grows by chunks, which are allocated before they are
//! used: a full disk is an error, no signal. One thread at a time writes.
//!
//! Cost: a copy of the record; for each chunk some system calls, and a copy of zeros.

use super::format::{padding, Header, Reduction, HEADER, REDUCTION, UNIT};
use samebits_base::files::{self, Existing, Mode};
use std::fs::File;
use std::io::{Error, Result};
use std::os::fd::AsRawFd;
use std::os::unix::fs::FileExt;
use std::path::Path;
use std::ptr;
use std::sync::atomic::{AtomicU64, AtomicU8, Ordering};

/// Bytes of a chunk: a multiple of every page size.
pub const CHUNK: usize = 1 << 20;

/// Bytes of the longest record that is written.
pub const LONGEST: usize = CHUNK / 2;

/// A file that is being written.
#[derive(Debug)]
pub struct Writer {
    file: File,
    chunk: Chunk,
    /// Where the chunk begins in the file.
    start: u64,
    /// Where the next record goes in the chunk.
    at: usize,
}

/// Where a record is in the file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Place(u64);

impl Place {
    /// Of a record that was not written.
    pub const NOWHERE: Place = Place(0);
}

impl Writer {
    /// Begins a file, of which there must not be one.
    pub fn create(path: &Path, header: &Header, mode: Mode) -> Result<Writer> {
        let file = files::open(path, Existing::Kept, mode)?;
        let chunk = Chunk::map(&file, 0)?;
        let mut writer = Writer { file, chunk, start: 0, at: HEADER };
        writer.chunk.write(0, &header.encode());
        Ok(writer)
    }

    /// Bytes of the file up to here.
    pub fn length(&self) -> u64 {
        self.start + self.at as u64
    }

    /// Adds a record, which is no longer than [`LONGEST`].
    pub fn append(&mut self, record: &[u8]) -> Result<()> {
        self.next(record.len(), |chunk, at| chunk.write(at, record))?;
        Ok(())
    }

    /// Adds a reduction; returns where it is.
    #[inline(always)]
    pub fn append_reduction(&mut self, record: &Reduction) -> Result<Place> {
        self.next(REDUCTION, |chunk, at| chunk.write_words(at, record.words()))
    }

    #[inline(always)]
    fn next(&mut self, bytes: usize, write: impl FnOnce(&mut Chunk, usize)) -> Result<Place> {
        debug_assert!(bytes.is_multiple_of(UNIT) && bytes <= LONGEST);
        if self.at + bytes > CHUNK {
            self.next_chunk()?;
        }
        let place = Place(self.length());
        write(&mut self.chunk, self.at);
        self.at += bytes;
        Ok(place)
    }

    /// Writes a reduction in place of what was written of it before; returns false if that lies in an
    /// earlier chunk.
    #[inline(always)]
    pub fn replace(&mut self, place: Place, record: &Reduction) -> bool {
        let Some(at) = place.0.checked_sub(self.start).filter(|_| place != Place::NOWHERE) else {
            return false;
        };
        self.chunk.write_words(at as usize, record.words());
        true
    }

    #[cold]
    fn next_chunk(&mut self) -> Result<()> {
        let start = self.start + CHUNK as u64;
        let next = Chunk::map(&self.file, start)?;
        if self.at < CHUNK {
            self.chunk.write(self.at, &padding(CHUNK - self.at));
        }
        (self.chunk, self.start, self.at) = (next, start, 0);
        Ok(())
    }

    /// Ends the file where its last record ends.
    pub fn finish(self) -> Result<()> {
        self.file.set_len(self.length())
    }
}

/// A part of a file, in memory.
#[derive(Debug)]
struct Chunk(*mut u8);

// SAFETY: the memory is this value's alone.
unsafe impl Send for Chunk {}

impl Chunk {
    fn map(file: &File, start: u64) -> Result<Chunk> {
        let fd = file.as_raw_fd();
        let offset = libc::off_t::try_from(start).map_err(Error::other)?;
        let length = CHUNK as libc::off_t;
        let code = loop {
            // SAFETY: a descriptor of ours.
            match unsafe { libc::posix_fallocate(fd, offset, length) } {
                libc::EINTR => {}
                code => break code,
            }
        };
        if code != 0 {
            return Err(Error::from_raw_os_error(code));
        }
        // Its pages are there then: otherwise each would be made, and mapped, when it is first written.
        file.write_all_at(&vec![0; CHUNK], start)?;
        let (access, shared) = (libc::PROT_READ | libc::PROT_WRITE, libc::MAP_SHARED);
        // SAFETY: new memory, of a file of ours that is long enough.
        let at = unsafe { libc::mmap(ptr::null_mut(), CHUNK, access, shared, fd, offset) };
        if at == libc::MAP_FAILED {
            return Err(Error::last_os_error());
        }
        // (Before Linux 5.14 it is an error, and they are mapped one by one.)
        // SAFETY: that memory.
        unsafe { libc::madvise(at, CHUNK, libc::MADV_POPULATE_WRITE) };
        Ok(Chunk(at.cast()))
    }

    /// Writes a record; its first byte, which says that it is there, comes last.
    #[inline]
    fn write(&mut self, at: usize, record: &[u8]) {
        assert!(at + record.len() <= CHUNK && !record.is_empty());
        // SAFETY: within the chunk, which nobody else writes to.
        unsafe {
            let to = self.0.add(at);
            ptr::copy_nonoverlapping(record.as_ptr().add(1), to.add(1), record.len() - 1);
            AtomicU8::from_ptr(to).store(record[0], Ordering::Release);
        }
    }

    /// Writes a record as numbers, which are not put together in memory first; the first one comes last.
    #[inline(always)]
    fn write_words<const N: usize>(&mut self, at: usize, words: [u64; N]) {
        assert!(at + 8 * N <= CHUNK && at.is_multiple_of(8));
        // SAFETY: within the chunk, which nobody else writes to, and which begins with a page.
        unsafe {
            let to = self.0.add(at).cast::<u64>();
            for (i, word) in words.iter().enumerate().skip(1) {
                to.add(i).write(word.to_le());
            }
            AtomicU64::from_ptr(to).store(words[0].to_le(), Ordering::Release);
        }
    }
}

impl Drop for Chunk {
    fn drop(&mut self) {
        // SAFETY: it was mapped, and nobody uses it any more.
        unsafe { libc::munmap(self.0.cast(), CHUNK) };
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::Record;
    use crate::read::{read, Ending};

    /// A folder of its own for a test, removed when it is done.
    struct Folder(std::path::PathBuf);

    impl Folder {
        fn new(name: &str) -> Folder {
            let name = format!("samebits-{name}-{}", std::process::id());
            let folder = Folder(std::env::temp_dir().join(name));
            let _ = std::fs::remove_dir_all(&folder.0);
            std::fs::create_dir(&folder.0).unwrap();
            folder
        }
    }

    impl Drop for Folder {
        fn drop(&mut self) {
            let _ = std::fs::remove_dir_all(&self.0);
        }
    }

    const HEAD: Header = Header { rank: 1, ranks: 2, job: 3, began: 4 };

    #[test]
    #[cfg_attr(miri, ignore)] // maps files
    fn what_was_written_is_there_before_the_end() {
        let folder = Folder::new("unfinished");
        let path = folder.0.join("a");
        let mut writer = Writer::create(&path, &HEAD, Mode::default()).unwrap();
        let note = Record::Note("x".repeat(1000));
        for _ in 0..2500 {
            writer.append(&note.encode()).unwrap();
        }
        let bytes = std::fs::read(&path).unwrap();
        let (header, mut records) = read(&bytes).unwrap();
        assert_eq!(header, HEAD);
        assert_eq!(records.by_ref().filter(|record| *record == note).count(), 2500);
        assert_eq!(records.ending(), Some(Ending::Unfinished));
        assert!(writer.length() > 2 * CHUNK as u64);
        writer.append(&Record::End { reductions: 0 }.encode()).unwrap();
        let length = writer.length();
        writer.finish().unwrap();
        let bytes = std::fs::read(&path).unwrap();
        assert_eq!(bytes.len() as u64, length);
        let (_, mut records) = read(&bytes).unwrap();
        assert_eq!(records.by_ref().count(), 2501);
        assert_eq!(records.ending(), Some(Ending::Proper));
        assert!(
            Writer::create(&path, &HEAD, Mode::default()).is_err(),
            "a trace is never overwritten"
        );
    }

    #[test]
    #[cfg_attr(miri, ignore)]
    fn a_record_is_replaced_while_its_chunk_is_there() {
        let folder = Folder::new("replaced");
        let path = folder.0.join("a");
        let mut writer = Writer::create(&path, &HEAD, Mode::default()).unwrap();
        let mut reduction = Reduction { count: 5, ..Reduction::default() };
        let place = writer.append_reduction(&reduction).unwrap();
        reduction.result = 7;
        assert!(writer.replace(place, &reduction));
        let note = Record::Note("x".repeat(LONGEST - 100)).encode();
        for _ in 0..3 {
            writer.append(&note).unwrap();
        }
        assert!(!writer.replace(place, &reduction));
        writer.finish().unwrap();
        let bytes = std::fs::read(&path).unwrap();
        let (_, mut records) = read(&bytes).unwrap();
        assert_eq!(records.next(), Some(Record::Reduction(reduction)));
    }
}
