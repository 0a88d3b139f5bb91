//! The comparison of the ranks' policies at a communicator's first reduction,
//! and what is said where they differ or do not answer.

use super::context::Context;
use super::resources::may_share;
use crate::arithmetic::Fault;
use crate::kernel::fpenv::preserving_fp_environment;
use crate::mpi::communicator::Communicator;
use crate::mpi::family::Handle;
use crate::mpi::spare::{self, Reusable};
use crate::policy::agreement::{self, Agreement};
use crate::policy::Policy;
use crate::report;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

/// Compares the policies of the communicator's ranks at its first reduction;
/// `call` is the name of the MPI function.
#[inline]
pub fn agree(
    context: &Context,
    policy: &Policy,
    call: &str,
    comm: Handle,
    communicator: &Communicator,
) -> Result<(), Fault> {
    match communicator.agreed.load(Ordering::Relaxed) {
        true => Ok(()),
        false => compare(context, policy, call, comm, communicator),
    }
}

#[cold]
fn compare(
    context: &Context,
    policy: &Policy,
    call: &str,
    comm: Handle,
    communicator: &Communicator,
) -> Result<(), Fault> {
    // Who says that there is no answer: nobody knows which ranks are here, so a
    // few do, spread over the communicator.
    let speaks = communicator.rank == 0 || communicator.rank.is_power_of_two();
    let waiting = || {
        if speaks {
            report::say(&format!(
                "rank {} of a communicator of {} ranks has waited for a minute in {call} for the \
                 others; was every rank started with samebits (LD_PRELOAD)? If one is just late, \
                 this goes on",
                communicator.rank, communicator.size
            ));
        }
    };
    let size = communicator.size;
    // The MPI library may raise floating-point flags; the caller's come back.
    let choices = *communicator.choices().unwrap_or(&policy.choices);
    let policy = &Policy { choices, ..policy.clone() };
    // Memory that is of no use is left to others.
    let useful = size > 1 && may_share(&choices) && communicator.shared.get().is_none();
    let library = &context.library;
    let (left, comparison) = preserving_fp_environment(|| {
        let left = match useful {
            true => spare::take(library, comm, size),
            false => Reusable::Credit(0),
        };
        let number = left.number();
        (left, agreement::compare(library, comm, size, policy, number, &waiting))
    });
    match comparison? {
        Agreement::Same(offered) => {
            match offered {
                true => communicator.inherit(left),
                false => spare::keep(size, left),
            }
            if let Some(path) = &policy.profile_path {
                tune(context, path, comm, communicator)?;
            }
            communicator.agreed.store(true, Ordering::Relaxed);
            Ok(())
        }
        Agreement::Differ(groups) => {
            let mut message = format!(
                "the {size} ranks of a communicator do not have the same policy in their \
                 environments (or by samebits_set):"
            );
            for (policy, ranks) in groups {
                message += &format!("\n  {policy}: {}", ranks_in_words(&ranks));
            }
            context.stop(&message, communicator.rank)
        }
    }
}

/// Uses the profile on the communicator if it fits the machines of all its ranks.
fn tune(
    context: &Context,
    path: &Path,
    comm: Handle,
    communicator: &Communicator,
) -> Result<(), Fault> {
    let foreign = context.foreign_profile().is_some();
    let any = preserving_fp_environment(|| context.library.any(comm, foreign))?;
    communicator.tuned.store(!any, Ordering::Relaxed);
    // (Where the first rank of the program finds it foreign, it has said so at the start.)
    static SAID: AtomicBool = AtomicBool::new(false);
    if any && !foreign && communicator.rank == 0 && !SAID.swap(true, Ordering::Relaxed) {
        report::say(&format!(
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
