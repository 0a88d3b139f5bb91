//! `samebits doctor`: what would make samebits fail or be useless, and what is known to differ by
//! chance or by CPU. [`facts`] is what is found out, from files ([`program`]), this machine
//! ([`machine`]) and the ranks of a probe ([`launch`], [`probe`]); [`checks`] judges it.

mod asked;
mod bindings;
mod checks;
mod elf;
mod facts;
mod findings;
mod launch;
pub mod machine;
pub mod probe;
pub(crate) mod program;
mod python;
mod search;
mod text;
mod wording;

use crate::output;
use crate::run::launcher::Launcher;
use crate::run::{self, command, execute, insert, library, preload, wrappers};
use clap::{Args, FromArgMatches};
use facts::Facts;
use findings::Severity;
use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Look for what would make samebits fail or be useless
///
/// Without a command it looks at this machine and at the library. With a command, as `samebits run`
/// takes it, also at the program: its file and the libraries that it needs are read, and it is not run. Where there is a launcher, it starts a small probe in the program's place, one process for
/// each rank, which says what that rank sees.
///
/// Each line is a finding: error (reductions would not be reproducible, or the program would not run),
/// warning (it may come to that), note (programs that do this are known to differ by chance or by CPU)
/// or ok; then what to do.
#[derive(clap::Args, Debug)]
#[command(after_help = "\
Examples:
  samebits doctor                                     this machine
  samebits doctor mpirun -n 4 ./program               a program, and the ranks
  samebits doctor --no-probe srun -n 64 ./program     the program's files only
  samebits doctor ./program

Exit status: 0 if there is no error among the findings, 1 if there is, 2 if the launcher has failed or has \
not started all ranks, or if something else goes wrong.")]
pub struct Options {
    /// Print one JSON object (docs/doctor.schema.json describes it)
    #[arg(long)]
    json: bool,

    /// Print what is checked, without checking
    #[arg(long)]
    checks: bool,

    /// Start no processes through the launcher
    #[arg(long)]
    no_probe: bool,

    /// Seconds after which the probe is killed
    #[arg(long, value_name = "SECONDS", default_value_t = 120)]
    timeout: u64,

    /// The library [default: found near this command]
    #[arg(long, value_name = "PATH", value_parser = crate::paths::parser())]
    library: Option<PathBuf>,

    /// The kind of launcher, if its name does not tell
    #[arg(long, value_name = "KIND", value_parser = crate::accepted::Kinds)]
    launcher: Option<Launcher>,

    /// The launcher with its arguments and the program with its own, or the program alone
    #[arg(trailing_var_arg = true, value_name = "COMMAND")]
    command: Vec<OsString>,
}

pub fn run(options: &Options) -> Result<u8, String> {
    if options.checks {
        output::print(&text::checks())?;
        return Ok(0);
    }
    let facts = look(options)?;
    let findings = checks::all(&facts);
    let ranks = facts.ranks.as_ref().and_then(|ranks| ranks.as_ref().ok());
    output::print(&match options.json {
        true => text::json(&findings, ranks.map_or(&[], |ranks| &ranks.ranks))?,
        false => text::lines(&findings),
    })?;
    Ok(match findings.iter().any(|finding| finding.severity == Severity::Error) {
        // What was to be looked at was not all there.
        _ if facts.ranks_are_missing() => 2,
        error => u8::from(error),
    })
}

fn look(options: &Options) -> Result<Facts, String> {
    let lossy = |text: &OsStr| text.to_string_lossy().into_owned();
    let variables = std::env::vars_os().map(|(name, value)| (lossy(&name), lossy(&value)));
    let path = library::find(options.library.as_deref());
    let mut facts = Facts {
        variables: variables.collect(),
        machine: machine::look(options.command.is_empty()),
        library: Some(path.clone().map(|path| launch::library(&path))),
        math: path.as_ref().ok().map(|path| Ok(launch::math(&library::math(path)?))),
        ..Facts::default()
    };
    let own = facts.variables.get("LD_PRELOAD").cloned();
    let Some((first, arguments)) = options.command.split_first() else {
        facts.preloaded = preloaded(own.as_deref());
        return Ok(facts);
    };
    let found = execute::find(first)?;
    facts.launcher = match options.launcher {
        Some(launcher) => Some(launcher),
        None => Launcher::of(first, &found)?,
    };
    let Some(by) = facts.launcher else {
        facts.preloaded = preloaded(own.as_deref());
        facts.program = Some(look_at(&options.command)?);
        return Ok(facts);
    };
    let asked = insert::value(preload::VARIABLE, by, arguments);
    facts.preloaded = preloaded(asked.or(own).as_deref());
    if let Some(option) = command::file_of_programs(by, arguments) {
        return Err(format!(
            "the programs are named in a file ({option}), which doctor does not read; name one of \
             them in the command"
        ));
    }
    let programs = command::programs(by, arguments);
    let Some(words) = programs.first() else {
        return Err(format!(
            "{} is a launcher, and no program is named after it, as in \"samebits doctor -- {0} -n \
             2 ./program\"",
            first.to_string_lossy()
        ));
    };
    facts.program = Some(look_at(&arguments[words.clone()])?);
    if let (Ok(library), false) = (path, options.no_probe) {
        facts.ranks = Some(launch::ranks(launch::Job {
            launcher: by,
            program: first,
            arguments: &options.command[1..],
            library: &library,
            variables: variables_of_run().unwrap_or_default(),
            patience: Duration::from_secs(options.timeout),
        }));
    }
    Ok(facts)
}

fn look_at(words: &[OsString]) -> Result<facts::Program, String> {
    let word = wrappers::behind(words);
    program::look(&word.to_string_lossy(), &execute::find(word)?)
}

fn preloaded(list: Option<&str>) -> Vec<facts::Object> {
    let paths = list.unwrap_or_default().split([':', ' ']).filter(|path| !path.is_empty());
    paths.filter_map(|path| program::library(Path::new(path))).collect()
}

/// Those that `samebits run` sets without options. What is wrong with them is a finding of its own.
fn variables_of_run() -> Result<run::Variables, String> {
    let command = run::Options::augment_args(clap::Command::new("run"));
    let matches = command.try_get_matches_from(["run"]).map_err(|error| error.to_string())?;
    let options = run::Options::from_arg_matches(&matches).map_err(|error| error.to_string())?;
    run::variables::collect(&options)
}
