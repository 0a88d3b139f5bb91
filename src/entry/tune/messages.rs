//! What messages between two ranks take, the first and the last one: α and β by sending one
//! there and back, r by many that come one behind the other, and L, which is what is left of
//! α.

use super::bench::{line, Bench, LEAST};
use crate::arithmetic::Fault;
use crate::mpi::private::{Post, Private};
use crate::schedule::{Machine, Messages};

/// Bytes of messages that are measured.
const SIZES: [usize; 5] = [0, 1 << 10, 16 << 10, 256 << 10, 1 << 20];

/// Messages that come one behind the other.
const MANY: usize = 32;

pub(super) fn measure(bench: &Bench<'_>, machine: &mut Machine) -> Result<(), Fault> {
    let &Bench { library, comm, rank, ranks } = bench;
    let Some(private) = Private::new(library, comm)? else { return Ok(()) };
    let longest = SIZES.iter().copied().max().unwrap_or(0);
    let (from, mut into) = (vec![1u8; longest], vec![0u8; longest]);
    let (from, into) = (from.as_ptr(), into.as_mut_ptr());
    let last = ranks - 1;
    // One message to the last rank, and so many back.
    let there_and_back = |n: usize, back: usize| -> Result<(), Fault> {
        let post = Post::new(library, &private, comm);
        let other = match rank {
            0 => last,
            rank if rank == last => 0,
            _ => return Ok(()),
        };
        // SAFETY: so many bytes, and room for them; all messages are waited for. (What all of
        // those that come back leave in the same place, nobody looks at.)
        let send = |_| unsafe { post.send(other, from, n) };
        // SAFETY: likewise.
        let receive = |_| unsafe { post.receive(other, into, n) };
        let messages: Result<Vec<_>, Fault> = if rank == 0 {
            post.wait(send(0)?)?;
            (0..back).map(receive).collect()
        } else {
            post.wait(receive(0)?)?;
            (0..back).map(send).collect()
        };
        messages?.into_iter().try_for_each(|message| post.wait(message).map(drop))
    };
    let mut points = Vec::new();
    for n in SIZES {
        points.push((n as f64, bench.seconds(|| there_and_back(n, 1))? / 2.0));
    }
    (machine.alpha, machine.beta) = line(&points);
    let one = 2.0 * points[0].1;
    let many = bench.seconds(|| there_and_back(0, MANY))?;
    machine.receive = ((many - one) / (MANY - 1) as f64).max(LEAST);
    machine.latency = (machine.alpha - machine.receive).max(machine.alpha / 10.0);
    Ok(())
}
