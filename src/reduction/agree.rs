//! The comparison of the ranks' policies at a communicator's first reduction, and the messages if
//! they differ or a rank does not answer.

use super::{context::Context, resources::may_share};
use crate::lock::lock;
use crate::mpi::spare::{self, Reusable};
use crate::mpi::{communicator::Communicator, family::Handle, nonblocking::Exchange};
use crate::policy::agreement::{self, Agreement, Verdict};
use crate::{arithmetic::Fault, kernel::fpenv::preserving_fp_environment, policy::Policy, report};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::Arc;

/// Compares the ranks' policies at the first reduction; `call` is the name of the function.
#[inline]
pub fn agree(
    context: &Context,
    call: &str,
    comm: Handle,
    communicator: &Communicator,
) -> Result<(), Fault> {
    match communicator.agreed.load(Ordering::Relaxed) {
        true => Ok(()),
        false => compare(context, call, comm, communicator),
    }
}

#[cold]
fn compare(
    context: &Context,
    call: &str,
    comm: Handle,
    communicator: &Communicator,
) -> Result<(), Fault> {
    let Communicator { rank, size, .. } = *communicator;
    // Started before a nonblocking reduction, by all ranks.
    let started = lock(&communicator.comparison).take();
    if let Some(comparison) = started {
        Comparison { comparison, call, rank, size }.finish(context)?;
        return agreed(context, comm, communicator);
    }
    let waiting = || report_waiting(call, rank, size);
    let policy = &policy_on(context, communicator);
    let choices = policy.choices;
    // Spare memory that is of no use is left for others.
    let useful = size > 1 && may_share(&choices) && communicator.shared.get().is_none();
    let library = &context.library;
    let (spare, comparison) = preserving_fp_environment(|| {
        let spare = match useful {
            true => spare::take(library, comm, size),
            false => Reusable::Credit(0),
        };
        let number = spare.number();
        (spare, agreement::compare(library, comm, size, policy, number, &waiting))
    });
    match comparison? {
        Agreement::Same(offered) => {
            match offered {
                true => communicator.inherit(spare),
                false => spare::keep(size, spare),
            }
            agreed(context, comm, communicator)
        }
        Agreement::Differ(groups) => {
            let mut message = format!("{}:", differ(size));
            for (policy, ranks) in groups {
                message += &format!("\n  {policy}: {}", ranks_in_words(&ranks));
            }
            context.stop(&message, rank)
        }
    }
}

/// All ranks know in the same call that they agree.
fn agreed(context: &Context, comm: Handle, communicator: &Communicator) -> Result<(), Fault> {
    if let Some(path) = &context.policy().profile_path {
        use_profile(context, path, comm, communicator)?;
    }
    communicator.agreed.store(true, Ordering::Relaxed);
    Ok(())
}

/// The policy by which a communicator's reductions are done.
fn policy_on(context: &Context, communicator: &Communicator) -> Policy {
    let policy = context.policy();
    let choices = *communicator.choices().unwrap_or(&policy.choices);
    Policy { choices, ..policy.clone() }
}

fn differ(size: usize) -> String {
    format!(
        "the {size} ranks of a communicator do not have the same policy in their environments (or \
         by samebits_set)"
    )
}

/// Nobody knows which ranks are waiting, so a few, spread over the communicator, report it.
fn report_waiting(call: &str, rank: usize, size: usize) {
    if rank == 0 || rank.is_power_of_two() {
        report::print_lines(&format!(
            "rank {rank} of a communicator of {size} ranks has waited for a minute in {call} \
             for the others; was every rank started with samebits (LD_PRELOAD)? If one is \
             just late, this goes on"
        ));
    }
}

/// A comparison that was started before a nonblocking reduction, to be judged when that completes.
/// It must be judged before anything is waited for that depends on the policies.
#[derive(Debug)]
pub struct Comparison<'a> {
    comparison: Arc<Exchange>,
    call: &'a str,
    rank: usize,
    size: usize,
}

impl Comparison<'_> {
    /// Whether it is complete; the job is stopped if the policies differ.
    pub fn test(&self, context: &Context) -> Result<bool, Fault> {
        let done = self.comparison.test(&context.library)?;
        if done {
            self.judge(context);
        }
        Ok(done)
    }

    pub fn finish(&self, context: &Context) -> Result<(), Fault> {
        let waiting = || report_waiting(self.call, self.rank, self.size);
        preserving_fp_environment(|| {
            agreement::wait(&context.library, &self.comparison, &waiting)
        })?;
        self.judge(context);
        Ok(())
    }

    fn judge(&self, context: &Context) {
        let own = context.policy().decisive();
        let Comparison { call, rank, size, .. } = *self;
        match agreement::verdict(&self.comparison) {
            Verdict::Same => {}
            Verdict::Differ => {
                context.stop(&format!("{}; rank {rank} has {own} in {call}", differ(size)), rank)
            }
            Verdict::Foreign => context.stop(
                &format!(
                    "rank {rank} of a communicator of {size} ranks has met a rank that runs \
                     without samebits in {call}; every rank has to be started with it (LD_PRELOAD)"
                ),
                rank,
            ),
        }
    }
}

/// Starts the comparison before a nonblocking reduction of so many bytes, unless the ranks are known
/// to agree or it was started before; `None` if there is nothing left to be judged.
pub fn start_comparison<'a>(
    context: &Context,
    call: &'a str,
    comm: Handle,
    communicator: &Communicator,
    bytes: usize,
) -> Result<Option<Comparison<'a>>, Fault> {
    let known = [&communicator.agreed, &communicator.judged];
    if known.into_iter().any(|known| known.load(Ordering::Relaxed)) {
        return Ok(None);
    }
    let Communicator { rank, size, .. } = *communicator;
    let mut started = lock(&communicator.comparison);
    let comparison = match &*started {
        Some(comparison) => {
            let comparison = Comparison { comparison: comparison.clone(), call, rank, size };
            if comparison.test(context)? {
                communicator.judged.store(true, Ordering::Relaxed);
                return Ok(None);
            }
            return Ok(Some(comparison));
        }
        None => {
            let policy = policy_on(context, communicator);
            let start = || agreement::start(&context.library, comm, &policy, bytes);
            let comparison = Arc::new(preserving_fp_environment(start)?);
            *started = Some(comparison.clone());
            comparison
        }
    };
    Ok(Some(Comparison { comparison, call, rank, size }))
}

/// Uses the profile on the communicator if it is of the machines of all its ranks.
fn use_profile(
    context: &Context,
    path: &Path,
    comm: Handle,
    communicator: &Communicator,
) -> Result<(), Fault> {
    let foreign = context.foreign_profile().is_some();
    let any = preserving_fp_environment(|| context.library.any(comm, foreign))?;
    communicator.tuned.store(!any, Ordering::Relaxed);
    // If it is foreign to the program's first rank, that has reported so at the start.
    static WARNED: AtomicBool = AtomicBool::new(false);
    if any && !foreign && communicator.rank == 0 && !WARNED.swap(true, Ordering::Relaxed) {
        report::print_lines(&format!(
            "SAMEBITS_PROFILE={} is not used by ranks of which some are on another machine than \
             that it was measured on",
            path.display()
        ));
    }
    Ok(())
}

/// "rank 3" or "ranks 0, 1, 2 and 13 more".
fn ranks_in_words(ranks: &[usize]) -> String {
    const SHOWN: usize = 8;
    let shown: Vec<String> = ranks.iter().take(SHOWN).map(usize::to_string).collect();
    let more = match ranks.len().saturating_sub(SHOWN) {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    format!("rank{} {}{more}", if ranks.len() == 1 { "" } else { "s" }, shown.join(", "))
}
