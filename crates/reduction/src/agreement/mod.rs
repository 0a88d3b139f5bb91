//! Checks at a communicator's first reduction that its ranks have the same policy.
//!
//! Launchers do not forward environments alike, and ranks that chose different arithmetics or
//! schedules would hang or return different bits. The comparison is a nonblocking collective that
//! is polled: it cannot match the blocking call of a rank that runs without samebits and give that
//! rank a wrong sum. Ranks that share a process all run with samebits, so there the collective is
//! blocking; SMPI's nonblocking ones are messages between all pairs of ranks.
//!
//! Before a nonblocking reduction it is only started, and judged when the reduction is completed.
//! A rank that runs without samebits could take it for its own reduction, so it comes after a
//! collective without messages ([`Exchange`]).
//!
//! Cost: one nonblocking allreduce of 2 × [`RECORD`] bytes per communicator.
//! [`mod@record`] says what is in them.

pub mod intercomm;
mod record;

use libc::{c_int, c_void};
use record::{are_of_this_version, differing, record, shown, BYPASSED, NUMBER, TEXT};
use samebits_base::fault::{Fault, Outcome};
use samebits_mpi::abi::family::{Handle, HandleSlot};
use samebits_mpi::calls::{exchange::Exchange, poll::poll};
use samebits_mpi::{checked, Library};
use samebits_policy::Policy;
use std::mem::ManuallyDrop;
use std::ops::Range;
use std::time::Duration;

pub use record::{in_words, Own, RECORD};

/// Bytes of a policy in words, of ranks with one version of samebits: more than the longest has.
const WORDS: usize = 1024;

#[derive(Debug, PartialEq, Eq)]
pub enum Agreement {
    /// All ranks have the same policy; whether they also have the same number, whether requests of some
    /// of them are completed without samebits, and whether [`Own::by_request`] is true of some.
    Same {
        number: bool,
        bypassed: bool,
        by_request: bool,
    },
    Differ(Difference),
    /// Of the two groups of an intercommunicator; whether this rank is in the one that says so.
    GroupsDiffer(Difference, bool),
}

#[derive(Debug, PartialEq, Eq)]
pub struct Difference {
    /// The variables in which ranks differ; none where their versions of samebits do.
    pub variables: Vec<String>,
    /// The distinct policies in the order of their first ranks, and the ranks that have them.
    pub policies: Vec<(String, Vec<usize>)>,
}

/// Compares the policies of all ranks of an intracommunicator, and a number that they need to have
/// in common; collective. Calls `waiting` now and then, with the time that it has taken so far.
pub fn compare(
    library: &Library,
    comm: Handle,
    ranks: usize,
    own: Own<'_>,
    waiting: &dyn Fn(Duration),
) -> Result<Agreement, Fault> {
    let (record, all) = (record(own), Comparing { library, comm, waiting });
    let common = all.in_common(with_complement(&record).to_vec())?;
    if same(&common, 0..TEXT) {
        let number = same(&common, NUMBER..RECORD);
        let [bypassed, by_request] = [1, 2].map(|bit| any_has(bit, &common));
        return Ok(Agreement::Same { number, bypassed, by_request });
    }
    // All ranks know that they differ, so all take part in this.
    let records = all.gathered(record.to_vec(), ranks)?;
    let policies = match are_of_this_version(&records) {
        true => group_words(&all.gathered(padded_words(own.policy), ranks)?),
        false => group(&records),
    };
    Ok(Agreement::Differ(Difference { variables: variables(own.policy, &records), policies }))
}

/// What a comparison that was started before has found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    Same,
    Differ,
    /// The policies are the same, but requests of only some ranks are completed without samebits.
    SomeBypassed,
    /// Some rank has sent something else: it runs without samebits.
    Foreign,
}

/// Starts comparing the policies of all ranks of a communicator, which comes with its size; on an
/// intercommunicator, those of the other group ([`intercomm`]). The number is not compared.
pub fn start(library: &Library, comm: (Handle, usize), own: Own<'_>) -> Result<Exchange, Fault> {
    Exchange::start(library, comm, with_complement(&record(own)).to_vec())
}

/// What a comparison has found that is complete; `intercomm` is whether it was between two groups.
pub fn verdict(comparison: &Exchange, intercomm: bool) -> Verdict {
    with_found(comparison, intercomm, |common, is_same| match is_same(0..TEXT) {
        true if is_same(BYPASSED..NUMBER) => Verdict::Same,
        true => Verdict::SomeBypassed,
        false if same(common, 0.."samebits".len()) => Verdict::Differ,
        false => Verdict::Foreign,
    })
}

/// The variables in which ranks differ, likewise; none where their versions of samebits do.
pub fn differing_variables(comparison: &Exchange, intercomm: bool, policy: &Policy) -> Vec<String> {
    with_found(comparison, intercomm, |_, is_same| differing(policy, is_same))
}

/// Works with the bytes that ranks have in common, and whether these are the same on all that this
/// rank compares.
fn with_found<R>(
    comparison: &Exchange,
    intercomm: bool,
    work: impl FnOnce(&[u8], &dyn Fn(Range<usize>) -> bool) -> R,
) -> R {
    let own = intercomm.then(|| comparison.with_own(<[u8]>::to_vec));
    comparison.with_common(|common| match &own {
        None => work(common, &|range| same(common, range)),
        Some(own) => work(common, &|range| are_same(own, common, range)),
    })
}

/// Waits for a comparison; calls `waiting` now and then, with the time that it has taken so far.
pub fn wait(library: &Library, comparison: &Exchange, waiting: &dyn Fn(Duration)) -> Outcome {
    poll(waiting, || comparison.test(library))
}

/// The AND of the bits of both halves, on all ranks, is set in one of the halves where all ranks
/// have the same bit.
fn with_complement(record: &[u8; RECORD]) -> [u8; 2 * RECORD] {
    let mut all = [0; 2 * RECORD];
    all[..RECORD].copy_from_slice(record);
    all[RECORD..].copy_from_slice(&record.map(|byte| !byte));
    all
}

/// Whether all ranks have the same bytes there, given the AND.
fn same(common: &[u8], mut range: Range<usize>) -> bool {
    range.all(|i| common[i] | common[RECORD + i] == 0xff)
}

/// Whether all ranks of the other group have this rank's bytes there, given what their bytes have in
/// common.
fn are_same(own: &[u8], theirs: &[u8], mut bytes: Range<usize>) -> bool {
    bytes.all(|i| theirs[i] == own[i] && theirs[RECORD + i] == !own[i])
}

/// This rank's policy, to be shown to the others, in [`WORDS`] bytes.
fn padded_words(policy: &Policy) -> Vec<u8> {
    let mut words = in_words(policy).into_bytes();
    words.resize(WORDS, 0);
    words
}

/// Whether any rank has set that bit of the byte behind the policy.
fn any_has(bit: u8, common: &[u8]) -> bool {
    common[RECORD + BYPASSED] & bit == 0
}

/// The variables in which ranks differ, by their records; none where their versions do.
fn variables(policy: &Policy, records: &[u8]) -> Vec<String> {
    differing(policy, |range| {
        let first = &records[range.clone()];
        records.chunks(RECORD).all(|record| &record[range.clone()] == first)
    })
}

/// The distinct policies in records of any version, and the ranks that have them.
pub fn group(records: &[u8]) -> Vec<(String, Vec<usize>)> {
    group_by(records.chunks(RECORD).map(shown))
}

/// Likewise in words of all ranks.
fn group_words(words: &[u8]) -> Vec<(String, Vec<usize>)> {
    let text = |words: &[u8]| String::from_utf8_lossy(words).trim_end_matches('\0').to_string();
    group_by(words.chunks(WORDS).map(text))
}

fn group_by(texts: impl Iterator<Item = String>) -> Vec<(String, Vec<usize>)> {
    let mut groups: Vec<(String, Vec<usize>)> = Vec::new();
    for (rank, text) in texts.enumerate() {
        match groups.iter_mut().find(|(other, _)| *other == text) {
            Some((_, ranks)) => ranks.push(rank),
            None => groups.push((text, vec![rank])),
        }
    }
    groups
}

/// The ranks that compare, in an intercommunicator those of the other group.
struct Comparing<'a> {
    pub library: &'a Library,
    pub comm: Handle,
    pub waiting: &'a dyn Fn(Duration),
}

impl Comparing<'_> {
    /// What the bytes of all ranks have in common: as many on each.
    pub fn in_common(&self, bytes: Vec<u8>) -> Result<Vec<u8>, Fault> {
        let Comparing { library, comm, .. } = *self;
        let (n, byte, op) = (bytes.len(), library.constants.byte, library.common_operator()?);
        let functions = &library.functions;
        self.run(bytes, n, |from, to, request| {
            let n = n as c_int;
            // SAFETY: as many bytes on all ranks; `run` keeps the buffers alive.
            unsafe {
                match request {
                    None => (functions.allreduce)(from, to, n, byte, op, comm),
                    Some(request) => (functions.iallreduce)(from, to, n, byte, op, comm, request),
                }
            }
        })
    }

    /// The bytes of all ranks, each of which has as many.
    pub fn gathered(&self, own: Vec<u8>, ranks: usize) -> Result<Vec<u8>, Fault> {
        let Comparing { library: Library { functions, constants, .. }, comm, .. } = *self;
        let (n, byte) = (own.len(), constants.byte);
        self.run(own, n * ranks, |from, to, request| {
            let n = n as c_int;
            // SAFETY: as many bytes of each rank; `run` keeps the buffers alive.
            unsafe {
                match request {
                    None => (functions.allgather)(from, n, byte, to, n, byte, comm),
                    Some(request) => {
                        (functions.iallgather)(from, n, byte, to, n, byte, comm, request)
                    }
                }
            }
        })
    }

    /// Runs a collective, the nonblocking one if `call` gets a request, and returns what was
    /// received. If MPI fails the buffers leak, since it may still access them.
    fn run(
        &self,
        send: Vec<u8>,
        received: usize,
        call: impl FnOnce(*const c_void, *mut c_void, Option<*mut c_void>) -> c_int,
    ) -> Result<Vec<u8>, Fault> {
        let library = self.library;
        let mut buffers = ManuallyDrop::new((send, vec![0u8; received]));
        let (from, to) = (buffers.0.as_ptr().cast(), buffers.1.as_mut_ptr().cast());
        if library.family.ranks_share_a_process() {
            checked(call(from, to, None))?;
            return Ok(ManuallyDrop::into_inner(buffers).1);
        }
        let mut stored = HandleSlot::default();
        let request = stored.place();
        checked(call(from, to, Some(request)))?;
        poll(self.waiting, || {
            let mut done: c_int = 0;
            let status = library.constants.status_ignore as *mut c_void;
            // SAFETY: the request that was started; MPI_REQUEST_NULL once it is complete.
            checked(unsafe { (library.functions.test)(request, &mut done, status) })?;
            Ok(done != 0)
        })?;
        Ok(ManuallyDrop::into_inner(buffers).1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(policy: &Policy, number: u64) -> [u8; RECORD] {
        record(Own { policy, number, bypassed: false, by_request: false })
    }

    fn words(policies: &[&Policy]) -> Vec<u8> {
        policies.iter().flat_map(|policy| padded_words(policy)).collect()
    }

    #[test]
    fn ranks_are_grouped_by_policy_and_what_they_differ_in_is_named() {
        let tree = Policy::default().with("arithmetic", "tree").unwrap();
        let policies = [&Policy::default(), &tree, &Policy::default()];
        let groups = group_words(&words(&policies));
        assert_eq!(groups.len(), 2);
        assert_eq!(groups[0].1, [0, 2]);
        assert_eq!(groups[1].1, [1]);
        assert!(groups[1].0.ends_with("arithmetic=tree schedule=auto unsupported=warn"));
        let records: Vec<u8> =
            policies.iter().zip(1..).flat_map(|(policy, number)| of(policy, number)).collect();
        assert_eq!(variables(&tree, &records), ["SAMEBITS_ARITHMETIC"]);
    }

    #[test]
    fn versions_that_differ_are_told_apart_by_their_names() {
        let mut other = [0; RECORD];
        other[..28].copy_from_slice(b"samebits 0.0.9 schedule=auto");
        let own = of(&Policy::default(), 1);
        let records = [own, other, own].concat();
        assert!(!are_of_this_version(&records));
        assert!(variables(&Policy::default(), &records).is_empty());
        let groups = group(&records);
        let named: Vec<_> = groups.iter().map(|(text, ranks)| (&**text, &**ranks)).collect();
        let version = format!("samebits {}", samebits_policy::VERSION);
        let expected: [(&str, &[usize]); 2] =
            [(&version, &[0, 2]), ("samebits 0.0.9 schedule=auto", &[1])];
        assert_eq!(named, expected);
    }

    #[test]
    fn it_is_found_whether_requests_of_any_rank_are_completed_without_samebits() {
        let policy = &Policy::default();
        let common = |ranks: &[bool]| {
            let records = ranks.iter().map(|bypassed| {
                let (bypassed, by_request) = (*bypassed, false);
                with_complement(&record(Own { policy, number: 0, bypassed, by_request }))
            });
            let and = |all: [u8; 2 * RECORD], one: [u8; 2 * RECORD]| {
                std::array::from_fn(|i| all[i] & one[i])
            };
            records.reduce(and).unwrap()
        };
        for (ranks, any, same_on_all) in [
            (&[false, false][..], false, true),
            (&[true, true], true, true),
            (&[false, true], true, false),
            (&[true], true, true),
        ] {
            let common = common(ranks);
            assert_eq!(any_has(1, &common), any, "{ranks:?}");
            assert!(!any_has(2, &common), "{ranks:?}");
            assert_eq!(same(&common, BYPASSED..NUMBER), same_on_all, "{ranks:?}");
            assert!(same(&common, 0..TEXT));
        }
    }
}
