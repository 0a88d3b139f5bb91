//! `samebits report`: a page about runs, from their reports in JSON.
//!
//! Lines are read ([`read`]) and put together to runs ([`runs`]). What the page shows of a run is in
//! [`run`] (with [`time`], [`sizes`] and [`advice`]), of two in [`compare`]; [`page`] hands it to the
//! templates beside it. Nothing on the page comes from elsewhere, and nothing of it runs.

mod advice;
mod bars;
mod colours;
mod compare;
mod glossary;
mod page;
mod read;
mod run;
mod runs;
mod sizes;
mod time;
mod words;

use crate::output;
use samebits_base::files::{self, Existing};
use samebits_policy::Policy;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

/// Make a page from reports: what was made reproducible, by what, and where the time went
///
/// Reads reports that the library has written as JSON (SAMEBITS_REPORT=FILE.json) and writes one HTML
/// page that needs nothing else: no network, no script. Of two runs it shows the differences.
#[derive(clap::Args, Debug)]
#[command(after_help = "\
Examples:
  samebits run --report=a.json -- mpirun -n 4 ./program
  samebits report a.json
  samebits report a.json b.json -o compared.html     two runs side by side
  samebits report --last=2 all.json                  of a file to which many have appended")]
pub struct Options {
    /// Reports in JSON; one file may hold several runs
    #[arg(value_name = "FILE", required = true, value_parser = crate::paths::parser())]
    pub files: Vec<PathBuf>,

    /// The file for the page; - is standard output (SAMEBITS_FILE_MODE says who may read it)
    #[arg(short, long, value_name = "FILE", default_value = "samebits-report.html", value_parser = crate::paths::parser())]
    pub output: PathBuf,

    /// Only the last N runs
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub last: Option<u32>,

    /// Do not look for source lines of call sites in debug information
    #[arg(long)]
    pub no_source: bool,
}

/// Writes the page; the exit status.
pub fn run(options: &Options) -> Result<u8, String> {
    let mode = Policy::file_mode_of_environment()?;
    let (mut lines, mut notes, mut again) = (Vec::new(), Vec::new(), 0);
    for file in &options.files {
        if is_same(file, &options.output) {
            return Err(format!("{} is one of the inputs, and is not overwritten", file.display()));
        }
        let (read, left_out) = read::read(file)?;
        notes.extend(left_out);
        for line in read {
            match lines.contains(&line) {
                true => again += 1,
                false => lines.push(line),
            }
        }
    }
    if again > 0 {
        let lines = if again == 1 { "1 line".into() } else { format!("{again} lines") };
        notes.push(format!("{lines} that had been read before: counted once"));
    }
    let mut runs = runs::group(lines);
    if let Some(last) = options.last {
        let first = runs.len().saturating_sub(last as usize);
        runs.drain(..first);
    }
    // A page that is sent to others need not say where its reports lay.
    let names = options.files.iter().map(|file| file.file_name().unwrap_or(file.as_os_str()));
    let files: Vec<String> = names.map(|name| name.to_string_lossy().into_owned()).collect();
    let page = page::page(&runs, &notes, &files, !options.no_source)?;
    for note in &notes {
        eprintln!("samebits: {note}");
    }
    if options.output.as_os_str() == "-" {
        output::print(&page)?;
        return Ok(0);
    }
    let path = options.output.display();
    let written = files::open(&options.output, Existing::Replaced, mode);
    written
        .and_then(|mut file| file.write_all(page.as_bytes()))
        .map_err(|error| format!("cannot write to {path}: {error}"))?;
    let number = match runs.len() {
        1 => "1 run".to_string(),
        number => format!("{number} runs"),
    };
    output::print(&format!("{path}: {number}\n"))?;
    Ok(0)
}

fn is_same(one: &Path, other: &Path) -> bool {
    let real = |path: &Path| fs::canonicalize(path).ok();
    real(one).is_some_and(|path| real(other) == Some(path))
}
