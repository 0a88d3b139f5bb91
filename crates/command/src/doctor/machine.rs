//! This machine: its CPU, its memory, its MPI libraries.

use super::elf;
use super::facts::{Machine, Shm};
use super::program::family;
use super::search::Search;
use crate::run::launcher::Launcher;
use samebits_policy::profile::Origin;
use std::env;
use std::ffi::{CStr, CString, OsStr};
use std::path::{Path, PathBuf};

/// Launchers that are looked for in PATH.
const LAUNCHERS: &[&str] = &[
    "mpirun",
    "mpiexec",
    "mpirun.openmpi",
    "mpirun.mpich",
    "mpiexec.hydra",
    "srun",
    "flux",
    "jsrun",
];

/// `whole` also looks for launchers and MPI libraries, which takes longer.
pub fn look(whole: bool) -> Machine {
    Machine {
        cpu: cpu(),
        cpus: cores().len(),
        glibc: glibc(),
        shm: shm(),
        launchers: if whole { launchers() } else { Vec::new() },
        mpis: if whole { mpis() } else { Vec::new() },
    }
}

pub fn cpu() -> String {
    Origin::local("", 1, 1).cpu
}

/// By which libraries choose variants of functions, as Linux names it.
const FEATURES: &[&str] = &[
    "sse4_1",
    "avx",
    "fma",
    "fma4",
    "avx2",
    "avx512f",
    "avx512dq",
    "avx512_fp16",
    "asimd",
    "sve",
    "sve2",
];

pub fn features() -> Vec<String> {
    features_in(&std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default())
}

fn features_in(cpuinfo: &str) -> Vec<String> {
    let mut lines = cpuinfo.lines().filter_map(|line| line.split_once(':'));
    let line = lines.find(|(name, _)| ["flags", "Features"].contains(&name.trim()));
    let words: Vec<&str> = line.map_or("", |(_, words)| words).split_whitespace().collect();
    let known = FEATURES.iter().filter(|feature| words.contains(feature));
    known.map(|feature| feature.to_string()).collect()
}

pub fn glibc() -> String {
    // SAFETY: a string of the C library.
    let version = unsafe { CStr::from_ptr(libc::gnu_get_libc_version()) };
    version.to_string_lossy().into_owned()
}

pub fn shm() -> Option<Shm> {
    let path = CString::new("/dev/shm").ok()?;
    // SAFETY: a structure of numbers, which the call fills.
    let mut found: libc::statvfs = unsafe { std::mem::zeroed() };
    // SAFETY: a C string, and a place for what is found.
    let failed = unsafe { libc::statvfs(path.as_ptr(), &mut found) } != 0;
    #[allow(clippy::unnecessary_cast)] // not everywhere of 64 bits
    let bytes = |blocks: libc::fsblkcnt_t| blocks as u64 * found.f_frsize as u64;
    (!failed).then(|| Shm { size: bytes(found.f_blocks), free: bytes(found.f_bavail) })
}

pub fn host() -> String {
    let mut name = [0u8; 256];
    // SAFETY: the call writes no more than the length, and a zero if there is room.
    unsafe { libc::gethostname(name.as_mut_ptr().cast(), name.len() - 1) };
    let end = name.iter().position(|byte| *byte == 0).unwrap_or(0);
    String::from_utf8_lossy(&name[..end]).into_owned()
}

/// The cores that this process may use.
pub fn cores() -> Vec<usize> {
    // SAFETY: a set of bits, which the call fills.
    let mut set: libc::cpu_set_t = unsafe { std::mem::zeroed() };
    // SAFETY: the set is as long as is said.
    let failed = unsafe { libc::sched_getaffinity(0, size_of_val(&set), &mut set) } != 0;
    // SAFETY: within the set.
    let has = |core: &usize| unsafe { libc::CPU_ISSET(*core, &set) };
    match failed {
        true => {
            (0..std::thread::available_parallelism().map_or(1, |number| number.get())).collect()
        }
        false => (0..libc::CPU_SETSIZE as usize).filter(has).collect(),
    }
}

fn launchers() -> Vec<(String, Option<Launcher>)> {
    let found = LAUNCHERS.iter().filter_map(|name| {
        let path = crate::run::execute::find(OsStr::new(name)).ok()?;
        let launcher = Launcher::recognise(OsStr::new(name), &path).ok();
        Some((path.display().to_string(), launcher))
    });
    found.collect()
}

/// The MPI libraries in the loader's cache, in LD_LIBRARY_PATH, and beside the launchers.
fn mpis() -> Vec<(String, Option<samebits_mpi::abi::family::Family>)> {
    let mut files = Search::new().beginning("libmpi");
    let environment = env::var_os("LD_LIBRARY_PATH").unwrap_or_default();
    let folders = env::split_paths(&environment);
    let beside = ["mpirun", "mpiexec"].into_iter().filter_map(|name| {
        let path = crate::run::execute::find(OsStr::new(name)).ok()?.canonicalize().ok()?;
        Some(path.parent()?.parent()?.join("lib"))
    });
    let names = ["libmpi.so", "libmpi.so.40", "libmpi.so.12", "libmpich.so.12", "libmpi_abi.so.0"];
    for folder in folders.chain(beside) {
        files.extend(names.map(|name| folder.join(name)).into_iter().filter(|path| path.exists()));
    }
    let mut found: Vec<(PathBuf, _)> = Vec::new();
    for file in files {
        let Ok(real) = file.canonicalize() else { continue };
        if found.iter().any(|(path, _)| *path == real) {
            continue;
        }
        let defines = match elf::read(&real, false) {
            Ok(Some(elf)) if elf.native && elf.defines.contains("PMPI_Allreduce") => elf.defines,
            _ => continue,
        };
        let family = family(&real, &defines);
        found.push((real, family));
    }
    found.into_iter().map(|(path, family)| (shown(&path), family)).collect()
}

fn shown(path: &Path) -> String {
    path.display().to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn features_are_those_that_libraries_choose_by() {
        let text = "processor : 0\nflags\t\t: fpu fma sse2 avx2\nprocessor : 1\n";
        assert_eq!(features_in(text), ["fma", "avx2"]);
        assert!(features_in("").is_empty());
    }

    #[test]
    fn this_machine_has_a_processor_and_a_name() {
        assert!(!cpu().is_empty() && !host().is_empty() && !cores().is_empty());
        assert!(glibc().starts_with("2."));
    }
}
