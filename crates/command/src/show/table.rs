//! Rows as lines of a table.

use super::row::Row;
use crate::trace::view::{completes_later, number_of, ReductionView, SiteView};

pub const TITLES: &str = "\
  rank  number  call                 what                            contribution      result            on, how, from";

/// So many values are shown on a line.
const VALUES: usize = 8;

/// One line, without its end.
pub fn line(row: &Row) -> String {
    match row {
        Row::Reduction { rank, reduction } => {
            let what = what(reduction);
            let at = reduction.position;
            let contribution = digest(&reduction.contribution);
            let result = match (&reduction.result, reduction.done) {
                (None, false) if completes_later(&reduction.call) => "(later)".into(),
                (None, false) => "(open)".into(),
                (result, _) => digest(result),
            };
            let rest = rest(reduction);
            let call = &reduction.call;
            format!("{rank:>6}  {at:>6}  {call:<19}  {what:<30}  {contribution:<16}  {result:<16}  {rest}")
        }
        Row::Completed {
            rank, call, communicator, number: n, start, how, result, code, ..
        } => {
            let (at, result) = ("", digest(result));
            let mut rest = vec![numbered(*n, *start, communicator)];
            rest.extend((!how.is_empty()).then(|| how.clone()));
            rest.extend((*code != 0).then(|| format!("error code {code}")));
            let (empty, rest) = ("", rest.join("; "));
            format!(
                "{rank:>6}  {at:>6}  {call:<19}  {:<30}  {empty:<16}  {result:<16}  {rest}",
                "complete"
            )
        }
        Row::Values { rank, of, values, .. } => {
            let at = "";
            let shown: Vec<&str> = values.iter().take(VALUES).map(String::as_str).collect();
            let more = match values.len().saturating_sub(VALUES) {
                0 => String::new(),
                more => format!(" and {more} more"),
            };
            format!("{rank:>6}  {at:>6}  {of}: {}{more}", shown.join(", "))
        }
        Row::Choice { rank, choice } => {
            let taken = choice.taken_words();
            let on = match choice.communicator.as_str() {
                "no communicator" => String::new(),
                communicator => format!("{communicator}; "),
            };
            let site = from(choice.site.as_ref());
            format!("{rank:>6}  {:>6}  {:<19}  {taken:<30}  {on}{site}", "", choice.call)
        }
        Row::Interval { rank, from, number, digest } => {
            let last = from.saturating_add(number.saturating_sub(1));
            format!(
                "{rank:>6}  {:>6}  reductions {from} to {last}, digested together: {digest}",
                ""
            )
        }
        Row::End { rank, reductions } => {
            format!("{rank:>6}  {:>6}  the end, after {}", "", number_of(*reductions, "reduction"))
        }
    }
}

/// Which of a communicator's reductions it is.
fn numbered(number: u32, start: u32, communicator: &str) -> String {
    match start {
        0 => format!("{number} on {communicator}"),
        start => format!("{number}, start {start}, on {communicator}"),
    }
}

fn what(reduction: &ReductionView) -> String {
    let ReductionView { count, datatype, operator, .. } = reduction;
    let root = reduction.root.map_or(String::new(), |root| format!(" to {root}"));
    format!("{count} {datatype} {operator}{root}")
}

fn digest(digest: &Option<String>) -> String {
    digest.clone().unwrap_or_else(|| "-".into())
}

fn rest(reduction: &ReductionView) -> String {
    let ReductionView { number, start, communicator, .. } = reduction;
    let mut rest = vec![numbered(*number, *start, communicator)];
    rest.extend((!reduction.how.is_empty()).then(|| reduction.how.clone()));
    rest.extend((reduction.code != 0).then(|| format!("error code {}", reduction.code)));
    rest.push(from(reduction.site.as_ref()));
    rest.retain(|part| !part.is_empty());
    rest.join("; ")
}

fn from(site: Option<&SiteView>) -> String {
    site.map_or(String::new(), SiteView::words)
}
