//! The command samebits.

use std::process::ExitCode;

fn main() -> ExitCode {
    let arguments: Vec<_> = std::env::args_os().collect();
    samebits_command::cli::main(&arguments).into()
}
