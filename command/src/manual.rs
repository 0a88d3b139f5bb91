//! Manual pages and shell completions, made from the command line's description.

use crate::output;
use clap::Command;
use clap_complete::Shell;
use std::fs;
use std::path::PathBuf;

#[derive(clap::Args, Debug)]
pub struct Manual {
    /// Where samebits.1 and the pages of its subcommands go
    #[arg(value_name = "DIRECTORY")]
    directory: PathBuf,
}

#[derive(clap::Args, Debug)]
pub struct Completions {
    #[arg(value_name = "SHELL", value_enum)]
    shell: Shell,
}

pub fn write(options: &Manual, command: Command) -> Result<u8, String> {
    let directory = &options.directory;
    let trouble = |error| format!("cannot write to {}: {error}", directory.display());
    fs::create_dir_all(directory).map_err(trouble)?;
    clap_mangen::generate_to(command, directory).map_err(trouble)?;
    Ok(0)
}

pub fn completions(options: &Completions, mut command: Command) -> Result<u8, String> {
    let mut text = Vec::new();
    clap_complete::generate(options.shell, &mut command, "samebits", &mut text);
    output::print(&String::from_utf8_lossy(&text))?;
    Ok(0)
}
