//! Files that are written for the user: reports, traces, profiles. Never through a symbolic link in the
//! place of the file, behind which anything might lie, except a device such as /dev/null; of folders on the
//! way to it links are followed, as /scratch may well be one. The umask and a mode that the user chooses
//! both take rights away.

use std::fs::{self, DirBuilder, File, OpenOptions};
use std::io::{Error, ErrorKind, Result};
use std::os::unix::fs::{DirBuilderExt, FileTypeExt, MetadataExt, OpenOptionsExt};
use std::path::Path;

/// The rights that a new file has at most.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mode(u32);

/// What the owner needs.
const LEAST: u32 = 0o600;

impl Default for Mode {
    /// As the umask says.
    fn default() -> Mode {
        Mode(0o666)
    }
}

impl Mode {
    /// Of a number as chmod takes it, by which the owner can read and write and nobody can execute.
    pub fn from_text(octal: &str) -> Option<Mode> {
        let digits = octal.bytes().all(|byte| byte.is_ascii_digit()) && octal.len() <= 4;
        let mode = u32::from_str_radix(octal, 8).ok().filter(|_| digits)?;
        (mode & LEAST == LEAST && mode & !0o666 == 0).then_some(Mode(mode))
    }

    /// No more than a file has that is there.
    pub fn and_of(self, path: &Path) -> Mode {
        let there = fs::metadata(path).map_or(0o666, |metadata| metadata.mode());
        Mode(self.0 & (there | LEAST))
    }

    /// Of a folder that may be read by those who may read its files.
    fn of_folder(self) -> u32 {
        self.0 | (self.0 & 0o444) >> 2
    }
}

/// What becomes of a file that is there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Existing {
    Appended,
    Replaced,
    /// It is an error.
    Kept,
}

/// Opens a file to be written (and read, if it has to be new), or a device or a pipe. `Err` says in words
/// that there is a link.
pub fn open(path: &Path, existing: Existing, mode: Mode) -> Result<File> {
    let mut options = OpenOptions::new();
    options.mode(mode.0);
    match existing {
        Existing::Appended => options.append(true).create(true),
        Existing::Replaced => options.write(true).create(true).truncate(true),
        Existing::Kept => options.read(true).write(true).create_new(true),
    };
    if !is_in_system(path) {
        options.custom_flags(libc::O_NOFOLLOW);
    }
    options.open(path).or_else(|error| match link(path) {
        Some(why) => Err(why),
        None if existing != Existing::Kept => device(path).ok_or(error),
        None => Err(error),
    })
}

/// The device behind a link, opened in a way that makes and changes nothing if it is another file.
fn device(path: &Path) -> Option<File> {
    let file = OpenOptions::new().append(true).open(path).ok()?;
    let is_device = |metadata: fs::Metadata| metadata.file_type().is_char_device();
    file.metadata().is_ok_and(is_device).then_some(file)
}

/// What is wrong with a path that is a symbolic link, to something other than a device.
pub fn link(path: &Path) -> Option<Error> {
    let target = fs::read_link(path).ok().filter(|_| !is_in_system(path))?;
    if fs::metadata(path).is_ok_and(|metadata| metadata.file_type().is_char_device()) {
        return None;
    }
    let why = format!(
        "it is a symbolic link to {}, and samebits does not write through links: name the file \
         itself",
        target.display()
    );
    Some(Error::new(ErrorKind::AlreadyExists, why))
}

/// Whether it is /dev/stderr, /dev/fd/63 or the like: links that the kernel or the system has made.
fn is_in_system(path: &Path) -> bool {
    let folder = path.parent().and_then(|folder| folder.canonicalize().ok());
    folder.is_some_and(|folder| folder == Path::new("/dev") || folder.starts_with("/proc"))
}

/// Makes a folder, and those on the way to it. It may be there.
pub fn make_folders(path: &Path, mode: Mode) -> Result<()> {
    DirBuilder::new().recursive(true).mode(mode.of_folder()).create(path)
}

/// Makes a folder, of which there must not be one.
pub fn make_folder(path: &Path, mode: Mode) -> Result<()> {
    DirBuilder::new().mode(mode.of_folder()).create(path)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::{Read, Write};
    use std::os::unix::fs::{symlink, PermissionsExt};
    use std::path::PathBuf;

    /// A folder of its own for a test, removed when it is done.
    struct Folder(PathBuf);

    impl Folder {
        fn new(name: &str) -> Folder {
            let name = format!("samebits-files-{name}-{}", std::process::id());
            let folder = Folder(std::env::temp_dir().join(name));
            let _ = fs::remove_dir_all(&folder.0);
            fs::create_dir(&folder.0).unwrap();
            folder
        }
    }

    impl Drop for Folder {
        fn drop(&mut self) {
            let _ = fs::remove_dir_all(&self.0);
        }
    }

    const WAYS: [Existing; 3] = [Existing::Appended, Existing::Replaced, Existing::Kept];

    fn put(path: &Path, existing: Existing, text: &str) -> Result<()> {
        open(path, existing, Mode::default())?.write_all(text.as_bytes())
    }

    #[test]
    #[cfg_attr(miri, ignore)] // makes links
    fn nothing_is_written_through_a_link() {
        let folder = Folder::new("links");
        let target = folder.0.join("target");
        for (name, there) in [("dangling", false), ("link", true)] {
            let path = folder.0.join(name);
            symlink(&target, &path).unwrap();
            if there {
                fs::write(&target, "precious").unwrap();
            }
            for existing in WAYS {
                let error = put(&path, existing, "x").unwrap_err().to_string();
                let wanted = format!("it is a symbolic link to {}, and", target.display());
                assert!(error.starts_with(&wanted), "{existing:?}: {error}");
            }
        }
        assert_eq!(fs::read_to_string(&target).unwrap(), "precious");
    }

    #[test]
    #[cfg_attr(miri, ignore)]
    fn folders_may_be_links_and_files_are_treated_as_is_said() {
        let folder = Folder::new("folders");
        make_folder(&folder.0.join("real"), Mode::default()).unwrap();
        symlink("real", folder.0.join("scratch")).unwrap();
        let path = folder.0.join("scratch").join("file");
        let text = || fs::read_to_string(&path).unwrap();
        put(&path, Existing::Kept, "a").unwrap();
        put(&path, Existing::Appended, "b").unwrap();
        assert_eq!(text(), "ab");
        put(&path, Existing::Replaced, "c").unwrap();
        assert_eq!(text(), "c");
        assert_eq!(put(&path, Existing::Kept, "d").unwrap_err().kind(), ErrorKind::AlreadyExists);
        make_folders(&folder.0.join("scratch/a/b"), Mode::default()).unwrap();
        assert!(folder.0.join("real/a/b").is_dir());
    }

    #[test]
    #[cfg_attr(miri, ignore)]
    fn devices_and_pipes_are_written_to() {
        put(Path::new("/dev/null"), Existing::Appended, "x").unwrap();
        let folder = Folder::new("pipes");
        let (full, kind) = (folder.0.join("full"), ErrorKind::StorageFull);
        symlink("/dev/full", &full).unwrap();
        for existing in [Existing::Appended, Existing::Replaced] {
            assert_eq!(put(&full, existing, "x").unwrap_err().kind(), kind);
        }
        assert!(put(&full, Existing::Kept, "x").is_err());
        let path = folder.0.join("file");
        let file = File::create(&path).unwrap();
        // As a shell's /dev/fd/63, which is a link to what is open.
        let number = std::os::fd::AsRawFd::as_raw_fd(&file);
        for place in ["/dev/fd", "/proc/self/fd"] {
            put(&Path::new(place).join(number.to_string()), Existing::Appended, "x").unwrap();
        }
        assert_eq!(fs::read_to_string(&path).unwrap(), "xx");
        let pipe = folder.0.join("pipe");
        let name = std::ffi::CString::new(pipe.to_str().unwrap()).unwrap();
        // SAFETY: a C string.
        assert_eq!(unsafe { libc::mkfifo(name.as_ptr(), 0o600) }, 0);
        let reader = std::thread::spawn({
            let pipe = pipe.clone();
            move || {
                let mut text = String::new();
                File::open(pipe).unwrap().read_to_string(&mut text).map(|_| text).unwrap()
            }
        });
        put(&pipe, Existing::Appended, "through").unwrap();
        assert_eq!(reader.join().unwrap(), "through");
    }

    #[test]
    #[cfg_attr(miri, ignore)]
    fn rights_are_those_of_the_mode_without_those_of_the_umask() {
        let folder = Folder::new("modes");
        let status = fs::read_to_string("/proc/self/status").unwrap();
        let umask = status.lines().find_map(|line| line.strip_prefix("Umask:")).unwrap();
        let umask = u32::from_str_radix(umask.trim(), 8).unwrap();
        let rights = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o7777;
        for (text, file, directory) in
            [("600", 0o600, 0o700), ("0640", 0o640, 0o750), ("666", 0o666, 0o777)]
        {
            let mode = Mode::from_text(text).unwrap();
            let (path, inner) = (folder.0.join(text), folder.0.join(format!("{text}.d")));
            open(&path, Existing::Appended, mode).unwrap();
            make_folder(&inner, mode).unwrap();
            assert_eq!((rights(&path), rights(&inner)), (file & !umask, directory & !umask));
        }
        // What is there keeps its rights, and what takes its place gets no more.
        let private = folder.0.join("600");
        open(&private, Existing::Replaced, Mode::default()).unwrap();
        assert_eq!(rights(&private), 0o600 & !umask);
        assert_eq!(Mode::default().and_of(&private), Mode(0o600));
        for wrong in ["", "6", "400", "755", "0o600", "-600", "+600", "1666", "06660", "888"] {
            assert_eq!(Mode::from_text(wrong), None, "{wrong}");
        }
    }
}
