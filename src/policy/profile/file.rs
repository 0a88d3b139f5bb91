//! The file of a profile: read, and written in one piece.

use super::text::{Profile, MAGIC};
use std::fs::{self, File, OpenOptions};
use std::io::{ErrorKind, Read, Write};
use std::path::Path;

/// The longest file that is read: a profile has some 2 KiB.
const LONGEST: u64 = 64 << 10;

impl Profile {
    /// Reads a file. `Err` says what is wrong with it.
    pub fn load(path: &Path) -> Result<Profile, String> {
        let in_words = |error: std::io::Error| error.to_string();
        // (Opening something else than a file may wait for another process.)
        if !fs::metadata(path).map_err(in_words)?.is_file() {
            return Err("it is no file".into());
        }
        let mut bytes = Vec::new();
        File::open(path)
            .and_then(|file| file.take(LONGEST + 1).read_to_end(&mut bytes))
            .map_err(in_words)?;
        if bytes.len() as u64 > LONGEST {
            return Err(format!("it is no profile: longer than {LONGEST} bytes"));
        }
        let text = String::from_utf8(bytes).map_err(|_| "it is no profile: no text".to_string())?;
        Profile::from_text(&text)
    }

    /// Whether a file may be written there: there is none, or a profile, also one of another
    /// version.
    pub fn may_be_written(path: &Path) -> Result<(), String> {
        let mut head = vec![0; MAGIC.len()];
        match fs::metadata(path) {
            Err(error) if error.kind() == ErrorKind::NotFound => {}
            Err(error) => return Err(error.to_string()),
            Ok(metadata) if !metadata.is_file() => return Err("it is no file".into()),
            Ok(_) => {
                let read = File::open(path).and_then(|mut file| file.read_exact(&mut head));
                if read.is_err() || head != MAGIC.as_bytes() {
                    let what = "there is a file that is no profile of samebits; it stays as it is";
                    return Err(what.into());
                }
            }
        }
        let folder = folder(path);
        match fs::metadata(folder) {
            Ok(metadata) if metadata.is_dir() => Ok(()),
            Ok(_) => Err(format!("{} is no folder", folder.display())),
            Err(error) => Err(format!("{}: {error}", folder.display())),
        }
    }

    /// Writes a file, all of it or nothing.
    pub fn store(&self, path: &Path) -> Result<(), String> {
        Profile::may_be_written(path)?;
        let name = path.file_name().ok_or("it names no file")?.to_string_lossy();
        let fresh = folder(path).join(format!(".{name}.{}", std::process::id()));
        let written =
            OpenOptions::new().write(true).create_new(true).open(&fresh).and_then(|mut file| {
                file.write_all(self.to_text().as_bytes())?;
                file.sync_all()?;
                fs::rename(&fresh, path)
            });
        written.map_err(|error| {
            if error.kind() != ErrorKind::AlreadyExists {
                // What is not complete is of no use to anybody.
                let _ = fs::remove_file(&fresh);
            }
            error.to_string()
        })
    }
}

/// Where a file lies.
fn folder(path: &Path) -> &Path {
    match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    }
}
