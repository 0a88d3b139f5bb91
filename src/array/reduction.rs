//! Reduces distributed arrays by a plan.

use super::comparison::disagreement;
use super::failure::{Error, Failure};
use super::group::Group;
use super::operation::Operation;
use super::piggyback::Slots;
use super::plan::Plan;
use super::signature::Call;
use crate::arithmetic::Buffers;
use crate::report::breakdown::{transport::Timed, Part, Watch};
use crate::schedule::{opening::REFUSED, partials, Destination, Transport};
use std::ffi::c_void;

#[derive(Clone, Copy)]
pub struct Data<'a> {
    /// The first element of this rank's share of each array.
    pub locals: &'a [*const c_void],
    /// The results, one behind the other.
    pub results: *mut c_void,
    /// Access to shares on a device; empty if there are none.
    pub staged: &'a [Option<&'a dyn Buffers>],
    /// Access to results on a device.
    pub staged_results: Option<&'a dyn Buffers>,
}

#[derive(Clone, Copy)]
pub enum FirstMessage<'a> {
    /// Already sent: the ranks call alike. The slots hold their records, if those came with it.
    Sent(Option<&'a Slots>),
    /// Still to be sent, with the records or what this rank finds wrong.
    Records(Call<'a>, Option<&'a Failure>),
}

pub struct Reduction<'a> {
    pub plan: &'a Plan,
    pub operation: Operation<'a>,
    pub to: Destination,
    pub data: Data<'a>,
    pub threads: usize,
    pub watch: Option<&'a Watch>,
}

impl Reduction<'_> {
    /// Reduces the arrays; collective.
    ///
    /// # Safety
    /// The buffers hold what was planned, unless something is wrong; the scratch memory is aligned
    /// and as long as the plan says.
    pub unsafe fn run(
        &self,
        group: &Group<'_>,
        first: FirstMessage<'_>,
        scratch: *mut u8,
    ) -> Result<(), Error> {
        let (call, wrong) = match first {
            FirstMessage::Sent(gathered) => {
                // SAFETY: upheld by the caller.
                return unsafe { self.merge(group.transport, gathered, scratch) };
            }
            FirstMessage::Records(call, wrong) => (call, wrong),
        };
        let opening = group.opening(if wrong.is_none() { call.word } else { REFUSED });
        // The first message is the records, unless there are none to send.
        if wrong.is_some() || self.plan.arrays.iter().all(|array| array.share.total == 0) {
            opening.send()?;
        }
        if !opening.unlike() {
            // SAFETY: upheld by the caller.
            let done = unsafe { self.merge(&opening, None, scratch) };
            if !opening.unlike() {
                return done;
            }
        }
        Err(disagreement(group.transport, &call, wrong)?)
    }

    /// Lifts this rank's shares, merges them with the others', and stores the results.
    ///
    /// # Safety
    /// As for [`Reduction::run`].
    #[inline]
    unsafe fn merge(
        &self,
        transport: &dyn Transport,
        gathered: Option<&Slots>,
        scratch: *mut u8,
    ) -> Result<(), Error> {
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
            // SAFETY: as much scratch memory as the plan says; the rest is upheld by the caller.
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
            // Whatever is not communication is local work.
            Some(watch) => watch.time_rest(Part::Local, || run(&Timed::new(transport, watch))),
        };
        if let Some(failed) = done? {
            return Err(Error::Failed(failed));
        }
        if to.reaches(transport.rank()) {
            for (number, _) in plan.arrays.iter().enumerate().filter(|(_, a)| a.share.total == 0) {
                let identity = plan.identity.as_ref().expect("`Plan::decide` has checked it");
                // SAFETY: upheld by the caller.
                unsafe { partials::store(stored, identity, result(number))? };
            }
        }
        Ok(())
    }
}
