//! Distributed arrays, reduced once everything is settled between the ranks.

use super::arguments::fail;
use super::failure::{Class, Failure};
use super::guess::Slots;
use super::prepare::Prepared;
use super::tell::failed_elsewhere;
use crate::arithmetic::{Buffers, Fault};
use crate::entry::means::means;
use crate::entry::passed_on::{count, On, Subject};
use crate::kernel::fpenv::{within, Caller};
use crate::mpi::device::staged::Staged;
use crate::mpi::device::Drivers;
use crate::mpi::transport::Collectives;
use crate::mpi::waiting::Together;
use crate::report::breakdown::transport::Timed;
use crate::report::breakdown::{Part, Watch};
use crate::report::Outcome;
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

/// Reduces the arrays; collective. `own` is what this rank finds wrong with its
/// buffers, and in `gathered` are the ranks' records, if they are there already. Returns
/// an MPI error code, which has been raised.
///
/// # Safety
/// The buffers hold what was settled.
pub unsafe fn run(
    prepared: &Prepared<'_>,
    function: &'static str,
    to: Destination,
    buffers: Buffered<'_>,
    gathered: Option<&Slots>,
    own: Result<(), Failure>,
) -> c_int {
    let Prepared { process, communicator, evaluation, .. } = prepared;
    let Prepared { comm, datatype, op, .. } = *prepared;
    let watch = process.watch();
    let status = own.as_ref().err().map_or(0, |failure| failure.class.code());
    let environment = evaluation.environment();
    let caller = &Caller::before(environment);
    // SAFETY: handed on to the caller.
    let outcome = within(environment, || unsafe {
        reduce(prepared, to, buffers, gathered, status, caller, watch.as_ref())
    });
    match (own, outcome) {
        (_, Err(Fault(code))) => code,
        (Err(failure), outcome) => {
            // One rank speaks: the first that has failed, as far as this one knows.
            let first = outcome.ok().flatten().map(|failed| failed.rank);
            fail(process, (function, comm), &failure, first == Some(communicator.rank))
        }
        // An MPI function has raised its own error where it failed.
        (Ok(()), Ok(Some(Failed { rank, status }))) if rank == communicator.rank => status,
        (Ok(()), Ok(Some(Failed { rank, status }))) => {
            fail(process, (function, comm), &failed_elsewhere((rank, status)), false)
        }
        (Ok(()), Ok(None)) => {
            if let Some(watch) = watch {
                let total = prepared.arrays.iter().map(|array| array.share.total).sum::<u64>();
                let on = On::Communicator(comm);
                let elements = i64::try_from(total).unwrap_or(i64::MAX);
                let subject = Subject { name: function, count: elements, datatype, op, on };
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
    gathered: Option<&Slots>,
    status: c_int,
    caller: &Caller,
    watch: Option<&Watch>,
) -> Result<Option<Failed>, Fault> {
    let Prepared { process, communicator, evaluation, threads, comm, .. } = prepared;
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
    if Drivers::loaded().any() && status == 0 {
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
    for (number, _) in prepared.arrays.iter().enumerate().filter(|(_, a)| a.share.total == 0) {
        let identity = prepared.identity.as_ref().expect("it was looked for");
        if receives && status == 0 {
            // SAFETY: handed on to the caller.
            unsafe { partials::store(results, identity, result(number))? };
        }
    }
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
    let choices = communicator.choices().unwrap_or(&process.policy().choices);
    let means = caller.run(|| means(process, choices, *comm, communicator, 0))?;
    let transport = Collectives {
        library: &process.library,
        comm: *comm,
        rank: communicator.rank,
        size: communicator.size,
        element: 1,
        caller,
        together: Together::new(&process.library, caller, means.shared),
        messages: None,
    };
    let reduction = Reduction { merge, way, buffers: results, threads: *threads, to, status };
    let bytes = partials::scratch_needed(way, merge, arrays, communicator.size);
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
    match watch {
        None => run(&transport),
        // (What is neither sent nor received is lifted, merged or finished.)
        Some(watch) => watch.time_rest(Part::Local, || run(&Timed::new(&transport, watch))),
    }
}
