//! Memory that processes of one machine map together, without MPI.
//!
//! Where they can it is a file without a name (memfd_create), which the others open through
//! /proc/PID/fd: it takes nothing of /dev/shm, of which containers often have 64 MB, and in which
//! MPI libraries have their own queues and windows. Elsewhere, as where each process has a
//! container to itself, it is a file in /dev/shm, as long as three quarters of that are free.
//!
//! Either way its pages are allocated before anybody writes to them: memory that the system has
//! not got is found missing here, and not by a signal where it is first used.

use libc::c_int;
use std::ffi::CString;
use std::fs::{self, File, OpenOptions};
use std::io;
use std::os::fd::{AsRawFd, FromRawFd, OwnedFd};
use std::os::unix::fs::{MetadataExt, OpenOptionsExt};
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};

/// How many a process has mapped now.
static MAPPED: AtomicUsize = AtomicUsize::new(0);

/// Where files are memory.
pub const FOLDER: &str = "/dev/shm";

/// How a file is found by other processes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// By the process that has made it.
    Anonymous,
    /// By its name in [`FOLDER`].
    Named,
}

/// A file for others to open; a name goes with this.
#[derive(Debug)]
pub struct Offered {
    _file: File,
    path: Option<PathBuf>,
}

impl Drop for Offered {
    fn drop(&mut self) {
        if let Some(path) = &self.path {
            // Whoever has mapped it goes on having it.
            let _ = fs::remove_file(path);
        }
    }
}

/// Mapped memory.
#[derive(Debug)]
pub struct Mapping {
    base: *mut u8,
    bytes: usize,
}

// SAFETY: memory by itself is no thread's.
unsafe impl Send for Mapping {}
// SAFETY: likewise.
unsafe impl Sync for Mapping {}

impl Mapping {
    /// Makes a file of so many bytes, all zero, and maps it. The number is nobody else's. The
    /// error is the system's, where it cannot be had.
    pub fn make(kind: Kind, number: u64, bytes: usize) -> io::Result<(Mapping, Offered)> {
        let offered = match kind {
            Kind::Anonymous => Offered { _file: anonymous(number)?, path: None },
            Kind::Named => {
                let path = PathBuf::from(FOLDER).join(name(number));
                let mut options = OpenOptions::new();
                let options = options.read(true).write(true).create_new(true).mode(0o600);
                let file = options.custom_flags(libc::O_NOFOLLOW).open(&path)?;
                Offered { _file: file, path: Some(path) }
            }
        };
        let descriptor = offered._file.as_raw_fd();
        // SAFETY: an open file.
        match unsafe { libc::posix_fallocate(descriptor, 0, bytes as libc::off_t) } {
            0 => {}
            error => return Err(io::Error::from_raw_os_error(error)),
        }
        match kind {
            // SAFETY: an open file that takes seals: nobody makes it shorter.
            Kind::Anonymous => unsafe {
                let seals = libc::F_SEAL_SHRINK | libc::F_SEAL_GROW | libc::F_SEAL_SEAL;
                libc::fcntl(descriptor, libc::F_ADD_SEALS, seals);
            },
            Kind::Named if !plenty_is_left(descriptor) => {
                return Err(io::Error::from_raw_os_error(libc::ENOSPC));
            }
            Kind::Named => {}
        }
        Ok((Mapping::of(&offered._file, bytes)?, offered))
    }

    /// Maps what another process has made, under that number. (A process of that number may be
    /// another one, in a container of its own, and its files must not be touched.)
    pub fn open(kind: Kind, number: u64, process: u32, bytes: usize) -> io::Result<Mapping> {
        let path = match kind {
            Kind::Named => PathBuf::from(FOLDER).join(name(number)),
            Kind::Anonymous => {
                let target = PathBuf::from(format!("/memfd:{} (deleted)", name(number)));
                fs::read_dir(format!("/proc/{process}/fd"))?
                    .filter_map(|entry| Some(entry.ok()?.path()))
                    .find(|path| fs::read_link(path).is_ok_and(|found| found == target))
                    .ok_or_else(|| io::Error::from(io::ErrorKind::NotFound))?
            }
        };
        let flags = if kind == Kind::Named { libc::O_NOFOLLOW } else { 0 };
        let file = OpenOptions::new().read(true).write(true).custom_flags(flags).open(path)?;
        if file.metadata()?.size() < bytes as u64 {
            return Err(io::Error::from(io::ErrorKind::UnexpectedEof));
        }
        Mapping::of(&file, bytes)
    }

    /// Maps a file, which has so many bytes.
    fn of(file: &File, bytes: usize) -> io::Result<Mapping> {
        // SAFETY: a fresh mapping of an open file, as long as that.
        let base = unsafe {
            let protection = libc::PROT_READ | libc::PROT_WRITE;
            let (shared, nowhere) = (libc::MAP_SHARED, std::ptr::null_mut());
            libc::mmap(nowhere, bytes, protection, shared, file.as_raw_fd(), 0)
        };
        if base == libc::MAP_FAILED {
            return Err(io::Error::last_os_error());
        }
        MAPPED.fetch_add(1, Ordering::Relaxed);
        Ok(Mapping { base: base.cast(), bytes })
    }

    /// Its first byte, at the beginning of a page.
    pub fn base(&self) -> *mut u8 {
        self.base
    }

    /// How many this process has.
    pub fn number() -> usize {
        MAPPED.load(Ordering::Relaxed)
    }
}

impl Drop for Mapping {
    fn drop(&mut self) {
        // SAFETY: mapped by `of`; what was there is not used any more.
        unsafe { libc::munmap(self.base.cast(), self.bytes) };
        MAPPED.fetch_sub(1, Ordering::Relaxed);
    }
}

/// The name of the file of that number.
fn name(number: u64) -> String {
    format!("samebits-{number:016x}")
}

/// A file without a name. (By the system's call: older C libraries have no function for it.)
fn anonymous(number: u64) -> io::Result<File> {
    let name = CString::new(name(number)).expect("a name without zeros");
    let flags = libc::MFD_CLOEXEC | libc::MFD_ALLOW_SEALING;
    // SAFETY: a name that ends with a zero; the descriptor is closed by its owner.
    unsafe {
        match libc::syscall(libc::SYS_memfd_create, name.as_ptr(), flags) {
            -1 => Err(io::Error::last_os_error()),
            descriptor => Ok(File::from(OwnedFd::from_raw_fd(descriptor as c_int))),
        }
    }
}

/// Whether three quarters of the file's file system are free.
fn plenty_is_left(descriptor: c_int) -> bool {
    // SAFETY: an open file, and room for what is known of its file system.
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
    fn what_one_has_made_another_maps() {
        let (bytes, process) = (3 << 16, std::process::id());
        for (kind, number) in [(Kind::Anonymous, 1), (Kind::Named, u64::from(process) << 32)] {
            let (one, offered) = Mapping::make(kind, number, bytes).unwrap();
            let other = Mapping::open(kind, number, process, bytes).unwrap();
            assert_ne!(one.base(), other.base());
            // SAFETY: both are so long, and nobody else's.
            unsafe {
                one.base().add(bytes - 1).write(7);
                assert_eq!(other.base().add(bytes - 1).read(), 7);
                assert_eq!(other.base().read(), 0);
            }
            assert!(Mapping::open(kind, number, process, 2 * bytes).is_err(), "it is shorter");
            assert!(Mapping::open(kind, number + 1, process, bytes).is_err(), "another one");
            drop(offered);
            assert!(Mapping::open(kind, number, process, bytes).is_err(), "not offered any more");
            // SAFETY: what is mapped stays.
            assert_eq!(unsafe { other.base().add(bytes - 1).read() }, 7);
        }
    }

    #[test]
    fn what_cannot_be_had_is_an_error_and_leaves_nothing() {
        let number = u64::from(std::process::id()) << 32 | 1;
        // (Only of a file system with a bound: of the other kind so much would be tried.)
        assert!(Mapping::make(Kind::Named, number, 1 << 60).is_err());
        assert!(!PathBuf::from(FOLDER).join(name(number)).exists());
        // One that exists is nobody's to write to.
        let made = Mapping::make(Kind::Named, number, 4096).unwrap();
        assert!(Mapping::make(Kind::Named, number, 4096).is_err());
        drop(made);
    }
}
