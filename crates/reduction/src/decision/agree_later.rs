//! The comparison of the ranks' policies where a communicator's first reduction is nonblocking: it is
//! started before that, and judged when a request completes, or in the first blocking reduction.

use super::late_ranks::{LateRanks, Waiting};
use crate::agreement::{self, intercomm, Own, Verdict};
use crate::{communicator::Communicator, context::Context, failed};
use samebits_base::fault::Fault;
use samebits_base::lock::lock;
use samebits_kernel::fpenv::preserving_fp_environment;
use samebits_mpi::{abi::family::Handle, calls::exchange::Exchange, Library};
use samebits_policy::{wording::enumerate, Policy};
use samebits_schedule::Choices;
use std::sync::atomic::Ordering;
use std::sync::Arc;

/// The policy by which a communicator's reductions are done.
pub(super) fn policy_on(context: &Context, communicator: &Communicator) -> Policy {
    let policy = context.policy();
    let choices = *communicator.choices(policy);
    Policy { choices, ..policy.clone() }
}

/// How many ranks a communicator has, and the other group if there is one.
pub(super) fn ranks_in_words(size: usize, remote: Option<usize>) -> String {
    remote.map_or(size.to_string(), |remote| format!("{size} and {remote}"))
}

/// That the policies of so many ranks differ, and in which variables, if that is known.
pub(super) fn policies_differ(ranks: &str, variables: &[String]) -> String {
    let names: Vec<&str> = variables.iter().map(String::as_str).collect();
    let differ_in = match names.as_slice() {
        [] => String::new(),
        names => format!("; they differ in {}", enumerate(names, "and")),
    };
    format!(
        "the {ranks} ranks of a communicator have different policies in their environments (or set \
         by samebits_set){differ_in}"
    )
}

/// Waits for the comparison that was started before, by all ranks; false if there was none.
pub(super) fn finish_comparison(
    context: &Context,
    call: &str,
    communicator: &Communicator,
) -> Result<bool, Fault> {
    let Some(comparison) = lock(&communicator.comparison).take() else { return Ok(false) };
    Comparison::new(context, comparison, call, communicator).finish(context)?;
    Ok(true)
}

/// A comparison that was started before a nonblocking reduction, to be judged when that completes.
/// It must be judged before anything is waited for that depends on the policies.
#[derive(Debug)]
pub struct Comparison<'a> {
    comparison: Arc<Exchange>,
    call: &'a str,
    rank: usize,
    size: usize,
    /// The ranks of the other group, in an intercommunicator.
    remote: Option<usize>,
    choices: Choices,
    late: LateRanks,
}

impl<'a> Comparison<'a> {
    fn new(
        context: &Context,
        comparison: Arc<Exchange>,
        call: &'a str,
        communicator: &Communicator,
    ) -> Self {
        let choices = *communicator.choices(context.policy());
        let Communicator { rank, size, .. } = *communicator;
        let (remote, late) = (communicator.remote(), LateRanks::default());
        Comparison { comparison, call, rank, size, remote, choices, late }
    }

    /// How many ranks there are, in words.
    fn ranks(&self) -> String {
        ranks_in_words(self.size, self.remote)
    }

    /// Whether it is complete; the job is stopped if the policies differ.
    pub fn test(&self, context: &Context) -> Result<bool, Fault> {
        self.test_by(context, Exchange::test)
    }

    /// Likewise while the MPI library makes progress.
    pub fn test_meanwhile(&self, context: &Context) -> Result<bool, Fault> {
        self.test_by(context, Exchange::test_meanwhile)
    }

    fn test_by(
        &self,
        context: &Context,
        test: fn(&Exchange, &Library) -> Result<bool, Fault>,
    ) -> Result<bool, Fault> {
        let test = || test(&self.comparison, &context.library);
        let done = preserving_fp_environment(test)?;
        match done {
            true => self.judge(context),
            false => self.late.poll(context, self.waiting(&self.ranks())),
        }
        Ok(done)
    }

    pub fn finish(&self, context: &Context) -> Result<(), Fault> {
        let ranks = self.ranks();
        let waiting = |waited| self.late.after(context, self.waiting(&ranks), waited);
        preserving_fp_environment(|| {
            agreement::wait(&context.library, &self.comparison, &waiting)
        })?;
        self.judge(context);
        Ok(())
    }

    fn waiting<'r>(&'r self, ranks: &'r str) -> Waiting<'r> {
        Waiting { call: self.call, rank: self.rank, ranks }
    }

    fn judge(&self, context: &Context) {
        let Comparison { call, rank, remote, .. } = *self;
        let ranks = self.ranks();
        let between_groups = remote.is_some();
        let verdict = agreement::verdict(&self.comparison, between_groups);
        if between_groups && verdict != Verdict::Same && rank == 0 {
            context.let_print_first(intercomm::is_lower(&self.comparison));
        }
        let of_group = if between_groups { " of its group" } else { "" };
        let message = match verdict {
            Verdict::Same => return,
            Verdict::Differ => {
                let policy = Policy { choices: self.choices, ..context.policy().clone() };
                let comparison = &self.comparison;
                let variables = agreement::differing_variables(comparison, between_groups, &policy);
                let (differ, own) = (policies_differ(&ranks, &variables), agreement::in_words(&policy));
                format!("{differ}; in {call} rank {rank}{of_group} has {own}")
            }
            Verdict::SomeBypassed => format!(
                "requests of some of the {ranks} ranks of a communicator are completed without \
                 samebits, and its first reduction is nonblocking: in {call} rank {rank}{of_group} \
                 found {}. Set SAMEBITS_NONBLOCKING=native on all ranks",
                context.bypassed_by(call).unwrap_or("nobody who does so")
            ),
            Verdict::Foreign => format!(
                "rank {rank}{of_group} of a communicator of {ranks} ranks found in {call} that another \
                 rank runs without samebits; start every rank with it (LD_PRELOAD)"
            ),
        };
        context.stop(&message, rank)
    }
}

/// Whether the ranks are known to agree.
#[inline]
pub fn is_known(communicator: &Communicator) -> bool {
    let Communicator { agreed, judged, .. } = communicator;
    agreed.load(Ordering::Relaxed) || judged.load(Ordering::Relaxed)
}

/// Starts the comparison before a nonblocking reduction, unless the ranks are known
/// to agree or it was started before; `None` if there is nothing left to be judged.
pub fn start_comparison<'a>(
    context: &Context,
    call: &'a str,
    comm: Handle,
    communicator: &Communicator,
) -> Result<Option<Comparison<'a>>, Fault> {
    if is_known(communicator) {
        return Ok(None);
    }
    failed::check(context, comm, communicator)?;
    // (MPI may call the program's error handler, so nothing is locked meanwhile.)
    let started = lock(&communicator.comparison).clone();
    if let Some(comparison) = started {
        let comparison = Comparison::new(context, comparison, call, communicator);
        let done = comparison.test(context)?;
        communicator.judged.store(done, Ordering::Relaxed);
        return Ok((!done).then_some(comparison));
    }
    let policy = policy_on(context, communicator);
    let peers = communicator.remote().unwrap_or(communicator.size);
    let number = intercomm::number(communicator.rank, context.world_rank().unwrap_or(0));
    let bypassed = context.is_bypassed(call, communicator);
    let own = Own { policy: &policy, number, bypassed, by_request: false };
    let start = || agreement::start(&context.library, (comm, peers), own);
    let comparison = Arc::new(preserving_fp_environment(start)?);
    *lock(&communicator.comparison) = Some(comparison.clone());
    Ok(Some(Comparison::new(context, comparison, call, communicator)))
}
