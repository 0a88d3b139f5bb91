//! The trace's beginning, when MPI has been initialised, and its end. Each job has a folder of its own
//! within the one that `SAMEBITS_TRACE` names, which rank 0 makes; each rank writes a file there.
//!
//! Cost: one comparison of the ranks' policies and one broadcast.

use super::origin::command;
use super::process::{self, Process};
use samebits_base::files::{self, Mode};
use samebits_mpi::{
    abi::{dynamic, family::Family, locate},
    launcher,
};
use samebits_policy::{profile::cpu, VERSION};
use samebits_reduction::communicator::Communicator;
use samebits_reduction::report;
use samebits_reduction::{call::described, decision::agree::agree};
use samebits_trace::caller;
use samebits_trace::file::Writer;
use samebits_trace::format::Header;
use samebits_trace::recorder::{Recorder, Wanted};
use std::fs;
use std::io::ErrorKind::AlreadyExists;
use std::path::Path;
use std::time::{SystemTime, UNIX_EPOCH};

/// Bytes that rank 0 broadcasts: when it began, and the name of the job's folder.
const ANNOUNCEMENT: usize = 256;

/// The variables that are recorded: what makes a library or a program compute otherwise.
const PREFIXES: [&str; 17] = [
    "SAMEBITS_",
    "OMPI_MCA_",
    "PRTE_MCA_",
    "MPIR_CVAR_",
    "MPICH_",
    "I_MPI_",
    "UCX_",
    "FI_",
    "OMP_",
    "GOMP_",
    "KMP_",
    "MKL_",
    "OPENBLAS_",
    "BLIS_",
    "GLIBC_TUNABLES",
    "PETSC_OPTIONS",
    "SCOTCH_",
];

/// What launchers set for themselves, which differs from job to job and decides nothing.
const OF_LAUNCHERS: [&str; 7] = [
    "OMPI_MCA_orte_",
    "OMPI_MCA_ess",
    "OMPI_MCA_pmix",
    "OMPI_MCA_initial_wdir",
    "OMPI_MCA_shmem_RUNTIME",
    "OMPI_MCA_mpi_oversubscribe",
    "PRTE_MCA_ess",
];

/// Begins the trace, if one is wanted; called on all ranks when MPI has been initialised.
pub fn begin(process: &Process) {
    let Some(folder) = &process.policy().trace else { return };
    let library = &process.library;
    let Some((rank, ranks)) = process.world().filter(|_| process.recorder().is_none()) else {
        return;
    };
    let world = library.constants.comm_world;
    let agreed = Communicator::of(library, world)
        .and_then(|communicator| agree(process, "MPI_Init", world, communicator));
    let mut announcement = [0u8; ANNOUNCEMENT];
    let mode = process.policy().file_mode;
    let made = if rank == 0 { make_folder(folder, &mut announcement, mode) } else { Ok(()) };
    let broadcast = agreed.and_then(|()| library.broadcast(world, &mut announcement));
    if broadcast.is_err() {
        report::print_lines("no trace: the ranks cannot be told the name of its folder");
        return;
    }
    let began = u64::from_le_bytes(std::array::from_fn(|i| announcement[i]));
    if let Err(why) = made {
        refuse(process, folder, &why);
    }
    if began == 0 {
        // Rank 0 stops the job.
        std::thread::sleep(std::time::Duration::from_secs(5));
        refuse(process, folder, "rank 0 cannot create a folder there");
    }
    let name = String::from_utf8_lossy(&announcement[8..]).trim_end_matches('\0').to_string();
    // (On another node the folder may be another one.)
    let job = folder.join(&name);
    let file = job.join(format!("rank-{rank:06}.trace"));
    let header = Header { rank: rank as u32, ranks: ranks as u32, job: began, began: now() };
    let policy = process.policy();
    let (values, limit, from) = (policy.trace_values, policy.trace_limit.0, policy.trace_from);
    let wanted = Wanted { values, limit, from };
    let made = files::make_folders(&job, mode);
    // The folder of all traces may be reached through a link, this one is ours.
    let made = made.and_then(|()| files::link(&job).map_or(Ok(()), Err));
    match made.and_then(|()| Writer::create(&file, &header, mode)) {
        Ok(writer) => process.record(Recorder::new(writer, &wanted, failed)),
        Err(why) => refuse(process, &file, &why.to_string()),
    }
    note(process, &name);
    if process.library.family == Family::Mpich {
        pass_over_fortran();
    }
    // They are numbered first, whatever is used first.
    if let Some(recorder) = process.recorder() {
        [world, library.comm_self()]
            .into_iter()
            .for_each(|comm| described::communicator(process, recorder, comm, ("", 0)));
    }
}

/// MPICH's Fortran library calls the functions in C: that is where a program's call comes from then.
fn pass_over_fortran() {
    let functions = ["mpi_init_", "mpi_init_f08_"];
    let layer = functions.iter().find_map(|function| locate::next(function));
    if let Some(layer) = layer.and_then(dynamic::library_around) {
        caller::pass_over(layer);
    }
}

/// Makes the folder of this job, its own even if two begin at once, and says which it is.
fn make_folder(
    folder: &Path,
    announcement: &mut [u8; ANNOUNCEMENT],
    mode: Mode,
) -> Result<(), String> {
    files::make_folders(folder, mode).map_err(|why| why.to_string())?;
    let (began, process) = (now(), std::process::id());
    let host: String =
        launcher::host().chars().filter(|c| c.is_alphanumeric() || *c == '-').take(64).collect();
    let first = format!("job-{}-{host}-{process}", utc(began / 1_000_000_000));
    let mut name = first.clone();
    // (Containers may be called alike, and their processes.)
    for another in 2.. {
        match files::make_folder(&folder.join(&name), mode) {
            Ok(()) => break,
            Err(why) if why.kind() == AlreadyExists => name = format!("{first}-{another}"),
            Err(why) => return Err(why.to_string()),
        }
    }
    announcement[..8].copy_from_slice(&began.to_le_bytes());
    announcement[8..8 + name.len()].copy_from_slice(name.as_bytes());
    Ok(())
}

/// Found out now rather than at the end of a long run.
fn refuse(process: &Process, path: &Path, why: &str) -> ! {
    let message = format!(
        "SAMEBITS_TRACE={} is not accepted: {why}; it takes 0 or the path of a folder in which \
         files can be created",
        path.display()
    );
    process.stop(&message, process.world_rank().unwrap_or(0))
}

/// What is known of the run.
fn note(process: &Process, job: &str) {
    let Some(recorder) = process.recorder() else { return };
    let (library, policy) = (&process.library, process.policy());
    let program: Vec<String> = command().collect();
    recorder.note("job", job);
    recorder.note("samebits", VERSION);
    recorder.note("policy", &policy.decisive());
    recorder.note("mpi", &library.version);
    recorder.note("mpi_file", &library.object.path);
    recorder.note("program", &program.join(" "));
    recorder.note("host", &launcher::host());
    recorder.note("cpu", &cpu());
    let kernel = fs::read_to_string("/proc/sys/kernel/osrelease").unwrap_or_default();
    recorder.note("kernel", kernel.trim());
    recorder.note("local_rank", &launcher::local_rank().map_or(String::new(), |n| n.to_string()));
    let mut variables: Vec<(String, String)> = std::env::vars_os()
        .map(|(name, value)| {
            (name.to_string_lossy().into_owned(), value.to_string_lossy().into_owned())
        })
        .filter(|(name, _)| {
            let one_of = |prefixes: &[&str]| prefixes.iter().any(|prefix| name.starts_with(prefix));
            one_of(&PREFIXES) && !one_of(&OF_LAUNCHERS)
        })
        .collect();
    variables.sort();
    for (name, value) in variables {
        recorder.note(&format!("env:{name}"), &value);
    }
}

/// Ends the trace, while MPI is still up, or when the job is aborted.
pub fn end(process: &Process) {
    let Some(recorder) = process.recorder() else {
        // By sessions only, or by a tool that has called PMPI_Init.
        if process.policy().trace.is_some() && process.is_first() {
            report::print_lines(
                "SAMEBITS_TRACE: nothing was traced, since samebits saw no call of MPI_Init",
            );
        }
        return;
    };
    let files = locate::loaded_files();
    let names: Vec<&str> = files.iter().filter_map(|file| file.rsplit('/').next()).collect();
    recorder.note("loaded", &names.join(" "));
    recorder.finish();
}

/// Nothing more can be recorded.
fn failed(why: &std::io::Error) {
    let rank = process::known().and_then(|process| process.known_world_rank());
    let rank = rank.map_or(String::new(), |rank| format!(" of rank {rank}"));
    report::print_lines(&format!(
        "the trace{rank} ends early: {why}; what was recorded before is kept"
    ));
}

/// Nanoseconds since 1970.
fn now() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(1, |time| time.as_nanos() as u64)
}

/// Seconds since 1970 as a date and a time, without signs that shells or file systems dislike.
fn utc(seconds: u64) -> String {
    let seconds = seconds as libc::time_t;
    // SAFETY: a tm may be all zero.
    let mut tm: libc::tm = unsafe { std::mem::zeroed() };
    // SAFETY: both are there.
    unsafe { libc::gmtime_r(&seconds, &mut tm) };
    format!(
        "{:04}{:02}{:02}T{:02}{:02}{:02}Z",
        tm.tm_year + 1900,
        tm.tm_mon + 1,
        tm.tm_mday,
        tm.tm_hour,
        tm.tm_min,
        tm.tm_sec
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_have_names() {
        assert_eq!(utc(0), "19700101T000000Z");
        assert_eq!(utc(1_800_000_000), "20270115T080000Z");
    }
}
