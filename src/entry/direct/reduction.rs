//! Distributed arrays, reduced once everything is settled between the ranks.

use super::arguments::fail;
use super::call::{Call, Function};
use super::failure::{Class, Failure};
use super::guess::Slots;
use super::mismatch::{explained, Wrong};
use super::prepare::Prepared;
use crate::arithmetic::{Buffers, Fault};
use crate::entry::passed_on::{count, On, Subject};
use crate::kernel::fpenv::{within, Caller};
use crate::mpi::device::staged::Staged;
use crate::mpi::device::Drivers;
use crate::mpi::transport::Collectives;
use crate::report::breakdown::transport::Timed;
use crate::report::breakdown::{Part, Watch};
use crate::report::Outcome;
use crate::schedule::opening::REFUSED;
use crate::schedule::partials::{self, Array, Failed, Reduction};
use crate::schedule::{Destination, Transport};
use libc::{c_int, c_void};

/// The caller's buffers.
#[derive(Clone, Copy)]
pub struct Buffered<'a> {
    /// The first element of this rank's share of each array.
    pub locals: &'a [*const c_void],
    /// Room for an element for each array.
    pub results: *mut c_void,
}

impl Buffered<'_> {
    /// What is wrong with them, on a rank that `receives`.
    pub fn check(
        &self,
        in_place: usize,
        lengths: impl Iterator<Item = u64>,
        receives: bool,
    ) -> Result<(), Failure> {
        let many = self.locals.len() > 1;
        for (number, (local, length)) in self.locals.iter().zip(lengths).enumerate() {
            let of_array = if many { format!(" of array {number}") } else { String::new() };
            let wrong = |what: &str| {
                let what = format!("the buffer of the {length} elements{of_array} is {what}");
                Err(Failure::new(Class::Buffer, what))
            };
            if length > 0 && local.is_null() {
                return wrong("null");
            }
            if length > 0 && local.addr() == in_place {
                return wrong("MPI_IN_PLACE, which has no meaning here");
            }
        }
        let nowhere = match self.results {
            null if null.is_null() => "null",
            place if place.addr() == in_place => "MPI_IN_PLACE, which has no meaning here",
            _ => return Ok(()),
        };
        if receives && !self.locals.is_empty() {
            let what = format!("the buffer of the result is {nowhere}");
            return Err(Failure::new(Class::Buffer, what));
        }
        Ok(())
    }
}

/// What the first message of a call on settled arrays is.
pub enum First<'a> {
    /// It was sent: the ranks call alike. In the slots are their records, if they came with it.
    Told(Option<&'a Slots>),
    /// It brings the records, of a plan, or what this rank finds wrong; with the word of the
    /// call.
    Records(&'a Call, u64, Option<&'a Failure>),
}

/// How a reduction has ended.
enum End {
    Done,
    /// A rank could not evaluate its share.
    Failed(Failed),
    /// The ranks have not called alike, or one of them could not take part.
    Wrong(Box<Wrong>),
}

impl End {
    #[inline]
    fn of(done: Result<Option<Failed>, Fault>) -> Result<End, Fault> {
        match done {
            Ok(None) => Ok(End::Done),
            Ok(Some(failed)) => Ok(End::Failed(failed)),
            Err(fault) => Err(fault),
        }
    }
}

/// Reduces the arrays; collective. Returns an MPI error code, which has been raised.
///
/// # Safety
/// The buffers hold what was settled, where nothing is wrong.
pub unsafe fn run(
    prepared: &Prepared<'_>,
    function: Function,
    to: Destination,
    buffers: Buffered<'_>,
    first: First<'_>,
) -> c_int {
    let Prepared { process, communicator, evaluation, .. } = prepared;
    let Prepared { comm, datatype, op, .. } = *prepared;
    let name = function.name();
    let watch = process.watch();
    let environment = evaluation.environment();
    let caller = &Caller::before(environment);
    let on = prepared.on();
    let shared = match &first {
        First::Told(_) => on.shared(),
        First::Records(call, ..) => on.begin(call.function),
    };
    let collectives = match shared {
        Ok(shared) => on.ranks(caller, shared),
        Err(Fault(code)) => return code,
    };
    // SAFETY: handed on to the caller.
    let end = within(environment, || unsafe {
        reduce(prepared, to, buffers, first, &collectives, watch.as_ref())
    });
    match end {
        Err(Fault(code)) => code,
        Ok(End::Wrong(wrong)) => fail(process, (name, comm), &wrong.0, wrong.1),
        // An MPI function has raised its own error where it failed.
        Ok(End::Failed(Failed { rank, status })) if rank == communicator.rank => status,
        Ok(End::Failed(Failed { rank, status })) => {
            let what = format!("rank {rank} cannot take part; it says why");
            fail(process, (name, comm), &Failure::new(Class::of_code(status), what), false)
        }
        Ok(End::Done) => {
            if let Some(watch) = watch {
                let total = prepared.arrays.iter().map(|array| array.share.total).sum::<u64>();
                let on = On::Communicator(comm);
                let elements = i64::try_from(total).unwrap_or(i64::MAX);
                let subject = Subject { name, count: elements, datatype, op, on };
                let arithmetic = evaluation.arithmetic().name();
                let schedule = prepared.way.name();
                let outcome = Outcome::Reproduced { arithmetic, schedule, instead_of: None };
                count(process, &subject, outcome, &watch);
            }
            0
        }
    }
}

/// The reduction itself.
///
/// # Safety
/// As of [`run`].
unsafe fn reduce(
    prepared: &Prepared<'_>,
    to: Destination,
    buffers: Buffered<'_>,
    first: First<'_>,
    collectives: &Collectives<'_>,
    watch: Option<&Watch>,
) -> Result<End, Fault> {
    let (call, word, wrong) = match first {
        First::Told(gathered) => {
            // SAFETY: handed on to the caller.
            let done = unsafe { merged(prepared, to, buffers, gathered, collectives, watch) };
            return End::of(done);
        }
        First::Records(call, word, wrong) => (call, word, wrong),
    };
    let word = if wrong.is_none() { word } else { REFUSED };
    let opening = prepared.on().opening(collectives, word);
    // (Arrays without elements make no message of their own.)
    if wrong.is_some() || prepared.arrays.iter().all(|array| array.share.total == 0) {
        opening.send()?;
    }
    if !opening.unlike() {
        // SAFETY: handed on to the caller.
        let done = unsafe { merged(prepared, to, buffers, None, &opening, watch) };
        if !opening.unlike() {
            return End::of(done);
        }
    }
    let wrong = explained(collectives, call, wrong, || prepared.in_words(call))?;
    Ok(End::Wrong(wrong.into()))
}

/// Lifts this rank's shares, has them merged with those of the others, and stores the results.
/// Returns who could not evaluate its share, if anybody.
///
/// # Safety
/// As of [`run`].
#[inline]
unsafe fn merged(
    prepared: &Prepared<'_>,
    to: Destination,
    buffers: Buffered<'_>,
    gathered: Option<&Slots>,
    transport: &dyn Transport,
    watch: Option<&Watch>,
) -> Result<Option<Failed>, Fault> {
    let Prepared { process, communicator, evaluation, threads, .. } = prepared;
    let choices = communicator.choices().unwrap_or(&process.policy().choices);
    let way = prepared.way;
    let (merge, fold) = (evaluation.merge(), evaluation.fold());
    let extent = fold.buffers().map_or(merge.size() as isize, |buffers| buffers.extent());
    let result =
        |number: usize| buffers.results.cast::<u8>().wrapping_offset(number as isize * extent);
    let receives = to.reaches(communicator.rank);
    // Where there is a GPU: the shares, and the results, that lie there.
    let on_device = |send: *const u8, recv: *mut u8| Staged::needed(fold, send, Some(recv));
    let mut staged: Vec<Option<Staged<'_>>> = Vec::new();
    let mut staged_results = None;
    // (A record that came with the first message says that there is none.)
    if gathered.is_none() && Drivers::loaded().any() {
        staged = buffers
            .locals
            .iter()
            .map(|local| on_device(local.cast(), local.cast_mut().cast()))
            .collect();
        if receives {
            staged_results = on_device(buffers.results.cast(), buffers.results.cast());
        }
    }
    let results = match &staged_results {
        Some(staged) => Some(staged as &dyn Buffers),
        None => fold.buffers(),
    };
    let array = |number: usize| {
        let settled = &prepared.arrays[number];
        let staged = staged.get(number).and_then(Option::as_ref);
        Array {
            share: settled.share,
            elements: buffers.locals[number].cast(),
            record: settled.record,
            order: settled.order.as_deref(),
            buffers: staged.map_or(fold.buffers(), |staged| Some(staged)),
            result: result(number),
        }
    };
    // One array is the rule, and needs no memory.
    let (one, many);
    let arrays: &[Array<'_>] = match &prepared.arrays[..] {
        [settled] if settled.share.total > 0 => {
            one = [array(0)];
            &one
        }
        all => {
            let filled = (0..all.len()).filter(|number| all[*number].share.total > 0);
            many = filled.map(array).collect::<Vec<_>>();
            &many
        }
    };
    let reduction = Reduction { merge, way, buffers: results, threads: *threads, to, status: 0 };
    let scratch_needed = || partials::scratch_needed(way, merge, arrays, communicator.size);
    let bytes = *prepared.scratch.get_or_init(scratch_needed);
    let run = |transport: &dyn Transport| {
        // SAFETY: as much scratch as is needed; the rest is handed on to the caller.
        process.scratch.with(bytes, |scratch| unsafe {
            match gathered {
                None => partials::reduce(transport, &reduction, arrays, scratch),
                Some(slots) => {
                    let rows = slots.records(choices);
                    partials::merge(transport, &reduction, arrays, rows, scratch)
                }
            }
        })
    };
    let done = match watch {
        None => run(transport),
        // (What is neither sent nor received is lifted, merged or finished.)
        Some(watch) => watch.time_rest(Part::Local, || run(&Timed::new(transport, watch))),
    };
    if !matches!(done, Ok(None)) {
        return done;
    }
    for (number, _) in prepared.arrays.iter().enumerate().filter(|(_, a)| a.share.total == 0) {
        let identity = prepared.identity.as_ref().expect("it was looked for");
        if receives {
            // SAFETY: handed on to the caller.
            unsafe { partials::store(results, identity, result(number))? };
        }
    }
    Ok(None)
}
