//! Reductions that end because processes have failed, or because the program has revoked their
//! communicator: their error, and a line where the MPI library does not know which rank is gone.

use super::context::Context;
use crate::communicator::Communicator;
use crate::report;
use samebits_base::fault::{Fault, Outcome};
use samebits_mpi::calls::failures::Failure;
use samebits_mpi::memory::presence::{Gone, Lost};
use samebits_mpi::{abi::family::Handle, launcher};

/// Raises the error of a reduction in which this rank has waited in vain for another of the `ranks`.
/// Without a communicator, which the program may have freed, the handle is that of another one.
/// `first_time` says whether it is the first rank to see that a rank is gone.
#[cold]
pub fn raise(
    context: &Context,
    (comm, communicator): (Handle, Option<&Communicator>),
    ranks: usize,
    lost: Lost,
    first_time: impl FnOnce(usize) -> bool,
) -> Fault {
    let library = &context.library;
    if let Some(communicator) = communicator {
        communicator.fail(library, lost.failure);
    }
    if let Some(gone) = lost.gone {
        context.before_error(library.errors_are_fatal(comm), first_time(gone.rank), |speaks| {
            if speaks {
                report::print_lines(&message(&gone, ranks, &launcher::host()));
            }
        });
    }
    Fault(library.raise(comm, library.failure_code(lost.failure)))
}

/// Raises an error if the ranks of a communicator cannot reduce on it any more.
#[cold]
pub fn check(context: &Context, comm: Handle, communicator: &Communicator) -> Outcome {
    let library = &context.library;
    let Some(failure) = communicator.failure() else { return Ok(()) };
    let failure = if library.is_revoked(comm) { Failure::Revoked } else { failure };
    Err(Fault(library.raise(comm, library.failure_code(failure))))
}

fn message(&Gone { rank, world_rank, process }: &Gone, size: usize, host: &str) -> String {
    let world = world_rank.map_or(String::new(), |rank| format!("rank {rank} of MPI_COMM_WORLD, "));
    format!(
        "rank {rank} of a communicator of {size} ranks has ended ({world}process {process} on \
         {host}) while others wait for it in a reduction"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_line_says_which_rank_is_gone() {
        let gone = Gone { rank: 1, world_rank: Some(5), process: 4711 };
        assert_eq!(
            message(&gone, 3, "node7"),
            "rank 1 of a communicator of 3 ranks has ended (rank 5 of MPI_COMM_WORLD, process 4711 \
             on node7) while others wait for it in a reduction"
        );
        let gone = Gone { world_rank: None, ..gone };
        assert!(message(&gone, 3, "node7").contains("has ended (process 4711 on node7) while "));
    }
}
