//! What the starts of a persistent reduction count: each is one more call, of the elements and bytes
//! that were said when it was made, and takes a time of its own. One that is passed on is counted
//! likewise, with the reason.

use super::notices::{counted, site};
use super::Call;
use crate::context::Context;
use crate::report::{self, Counted, Outcome};
use libc::c_int;
use samebits_schedule::breakdown::{Times, Watch};

#[derive(Debug)]
pub struct Starts {
    /// Whether samebits evaluates it.
    reproduced: bool,
    /// For the report, on the rank that counts it.
    row: Option<Row>,
}

#[derive(Debug)]
struct Row {
    /// Of a start, with the times of the last one.
    counted: Counted,
    /// Where it was made, if it is not made reproducible.
    site: Option<String>,
    started: bool,
}

impl Starts {
    /// Of a reduction that a call makes.
    pub fn of(context: &Context, call: &Call<'_>, outcome: Outcome) -> Starts {
        let row = counted(context, &call.into(), outcome).map(|counted| Row {
            counted,
            site: matches!(outcome, Outcome::NotReproduced(_)).then(|| site(context)).flatten(),
            started: false,
        });
        if let (Some(tallies), Some(_)) = (&context.tallies, &row) {
            tallies.made();
        }
        Starts { reproduced: matches!(outcome, Outcome::Reproduced { .. }), row }
    }

    /// Counts what is started by `start`, which returns an error code.
    #[inline]
    pub fn count(&mut self, context: &Context, start: impl FnOnce() -> c_int) -> c_int {
        let seen = report::seen();
        let watch = self.row.as_ref().map(|_| Watch::start());
        let code = start();
        if code != 0 {
            return code;
        }
        if self.reproduced {
            seen.reproduced();
        }
        if let Some(watch) = watch {
            self.report(context, &watch.times());
        }
        code
    }

    /// Counts a start by the MPI library, which has taken so long and has returned an error code.
    pub fn passed_on(&mut self, context: &Context, times: &Times, code: c_int) {
        drop(report::seen());
        if code == 0 {
            self.report(context, times);
        }
    }

    #[cold]
    fn report(&mut self, context: &Context, times: &Times) {
        let (Some(tallies), Some(row)) = (&context.tallies, &mut self.row) else { return };
        if !row.started {
            row.started = true;
            tallies.started();
        }
        row.counted.times = *times;
        tallies.count(&row.counted, || row.site.clone());
    }

    /// What the last start has counted on this rank.
    pub fn last(&self) -> Option<Counted> {
        self.row.as_ref().filter(|row| row.started).map(|row| row.counted)
    }
}
