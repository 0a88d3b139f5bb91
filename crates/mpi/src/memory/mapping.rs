//! Memory that processes of one machine map together, without MPI.
//!
//! If possible it is a file without a name (memfd_create), which the others open through
//! /proc/PID/fd: it takes nothing of /dev/shm, of which containers often have 64 MB, and in which
//! MPI libraries have their own queues and windows. Otherwise, for example if each process has a
//! container of its own, it is a file in /dev/shm, as long as three quarters of that are free.
//!
//! Either way its pages are allocated before they are written: memory that the system lacks is an
//! error here, and not a signal on first use.

use libc::c_int;
use std::fs::{self, File, OpenOptions};
use std::os::fd::{AsRawFd, FromRawFd, OwnedFd};
use std::os::unix::fs::{MetadataExt, OpenOptionsExt};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::{ffi::CString, io, path::PathBuf};

static MAPPED: AtomicUsize = AtomicUsize::new(0);

pub const FOLDER: &str = "/dev/shm";

/// How other processes find a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileKind {
    /// By the process that has created it.
    Anonymous,
    /// By its name in [`FOLDER`].
    Named,
}

/// A file for others to open; its name is removed when this is dropped. One that grows has no name.
#[derive(Debug)]
pub struct Offered {
    file: File,
    path: Option<PathBuf>,
}

impl Drop for Offered {
    fn drop(&mut self) {
        if let Some(path) = &self.path {
            // Mappings of it stay.
            let _ = fs::remove_file(path);
        }
    }
}

#[derive(Debug)]
pub struct Mapping {
    base: *mut u8,
    bytes: usize,
    /// Whether it begins where its file begins.
    first: bool,
}

// SAFETY: a mapping belongs to the process, not to a thread.
unsafe impl Send for Mapping {}
// SAFETY: as above.
unsafe impl Sync for Mapping {}

impl Mapping {
    /// Creates a file of zeros, whose number no other has, and maps it.
    pub fn create(kind: FileKind, number: u64, bytes: usize) -> io::Result<(Mapping, Offered)> {
        let offered = match kind {
            FileKind::Anonymous => Offered { file: anonymous(number)?, path: None },
            FileKind::Named => {
                let path = PathBuf::from(FOLDER).join(name(number));
                let mut options = OpenOptions::new();
                let options = options.read(true).write(true).create_new(true).mode(0o600);
                let file = options.custom_flags(libc::O_NOFOLLOW).open(&path)?;
                Offered { file, path: Some(path) }
            }
        };
        allocate(&offered.file, 0, bytes)?;
        if kind == FileKind::Named && !mostly_free(offered.file.as_raw_fd()) {
            return Err(io::Error::from_raw_os_error(libc::ENOSPC));
        }
        if kind == FileKind::Anonymous {
            seal(&offered.file, libc::F_SEAL_GROW);
        }
        Ok((Mapping::of(&offered.file, 0, bytes)?, offered))
    }

    /// Creates a file without a name that [grows](Mapping::more), and maps it.
    pub(crate) fn create_growing(number: u64, bytes: usize) -> io::Result<(Mapping, File)> {
        let file = anonymous(number)?;
        allocate(&file, 0, bytes)?;
        seal(&file, 0);
        Ok((Mapping::of(&file, 0, bytes)?, file))
    }

    /// Maps more of such a file, from an offset on that is a multiple of a page; allocates it
    /// before, if it is new.
    pub fn more(file: &File, offset: u64, bytes: usize, new: bool) -> io::Result<Mapping> {
        if new {
            allocate(file, offset, bytes)?;
        }
        Mapping::of(file, offset, bytes)
    }

    /// Maps what another process has created, under that number. A process of that number may be
    /// another one, in a container of its own, and its files must not be touched.
    pub fn open(
        kind: FileKind,
        number: u64,
        process: u32,
        bytes: usize,
    ) -> io::Result<(Mapping, File)> {
        let file = opened(kind, number, process, bytes)?;
        Ok((Mapping::of(&file, 0, bytes)?, file))
    }

    fn of(file: &File, offset: u64, bytes: usize) -> io::Result<Mapping> {
        // SAFETY: a new mapping of an open file that has these bytes.
        let base = unsafe {
            let protection = libc::PROT_READ | libc::PROT_WRITE;
            let (shared, nowhere) = (libc::MAP_SHARED, std::ptr::null_mut());
            let offset = offset as libc::off_t;
            libc::mmap(nowhere, bytes, protection, shared, file.as_raw_fd(), offset)
        };
        if base == libc::MAP_FAILED {
            return Err(io::Error::last_os_error());
        }
        let first = offset == 0;
        MAPPED.fetch_add(usize::from(first), Ordering::Relaxed);
        Ok(Mapping { base: base.cast(), bytes, first })
    }

    /// Its first byte, at the beginning of a page.
    pub fn base(&self) -> *mut u8 {
        self.base
    }

    pub fn bytes(&self) -> usize {
        self.bytes
    }

    /// Gives the pages from an offset on back, which then are zero.
    pub fn release(&self, from: usize) {
        if from < self.bytes {
            let (start, n) = (self.base.wrapping_add(from), self.bytes - from);
            // SAFETY: pages of this mapping, which nobody uses any more.
            unsafe { libc::madvise(start.cast(), n, libc::MADV_REMOVE) };
        }
    }

    /// How many files this process has mapped.
    pub fn count() -> usize {
        MAPPED.load(Ordering::Relaxed)
    }
}

impl Drop for Mapping {
    fn drop(&mut self) {
        // SAFETY: mapped by `of`; nothing uses it any more.
        unsafe { libc::munmap(self.base.cast(), self.bytes) };
        MAPPED.fetch_sub(usize::from(self.first), Ordering::Relaxed);
    }
}

/// Opens what another process has created.
fn opened(kind: FileKind, number: u64, process: u32, bytes: usize) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.read(true).write(true);
    let path = match kind {
        FileKind::Named => {
            options.custom_flags(libc::O_NOFOLLOW);
            PathBuf::from(FOLDER).join(name(number))
        }
        FileKind::Anonymous => {
            let target = PathBuf::from(format!("/memfd:{} (deleted)", name(number)));
            fs::read_dir(format!("/proc/{process}/fd"))?
                .filter_map(|entry| Some(entry.ok()?.path()))
                .find(|path| fs::read_link(path).is_ok_and(|found| found == target))
                .ok_or_else(|| io::Error::from(io::ErrorKind::NotFound))?
        }
    };
    let file = options.open(path)?;
    if file.metadata()?.size() < bytes as u64 {
        return Err(io::Error::from(io::ErrorKind::UnexpectedEof));
    }
    Ok(file)
}

/// Allocates pages. Beyond the process's limit of a file's size (`ulimit -f`) that is an error here:
/// the system would send a signal.
fn allocate(file: &File, offset: u64, bytes: usize) -> io::Result<()> {
    let mut limit = libc::rlimit { rlim_cur: libc::RLIM_INFINITY, rlim_max: libc::RLIM_INFINITY };
    // SAFETY: an out-parameter, and an open file.
    let error = unsafe {
        libc::getrlimit(libc::RLIMIT_FSIZE, &mut limit);
        match offset.saturating_add(bytes as u64) > limit.rlim_cur {
            true => libc::EFBIG,
            false => {
                let (offset, bytes) = (offset as libc::off_t, bytes as libc::off_t);
                libc::posix_fallocate(file.as_raw_fd(), offset, bytes)
            }
        }
    };
    match error {
        0 => Ok(()),
        error => Err(io::Error::from_raw_os_error(error)),
    }
}

/// Gives pages back, which nobody uses any more.
pub fn release(file: &File, offset: u64, bytes: usize) {
    let how = libc::FALLOC_FL_PUNCH_HOLE | libc::FALLOC_FL_KEEP_SIZE;
    let (offset, bytes) = (offset as libc::off_t, bytes as libc::off_t);
    // SAFETY: an open file.
    unsafe { libc::fallocate(file.as_raw_fd(), how, offset, bytes) };
}

/// Seals an anonymous file, so that no process truncates it.
fn seal(file: &File, more: c_int) {
    let seals = libc::F_SEAL_SHRINK | libc::F_SEAL_SEAL | more;
    // SAFETY: an open file that takes seals.
    unsafe { libc::fcntl(file.as_raw_fd(), libc::F_ADD_SEALS, seals) };
}

fn name(number: u64) -> String {
    format!("samebits-{number:016x}")
}

/// A file without a name, by the system call: older C libraries have no function for it.
fn anonymous(number: u64) -> io::Result<File> {
    let name = CString::new(name(number)).expect("a name without zeros");
    let flags = libc::MFD_CLOEXEC | libc::MFD_ALLOW_SEALING;
    // SAFETY: a C string; the descriptor is closed by its owner.
    unsafe {
        match libc::syscall(libc::SYS_memfd_create, name.as_ptr(), flags) {
            -1 => Err(io::Error::last_os_error()),
            descriptor => Ok(File::from(OwnedFd::from_raw_fd(descriptor as c_int))),
        }
    }
}

/// Whether three quarters of the file's file system are free.
fn mostly_free(descriptor: c_int) -> bool {
    // SAFETY: an open file, and an out-parameter.
    unsafe {
        let mut system: libc::statvfs = std::mem::zeroed();
        libc::fstatvfs(descriptor, &mut system) == 0
            && system.f_bfree >= system.f_blocks - system.f_blocks / 4
    }
}

#[cfg(all(test, not(miri)))]
mod tests {
    use super::*;

    #[test]
    fn what_one_process_has_created_another_maps() {
        let (bytes, process) = (3 << 16, std::process::id());
        for (kind, number) in
            [(FileKind::Anonymous, 1), (FileKind::Named, u64::from(process) << 32)]
        {
            let open = |number, bytes| {
                Mapping::open(kind, number, process, bytes).map(|(mapping, _)| mapping)
            };
            let (one, offered) = Mapping::create(kind, number, bytes).unwrap();
            let other = open(number, bytes).unwrap();
            assert_ne!(one.base(), other.base());
            // SAFETY: both are so long, and used by nothing else.
            unsafe {
                one.base().add(bytes - 1).write(7);
                assert_eq!(other.base().add(bytes - 1).read(), 7);
                assert_eq!(other.base().read(), 0);
            }
            assert!(open(number, 2 * bytes).is_err(), "it is shorter");
            assert!(open(number + 1, bytes).is_err(), "another one");
            drop(offered);
            assert!(open(number, bytes).is_err(), "not offered any more");
            // SAFETY: a mapping stays when the file is gone.
            assert_eq!(unsafe { other.base().add(bytes - 1).read() }, 7);
        }
    }

    #[test]
    fn a_file_that_grows_is_mapped_in_pieces() {
        let (page, process) = (4096, std::process::id());
        let before = Mapping::count();
        let (_first, file) = Mapping::create_growing(3, page).unwrap();
        let open = |bytes| Mapping::open(FileKind::Anonymous, 3, process, bytes);
        let (_seen, same) = open(page).unwrap();
        assert!(open(page + 1).is_err());
        let own = Mapping::more(&file, page as u64, 2 * page, true).unwrap();
        let other = Mapping::more(&same, page as u64, 2 * page, false).unwrap();
        // SAFETY: both are so long, and used by nothing else.
        unsafe {
            own.base().add(2 * page - 1).write(7);
            assert_eq!(other.base().add(2 * page - 1).read(), 7);
        }
        assert!(Mapping::count() >= before + 2);
    }

    #[test]
    fn memory_that_the_system_lacks_is_an_error_and_leaves_no_file() {
        let number = u64::from(std::process::id()) << 32 | 1;
        // Not of the other kind, whose file system has no bound to exceed.
        assert!(Mapping::create(FileKind::Named, number, 1 << 60).is_err());
        assert!(!PathBuf::from(FOLDER).join(name(number)).exists());
        // One that exists is not opened.
        let created = Mapping::create(FileKind::Named, number, 4096).unwrap();
        assert!(Mapping::create(FileKind::Named, number, 4096).is_err());
        drop(created);
    }
}
