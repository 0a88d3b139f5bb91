//! Messages. Between the first rank and the last: α by an empty message there and back, r by many
//! messages in a row, L as the rest of α. Between all ranks at the same time: β by messages to the
//! rank that is half of the ranks further on, with buffers larger than a core's caches.

use super::bench::{Bench, MIN_SECONDS};
use samebits_base::fault::{Fault, Outcome};
use samebits_kernel::fpenv::Caller;
use samebits_mpi::calls::private::{PointToPoint, PrivateComm};
use samebits_schedule::{Machine, Messages};
use std::ptr::NonNull;

const SIZES: [usize; 4] = [1 << 10, 16 << 10, 256 << 10, 1 << 20];

/// Bytes of the buffers, in which messages begin at changing places.
const VECTOR: usize = 4 << 20;

const BURST: usize = 32;

pub(super) fn measure(bench: &Bench<'_>, machine: &mut Machine) -> Outcome {
    let &Bench { library, comm, rank, ranks } = bench;
    let Some(private) = PrivateComm::new(library, comm)? else { return Ok(()) };
    let caller = &Caller::UNCHANGED;
    let post = PointToPoint::new(library, &private, comm, caller, &|_| {});
    let last = ranks - 1;
    // An empty message to the last rank, and `replies` back.
    let ping = |replies: usize| -> Outcome {
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
            (0..replies).map(receive).collect()
        } else {
            post.wait(receive(0)?)?;
            (0..replies).map(send).collect()
        };
        messages?.into_iter().try_for_each(|message| post.wait(message).map(drop))
    };
    let one = bench.seconds(|| ping(1))?;
    machine.alpha = one / 2.0;
    let (from, mut into) = (vec![1u8; VECTOR], vec![0u8; VECTOR]);
    let (to, of) = ((rank + ranks / 2) % ranks, (rank + ranks - ranks / 2) % ranks);
    let mut at = 0;
    let exchange = |n: usize| -> Outcome {
        at = if at + n > VECTOR { 0 } else { at };
        // SAFETY: n bytes within the vectors; both messages are waited for.
        let (sent, received) = unsafe {
            let received = post.receive(of, into.as_mut_ptr().add(at), n)?;
            (post.send(to, from.as_ptr().add(at), n)?, received)
        };
        at += n;
        post.wait(received)?;
        post.wait(sent).map(drop)
    };
    (_, machine.beta) = bench.fit(&SIZES, |n| n as f64, exchange)?;
    let burst = bench.seconds(|| ping(BURST))?;
    machine.receive = ((burst - one) / (BURST - 1) as f64).max(MIN_SECONDS);
    machine.latency = (machine.alpha - machine.receive).max(machine.alpha / 10.0);
    Ok(())
}
