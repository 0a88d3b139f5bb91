//! Checks that a communicator's ranks have the same policy: once, at its first reduction, before
//! anything is chosen.
//!
//! Launchers do not forward environments alike, and ranks that chose different
//! arithmetics or schedules would hang or return different bits. The comparison
//! is a nonblocking collective that is polled: it cannot match the blocking call
//! of a rank that runs without samebits and give that rank a wrong sum. (Ranks that share
//! a process all run with it; there nothing polls, and the collective is a blocking one:
//! SMPI's nonblocking ones are messages between all pairs of ranks.)
//!
//! With the policy goes what else all ranks have to have alike to make use of it: a number.
//!
//! Cost: one nonblocking allreduce of [`RECORD`] × 2 bytes a communicator.

use super::values::{Policy, VERSION};
use crate::arithmetic::Fault;
use crate::mpi::family::{Handle, HandleSlot};
use crate::mpi::{checked, Library};
use libc::c_int;
use std::time::{Duration, Instant};

/// Bytes of the record that is compared. Never to be changed: ranks with
/// another version of the library must be able to compare theirs with ours.
pub const RECORD: usize = 256;

/// Bytes of it that are the policy's; the number is in the others.
const TEXT: usize = RECORD - size_of::<u64>();

/// How long the ranks wait for each other before they say so.
const PATIENCE: Duration = Duration::from_secs(60);

/// What the comparison found.
#[derive(Debug, PartialEq, Eq)]
pub enum Agreement {
    /// All ranks have the same policy; and whether they have the same number.
    Same(bool),
    /// They differ: each policy in use, and the ranks that have it.
    Differ(Vec<(String, Vec<usize>)>),
}

/// Compares the policies of all ranks of an intracommunicator, and a number; collective.
/// `waiting` is called once, if there is no answer for a minute.
pub fn compare(
    library: &Library,
    comm: Handle,
    ranks: usize,
    policy: &Policy,
    number: u64,
    waiting: &dyn Fn(),
) -> Result<Agreement, Fault> {
    let record = Box::new(record(policy, number));
    // AND of the bits and AND of their complements: together all ones where
    // every rank has the same bits. It needs no memory that grows with p.
    let mut all = vec![0u8; 2 * RECORD];
    for (i, byte) in record.iter().enumerate() {
        (all[i], all[RECORD + i]) = (*byte, !*byte);
    }
    let mut common = vec![0u8; 2 * RECORD];
    let (byte, band) = (library.constants.byte, library.constants.band);
    // (Ranks of one process all have the library, or none has.)
    let blocking = library.family.ranks_share_a_process();
    let (from, to, n) = (all.as_ptr().cast(), common.as_mut_ptr().cast(), 2 * RECORD as c_int);
    let functions = &library.functions;
    let done = if blocking {
        // SAFETY: so many bytes on all ranks.
        checked(unsafe { (functions.allreduce)(from, to, n, byte, band, comm) })
    } else {
        // SAFETY: likewise; the buffers outlive the request, which is completed.
        complete(library, waiting, |request| unsafe {
            (functions.iallreduce)(from, to, n, byte, band, comm, request)
        })
    };
    if let Err(fault) = done {
        // MPI may still be writing into them.
        std::mem::forget((all, common));
        return Err(fault);
    }
    let same = |i: usize| common[i] | common[RECORD + i] == 0xff;
    if (0..TEXT).all(same) {
        return Ok(Agreement::Same((TEXT..RECORD).all(same)));
    }
    // All ranks know that they differ; now let them see each other's.
    let mut records = vec![0u8; RECORD * ranks];
    let (from, to, n) = (record.as_ptr().cast(), records.as_mut_ptr().cast(), RECORD as c_int);
    let done = if blocking {
        // SAFETY: so many bytes of each rank.
        checked(unsafe { (functions.allgather)(from, n, byte, to, n, byte, comm) })
    } else {
        // SAFETY: likewise; the buffers outlive the request, which is completed.
        complete(library, waiting, |request| unsafe {
            (functions.iallgather)(from, n, byte, to, n, byte, comm, request)
        })
    };
    if let Err(fault) = done {
        std::mem::forget((record, records));
        return Err(fault);
    }
    Ok(Agreement::Differ(group(&records)))
}

/// The policy as a record: text, cut or filled with zeros to [`TEXT`] bytes, and the number.
fn record(policy: &Policy, number: u64) -> [u8; RECORD] {
    let text = format!("samebits {VERSION} {}", policy.decisive());
    let mut record = [0u8; RECORD];
    let length = text.len().min(TEXT);
    record[..length].copy_from_slice(&text.as_bytes()[..length]);
    record[TEXT..].copy_from_slice(&number.to_ne_bytes());
    record
}

/// The distinct records in the order of their first ranks, and who has which.
pub fn group(records: &[u8]) -> Vec<(String, Vec<usize>)> {
    let mut groups: Vec<(String, Vec<usize>)> = Vec::new();
    for (rank, record) in records.chunks(RECORD).enumerate() {
        let text = String::from_utf8_lossy(&record[..record.len().min(TEXT)])
            .trim_end_matches('\0')
            .to_string();
        match groups.iter_mut().find(|(known, _)| *known == text) {
            Some((_, ranks)) => ranks.push(rank),
            None => groups.push((text, vec![rank])),
        }
    }
    groups
}

/// Starts a nonblocking operation and polls until it is complete.
fn complete(
    library: &Library,
    waiting: &dyn Fn(),
    start: impl FnOnce(*mut libc::c_void) -> c_int,
) -> Result<(), Fault> {
    let mut stored = HandleSlot::default();
    let request = stored.place();
    checked(start(request))?;
    let begun = Instant::now();
    let mut told = false;
    for polls in 0u64.. {
        let mut done: c_int = 0;
        let status = library.constants.status_ignore as *mut libc::c_void;
        // SAFETY: the request that was started, or MPI_REQUEST_NULL once it is
        // complete.
        checked(unsafe { (library.functions.test)(request, &mut done, status) })?;
        if done != 0 {
            break;
        }
        // Spin for the usual microseconds, then make room for other ranks on
        // this core, then wait without burning it.
        match polls {
            0..200 => std::hint::spin_loop(),
            200..20_000 => std::thread::yield_now(),
            _ => std::thread::sleep(Duration::from_micros(200)),
        }
        if polls % 1000 == 999 && !told && begun.elapsed() > PATIENCE {
            told = true;
            waiting();
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn records_are_grouped_by_rank() {
        let tree = Policy::default().with("arithmetic", "tree").unwrap();
        let records: Vec<u8> = [&Policy::default(), &tree, &Policy::default()]
            .iter()
            .zip(1..)
            .flat_map(|(policy, number)| record(policy, number))
            .collect();
        let groups = group(&records);
        assert_eq!(groups.len(), 2);
        assert_eq!(groups[0].1, [0, 2]);
        assert_eq!(groups[1].1, [1]);
        assert!(groups[1].0.ends_with("arithmetic=tree schedule=auto unsupported=warn"));
    }
}
