//! What samebits has started for itself ([`own_exchange`], [`progress`]) is complete before a
//! communicator or MPI ends. Mostly there is nothing: the program's requests complete it. After an error
//! it may be left, and some rank may never have started it: so the wait has a limit.

use super::process::Process;
use samebits_base::stack::with_room;
use samebits_kernel::fpenv::preserving_fp_environment;
use samebits_mpi::abi::family::Handle;
use samebits_mpi::calls::{own_exchange, poll::poll};
use samebits_mpi::progress;
use samebits_reduction::communicator::Communicator;
use samebits_reduction::report;
use std::{cell::Cell, time::Duration};

/// As long as a rank waits at most.
const LIMIT: Duration = Duration::from_secs(5);

/// Whether there may be any.
pub fn any() -> bool {
    own_exchange::any() || progress::any()
}

/// On a communicator that a function is about to free: MPI libraries do not bear that a duplicate is being
/// made of it.
#[cold]
pub fn finish_on(process: &Process, comm: Handle, function: &str) {
    let library = &process.library;
    // (The others may not have come to the reduction with which it is made. They call this, too.)
    let duplicated = || poll(&|_| (), || Ok(progress::test(library, Some(comm))));
    let _ = with_room(|| preserving_fp_environment(duplicated));
    finish(function, || {
        let of_it = Communicator::test_own_exchanges(library, comm);
        own_exchange::test_left(library, Some(comm)) && of_it
    });
}

/// On all communicators, before MPI ends.
pub fn finish_all(process: &Process, function: &str) {
    let library = &process.library;
    if any() {
        finish(function, || {
            let of_all = Communicator::test_all_own_exchanges(library);
            let driven = progress::test(library, None);
            own_exchange::test_left(library, None) && of_all && driven
        });
    }
}

fn finish(function: &str, mut test: impl FnMut() -> bool) {
    let (mut done, over) = (false, Cell::new(false));
    let wait = || {
        let waiting = |waited| over.set(waited >= LIMIT);
        // (The closure returns no error.)
        let _ = poll(&waiting, || {
            done = test();
            Ok(done || over.get())
        });
    };
    with_room(|| preserving_fp_environment(wait));
    if !done {
        report::print_lines(&format!(
            "{function} has waited {} seconds for a rank that does not answer samebits, and \
             continues: an earlier call failed there, or was not made",
            LIMIT.as_secs()
        ));
    }
}
