//! `samebits diff`: where two runs of one program part, and what is to blame.
//!
//! The traces are compared rank by rank ([`pair`], over one [`side`] of each run); of what differs
//! first on each rank, but for what leads to nothing ([`aside`]), the first of all is chosen ([`choose`]) and described ([`calls`], [`detail`],
//! [`choices`], [`elements`]). Of runs on different numbers of ranks only results are compared
//! ([`results`]). [`report`] is what was found, [`text`] puts it in words.

mod aside;
mod calls;
mod choices;
mod choose;
mod detail;
mod elements;
mod hints;
pub mod pair;
pub mod report;
mod results;
mod side;
mod spanning;
mod text;

use crate::source::Sources;
use crate::trace::job::Job;
use report::Report;
use std::path::PathBuf;

/// Compare two traces of one program, and find the first difference
///
/// Finds the first reduction at which two runs part, in the order in which the ranks made their
/// calls, and says what is to blame: the program (a rank contributed something else), the reduction
/// (all contributions agree, a result does not), or the program's flow (the calls differ).
///
/// Runs on different numbers of ranks have only the results of reductions over all ranks compared.
#[derive(clap::Args, Debug)]
#[command(after_help = "\
Exit status: 0 if nothing differs, 1 if something does, 2 if that cannot be told.

Examples:
  samebits run --trace=a -- mpirun -n 4 ./program
  samebits run --trace=b -- mpirun -n 4 ./program
  samebits diff a b")]
pub struct Options {
    /// The first run: a directory with the trace of one job, that job's directory, or a rank's file
    #[arg(value_name = "A", value_parser = crate::paths::parser())]
    pub a: PathBuf,

    /// The second run
    #[arg(value_name = "B", value_parser = crate::paths::parser())]
    pub b: PathBuf,

    /// Print one JSON object (docs/diff.schema.json describes it)
    #[arg(long)]
    pub json: bool,

    /// Do not look for source lines in debug information
    #[arg(long)]
    pub no_source: bool,
}

pub fn compare(a: &Job, b: &Job, sources: &mut Sources) -> Report {
    match a.size == b.size {
        true => calls::compare([a, b], sources),
        false => results::compare([a, b], sources),
    }
}

/// Prints the report; the exit status.
pub fn run(options: &Options) -> Result<u8, String> {
    let (a, b) = (Job::open(&options.a)?, Job::open(&options.b)?);
    let mut sources = Sources::of_runs(!options.no_source, a.began().max(b.began()));
    let mut report = compare(&a, &b, &mut sources);
    report.changed = sources.changed().into_iter().map(str::to_string).collect();
    let text = match options.json {
        true => serde_json::to_string_pretty(&report).map_err(|error| error.to_string())? + "\n",
        false => report.to_string(),
    };
    crate::output::print(&text)?;
    Ok(report.status())
}
