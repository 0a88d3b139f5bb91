//! Which lines are of one run: each rank that leads a communicator writes one.

use super::read::{Line, Outcome, Parts, Report, Row, Size, Writer};

#[derive(Clone, Debug, Default)]
pub struct Run {
    pub reports: Vec<Report>,
    /// Processes of which no call has arrived, and why.
    pub nothing: Vec<(Writer, String)>,
}

/// Numbers of processes, and so of jobs, come again after a while.
const LONGEST_START: f64 = 600.0;
/// Hosts whose launcher has no name for a job start it together, by clocks that almost agree.
const SAME_START: f64 = 10.0;

/// The runs in the order in which they come first.
pub fn group(lines: Vec<Line>) -> Vec<Run> {
    let mut runs: Vec<Run> = Vec::new();
    for line in lines {
        let found = runs.iter_mut().rev().find(|run| run.is_of(&line));
        let run = match found {
            Some(run) => run,
            None => {
                runs.push(Run::default());
                runs.last_mut().expect("one was added")
            }
        };
        match line {
            Line::Report(report) => run.reports.push(*report),
            Line::Nothing(writer, why) => run.nothing.push((writer, why)),
        }
    }
    for run in &mut runs {
        run.reports.sort_by_key(|report| report.rank);
    }
    runs
}

impl Run {
    fn is_of(&self, line: &Line) -> bool {
        match line {
            Line::Nothing(writer, _) => self
                .nothing
                .iter()
                .any(|(one, _)| same_job(one, writer) && one.process != writer.process),
            Line::Report(report) => {
                self.reports.first().is_some_and(|first| {
                    (&first.mpi, &first.policy, first.ranks)
                        == (&report.mpi, &report.policy, report.ranks)
                }) && self.reports.iter().all(|other| together(other, report))
            }
        }
    }

    pub fn writer(&self) -> &Writer {
        let first = self.reports.first().map(|report| &report.writer);
        first.unwrap_or_else(|| &self.nothing[0].0)
    }

    /// The rows of all ranks; equal ones are added up.
    pub fn rows(&self) -> Vec<Row> {
        let mut rows: Vec<Row> = Vec::new();
        for row in self.reports.iter().flat_map(|report| &report.rows) {
            match rows.iter_mut().find(|one| key(one) == key(row)) {
                Some(one) => add(one, row),
                None => rows.push(row.clone()),
            }
        }
        rows.sort_by(|a, b| b.seconds.total_cmp(&a.seconds));
        rows
    }
}

fn same_job(a: &Writer, b: &Writer) -> bool {
    (&a.job, &a.version) == (&b.job, &b.version) && (a.written - b.written).abs() < LONGEST_START
}

/// Whether two reports that agree in what all ranks have in common may be of one run.
fn together(a: &Report, b: &Report) -> bool {
    let (one, other) = (&a.writer, &b.writer);
    let apart = (a.began - b.began).abs();
    let same_process = (&one.host, one.process) == (&other.host, other.process);
    let same_rank = a.rank == b.rank && a.rank.is_some();
    if one.version != other.version || (same_rank && !same_process) {
        return false;
    }
    let elsewhere = one.host != other.host && one.command == other.command;
    match (one.job == other.job, a.rank.is_some()) {
        // (Clocks of hosts may be far apart.)
        (true, true) => elsewhere || apart < LONGEST_START,
        (true, false) => apart < SAME_START,
        (false, _) => elsewhere && apart < SAME_START,
    }
}

fn key(row: &Row) -> impl PartialEq + '_ {
    let what = (&row.call, &row.datatype, &row.operator, row.outcome);
    (what, (&row.arithmetic, &row.schedule, &row.in_place_of, &row.reason))
}

fn add(sum: &mut Row, row: &Row) {
    sum.calls += row.calls;
    sum.elements += row.elements;
    sum.bytes += row.bytes;
    sum.seconds += row.seconds;
    if let (Some(parts), Some(more)) = (&mut sum.parts, &row.parts) {
        parts.add(more);
    }
    add_sizes(&mut sum.sizes, &row.sizes);
    if sum.first_call.is_none() {
        sum.first_call.clone_from(&row.first_call);
    }
}

pub fn add_sizes(sum: &mut Vec<Size>, sizes: &[Size]) {
    for size in sizes {
        match sum.binary_search_by_key(&size.from, |one| one.from) {
            Ok(place) => {
                sum[place].calls += size.calls;
                sum[place].seconds += size.seconds;
            }
            Err(place) => sum.insert(place, *size),
        }
    }
}

impl Parts {
    pub fn add(&mut self, more: &Parts) {
        self.communication += more.communication;
        self.local += more.local;
        self.gather += more.gather;
        self.other += more.other;
    }
}

/// Calls, bytes and seconds.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Totals {
    pub calls: u64,
    pub bytes: u64,
    pub seconds: f64,
}

impl Totals {
    pub fn of<'a>(rows: impl IntoIterator<Item = &'a Row>) -> Totals {
        rows.into_iter().fold(Totals::default(), |sum, row| Totals {
            calls: sum.calls + row.calls,
            bytes: sum.bytes + row.bytes,
            seconds: sum.seconds + row.seconds,
        })
    }

    pub fn of_outcome(rows: &[Row], outcome: Outcome) -> Totals {
        Totals::of(rows.iter().filter(|row| row.outcome == outcome))
    }
}

#[cfg(test)]
mod tests {
    use super::super::read::tests::LINE;
    use super::*;

    fn report(change: impl Fn(&mut Report)) -> Line {
        let mut report: Report = serde_json::from_str(LINE).unwrap();
        change(&mut report);
        Line::Report(Box::new(report))
    }

    fn runs(lines: Vec<Line>) -> usize {
        group(lines).len()
    }

    fn rank(rank: u64) -> impl Fn(&mut Report) {
        move |report| {
            report.rank = Some(rank);
            report.writer.process = 100 + rank;
        }
    }

    #[test]
    fn the_ranks_of_a_job_are_one_run_in_their_order() {
        let found = group(vec![report(rank(2)), report(rank(0)), report(rank(1)), report(rank(0))]);
        assert_eq!(found.len(), 1);
        let ranks: Vec<_> = found[0].reports.iter().map(|report| report.rank).collect();
        assert_eq!(ranks, [Some(0), Some(0), Some(1), Some(2)]);
    }

    #[test]
    fn another_job_rank_policy_or_time_is_another_run() {
        let other = |change: fn(&mut Report)| runs(vec![report(|_| ()), report(change)]);
        assert_eq!(other(|_| ()), 1);
        assert_eq!(other(|report| report.writer.job = "8".into()), 2);
        assert_eq!(other(|report| report.writer.process = 2), 2, "rank 0 again");
        assert_eq!(other(|report| report.ranks = Some(4)), 2);
        assert_eq!(other(|report| report.mpi.version = "Open MPI".into()), 2);
        assert_eq!(other(|report| report.began += 1e4), 2);
    }

    #[test]
    fn hosts_without_a_name_for_the_job_are_one_run_if_they_start_together() {
        let elsewhere = |began: f64| {
            let far = move |report: &mut Report| {
                rank(1)(report);
                report.writer.host = "g".into();
                report.writer.job = "99".into();
                report.began += began;
            };
            runs(vec![report(rank(0)), report(far)])
        };
        assert_eq!((elsewhere(0.5), elsewhere(-0.5), elsewhere(60.0)), (1, 1, 2));
    }

    #[test]
    fn hosts_of_a_job_with_a_name_are_one_run_whatever_their_clocks() {
        let elsewhere = |command: &str| {
            let far = |report: &mut Report| {
                rank(1)(report);
                report.writer.host = "g".into();
                report.writer.command = vec![command.into()];
                report.began += 3600.0;
            };
            let here = |report: &mut Report| {
                rank(0)(report);
                report.writer.command = vec!["a".into()];
            };
            runs(vec![report(here), report(far)])
        };
        assert_eq!((elsewhere("a"), elsewhere("b")), (1, 2));
    }

    #[test]
    fn equal_rows_are_added_up() {
        let text = r#"{"call":"MPI_Reduce","datatype":"MPI_FLOAT","operator":"MPI_SUM","calls":2,"elements":4,"bytes":16,"seconds":0.5,"outcome":"reproduced","arithmetic":"exact","schedule":"gather","in_place_of":null,"reason":null,"first_call":null,"parts":{"local":0.25,"other":0.25},"sizes":[{"from":8,"to":15,"calls":2,"seconds":0.5}]}"#;
        let row: Row = serde_json::from_str(text).unwrap();
        let with = |schedule: &str, from: u64| {
            let mut row = row.clone();
            row.schedule = Some(schedule.into());
            row.sizes[0].from = from;
            row
        };
        let of = |rank: u64, row: Row| {
            report(move |report| {
                report.rank = Some(rank);
                report.writer.process = rank;
                report.rows = vec![row.clone()];
            })
        };
        let lines =
            vec![of(0, with("gather", 8)), of(1, with("gather", 4)), of(2, with("node", 8))];
        let rows = group(lines)[0].rows();
        assert_eq!(rows.iter().map(|row| row.calls).collect::<Vec<_>>(), [4, 2]);
        assert_eq!(rows[0].sizes.iter().map(|size| size.from).collect::<Vec<_>>(), [4, 8]);
        assert_eq!(rows[0].parts.unwrap().local, 0.5);
        assert_eq!(Totals::of(&rows), Totals { calls: 6, bytes: 48, seconds: 1.5 });
    }
}
