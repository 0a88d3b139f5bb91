//! `samebits run`: starts a program so that its ranks, and only these, run behind the library.

pub(crate) mod execute;
pub(crate) mod insert;
pub(crate) mod launcher;
pub(crate) mod library;
mod petsc;
pub(crate) mod quote;
pub(crate) mod variables;

use launcher::Launcher;
use std::ffi::OsString;
use std::path::PathBuf;

/// Start an MPI program with samebits in front
///
/// Sets LD_PRELOAD and the variables SAMEBITS_… for the ranks only, not for the launcher, by the
/// launcher's own option; then the launcher takes the place of this command, so that signals and the
/// exit status are its own. Variables SAMEBITS_… of the environment are handed on, too; options here
/// replace them. An LD_PRELOAD of yours is kept, behind the library.
#[derive(clap::Args, Debug)]
#[command(after_help = "\
Examples:
  samebits run -- mpirun -n 4 ./program
  samebits run --arithmetic=tree --report -- mpiexec -n 4 ./program
  samebits run --trace=traces -- srun -n 64 ./program
  samebits run --sundials -- mpirun -n 4 ./program
  samebits run --petsc -- mpirun -n 4 ./program
  samebits run --math -- mpirun -n 4 ./program
  samebits run --math ./program_without_mpi
  samebits run --dry-run -- mpirun -n 4 ./program

Launchers: mpirun, mpiexec, orterun, prterun (Open MPI); mpirun, mpiexec, mpiexec.hydra (MPICH,
Intel MPI); srun (Slurm); flux run; jsrun.")]
pub struct Options {
    /// The arithmetic, which decides the bits (SAMEBITS_ARITHMETIC)
    #[arg(long, value_name = "NAME")]
    pub arithmetic: Option<String>,

    /// The schedule, which decides the speed (SAMEBITS_SCHEDULE)
    #[arg(long, value_name = "NAME")]
    pub schedule: Option<String>,

    /// What is done with calls that cannot be made reproducible: warn, error or native
    #[arg(long, value_name = "WHAT")]
    pub unsupported: Option<String>,

    /// Print a report at the end, or write it into a file
    #[arg(long, value_name = "FILE", num_args = 0..=1, require_equals = true, default_missing_value = "1")]
    pub report: Option<String>,

    /// Record all reductions in a directory, for `samebits show` and `samebits diff`
    #[arg(long, value_name = "DIRECTORY")]
    pub trace: Option<PathBuf>,

    /// Keep the values of short vectors in the trace, up to so many elements
    #[arg(long, value_name = "N")]
    pub trace_values: Option<u64>,

    /// Who may read reports and traces: a mode as chmod takes it, as 600 (SAMEBITS_FILE_MODE)
    #[arg(long, value_name = "MODE")]
    pub file_mode: Option<String>,

    /// Any variable of samebits, as SAMEBITS_THREADS=2; may be given several times
    #[arg(long = "set", value_name = "NAME=VALUE")]
    pub set: Vec<String>,

    /// The library; otherwise it is looked for near this command
    #[arg(long, value_name = "PATH")]
    pub library: Option<PathBuf>,

    /// Load the plug-in for SUNDIALS, too (make plugins): sums of its vectors do not depend on the number of ranks
    #[arg(long)]
    pub sundials: bool,

    /// Let PETSc load its plug-in, too (make plugins): its vectors and matrices do not depend on the number of ranks
    #[arg(long)]
    pub petsc: bool,
    /// Put libsamebits_math.so in front of libm, too: mathematical functions give the same bits on every
    /// CPU. What is no launcher is started itself, as a program without MPI
    #[arg(long)]
    pub math: bool,

    /// The kind of launcher, where its name does not tell
    #[arg(long, value_name = "KIND", value_enum, conflicts_with = "direct")]
    pub launcher: Option<Launcher>,

    /// There is no launcher: the program is started itself
    #[arg(long)]
    pub direct: bool,

    /// Print the command, quoted for a shell, and do nothing
    #[arg(long)]
    pub dry_run: bool,

    /// The launcher with its arguments, the program with its own; options of `run` come before
    #[arg(trailing_var_arg = true, value_name = "COMMAND")]
    pub command: Vec<OsString>,
}

/// Variables of the ranks, in the order in which they are set.
pub(crate) type Variables = Vec<(String, String)>;

pub const MISSING: &str = "\
there is no command to run; it comes last, as in
  samebits run -- mpirun -n 4 ./program";

/// Returns only from a dry run, or with what went wrong.
pub fn run(options: &Options) -> Result<u8, String> {
    let [program, arguments @ ..] = &options.command[..] else { return Err(MISSING.into()) };
    let mut set = variables::collect(options)?;
    let library = library::find(options.library.as_deref())?;
    let mut loaded = vec![library.as_str()];
    let plugin = options.sundials.then(|| library::plugin(&library, "sundials")).transpose()?;
    loaded.extend(plugin.as_deref());
    let petsc = options.petsc.then(|| library::plugin(&library, "petsc")).transpose()?;
    if petsc.is_some() {
        petsc::check(arguments)?;
    }
    let math = options.math.then(|| library::math(&library)).transpose()?;
    loaded.extend(math.as_deref());
    let found = execute::find(program)?;
    let launcher = match options.launcher {
        Some(launcher) => Some(launcher),
        None if options.direct => None,
        None if options.math => Launcher::of(program, &found)?,
        None => Some(Launcher::recognise(program, &found)?),
    };
    if let (Some(math), false) = (&math, options.dry_run) {
        eprintln!("samebits: {math} is in front of libm");
    }
    let Some(launcher) = launcher else {
        let own = std::env::var("LD_PRELOAD").ok();
        set.insert(0, preload(&loaded, own.as_deref()));
        if let Some(plugin) = &petsc {
            let own = std::env::var(petsc::VARIABLE).ok();
            set.insert(1, petsc::options(plugin, own.as_deref())?);
        }
        let line = quote::with_variables(&set, program, arguments);
        return execute::execute(options.dry_run, &line, program, arguments, &set);
    };
    let (mut arguments, own) = without("LD_PRELOAD", launcher, arguments)?;
    set.insert(0, preload(&loaded, own.as_deref()));
    if let Some(plugin) = &petsc {
        let own;
        (arguments, own) = without(petsc::VARIABLE, launcher, &arguments)?;
        set.insert(1, petsc::options(plugin, own.as_deref())?);
    }
    let arguments = insert::insert(launcher, arguments, &set)?;
    let line = quote::line(program, &arguments);
    execute::execute(options.dry_run, &line, program, &arguments, &[])
}

/// The arguments without what the user tells the ranks of a variable, and its value; or the
/// environment's.
fn without(
    variable: &str,
    launcher: Launcher,
    arguments: &[OsString],
) -> Result<(Vec<OsString>, Option<String>), String> {
    let (arguments, own) = insert::without(variable, launcher, arguments)?;
    Ok((arguments, own.or_else(|| std::env::var(variable).ok())))
}

/// The library and its plug-ins first, what the user loads behind them.
pub(crate) fn preload(loaded: &[&str], own: Option<&str>) -> (String, String) {
    let own = own.into_iter().flat_map(|own| own.split([':', ' ']));
    let own = own.filter(|path| !path.is_empty() && !loaded.contains(path));
    let all: Vec<&str> = loaded.iter().copied().chain(own).collect();
    ("LD_PRELOAD".into(), all.join(":"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_user_preloads_comes_behind_and_once() {
        let value = |own| preload(&["/l/libsamebits.so"], own).1;
        assert_eq!(value(None), "/l/libsamebits.so");
        assert_eq!(value(Some("")), "/l/libsamebits.so");
        assert_eq!(value(Some("a.so b.so:/l/libsamebits.so")), "/l/libsamebits.so:a.so:b.so");
        let (_, value) = preload(&["/l/a.so", "/l/b.so"], Some("/l/b.so:c.so"));
        assert_eq!(value, "/l/a.so:/l/b.so:c.so");
    }
}
