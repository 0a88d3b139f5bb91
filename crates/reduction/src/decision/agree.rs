//! The comparison of the ranks' policies at a communicator's first reduction, and the messages if
//! they differ or a rank does not answer.

use super::agree_later::{finish_comparison, policies_differ, policy_on, ranks_in_words};
use super::late_ranks::{LateRanks, Waiting};
use super::resources::{found_node, may_share};
use crate::agreement::{self, intercomm, Agreement, Difference, Own};
use crate::report;
use crate::{communicator::Communicator, context::Context, failed};
use samebits_base::fault::Outcome;
use samebits_kernel::fpenv::preserving_fp_environment;
use samebits_mpi::abi::family::Handle;
use samebits_mpi::memory::spare::{self, Reusable};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

/// Compares the ranks' policies at the first reduction; `call` is the name of the function.
#[inline]
pub fn agree(context: &Context, call: &str, comm: Handle, communicator: &Communicator) -> Outcome {
    match communicator.agreed.load(Ordering::Relaxed) {
        true => Ok(()),
        false => compare(context, call, comm, communicator),
    }
}

#[cold]
fn compare(context: &Context, call: &str, comm: Handle, communicator: &Communicator) -> Outcome {
    failed::check(context, comm, communicator)?;
    let Communicator { rank, size, .. } = *communicator;
    let remote = communicator.remote();
    let ranks = ranks_in_words(size, remote);
    let late = LateRanks::default();
    let waiting = |waited| late.after(context, Waiting { call, rank, ranks: &ranks }, waited);
    if finish_comparison(context, call, communicator)? {
        return agreed(context, comm, communicator);
    }
    let policy = &policy_on(context, communicator);
    let choices = policy.choices;
    // Spare memory that is of no use is left for others.
    let useful =
        size > 1 && remote.is_none() && may_share(&choices) && communicator.shared.get().is_none();
    let library = &context.library;
    let bypassed = context.is_bypassed(call, communicator);
    let (spare, comparison) = preserving_fp_environment(|| {
        let spare = match useful {
            true => spare::take(library, comm, size),
            false => Reusable::Credit(0),
        };
        let number = spare.number();
        let comparison = match remote {
            None => {
                let by_request = context.lacks_driven_comms();
                let own = Own { policy, number, bypassed, by_request };
                agreement::compare(library, comm, size, own, &waiting)
            }
            Some(remote) => {
                let number = context.world_rank().unwrap_or(0) as u64;
                let (sizes, own) =
                    ((size, remote), Own { policy, number, bypassed, by_request: false });
                intercomm::compare(library, comm, sizes, own, &waiting)
            }
        };
        (spare, comparison)
    });
    match comparison? {
        Agreement::Same { number: offered, bypassed, by_request } => {
            context.compared_bypassed(bypassed, communicator);
            if by_request {
                communicator.lack_private();
            }
            match offered {
                true => {
                    communicator.inherit(spare);
                    found_node(context);
                }
                false => spare::keep(size, spare),
            }
            agreed(context, comm, communicator)
        }
        Agreement::Differ(difference) => context.stop(&differ(&ranks, &difference), rank),
        Agreement::GroupsDiffer(difference, speaks) => {
            context.stop(&differ(&ranks, &difference), if speaks { rank } else { rank + 1 })
        }
    }
}

/// All ranks know in the same call that they agree.
fn agreed(context: &Context, comm: Handle, communicator: &Communicator) -> Outcome {
    // No schedule is chosen between two groups.
    let alone = communicator.remote().is_none();
    if let Some(path) = context.policy().profile_path.as_ref().filter(|_| alone) {
        use_profile(context, path, comm, communicator)?;
    }
    communicator.agreed.store(true, Ordering::Relaxed);
    Ok(())
}

/// The message that the policies differ; `ranks` is their number in words.
fn differ(ranks: &str, difference: &Difference) -> String {
    let mut message = policies_differ(ranks, &difference.variables) + ":";
    for (policy, ranks) in &difference.policies {
        message += &format!("\n  {policy}: {}", listed(ranks));
    }
    message
}

/// Uses the profile on the communicator if it is of the machines of all its ranks.
fn use_profile(
    context: &Context,
    path: &Path,
    comm: Handle,
    communicator: &Communicator,
) -> Outcome {
    let foreign = context.foreign_profile().is_some();
    let any = preserving_fp_environment(|| context.library.any(comm, foreign))?;
    communicator.tuned.store(!any, Ordering::Relaxed);
    // If it is foreign to the program's first rank, that has reported so at the start.
    static WARNED: AtomicBool = AtomicBool::new(false);
    if any && !foreign && communicator.rank == 0 && !WARNED.swap(true, Ordering::Relaxed) {
        report::print_lines(&format!(
            "SAMEBITS_PROFILE={} is not used: some ranks are not on the machine on which it was \
             measured",
            path.display()
        ));
    }
    Ok(())
}

/// "rank 3" or "ranks 0, 1, 2 and 13 more".
fn listed(ranks: &[usize]) -> String {
    const SHOWN: usize = 8;
    let shown: Vec<String> = ranks.iter().take(SHOWN).map(usize::to_string).collect();
    let more = match ranks.len().saturating_sub(SHOWN) {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    format!("rank{} {}{more}", if ranks.len() == 1 { "" } else { "s" }, shown.join(", "))
}
