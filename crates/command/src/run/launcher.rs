//! The launchers that are known, and how one is recognised.

use std::ffi::OsStr;
use std::path::Path;
use std::process::{Command, Stdio};

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Launcher {
    /// Open MPI's mpirun, mpiexec, orterun, prterun, prun
    Openmpi,
    /// MPICH's mpirun, mpiexec, mpiexec.hydra
    Mpich,
    /// Intel MPI's mpirun, mpiexec, mpiexec.hydra
    Intel,
    /// Slurm's srun
    Srun,
    /// flux run
    Flux,
    /// IBM's jsrun
    Jsrun,
    /// ALPS's aprun, of Cray
    Aprun,
}

/// Names that tell. `mpirun` and `mpiexec` do not, since several MPI libraries bring them, and `prun` is
/// PRRTE's or a script that starts one of these.
const NAMES: &[(&str, Launcher)] = &[
    ("orterun", Launcher::Openmpi),
    ("prterun", Launcher::Openmpi),
    ("mpirun.openmpi", Launcher::Openmpi),
    ("mpiexec.openmpi", Launcher::Openmpi),
    ("mpirun.mpich", Launcher::Mpich),
    ("mpiexec.mpich", Launcher::Mpich),
    ("mpirun.hydra", Launcher::Mpich),
    ("mpiexec.hydra", Launcher::Mpich),
    ("srun", Launcher::Srun),
    ("flux", Launcher::Flux),
    ("jsrun", Launcher::Jsrun),
    ("aprun", Launcher::Aprun),
];

/// What a launcher prints for --version.
const VERSIONS: &[(&str, Launcher)] = &[
    ("(Open MPI)", Launcher::Openmpi),
    ("(OpenRTE)", Launcher::Openmpi),
    ("(PRRTE)", Launcher::Openmpi),
    ("PMIx Reference RunTime", Launcher::Openmpi),
    ("Intel(R) MPI Library", Launcher::Intel),
    ("HYDRA build details", Launcher::Mpich),
];

const KNOWN: &str = "Open MPI's mpirun, mpiexec, orterun, prterun and prun, the mpirun, mpiexec \
                     and mpiexec.hydra of MPICH and Intel MPI, srun, flux run, jsrun, and aprun";

impl Launcher {
    /// `found` is the file that the command is.
    pub fn recognise(command: &OsStr, found: &Path) -> Result<Launcher, String> {
        if let Some(launcher) = by_name(Path::new(command)) {
            return Ok(launcher);
        }
        if let Some(launcher) = found.canonicalize().ok().and_then(|file| by_name(&file)) {
            return Ok(launcher);
        }
        let shown = command.to_string_lossy();
        if !is_named_so(command) {
            let why = format!(
                "is not a launcher that samebits knows. A program comes after its launcher, as in \
                 \"samebits run -- mpirun -n 4 {shown}\", or is started without one by --direct"
            );
            return Err(unknown(&shown, &why));
        }
        let printed = print_version(found)?;
        let known = VERSIONS.iter().find(|(text, _)| printed.contains(text));
        known.map(|(_, launcher)| *launcher).ok_or_else(|| {
            let first = printed.lines().find(|line| !line.trim().is_empty()).unwrap_or("nothing");
            unknown(
                &shown,
                &format!("is of an MPI that samebits does not know: --version prints \"{first}\""),
            )
        })
    }

    /// None if the command is a program itself. A launcher that is of no known MPI is an error.
    pub fn of(command: &OsStr, found: &Path) -> Result<Option<Launcher>, String> {
        match Launcher::recognise(command, found) {
            Ok(launcher) => Ok(Some(launcher)),
            Err(why) if is_named_so(command) => Err(why),
            Err(_) => Ok(None),
        }
    }
}

/// Whether it is called as launchers of several MPI libraries are.
fn is_named_so(command: &OsStr) -> bool {
    let name = Path::new(command).file_name().unwrap_or(command).to_string_lossy();
    name.starts_with("mpirun") || name.starts_with("mpiexec") || name == "prun"
}

fn by_name(path: &Path) -> Option<Launcher> {
    let name = path.file_name()?.to_str()?;
    NAMES.iter().find(|(known, _)| *known == name).map(|(_, launcher)| *launcher)
}

/// What it prints of its version, if anything.
pub fn version(launcher: &Path) -> String {
    print_version(launcher).unwrap_or_default()
}

fn print_version(launcher: &Path) -> Result<String, String> {
    let mut command = Command::new(launcher);
    command.arg("--version").stdin(Stdio::null());
    let output = command
        .output()
        .map_err(|error| format!("cannot run {} --version: {error}", launcher.display()))?;
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    Ok(text(&output.stdout) + &text(&output.stderr))
}

fn unknown(command: &str, why: &str) -> String {
    format!(
        "{command} {why}. If it is like one of those that are known, say which, as in \
         --launcher=openmpi, or set LD_PRELOAD to libsamebits.so for the ranks yourself. Known are \
         {KNOWN}"
    )
}
