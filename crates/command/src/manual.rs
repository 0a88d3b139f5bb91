//! Manual pages and shell completions, made from the command line's description.

use crate::output;
use clap::Command;
use clap_complete::Shell;
use clap_mangen::Man;
use samebits_policy::{VARIABLES, VERSION};
use std::path::{Path, PathBuf};
use std::{fs, io};

#[derive(clap::Args, Debug)]
pub struct Manual {
    /// Where samebits.1 and the pages of its subcommands go
    #[arg(value_name = "DIRECTORY", value_parser = crate::paths::parser())]
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
    let mut command = command.disable_help_subcommand(true);
    command.build();
    pages(&command, directory).map_err(trouble)?;
    Ok(0)
}

/// Writes the pages of a command and of its subcommands.
fn pages(command: &Command, directory: &Path) -> io::Result<()> {
    for subcommand in command.get_subcommands().filter(|one| !one.is_hide_set()) {
        pages(subcommand, directory)?;
    }
    let man = Man::new(command.clone()).source(format!("samebits {VERSION}"));
    let mut page = Vec::new();
    man.render(&mut page)?;
    let page = with_sections(&String::from_utf8_lossy(&page), command);
    fs::write(directory.join(man.get_filename()), page)
}

/// What the help says behind the options, as sections: clap_mangen fills it as one paragraph, under
/// the heading EXTRA.
fn with_sections(page: &str, command: &Command) -> String {
    let Some((before, extra)) = page.split_once(".SH EXTRA\n") else { return page.into() };
    let after = extra.find("\n.SH").map_or("", |end| &extra[end + 1..]);
    let help = command.get_after_help().map(ToString::to_string).unwrap_or_default();
    let mut text = before.to_string();
    for part in help.split("\n\n") {
        let (heading, rest) = part.split_once(':').unwrap_or(("Notes", part));
        text += &format!(".SH {}\n", heading.to_uppercase());
        text += &match rest.strip_prefix('\n') {
            Some(lines) => format!(".nf\n{}\n.fi\n", escaped(lines)),
            None => format!("{}\n", escaped(rest.trim())),
        };
    }
    if command.has_subcommands() {
        text += ".SH ENVIRONMENT\n";
        for variable in VARIABLES {
            let takes = format!("{}: {}", variable.about, variable.accepted());
            text += &format!(".TP\n{}\n{}\n", variable.name, escaped(&takes));
        }
    }
    text + after
}

/// Text as roff takes it. (No line of it begins with a control character.)
fn escaped(text: &str) -> String {
    text.replace('\\', "\\e").replace('-', "\\-")
}

pub fn completions(options: &Completions, mut command: Command) -> Result<u8, String> {
    let mut text = Vec::new();
    clap_complete::generate(options.shell, &mut command, "samebits", &mut text);
    output::print(&String::from_utf8_lossy(&text))?;
    Ok(0)
}
