//! Distributed arrays, reduced once everything is settled between the ranks.

use super::comparison::disagreement;
use super::failure::{Error, Failure};
use super::group::Group;
use super::operation::Operation;
use super::piggyback::Slots;
use super::plan::Plan;
use super::signature::Call;
use crate::arithmetic::record::Failed;
use crate::arithmetic::{Buffers, Fault};
use crate::report::breakdown::transport::Timed;
use crate::report::breakdown::{Part, Watch};
use crate::schedule::opening::REFUSED;
use crate::schedule::partials;
use crate::schedule::{Destination, Transport};
use std::ffi::c_void;

/// The caller's buffers.
#[derive(Clone, Copy)]
pub struct Data<'a> {
    /// The first element of this rank's share of each array.
    pub locals: &'a [*const c_void],
    /// The place of the first result; the others lie behind it.
    pub results: *mut c_void,
    /// How the shares lie that are on a device; empty where none is.
    pub staged: &'a [Option<&'a dyn Buffers>],
    /// How the results lie if they are.
    pub staged_results: Option<&'a dyn Buffers>,
}

/// What the first message of a reduction is.
#[derive(Clone, Copy)]
pub enum First<'a> {
    /// It was sent: the ranks call alike. In the slots are their records, if they came with it.
    Sent(Option<&'a Slots>),
    /// It brings the records; or what this rank finds wrong.
    Records(Call<'a>, Option<&'a Failure>),
}

/// A reduction by a plan.
pub struct Reduction<'a> {
    /// The plan.
    pub plan: &'a Plan,
    /// How elements are reduced.
    pub operation: Operation<'a>,
    /// Who gets the results.
    pub to: Destination,
    /// The caller's buffers.
    pub data: Data<'a>,
    /// The threads that lift shares.
    pub threads: usize,
    /// Where a report was asked for.
    pub watch: Option<&'a Watch>,
}

impl Reduction<'_> {
    /// Reduces the arrays, with all other ranks.
    ///
    /// # Safety
    /// The buffers hold what was planned, where nothing is wrong; the scratch memory is aligned,
    /// and as long as the plan says.
    pub unsafe fn run(
        &self,
        group: &Group<'_>,
        first: First<'_>,
        scratch: *mut u8,
    ) -> Result<(), Error> {
        let (call, wrong) = match first {
            First::Sent(gathered) => {
                // SAFETY: upheld by the caller.
                let done = unsafe { self.merged(group.transport, gathered, scratch) };
                return ended(done);
            }
            First::Records(call, wrong) => (call, wrong),
        };
        let opening = group.opening(if wrong.is_none() { call.word } else { REFUSED });
        // (Arrays without elements make no message of their own.)
        if wrong.is_some() || self.plan.arrays.iter().all(|array| array.share.total == 0) {
            opening.send()?;
        }
        if !opening.unlike() {
            // SAFETY: upheld by the caller.
            let done = unsafe { self.merged(&opening, None, scratch) };
            if !opening.unlike() {
                return ended(done);
            }
        }
        Err(disagreement(group.transport, &call, wrong)?)
    }

    /// Lifts this rank's shares, has them merged with those of the others, and stores the
    /// results. Returns who could not evaluate its share, if anybody.
    ///
    /// # Safety
    /// As for [`Reduction::run`].
    #[inline]
    unsafe fn merged(
        &self,
        transport: &dyn Transport,
        gathered: Option<&Slots>,
        scratch: *mut u8,
    ) -> Result<Option<Failed>, Fault> {
        let Reduction { plan, to, threads, .. } = *self;
        let Operation { merge, buffers, .. } = self.operation;
        let Data { locals, results, staged, staged_results } = self.data;
        let extent = buffers.map_or(merge.size() as isize, |buffers| buffers.extent());
        let result = |number: usize| results.cast::<u8>().wrapping_offset(number as isize * extent);
        let array = |number: usize| {
            let staged = staged.get(number).copied().flatten();
            plan.array(number, locals[number].cast(), staged.or(buffers), result(number))
        };
        let stored = staged_results.or(buffers);
        let way = plan.way;
        let reduction = partials::Reduction { merge, way, buffers: stored, threads, to, status: 0 };
        let run = |transport: &dyn Transport| {
            // SAFETY: as much scratch as is needed; the rest is handed on to the caller.
            plan.filled(array, |arrays| unsafe {
                match gathered {
                    None => partials::reduce(transport, &reduction, arrays, scratch),
                    Some(slots) => {
                        let rows = slots.records(transport.size());
                        partials::merge(transport, &reduction, arrays, rows, scratch)
                    }
                }
            })
        };
        let done = match self.watch {
            None => run(transport),
            // (What is neither sent nor received is lifted, merged or finished.)
            Some(watch) => watch.time_rest(Part::Local, || run(&Timed::new(transport, watch))),
        };
        if !matches!(done, Ok(None)) || !to.reaches(transport.rank()) {
            return done;
        }
        for (number, _) in plan.arrays.iter().enumerate().filter(|(_, a)| a.share.total == 0) {
            let identity = plan.identity.as_ref().expect("it was looked for");
            // SAFETY: upheld by the caller.
            unsafe { partials::store(stored, identity, result(number))? };
        }
        Ok(None)
    }
}

#[inline]
fn ended(done: Result<Option<Failed>, Fault>) -> Result<(), Error> {
    match done {
        Ok(None) => Ok(()),
        Ok(Some(failed)) => Err(Error::Failed(failed)),
        Err(fault) => Err(Error::Fault(fault)),
    }
}
