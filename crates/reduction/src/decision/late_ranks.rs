//! What a rank says and does that waits for the policies of others: they may be late, or run without
//! samebits and never come.

use crate::context::Context;
use crate::report;
use std::cell::Cell;
use std::time::{Duration, Instant};

const WARN_AFTER: Duration = Duration::from_secs(60);

/// A rank's waiting for the others of a communicator.
#[derive(Debug, Default)]
pub struct LateRanks {
    since: Cell<Option<Instant>>,
    warned: Cell<bool>,
}

/// Who waits, where.
#[derive(Clone, Copy, Debug)]
pub struct Waiting<'a> {
    /// The name of the function.
    pub call: &'a str,
    pub rank: usize,
    /// How many ranks the communicator has, in words.
    pub ranks: &'a str,
}

impl LateRanks {
    /// As [`Self::after`], where a program asks now and then whether they have come; the first time
    /// it has not waited yet.
    pub fn poll(&self, context: &Context, who: Waiting) {
        let since = self.since.get().unwrap_or_else(Instant::now);
        self.since.set(Some(since));
        self.after(context, who, since.elapsed());
    }

    /// To be called now and then with the time that the rank has waited so far. Says once that it
    /// waits; stops the job when that takes longer than `SAMEBITS_WAIT_LIMIT`.
    pub fn after(&self, context: &Context, who: Waiting, waited: Duration) {
        if let Some(limit) = context.policy().wait_limit.filter(|limit| waited > *limit) {
            // (It is a rank that speaks first, not the first rank, which may not be there.)
            context.stop(
                &format!(
                    "{}\nSAMEBITS_WAIT_LIMIT={} has passed",
                    who.message(limit),
                    limit.as_secs()
                ),
                usize::from(!who.speaks()),
            );
        }
        if waited > WARN_AFTER && !self.warned.replace(true) && who.speaks() {
            report::print_lines(&format!(
                "{} If a rank is only late, the program continues",
                who.message(WARN_AFTER)
            ));
        }
    }
}

impl Waiting<'_> {
    /// Nobody knows which ranks are waiting, so a few, spread over the communicator, report it.
    fn speaks(&self) -> bool {
        self.rank == 0 || self.rank.is_power_of_two()
    }

    fn message(&self, time: Duration) -> String {
        let Waiting { call, rank, ranks } = self;
        let time = match time.as_secs() {
            1 => "a second".to_string(),
            60 => "a minute".to_string(),
            seconds => format!("{seconds} seconds"),
        };
        format!(
            "rank {rank} of a communicator of {ranks} ranks has waited for {time} in {call} for the \
             others; was every rank started with samebits (LD_PRELOAD)?"
        )
    }
}
