//! `samebits-fortran FOLDER` prints the module that the templates in a folder make.

use std::io::Write;
use std::path::Path;
use std::process::ExitCode;

fn main() -> ExitCode {
    let mut arguments = std::env::args_os().skip(1);
    let (Some(folder), None) = (arguments.next(), arguments.next()) else {
        eprintln!("samebits-fortran: takes one argument, the folder of the templates");
        return ExitCode::from(2);
    };
    let written = samebits_fortran::module(Path::new(&folder))
        .and_then(|module| std::io::stdout().write_all(module.as_bytes()));
    match written {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("samebits-fortran: {}: {error}", Path::new(&folder).display());
            ExitCode::FAILURE
        }
    }
}
