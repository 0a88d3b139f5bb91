//! What messages take. Between the first rank and the last: α by sending an empty one there
//! and back, r by many that come one behind the other, and L, which is what is left of α.
//! Among all ranks at the same time, as in the schedules: β, by messages from each rank to
//! the one that is half of the ranks further on, from and to memory that no cache near to a
//! core holds.

use super::bench::{line, Bench, LEAST};
use crate::arithmetic::Fault;
use crate::kernel::fpenv::Caller;
use crate::mpi::private::{PointToPoint, PrivateComm};
use crate::schedule::{Machine, Messages};
use std::ptr::NonNull;

/// Bytes of messages that are measured.
const SIZES: [usize; 4] = [1 << 10, 16 << 10, 256 << 10, 1 << 20];

/// Bytes of the vectors that they come from and go to, piece by piece.
const VECTOR: usize = 4 << 20;

/// Messages that come one behind the other.
const MANY: usize = 32;

pub(super) fn measure(bench: &Bench<'_>, machine: &mut Machine) -> Result<(), Fault> {
    let &Bench { library, comm, rank, ranks } = bench;
    let Some(private) = PrivateComm::new(library, comm)? else { return Ok(()) };
    let caller = &Caller::UNCHANGED;
    let post = PointToPoint::new(library, &private, comm, caller);
    let last = ranks - 1;
    // An empty message to the last rank, and so many back.
    let there_and_back = |back: usize| -> Result<(), Fault> {
        let nothing = NonNull::dangling().as_ptr();
        let other = match rank {
            0 => last,
            rank if rank == last => 0,
            _ => return Ok(()),
        };
        // SAFETY: no bytes; all messages are waited for.
        let send = |_| unsafe { post.send(other, nothing, 0) };
        // SAFETY: likewise.
        let receive = |_| unsafe { post.receive(other, nothing, 0) };
        let messages: Result<Vec<_>, Fault> = if rank == 0 {
            post.wait(send(0)?)?;
            (0..back).map(receive).collect()
        } else {
            post.wait(receive(0)?)?;
            (0..back).map(send).collect()
        };
        messages?.into_iter().try_for_each(|message| post.wait(message).map(drop))
    };
    let one = bench.seconds(|| there_and_back(1))?;
    machine.alpha = one / 2.0;
    let (from, mut into) = (vec![1u8; VECTOR], vec![0u8; VECTOR]);
    let mut at = 0;
    let mut exchange = |n: usize| -> Result<(), Fault> {
        let (to, of) = ((rank + ranks / 2) % ranks, (rank + ranks - ranks / 2) % ranks);
        at = if at + n > VECTOR { 0 } else { at };
        // SAFETY: so many bytes, and room for them; both messages are waited for.
        let (sent, received) = unsafe {
            let received = post.receive(of, into.as_mut_ptr().add(at), n)?;
            (post.send(to, from.as_ptr().add(at), n)?, received)
        };
        at += n;
        post.wait(received)?;
        post.wait(sent).map(drop)
    };
    let mut points = Vec::new();
    for n in SIZES {
        points.push((n as f64, bench.seconds(|| exchange(n))?));
    }
    (_, machine.beta) = line(&points);
    let many = bench.seconds(|| there_and_back(MANY))?;
    machine.receive = ((many - one) / (MANY - 1) as f64).max(LEAST);
    machine.latency = (machine.alpha - machine.receive).max(machine.alpha / 10.0);
    Ok(())
}
