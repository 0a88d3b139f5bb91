//! What one rank says of itself. The launcher starts this in the program's place, behind the library
//! as the program would be; it makes no MPI call.

use super::facts::Rank;
use super::machine;
use samebits_policy::module_systems;
use std::collections::BTreeMap;
use std::env;
use std::ffi::{c_char, CStr, CString};
use std::fs;
use std::path::{Path, PathBuf};

/// In front of what a rank says. A launcher may put more in front of the line.
pub const MARK: &str = "samebits-rank: ";

/// Tell what the launcher has started
#[derive(clap::Args, Debug)]
pub struct Options {
    /// The library that should be loaded
    library: PathBuf,
}

/// Variables beside those of samebits that decide what a program computes.
pub const DECISIVE: &[&str] = &[
    "LD_PRELOAD",
    "OMP_NUM_THREADS",
    "OMP_DYNAMIC",
    "OPENBLAS_NUM_THREADS",
    "OPENBLAS_CORETYPE",
    "MKL_NUM_THREADS",
    "MKL_CBWR",
    "BLIS_NUM_THREADS",
    "BLIS_ARCH_TYPE",
    "SCOTCH_PTHREAD_NUMBER",
    "BLACS_REPEATABLE",
    "GLIBC_TUNABLES",
    "PYTHONHASHSEED",
    "PETSC_OPTIONS",
    "KMP_DETERMINISTIC_REDUCTION",
];

/// In which launchers say a process's rank. Slurm's comes last: another launcher may run in a step.
const RANK: &[&str] = &[
    "OMPI_COMM_WORLD_RANK",
    "PMIX_RANK",
    "PMI_RANK",
    "FLUX_TASK_RANK",
    "JSM_NAMESPACE_RANK",
    "SLURM_PROCID",
];

/// In which they say how many ranks there are, likewise.
const SIZE: &[&str] = &[
    "OMPI_COMM_WORLD_SIZE",
    "PMI_SIZE",
    "FLUX_JOB_SIZE",
    "JSM_NAMESPACE_SIZE",
    "SLURM_STEP_NUM_TASKS",
];

/// By which variables that belong to a PMI begin: MPICH's and Slurm's, PMIx, Cray's.
const PMI: &[&str] = &["PMI_", "PMI2_", "PMIX_", "PALS_"];

pub fn run(options: &Options) -> Result<u8, String> {
    let rank = look(&options.library);
    let text = serde_json::to_string(&rank).map_err(|error| error.to_string())?;
    // One write, or the ranks' lines mix.
    crate::output::print(&format!("{MARK}{text}\n"))?;
    Ok(0)
}

fn look(library: &Path) -> Rank {
    let ours = |name: &str| name.starts_with("SAMEBITS_") && !module_systems::sets(name);
    let wanted = |name: &str| ours(name) || DECISIVE.contains(&name);
    let variables = env::vars_os().filter_map(|(name, value)| {
        Some((name.into_string().ok()?, value.to_string_lossy().into_owned()))
    });
    let variables: BTreeMap<String, String> = variables.filter(|(name, _)| wanted(name)).collect();
    let number = |names: &[&str]| names.iter().find_map(|name| env::var(name).ok()?.parse().ok());
    let is_pmi = |name: &str| PMI.iter().any(|begin| name.starts_with(begin));
    Rank {
        rank: number(RANK),
        size: number(SIZE),
        pmi: env::vars_os().any(|(name, _)| name.to_str().is_some_and(is_pmi)),
        host: machine::host(),
        cpu: machine::cpu(),
        features: machine::features(),
        cores: machine::cores(),
        glibc: machine::glibc(),
        shm: machine::shm(),
        variables,
        library: library.display().to_string(),
        digest: fs::read(library).ok().map(|bytes| digest(&bytes)),
        loaded: loaded(library),
        exp: place_of(c"exp"),
    }
}

/// The version of a library that this process has loaded.
fn loaded(library: &Path) -> Option<String> {
    let name = CString::new(library.to_str()?).ok()?;
    // SAFETY: nothing is loaded that is not, and the handle is not closed.
    let handle = unsafe { libc::dlopen(name.as_ptr(), libc::RTLD_NOLOAD | libc::RTLD_LAZY) };
    if handle.is_null() {
        return None;
    }
    // SAFETY: a handle from above, and a C string.
    let address = unsafe { libc::dlsym(handle, c"samebits_version".as_ptr()) };
    if address.is_null() {
        return None;
    }
    // SAFETY: the function of that name has this type, and may be called at any time.
    let version = unsafe {
        let version: extern "C" fn() -> *const c_char = std::mem::transmute(address);
        CStr::from_ptr(version())
    };
    Some(version.to_string_lossy().into_owned())
}

/// The file that has the function which libraries of this process get by this name.
fn place_of(function: &CStr) -> Option<String> {
    // SAFETY: a C string; nothing is loaded.
    let address = unsafe { libc::dlsym(libc::RTLD_DEFAULT, function.as_ptr()) };
    if address.is_null() {
        return None;
    }
    // SAFETY: all fields may be null.
    let mut place: libc::Dl_info = unsafe { std::mem::zeroed() };
    // SAFETY: an address that the loader gave, and room for what it says.
    if unsafe { libc::dladdr(address, &mut place) } == 0 || place.dli_fname.is_null() {
        return None;
    }
    // SAFETY: the loader's own string; nothing is unloaded meanwhile.
    let file = unsafe { CStr::from_ptr(place.dli_fname) };
    Some(file.to_string_lossy().into_owned())
}

/// FNV-1a: two copies that differ by chance differ in it.
fn digest(bytes: &[u8]) -> String {
    let step = |digest: u64, byte: &u8| (digest ^ u64::from(*byte)).wrapping_mul(0x100_0000_01b3);
    format!("{:016x}", bytes.iter().fold(0xcbf2_9ce4_8422_2325, step))
}

/// What ranks say in a launcher's output, and the rest.
pub fn parse(output: &str) -> (Vec<Rank>, String) {
    let (mut ranks, mut rest) = (Vec::<Rank>::new(), String::new());
    for line in output.lines() {
        let said = line.split_once(MARK);
        match said.and_then(|(_, text)| serde_json::from_str(text.trim_end()).ok()) {
            Some(rank) => ranks.push(rank),
            None => rest += &format!("{line}\n"),
        }
    }
    ranks.sort_by_key(|rank| rank.rank);
    (ranks, rest)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_said_is_understood_whatever_the_launcher_puts_in_front() {
        let mut ranks = [look(Path::new("/nowhere")), look(Path::new("/nowhere"))];
        (ranks[0].rank, ranks[1].rank) = (Some(1), Some(0));
        let lines: Vec<String> = ranks
            .iter()
            .map(|rank| format!("[1,0]<stdout>:{MARK}{}\n", serde_json::to_string(rank).unwrap()))
            .collect();
        let (found, rest) = parse(&format!("hello\n{}{MARK}{{\n", lines.concat()));
        assert_eq!(found, [ranks[1].clone(), ranks[0].clone()]);
        assert_eq!(rest, format!("hello\n{MARK}{{\n"));
        assert_eq!((&found[0].digest, &found[0].loaded), (&None, &None));
    }

    #[test]
    fn digests_tell_files_apart() {
        assert_eq!(digest(b""), "cbf29ce484222325");
        assert_ne!(digest(b"a"), digest(b"b"));
    }
}
