//! The page: what is shown, handed to a template that escapes all of it.

use super::colours::{Colour, COLOURS, NUMBER};
use super::compare::{compare, Comparison};
use super::glossary::{self, Word};
use super::read::Outcome;
use super::run::{view, RunView};
use super::runs::{Run, Totals};
use super::time::PARTS;
use super::words;
use crate::source::Sources;
use minijinja::syntax::SyntaxConfig;
use minijinja::value::Serde;
use minijinja::{Environment, UndefinedBehavior};
use samebits_policy::VERSION;
use serde::Serialize;
use std::collections::BTreeSet;

/// What the templates know.
#[derive(Debug, Serialize)]
struct Page<'a> {
    programs: String,
    version: &'static str,
    parts: [&'static str; 4],
    colours: [Colour; NUMBER],
    /// The schedules of all runs, with their colours.
    schedules: Vec<Named>,
    words: Vec<Word>,
    runs: &'a [RunView],
    comparison: Option<Comparison>,
    overview: Vec<Overview>,
    notes: &'a [String],
    files: &'a [String],
}

/// A schedule and the class that colours it.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
struct Named {
    name: String,
    class: String,
}

/// A line of the table of runs, where there are more than two.
#[derive(Debug, Serialize)]
struct Overview {
    letter: String,
    program: String,
    began: String,
    mpi: String,
    ranks: String,
    policy: String,
    calls: String,
    time: String,
    class: &'static str,
    /// How many of the reductions.
    covered: String,
}

pub fn page(
    runs: &[Run],
    notes: &[String],
    files: &[String],
    source: bool,
) -> Result<String, String> {
    let mut sources = Sources::new(source);
    let letters: Vec<String> = (0..runs.len()).map(|index| letter(index, runs.len())).collect();
    let each = runs.iter().zip(&letters);
    let views: Vec<RunView> =
        each.map(|(run, letter)| view(run, letter.clone(), &mut sources)).collect();
    let comparison: Option<Comparison> = match runs {
        [a, b] => Some(compare(a, b)),
        _ => None,
    };
    let overview = runs.iter().zip(&views).map(|(run, view)| overview(run, view));
    let overview: Vec<Overview> = overview.collect();
    let mut programs: Vec<&str> = views.iter().map(|view| &*view.program).collect();
    programs.dedup();
    let mut environment = Environment::new();
    environment.set_undefined_behavior(UndefinedBehavior::Strict);
    let syntax = SyntaxConfig::builder().trim_blocks(true).lstrip_blocks(true).build();
    environment.set_syntax(syntax.map_err(|error| error.to_string())?);
    let added = environment
        .add_template("page.css", include_str!("page.css"))
        .and_then(|()| environment.add_template("run.html", include_str!("run.html")))
        .and_then(|()| environment.add_template("compare.html", include_str!("compare.html")))
        .and_then(|()| environment.add_template("page.html", include_str!("page.html")));
    let rendered =
        added.and_then(|()| environment.get_template("page.html")).and_then(|template| {
            template.render(Serde(Page {
                programs: programs.join(", "),
                version: VERSION,
                parts: PARTS,
                colours: COLOURS,
                schedules: schedules(&views),
                words: glossary::words(runs),
                runs: &views,
                comparison,
                overview,
                notes,
                files,
            }))
        });
    rendered.map_err(|error| format!("the page cannot be made: {error:#}"))
}

fn schedules(views: &[RunView]) -> Vec<Named> {
    let all = views.iter().flat_map(|view| view.sizes.iter().flat_map(|sizes| &sizes.schedules));
    let all = all.map(|one| Named { name: one.name.clone(), class: one.class.clone() });
    all.collect::<BTreeSet<_>>().into_iter().collect()
}

fn letter(index: usize, number: usize) -> String {
    match (index, number) {
        (_, 1) => String::new(),
        (0..26, 2..=26) => char::from(b'A' + index as u8).to_string(),
        _ => (index + 1).to_string(),
    }
}

fn overview(run: &Run, view: &RunView) -> Overview {
    let fact = |name: &str| {
        let found = view.facts.iter().find(|fact| fact.name == name);
        found.map_or(String::new(), |fact| fact.value.clone())
    };
    let rows = run.rows();
    let totals = Totals::of(&rows);
    let not = Totals::of_outcome(&rows, Outcome::NotReproduced).calls;
    Overview {
        covered: match (totals.calls, not) {
            (0, _) => "none seen".into(),
            (_, 0) => "all".into(),
            (all, not) => words::percent((all - not) as f64, all as f64),
        },
        letter: view.letter.clone(),
        program: view.program.clone(),
        began: fact("began"),
        mpi: fact("MPI library"),
        ranks: fact("ranks"),
        policy: ["arithmetic", "schedule"].map(fact).join(", "),
        calls: words::count(totals.calls),
        time: words::seconds(totals.seconds),
        class: view.verdict.class,
    }
}
