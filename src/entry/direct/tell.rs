//! What the ranks tell each other before they reduce distributed arrays: a word with the
//! status and the signature of each, and what it holds.

use super::failure::{Class, Failure};
use super::guess;
use super::prepare::Asked;
use crate::arithmetic::Fault;
use crate::entry::means::means;
use crate::entry::process::Process;
use crate::evaluation::{Evaluation, Own};
use crate::kernel::fpenv::{within, Caller, Environment};
use crate::mpi::communicator::Communicator;
use crate::mpi::family::Handle;
use crate::mpi::transport::Collectives;
use crate::mpi::waiting::Together;
use crate::schedule::{Destination, Transport};
use libc::c_int;

/// What all ranks have to ask for alike, in 32 bits that are not zero.
pub fn signature(process: &Process, asked: &Asked<'_>, evaluation: &Evaluation<'_>) -> u32 {
    let operator = process.library.predefined().operator(asked.op);
    let operator = operator.map_or(0xff, |(_, operator)| operator as u32);
    let evaluated = match evaluation {
        Evaluation::Own(Own::Levels(_)) => 0,
        Evaluation::Own(Own::Exact(_)) => 1,
        Evaluation::Own(Own::Tree(_)) => 2,
        Evaluation::Local(_) => 3,
    };
    let regions = u32::from(asked.starts.is_some());
    let size = evaluation.merge().size() as u32 & 0xffff;
    1 << 31 | evaluated << 29 | regions << 28 | operator << 16 | size
}

/// Brings together the `width` words of every rank, of which this one's are in place.
pub fn exchange(
    process: &Process,
    communicator: &Communicator,
    comm: Handle,
    words: &mut [u64],
    width: usize,
) -> Result<(), Fault> {
    let Communicator { rank, size, .. } = *communicator;
    if size == 1 {
        return Ok(());
    }
    let choices = communicator.choices().unwrap_or(&process.policy().choices);
    let means = means(process, choices, comm, communicator, 0)?;
    let library = &process.library;
    let caller = &Caller::before(Environment::Vector);
    let together = Together::new(library, caller, means.shared);
    let (element, messages) = (8, None);
    let transport = Collectives { library, comm, rank, size, element, caller, together, messages };
    let all: *mut u64 = words.as_mut_ptr();
    // SAFETY: so many words of each rank, this one's in their place. (MPI may raise
    // floating-point flags.)
    within(Environment::Vector, || unsafe {
        let own = all.add(rank * width).cast_const();
        transport.gather_rows(Destination::All, own.cast(), all.cast(), width)
    })
}

/// The first rank that cannot take part, and its error code.
pub fn first_failing(words: &[u64], width: usize) -> Option<(usize, c_int)> {
    let status = |word: &u64| *word as u32 as c_int;
    let mut heads = words.iter().step_by(width).map(status).enumerate();
    heads.find(|(_, status)| *status != 0)
}

/// What the others say of it.
pub fn failed_elsewhere((rank, status): (usize, c_int)) -> Failure {
    let what = format!("rank {rank} cannot take part; it says why");
    Failure::new(Class::of_code(status), what)
}

/// That all ranks ask for the same.
pub fn all_alike(words: &[u64], width: usize, signature: u32) -> Result<(), Failure> {
    let mut heads = words.iter().step_by(width).enumerate();
    match heads.find(|(_, word)| (**word >> 32) as u32 & !guess::GUESSED != signature) {
        None => Ok(()),
        Some((rank, _)) => Err(Failure::new(
            Class::Arg,
            format!("rank {rank} asks for another operator, type or kind of share than others"),
        )),
    }
}
