//! `SAMEBITS_CHILDREN=without`: what a rank starts itself runs without samebits, as programs of another C
//! library have to, which cannot load it.
//!
//! The library takes itself out of the LD_PRELOAD of a process that starts MPI. Until then it stays, so
//! that a shell or a script between the launcher and the program hands it on.

use samebits_mpi::abi::locate;
use std::env;
use std::path::{Path, PathBuf};

const VARIABLE: &str = "SAMEBITS_CHILDREN";
const PRELOAD: &str = "LD_PRELOAD";

/// Called before MPI starts, as later there are threads of the MPI library that may read the environment
/// (that the value is one of those accepted is found out with the other variables).
pub fn drop_preload() {
    if env::var_os(VARIABLE).is_none_or(|value| value != "without") {
        return;
    }
    let Some((own, list)) = locate::own_file().zip(env::var(PRELOAD).ok()) else { return };
    match without(&list, Path::new(&own)) {
        kept if kept.is_empty() => env::remove_var(PRELOAD),
        kept => env::set_var(PRELOAD, kept),
    }
}

/// A list for LD_PRELOAD without the library and what lies beside it: plug-ins, and the mathematical
/// functions.
fn without(list: &str, own: &Path) -> String {
    let folder = |path: &Path| Some(real(path).parent()?.to_path_buf());
    let is_ours = |entry: &&str| {
        let path = Path::new(entry);
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let beside = !entry.contains('/') || folder(path) == folder(own);
        (name.starts_with("libsamebits") && beside) || real(path) == real(own)
    };
    let entries = list.split([':', ' ']).filter(|entry| !entry.is_empty());
    entries.filter(|entry| !is_ours(entry)).collect::<Vec<_>>().join(":")
}

fn real(path: &Path) -> PathBuf {
    path.canonicalize().unwrap_or_else(|_| path.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_is_ours_is_taken_out() {
        let without = |list: &str| without(list, Path::new("/s/lib/libsamebits.so.0"));
        assert_eq!(without("/s/lib/libsamebits.so"), "");
        assert_eq!(without("libsamebits.so"), "");
        let list = "/g/libasan.so.8:/s/lib/libsamebits.so.0:/s/lib/libsamebits_math.so b.so";
        assert_eq!(without(list), "/g/libasan.so.8:b.so");
        assert_eq!(without("/other/libsamebits.so:a.so"), "/other/libsamebits.so:a.so");
    }

    #[test]
    fn links_are_followed() {
        let folder = env::temp_dir().join(format!("samebits-children-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let (own, link) = (folder.join("libsamebits.so.0"), folder.join("link.so"));
        std::fs::write(&own, "").unwrap();
        std::os::unix::fs::symlink(&own, &link).unwrap();
        let list = format!("{}:a.so", link.display());
        assert_eq!(without(&list, &own), "a.so");
        std::fs::remove_dir_all(&folder).unwrap();
    }
}
