//! What LD_PRELOAD is for the ranks: the library and its plug-ins first, what the user loads behind
//! them. Only some compilers' runtimes refuse to start unless they come before everything else.

use super::command;
use super::launcher::Launcher;
use super::{execute, wrappers};
use crate::doctor::program;
use std::ffi::OsString;

pub const VARIABLE: &str = "LD_PRELOAD";

/// Beginnings of the names of libraries that have to come first: the sanitizers of GCC and, by
/// -shared-libsan, of clang. AddressSanitizer's looks whether it does and ends the program; that for
/// threads replaces what the others allocate before it is there. (UndefinedBehaviorSanitizer's has no
/// such wish, nor have allocators: samebits defines nothing of theirs.)
const FIRST: &[&str] = &[
    "libasan.so",
    "libhwasan.so",
    "libtsan.so",
    "liblsan.so",
    "libclang_rt.asan",
    "libclang_rt.hwasan",
    "libclang_rt.tsan",
    "libclang_rt.lsan",
];

pub fn comes_first(path: &str) -> bool {
    let name = path.rsplit('/').next().unwrap_or(path);
    FIRST.iter().any(|begin| name.starts_with(begin))
}

/// What ranks preload beside what the user says.
pub struct Preload<'a> {
    /// Runtimes of the program, which it would otherwise load itself, too late.
    runtimes: Vec<String>,
    /// The library and its plug-ins.
    loaded: Vec<&'a str>,
}

impl<'a> Preload<'a> {
    /// For programs, as they stand in the command.
    pub fn new(loaded: Vec<&'a str>, programs: &[&[OsString]]) -> Preload<'a> {
        let found = programs.iter().filter_map(|words| execute::find(wrappers::behind(words)).ok());
        let files = found.flat_map(|program| program::files(&program));
        let mut runtimes: Vec<String> = Vec::new();
        for path in files.map(|path| path.display().to_string()) {
            if comes_first(&path) && !runtimes.contains(&path) {
                runtimes.push(path);
            }
        }
        Preload { runtimes, loaded }
    }

    pub fn of_command(
        loaded: Vec<&'a str>,
        launcher: Launcher,
        arguments: &[OsString],
    ) -> Preload<'a> {
        // What a file names cannot be looked at; it is started all the same.
        let programs = command::programs(launcher, arguments);
        let programs: Vec<&[OsString]> =
            programs.into_iter().map(|words| &arguments[words]).collect();
        Preload::new(loaded, &programs)
    }

    /// The whole list, with what the user preloads.
    pub fn with(&self, own: Option<&str>) -> String {
        let own = own.into_iter().flat_map(|own| own.split([':', ' ']));
        let own = own.filter(|path| !path.is_empty() && !self.loaded.contains(path));
        let (mut all, rest): (Vec<&str>, Vec<&str>) = own.partition(|path| comes_first(path));
        let name = |path: &str| path.rsplit('/').next().map(str::to_string);
        for runtime in &self.runtimes {
            if all.iter().all(|known| name(known) != name(runtime)) {
                all.push(runtime);
            }
        }
        all.extend(&self.loaded);
        all.extend(rest);
        all.join(":")
    }

    /// In front of what env sets for a program, which would otherwise replace it.
    pub fn through_command(
        &self,
        launcher: Launcher,
        arguments: &mut [OsString],
    ) -> Result<(), String> {
        for part in command::parts(launcher, arguments) {
            self.through(&mut arguments[part.program])?;
        }
        Ok(())
    }

    /// The same of one program.
    pub fn through(&self, words: &mut [OsString]) -> Result<(), String> {
        if let Some(at) = wrappers::set_by_env(words, VARIABLE)? {
            let own = words[at].to_string_lossy().into_owned();
            let own = own.split_once('=').map(|(_, own)| own);
            words[at] = format!("{VARIABLE}={}", self.with(own)).into();
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn preload<'a>(loaded: &[&'a str], runtimes: &[&str]) -> Preload<'a> {
        let runtimes = runtimes.iter().map(|path| path.to_string()).collect();
        Preload { runtimes, loaded: loaded.to_vec() }
    }

    #[test]
    fn what_the_user_preloads_comes_behind_and_once() {
        let list = preload(&["/l/libsamebits.so"], &[]);
        assert_eq!(list.with(None), "/l/libsamebits.so");
        assert_eq!(list.with(Some("")), "/l/libsamebits.so");
        let own = list.with(Some("a.so b.so:/l/libsamebits.so"));
        assert_eq!(own, "/l/libsamebits.so:a.so:b.so");
        let both = preload(&["/l/a.so", "/l/b.so"], &[]).with(Some("/l/b.so:c.so"));
        assert_eq!(both, "/l/a.so:/l/b.so:c.so");
    }

    #[test]
    fn runtimes_that_have_to_come_first_do() {
        let list = preload(&["/l/s.so"], &["/g/libasan.so.8"]);
        assert_eq!(list.with(Some("a.so")), "/g/libasan.so.8:/l/s.so:a.so");
        assert_eq!(list.with(Some("a.so:libasan.so.8")), "libasan.so.8:/l/s.so:a.so");
        let none = preload(&["/l/s.so"], &[]);
        assert_eq!(none.with(Some("a.so:/x/libtsan.so.2")), "/x/libtsan.so.2:/l/s.so:a.so");
        for name in ["/c/libclang_rt.asan-x86_64.so", "/c/libclang_rt.asan.so", "liblsan.so.0"] {
            assert!(comes_first(name), "{name}");
        }
        for name in ["libubsan.so.1", "/asan/libm.so.6", "libjemalloc.so.2"] {
            assert!(!comes_first(name), "{name}");
        }
    }

    #[test]
    fn env_keeps_the_library() {
        let list = preload(&["/l/s.so"], &[]);
        let mut words: Vec<OsString> = ["env", "LD_PRELOAD=a.so", "sh"].map(OsString::from).into();
        list.through(&mut words).unwrap();
        assert_eq!(words[1], "LD_PRELOAD=/l/s.so:a.so");
    }
}
