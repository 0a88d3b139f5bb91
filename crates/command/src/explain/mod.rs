//! `samebits explain`: by which arithmetic and which schedule a reduction would be done, and what the
//! cost model predicts of all schedules. [`question`] is the reduction as options describe it,
//! [`answer`] asks the library's own choice, [`text`] prints it.

mod answer;
mod question;
mod text;

use crate::accepted::Accepted;
use crate::output;
use answer::Answer;
use question::Question;
use samebits_policy::profile::Profile;
use samebits_policy::Policy;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Show by which arithmetic and schedule a reduction would be done, and how long it would take
///
/// Asks the library's own choice, without MPI. Variables SAMEBITS_… of the environment count; options
/// here replace them. The times are the cost model's: of this machine only with a profile that was
/// measured on it (--profile), and otherwise for comparing schedules with each other.
#[derive(clap::Args, Debug)]
#[command(after_help = "\
Examples:
  samebits explain --ranks 64 --nodes 4 --count 1000
  samebits explain --type MPI_FLOAT --op MPI_MAX --count 1M MPI_Reduce
  samebits explain --profile profile.txt --ranks 8 --arithmetic tree")]
pub struct Options {
    /// The reduction, such as MPI_Allreduce or MPI_Reduce_scatter
    #[arg(value_name = "CALL", default_value = "MPI_Allreduce")]
    call: String,

    /// The number of ranks
    #[arg(long, value_name = "P", default_value = "4", help_heading = REDUCTION)]
    ranks: String,

    /// The number of nodes, over which the ranks are distributed evenly, in order
    #[arg(long, value_name = "N", default_value = "1", help_heading = REDUCTION)]
    nodes: String,

    /// How many elements each rank contributes, such as 1000, 64K or 1M
    #[arg(long, value_name = "N", default_value = "1", help_heading = REDUCTION)]
    count: String,

    /// The datatype
    #[arg(long = "type", value_name = "DATATYPE", default_value = "MPI_DOUBLE", help_heading = REDUCTION)]
    datatype: String,

    /// The operator
    #[arg(long = "op", value_name = "OPERATOR", default_value = "MPI_SUM", help_heading = REDUCTION)]
    operator: String,

    /// The arithmetic; also prerounded:K, prerounded2:K, binned:K (SAMEBITS_ARITHMETIC)
    /// [default: auto]
    #[arg(long, value_name = "NAME", help_heading = POLICY, value_parser = Accepted("SAMEBITS_ARITHMETIC"))]
    arithmetic: Option<String>,

    /// The schedule; also fnomial:F, split:F, doubling:G (SAMEBITS_SCHEDULE) [default: auto]
    #[arg(long, value_name = "NAME", help_heading = POLICY, value_parser = Accepted("SAMEBITS_SCHEDULE"))]
    schedule: Option<String>,

    /// A measured machine: a file written by samebits_tune (SAMEBITS_PROFILE) [default: none]
    #[arg(long, value_name = "FILE", help_heading = POLICY, value_parser = crate::paths::parser())]
    profile: Option<PathBuf>,

    /// Print one JSON object (docs/explain.schema.json describes it)
    #[arg(long)]
    json: bool,
}

const REDUCTION: &str = "The reduction";
const POLICY: &str = "The policy";

pub fn run(options: &Options) -> Result<u8, String> {
    let policy = policy(options)?;
    let question = Question::of(options, policy.node)?;
    let answer = Answer::to(&question, &policy);
    output::print(&match options.json {
        true => text::json(&question, &policy, &answer)?,
        false => text::lines(&question, &policy, &answer),
    })?;
    Ok(0)
}

/// The environment's, with what the options say.
fn policy(options: &Options) -> Result<Policy, String> {
    // A profile that is named here is the one that counts, whatever the environment has.
    let mut policy = match options.profile {
        None => Policy::from_environment()?,
        Some(_) => Policy::from_variables(environment())?,
    };
    let choices = [("arithmetic", &options.arithmetic), ("schedule", &options.schedule)];
    for (name, value) in choices {
        if let Some(value) = value {
            policy = policy.with(name, value).map_err(|why| format!("--{why}"))?;
        }
    }
    if let Some(path) = &options.profile {
        policy.profile = Some(Arc::new(load(path)?));
        policy.profile_path = Some(path.clone());
    }
    Ok(policy)
}

fn environment() -> impl Iterator<Item = (String, String)> {
    let variables = std::env::vars_os().map(|(name, value)| {
        (name.to_string_lossy().into_owned(), value.to_string_lossy().into_owned())
    });
    variables.filter(|(name, _)| name != "SAMEBITS_PROFILE")
}

fn load(path: &Path) -> Result<Profile, String> {
    Profile::load(path).map_err(|why| {
        let path = path.display();
        format!("--profile={path} is not accepted: {why}; it takes a file written by samebits_tune")
    })
}
