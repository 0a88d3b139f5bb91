//! Where the loader would find a library: as ld.so(8) says, from the paths in the files, the
//! environment, the cache, and the usual directories.

use super::elf::{is_native, Elf};
use std::collections::HashMap;
use std::env;
use std::fs;
use std::path::{Path, PathBuf};

const CACHE: &str = "/etc/ld.so.cache";
const MAGIC: &[u8] = b"glibc-ld.so.cache1.1";
/// Bytes of the cache's header, and of an entry.
const HEADER: usize = 48;
const ENTRY: usize = 24;

pub struct Search {
    environment: Vec<PathBuf>,
    cache: HashMap<String, Vec<PathBuf>>,
    also: Vec<PathBuf>,
}

/// An object whose libraries are looked for, and who has loaded it.
pub struct Loading<'a> {
    pub path: &'a Path,
    pub elf: &'a Elf,
    /// Those that led to it, the nearest first, as paths and files.
    pub loaders: Vec<(&'a Path, &'a Elf)>,
}

impl Search {
    pub fn new() -> Search {
        let environment = env::var_os("LD_LIBRARY_PATH").unwrap_or_default();
        let environment = env::split_paths(&environment);
        let environment = environment.filter(|path| !path.as_os_str().is_empty()).collect();
        let cache = cache(&fs::read(CACHE).unwrap_or_default());
        Search { environment, cache, also: Vec::new() }
    }

    /// A folder in which a program looks itself.
    pub fn also(&mut self, folder: PathBuf) {
        self.also.push(folder);
    }

    pub fn find(&self, name: &str, by: &Loading<'_>) -> Option<PathBuf> {
        if name.contains('/') {
            let path = origin(name, by.path);
            return path.exists().then_some(path);
        }
        let own = std::iter::once((by.path, by.elf)).chain(by.loaders.iter().copied());
        // A file with a RUNPATH has its own and its loaders' RPATHs ignored.
        let rpath = own.take_while(|_| by.elf.runpath.is_empty());
        let rpath = rpath.flat_map(|(path, elf)| elf.rpath.iter().map(|entry| origin(entry, path)));
        let runpath = by.elf.runpath.iter().map(|entry| origin(entry, by.path));
        let folders = rpath.chain(self.environment.iter().cloned()).chain(runpath);
        let named = folders.map(|folder| folder.join(name));
        let cached = self.cache.get(name).into_iter().flatten().cloned();
        let usual =
            usual().into_iter().chain(self.also.iter().cloned()).map(|folder| folder.join(name));
        named.chain(cached).chain(usual).find(|path| is_native(path))
    }

    /// The libraries in the cache whose names begin so.
    pub fn beginning(&self, prefix: &str) -> Vec<PathBuf> {
        let names = self.cache.iter().filter(|(name, _)| name.starts_with(prefix));
        let mut found: Vec<PathBuf> = names.flat_map(|(_, paths)| paths.clone()).collect();
        found.sort();
        found
    }
}

fn usual() -> Vec<PathBuf> {
    let triplet = format!("{}-linux-gnu", env::consts::ARCH);
    let folders = ["/lib64", "/usr/lib64", "/lib", "/usr/lib"].map(PathBuf::from);
    let multiarch = ["/lib", "/usr/lib"].map(|folder| Path::new(folder).join(&triplet));
    multiarch.into_iter().chain(folders).collect()
}

/// An entry of a path with the loader's variables replaced.
fn origin(entry: &str, path: &Path) -> PathBuf {
    let real = path.canonicalize().unwrap_or_else(|_| path.into());
    let folder = real.parent().unwrap_or(Path::new("/")).to_string_lossy().into_owned();
    let mut text = entry.to_string();
    for (name, value) in
        [("ORIGIN", folder.as_str()), ("LIB", "lib64"), ("PLATFORM", env::consts::ARCH)]
    {
        text = text.replace(&format!("${{{name}}}"), value).replace(&format!("${name}"), value);
    }
    text.into()
}

/// The paths under each name, in the order of the cache. An older table may come before.
fn cache(bytes: &[u8]) -> HashMap<String, Vec<PathBuf>> {
    let mut found: HashMap<String, Vec<PathBuf>> = HashMap::new();
    let Some(start) = bytes.windows(MAGIC.len()).position(|window| window == MAGIC) else {
        return found;
    };
    let table = &bytes[start..];
    let number = |at: usize| {
        let word = table.get(at..at + 4)?;
        Some(u32::from_le_bytes(word.try_into().ok()?) as usize)
    };
    let text = |at: usize| {
        let rest = table.get(at..)?;
        let end = rest.iter().position(|byte| *byte == 0)?;
        Some(String::from_utf8_lossy(&rest[..end]).into_owned())
    };
    for entry in 0..number(MAGIC.len()).unwrap_or(0) {
        let at = HEADER + entry * ENTRY;
        let Some((name, path)) = number(at + 4).zip(number(at + 8)) else { break };
        if let Some((name, path)) = text(name).zip(text(path)) {
            found.entry(name).or_default().push(path.into());
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn made(entries: &[(&str, &str)]) -> Vec<u8> {
        let mut table = MAGIC.to_vec();
        table.extend((entries.len() as u32).to_le_bytes());
        table.resize(HEADER, 0);
        let mut strings = Vec::new();
        for (name, path) in entries {
            let at = HEADER + entries.len() * ENTRY + strings.len();
            strings.extend(format!("{name}\0{path}\0").bytes());
            let words = [1, at as u32, (at + name.len() + 1) as u32, 0, 0, 0];
            words.iter().for_each(|word| table.extend(word.to_le_bytes()));
        }
        [b"ld.so-1.7.0\0older".to_vec(), table, strings].concat()
    }

    #[test]
    fn the_cache_is_read_and_damage_is_survived() {
        let bytes = made(&[("libm.so.6", "/lib/libm.so.6"), ("libmpi.so.40", "/lib/libmpi.so.40")]);
        let found = cache(&bytes);
        assert_eq!(found["libmpi.so.40"], [PathBuf::from("/lib/libmpi.so.40")]);
        for end in 0..bytes.len() {
            cache(&bytes[..end]);
        }
    }

    #[test]
    fn run_paths_come_before_the_cache_and_origin_is_the_files_directory() {
        let top = tempfile::tempdir().unwrap();
        let own = std::env::current_exe().unwrap();
        let library = top.path().join("lib").join("liba.so");
        std::fs::create_dir(top.path().join("lib")).unwrap();
        std::fs::copy(own, &library).unwrap();
        let cache = HashMap::from([("liba.so".to_string(), vec![PathBuf::from("/no/liba.so")])]);
        let search = Search { environment: Vec::new(), cache, also: Vec::new() };
        let program = top.path().join("program");
        let find = |elf: &Elf, loader: Option<&Elf>| {
            let loaders = loader.map(|loader| (program.as_path(), loader)).into_iter().collect();
            search.find("liba.so", &Loading { path: &program, elf, loaders })
        };
        let (rpath, runpath) = (vec!["${ORIGIN}/lib".to_string()], vec!["$ORIGIN/lib".to_string()]);
        let with_rpath = Elf { rpath, ..Elf::default() };
        let with_runpath = Elf { runpath, ..Elf::default() };
        let library = Some(library.canonicalize().unwrap());
        let canonical = |path: Option<PathBuf>| path.map(|path| path.canonicalize().unwrap());
        assert_eq!(canonical(find(&with_rpath, None)), library);
        assert_eq!(canonical(find(&with_runpath, None)), library);
        assert_eq!(canonical(find(&Elf::default(), Some(&with_rpath))), library);
        // A loader's RUNPATH is not inherited.
        assert_eq!(find(&Elf::default(), Some(&with_runpath)), None);
    }
}
