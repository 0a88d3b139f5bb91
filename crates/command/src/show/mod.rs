//! `samebits show`: what a trace holds, as a table or as JSON.

mod follow;
mod header;
mod row;
mod table;

use crate::accepted::number;
use crate::output::check;
use crate::source::Sources;
use crate::trace::job::Job;
use crate::trace::rank::{in_words, RankFile};
use crate::trace::view::{completes_later, ReductionView};
use row::{Row, Rows};
use std::io::{self, BufWriter, Write};
use std::path::PathBuf;

/// Print what a trace holds
///
/// Prints what is known of the run, how each rank ended, and a line for each reduction and each of
/// MPI's open choices that was recorded, rank by rank.
#[derive(clap::Args, Debug)]
#[command(after_help = "\
Examples:
  samebits show traces
  samebits show --rank=3 --call=MPI_Allreduce --limit=20 traces/job-…
  samebits show --json traces | jq 'select(.kind == \"reduction\")'")]
pub struct Options {
    /// A directory with the trace of one job, that job's directory, or a rank's file
    #[arg(value_name = "DIRECTORY", value_parser = crate::paths::parser())]
    pub path: PathBuf,

    /// Only this rank of MPI_COMM_WORLD; may be given several times [default: all]
    #[arg(long, value_name = "RANK", help_heading = WHICH, value_parser = number::<u32>)]
    pub rank: Vec<u32>,

    /// Only calls of this name, such as MPI_Allreduce
    #[arg(long, value_name = "NAME", help_heading = WHICH)]
    pub call: Option<String>,

    /// Only communicators whose description contains this text, such as MPI_COMM_WORLD
    #[arg(long, value_name = "TEXT", help_heading = WHICH)]
    pub comm: Option<String>,

    /// Only call sites whose description contains this text, such as a function's name
    #[arg(long, value_name = "TEXT", help_heading = WHICH)]
    pub site: Option<String>,

    /// Only from this reduction of a rank on, numbered as in `samebits diff`
    #[arg(long, value_name = "N", default_value_t = 0, help_heading = WHICH, value_parser = number::<u64>)]
    pub from: u64,

    /// Only up to this reduction of a rank [default: the last]
    #[arg(long, value_name = "N", help_heading = WHICH, value_parser = number::<u64>)]
    pub to: Option<u64>,

    /// At most this many lines for each rank [default: all]
    #[arg(long, value_name = "N", help_heading = WHICH, value_parser = number::<u64>)]
    pub limit: Option<u64>,

    /// Do not look for source lines of call sites in debug information
    #[arg(long)]
    pub no_source: bool,

    /// (What is done anyway; it used to be asked for.)
    #[arg(long, hide = true, conflicts_with = "no_source")]
    pub source: bool,

    /// Print one JSON object per line (docs/show.schema.json describes them)
    #[arg(long)]
    pub json: bool,

    /// Keep reading a trace that is being written, until all ranks have ended
    #[arg(long)]
    pub follow: bool,
}

const WHICH: &str = "Which lines";

impl Options {
    fn wants_rank(&self, rank: u32) -> bool {
        self.rank.is_empty() || self.rank.contains(&rank)
    }

    fn wants(&self, row: &Row) -> bool {
        let (call, comm, site) = row.subjects();
        let contains = |wanted: &Option<String>, text: Option<String>| match wanted {
            Some(wanted) => text.is_some_and(|text| text.contains(wanted.as_str())),
            None => true,
        };
        let same_call = self.call.as_ref().is_none_or(|wanted| call == Some(wanted));
        same_call
            && contains(&self.comm, comm.map(str::to_string))
            && contains(&self.site, site.map(|site| site.words()))
    }
}

/// Prints it; the exit status.
pub fn run(options: &Options) -> Result<u8, String> {
    let mut out = BufWriter::new(io::stdout().lock());
    if options.follow {
        follow::run(options, &mut Sources::new(!options.no_source), &mut out)?;
        return Ok(0);
    }
    let job = Job::open(&options.path)?;
    let mut sources = Sources::of_runs(!options.no_source, job.began());
    if let Some(missing) = options.rank.iter().find(|rank| !job.ranks.contains_key(rank)) {
        return Err(format!("there is no trace of rank {missing} in {}", job.path.display()));
    }
    header::print(&job, options, &mut out)?;
    if !options.json {
        check(writeln!(out, "\n{}", table::TITLES.trim_end()))?;
    }
    for (&rank, file) in job.ranks.iter().filter(|(rank, _)| options.wants_rank(**rank)) {
        print_rank(rank, file, options, &mut sources, &mut out)?;
    }
    if !options.json {
        for file in sources.changed() {
            check(writeln!(out, "No source lines of {file}: it was changed since the run."))?;
        }
    }
    check(out.flush())?;
    Ok(0)
}

fn print_rank(
    rank: u32,
    file: &RankFile,
    options: &Options,
    sources: &mut Sources,
    out: &mut impl Write,
) -> Result<(), String> {
    let mut reader = file.reader();
    let mut rows = Rows::new(rank);
    let mut printed = 0;
    while options.limit.is_none_or(|limit| printed < limit) {
        let Some(record) = reader.next() else { break };
        let Some(row) = rows.row(&reader.tables, record, sources) else { continue };
        // Choices between two reductions come with the second one.
        let at = rows.position() + u64::from(matches!(row, Row::Choice { .. }));
        if options.to.is_some_and(|to| at > to) {
            break;
        }
        if at >= options.from && options.wants(&row) {
            print_row(&row, options, out)?;
            printed += 1;
        }
    }
    Ok(())
}

fn print_row(row: &Row, options: &Options, out: &mut impl Write) -> Result<(), String> {
    match options.json {
        true => {
            let text = serde_json::to_string(row).map_err(|error| error.to_string())?;
            check(writeln!(out, "{text}"))
        }
        false => check(writeln!(out, "{}", table::line(row))),
    }
}

/// How a rank ended, if not as it should.
struct End {
    why: Option<String>,
    inside: Option<ReductionView>,
}

impl End {
    fn of(file: &RankFile) -> End {
        let mut reader = file.reader();
        while reader.next().is_some() {}
        let why = reader.ending().and_then(in_words);
        let inside = why.as_ref().and_then(|_| crate::diff::pair::inside(file));
        End { why, inside }
    }

    /// "Rank 3 was inside MPI_Allreduce of …".
    fn sentence(&self, rank: u32) -> Option<String> {
        let view = self.inside.as_ref()?;
        let stage = if completes_later(&view.call) { "had not completed" } else { "was inside" };
        Some(format!("Rank {rank} {stage} {}.", view.words_and_site()))
    }
}
