//! The command line.

use crate::{diff, doctor, explain, manual, output, report, run, show, version};
use clap::{CommandFactory, Parser, Subcommand};
use samebits_policy::VERSION;
use std::ffi::OsString;

/// Run MPI programs so that their reductions give the same bits, and find out where two runs part
///
/// samebits stands in front of the MPI library and makes the results of reductions depend on the
/// ranks' contributions only. This command starts programs behind it, and compares traces of runs.
#[derive(Parser, Debug)]
#[command(name = "samebits", version = VERSION, max_term_width = 100)]
#[command(after_help = "\
Examples:
  samebits run -- mpirun -n 4 ./program            the same bits on every run
  samebits run --trace a -- mpirun -n 4 ./program  with a record of all reductions
  samebits show a                                  what was recorded
  samebits diff a b                                where two runs diverge, and why
  samebits run --math ./program                    mathematical functions, the same on every CPU
  samebits doctor -- mpirun -n 4 ./program         what would make samebits fail or be useless
  samebits explain --ranks 64 --count 1000         which arithmetic and schedule, and how long
  samebits report report.json                      a page about a run's reductions")]
pub struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand, Debug)]
enum Command {
    Run(run::Options),
    Show(show::Options),
    Diff(diff::Options),
    Doctor(doctor::Options),
    Explain(explain::Options),
    #[command(hide = true)]
    Probe(doctor::probe::Options),
    Report(report::Options),
    /// Write the manual pages to a directory
    #[command(hide = true)]
    Manual(manual::Manual),
    /// Print the completion script of this command for a shell
    #[command(hide = true)]
    Completions(manual::Completions),
}

/// Does what the arguments say; the exit status.
pub fn main(arguments: &[OsString]) -> u8 {
    if arguments.len() == 2 && arguments[1] == "--version" {
        return u8::from(output::print(&version::text()).is_err());
    }
    let mut arguments = arguments.to_vec();
    if arguments.get(1).is_some_and(|first| first == "run") {
        arguments = [&arguments[..2], &run::report_file::joined(&arguments[2..])].concat();
    }
    let cli = match Cli::try_parse_from(arguments) {
        Ok(cli) => cli,
        Err(error) => {
            // If the terminal is gone, there is nobody to tell.
            let _ = error.print();
            return error.exit_code() as u8;
        }
    };
    let status = match &cli.command {
        Command::Run(options) => run::run(options),
        Command::Show(options) => show::run(options),
        Command::Diff(options) => diff::run(options),
        Command::Doctor(options) => doctor::run(options),
        Command::Explain(options) => explain::run(options),
        Command::Probe(options) => doctor::probe::run(options),
        Command::Report(options) => report::run(options),
        Command::Manual(options) => manual::write(options, Cli::command()),
        Command::Completions(options) => manual::completions(options, Cli::command()),
    };
    status.unwrap_or_else(|why| {
        eprintln!("samebits: {why}");
        2
    })
}
