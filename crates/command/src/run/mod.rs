//! `samebits run`: starts a program so that its ranks, and only these, run behind the library.

pub(crate) mod command;
pub(crate) mod execute;
pub(crate) mod insert;
pub(crate) mod launcher;
pub(crate) mod library;
mod petsc;
pub(crate) mod preload;
pub(crate) mod quote;
pub mod report_file;
mod syntax;
pub(crate) mod variables;
pub(crate) mod wrappers;

use crate::accepted::{Accepted, Kinds};
use crate::paths;
use insert::Told;
use launcher::Launcher;
use preload::Preload;
use std::ffi::OsString;
use std::path::PathBuf;

/// Start an MPI program with samebits in front
///
/// Sets LD_PRELOAD and the variables SAMEBITS_… for the ranks only, not for the launcher, by the
/// launcher's own option; then the launcher takes the place of this command, so that signals and the
/// exit status are its own. Variables SAMEBITS_… of the environment are handed on, too; options here
/// replace them, and what the launcher's own options set for the ranks stays. An LD_PRELOAD of yours
/// is kept, behind the library.
#[derive(clap::Args, Debug)]
#[command(after_help = "\
Examples:
  samebits run -- mpirun -n 4 ./program
  samebits run --arithmetic=tree --report -- mpiexec -n 4 ./program
  samebits run --report run.json -- mpirun -n 4 ./program
  samebits run --trace=traces -- srun -n 64 ./program
  samebits run --sundials -- mpirun -n 4 ./program
  samebits run --petsc -- mpirun -n 4 ./program
  samebits run --math -- mpirun -n 4 ./program
  samebits run --math ./program_without_mpi
  samebits run --dry-run -- mpirun -n 4 ./program

Launchers: mpirun, mpiexec, orterun, prterun, prun (Open MPI); mpirun, mpiexec, mpiexec.hydra
(MPICH, Intel MPI); srun (Slurm); flux run; jsrun; aprun (ALPS).")]
pub struct Options {
    /// The arithmetic, which decides the bits; also prerounded:K, prerounded2:K, binned:K
    /// (SAMEBITS_ARITHMETIC) [default: auto]
    #[arg(long, value_name = "NAME", help_heading = BITS, value_parser = Accepted("SAMEBITS_ARITHMETIC"))]
    pub arithmetic: Option<String>,

    /// The schedule, which decides the speed; also fnomial:F, split:F, doubling:G
    /// (SAMEBITS_SCHEDULE) [default: auto]
    #[arg(long, value_name = "NAME", help_heading = BITS, value_parser = Accepted("SAMEBITS_SCHEDULE"))]
    pub schedule: Option<String>,

    /// What is done with calls that cannot be made reproducible (SAMEBITS_UNSUPPORTED)
    /// [default: warn]
    #[arg(long, value_name = "WHAT", help_heading = BITS, value_parser = Accepted("SAMEBITS_UNSUPPORTED"))]
    pub unsupported: Option<String>,

    /// Any variable of samebits, such as SAMEBITS_THREADS=2; may be given several times
    #[arg(long = "set", value_name = "NAME=VALUE", help_heading = BITS)]
    pub set: Vec<String>,

    /// Print a report at the end, or write it to a file, as JSON if its name ends in .json
    /// (SAMEBITS_REPORT) [default: none]. Without "=", the next word is the file only if "--"
    /// follows it
    #[arg(long, value_name = "FILE", num_args = 0..=1, require_equals = true, default_missing_value = "1", help_heading = RECORDS)]
    pub report: Option<String>,

    /// Record all reductions in a directory, for `samebits show` and `samebits diff`
    /// (SAMEBITS_TRACE) [default: none]
    #[arg(long, value_name = "DIRECTORY", value_parser = paths::parser(), help_heading = RECORDS)]
    pub trace: Option<PathBuf>,

    /// Keep the values of vectors of up to this many elements in the trace, 4096 at most
    /// (SAMEBITS_TRACE_VALUES) [default: 0]
    #[arg(long, value_name = "N", help_heading = RECORDS)]
    pub trace_values: Option<String>,

    /// Who may read reports and traces: an octal mode, such as 600 (SAMEBITS_FILE_MODE)
    /// [default: umask]
    #[arg(long, value_name = "MODE", help_heading = RECORDS, value_parser = Accepted("SAMEBITS_FILE_MODE"))]
    pub file_mode: Option<String>,

    /// The library [default: found near this command]
    #[arg(long, value_name = "PATH", value_parser = paths::parser(), help_heading = LOADED)]
    pub library: Option<PathBuf>,

    /// Load the plug-in for SUNDIALS, too: sums of its vectors do not depend on the number of ranks
    #[arg(long, help_heading = LOADED)]
    pub sundials: bool,

    /// Let PETSc load its plug-in, too: its vectors and matrices do not depend on the number of ranks
    #[arg(long, help_heading = LOADED)]
    pub petsc: bool,

    /// Put libsamebits_math.so in front of libm, too: mathematical functions give the same bits
    /// on every CPU. A command that is not a launcher is started directly, as a program without
    /// MPI
    #[arg(long, help_heading = LOADED)]
    pub math: bool,

    /// Whether programs that a rank starts run with the library, too; "without" is for those
    /// that cannot load it, such as programs of another C library
    /// (SAMEBITS_CHILDREN) [default: with]
    #[arg(long, value_name = "WITH", help_heading = LOADED, value_parser = Accepted("SAMEBITS_CHILDREN"))]
    pub children: Option<String>,

    /// The kind of launcher, if its name does not tell
    #[arg(long, value_name = "KIND", value_parser = Kinds, conflicts_with = "direct", help_heading = START)]
    pub launcher: Option<Launcher>,

    /// Start the program directly, without a launcher
    #[arg(long, help_heading = START)]
    pub direct: bool,

    /// Print the command, quoted for a shell, without running it
    #[arg(long, help_heading = START)]
    pub dry_run: bool,

    /// The launcher with its arguments, the program with its own; options of `run` come before
    #[arg(trailing_var_arg = true, value_name = "COMMAND")]
    pub command: Vec<OsString>,
}

const BITS: &str = "What reductions do";
const RECORDS: &str = "Reports and traces";
const LOADED: &str = "What is loaded";
const START: &str = "How it is started";

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
    let found = execute::find(program).map_err(|why| match options.report.as_deref() {
        Some("1") => {
            format!("{why}; if it is the report's file, write --report={}", lossy(program))
        }
        _ => why,
    })?;
    let launcher = match options.launcher {
        Some(launcher) => Some(launcher),
        None if options.direct => None,
        None if options.math => Launcher::of(program, &found)?,
        None => Some(Launcher::recognise(program, &found)?),
    };
    if let (Some(math), false) = (&math, options.dry_run) {
        eprintln!("samebits: {math} is in front of libm");
    }
    let mine = |name: &str| std::env::var(name).ok();
    let Some(launcher) = launcher else {
        let mut words = options.command.clone();
        let preload = Preload::new(loaded, &[&words]);
        set.insert(0, (preload::VARIABLE.into(), preload.with(mine(preload::VARIABLE).as_deref())));
        if let Some(plugin) = &petsc {
            set.insert(1, petsc::options(plugin, mine(petsc::VARIABLE).as_deref())?);
        }
        preload.through(&mut words)?;
        let line = quote::with_variables(&set, program, &words[1..]);
        return execute::execute(options.dry_run, &line, program, &words[1..], &set);
    };
    let mut arguments = arguments.to_vec();
    let preload = Preload::of_command(loaded, launcher, &arguments);
    preload.through_command(launcher, &mut arguments)?;
    let beside = |own: &str| Ok(preload.with(Some(own)));
    let plugin = petsc.as_deref().unwrap_or_default();
    let beside_options = |own: &str| Ok(petsc::options(plugin, Some(own))?.1);
    let mut told = vec![Told {
        name: preload::VARIABLE.into(),
        value: preload.with(mine(preload::VARIABLE).as_deref()),
        merged: Some(&beside),
    }];
    if petsc.is_some() {
        let (name, value) = petsc::options(plugin, mine(petsc::VARIABLE).as_deref())?;
        told.push(Told { name, value, merged: Some(&beside_options) });
    }
    told.extend(set.into_iter().map(Told::new));
    insert::refuse_file(launcher, &arguments, &told, || launcher::version(&found))?;
    let arguments = insert::insert(launcher, &arguments, &told)?;
    let line = quote::line(program, &arguments);
    execute::execute(options.dry_run, &line, program, &arguments, &[])
}

fn lossy(text: &std::ffi::OsStr) -> String {
    text.to_string_lossy().into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::Args;
    use samebits_policy::variable;

    #[test]
    fn the_help_has_each_variables_default() {
        let command = Options::augment_args(clap::Command::new("run"));
        let mut seen = 0;
        for option in command.get_arguments() {
            let help = option.get_help().map(ToString::to_string).unwrap_or_default();
            let Some((_, name)) = help.split_once("(SAMEBITS_") else { continue };
            let (name, rest) = name.split_once(')').unwrap();
            let default = variable(&format!("SAMEBITS_{name}")).unwrap().words()[0];
            let default = if ["REPORT", "TRACE"].contains(&name) { "none" } else { default };
            assert!(rest.contains(&format!("[default: {default}]")), "{help}");
            seen += 1;
        }
        assert_eq!(seen, 8);
    }
}
