//! Reduces distributed arrays by a plan.

use super::comparison::disagreement;
use super::failure::{Error, Failure};
use super::form::{OnStack, RowLayout, Sizes};
use super::group::Group;
use super::operation::Operation;
use super::plan::{DataRows, Plan};
use super::rows::{lift, merge};
use super::signature::Call;
use super::slots::{Own, Slots};
use samebits_base::fault::Fault;
use samebits_fold::share::{contribution::Contribution, record::Failed};
use samebits_fold::Buffers;
use samebits_schedule::breakdown::{transport::Timed, Part, Watch};
use samebits_schedule::opening::header::{MessageRows, HEADER};
use samebits_schedule::{opening::REFUSED, partials, Destination, Transport};
use std::ffi::c_void;
use std::sync::atomic::Ordering;

/// Where the results go.
#[derive(Clone, Copy)]
pub struct Results<'a> {
    /// The first one; the others follow it.
    pub first: *mut c_void,
    /// Access to results on a device.
    pub staged: Option<&'a dyn Buffers>,
}

#[derive(Clone, Copy)]
pub enum FirstMessage<'a> {
    /// Already sent: the ranks call alike. The slots have their data, if those came with it.
    Sent(&'a Slots<'a>),
    /// Still to be sent, with the partials or what this rank finds wrong.
    Partials(Call<'a>, Option<&'a Failure>),
}

pub struct PlannedReduction<'a> {
    pub plan: &'a Plan,
    pub operation: &'a Operation<'a>,
    pub to: Destination,
    /// What this rank contributes.
    pub contribution: &'a dyn Contribution,
    pub results: Results<'a>,
    pub watch: Option<&'a Watch>,
}

impl PlannedReduction<'_> {
    /// Reduces the arrays; collective.
    ///
    /// # Safety
    /// The buffers hold what was planned, unless something is wrong; the scratch memory is aligned
    /// and as long as the plan says.
    pub unsafe fn run(
        &self,
        group: &Group<'_>,
        first: &FirstMessage<'_>,
        scratch: *mut u8,
    ) -> Result<(), Error> {
        let wrong = match first {
            FirstMessage::Sent(_) => None,
            FirstMessage::Partials(_, wrong) => *wrong,
        };
        let by_rows = self.plan.rows.is_some() && !self.plan.in_pieces;
        if group.transport.size() == 1 && wrong.is_none() && by_rows {
            // SAFETY: upheld by the caller.
            return self.timed(group.transport, |_| unsafe { self.alone(scratch) });
        }
        let (call, wrong) = match first {
            FirstMessage::Sent(slots) => {
                // SAFETY: upheld by the caller.
                return unsafe { self.merge(group.transport, Some(slots), scratch) };
            }
            FirstMessage::Partials(call, wrong) => (call, *wrong),
        };
        let nothing = self.plan.all_empty;
        if let (Some(rows), None, false) = (&self.plan.rows, wrong, nothing) {
            // SAFETY: upheld by the caller.
            return unsafe { self.by_rows(group, call, rows, scratch) };
        }
        let opening = group.opening(if wrong.is_none() { call.word } else { REFUSED });
        // The first message is the records, unless there are none to send.
        if wrong.is_some() || nothing {
            opening.send()?;
        }
        if !opening.unlike() {
            // SAFETY: upheld by the caller.
            let done = unsafe { self.merge(&opening, None, scratch) };
            if !opening.unlike() {
                return done;
            }
        }
        Err(disagreement(group.transport, call, wrong)?)
    }

    /// Lifts the shares, sends the data with the first message, and merges those that have come.
    ///
    /// # Safety
    /// As for [`PlannedReduction::run`].
    unsafe fn by_rows(
        &self,
        group: &Group<'_>,
        call: &Call<'_>,
        rows: &DataRows,
        scratch: *mut u8,
    ) -> Result<(), Error> {
        let PlannedReduction { plan, to, .. } = *self;
        let (rank, ranks) = (group.transport.rank(), group.transport.size());
        let shape = &self.operation.shape;
        let short = shape.short_bytes().filter(|_| !rows.wide.load(Ordering::Relaxed));
        let own = RowLayout::lifted(Sizes::Each(&rows.sizes));
        let sent = match short {
            Some(short) => RowLayout::sent(0, Sizes::Same(short, rows.sizes.len())),
            None => RowLayout::sent(0, Sizes::Each(&rows.sizes)),
        };
        let fits = sent.fits_first_message(ranks);
        let in_row = if fits { self.operation.in_row(short) } else { None };
        let mut stack = OnStack::uninit();
        let slots = &mut Slots::new(&mut stack);
        let apart = in_row.map_or(Own::Apart(own), |room| Own::InRow { room });
        slots.prepare(apart, (if fits { sent.bytes() } else { HEADER }, ranks), rank);
        slots.set_form(0, short);
        // SAFETY: upheld by the caller; the row is as long.
        let lift = |form: (&RowLayout<'_>, bool), row| unsafe {
            lift(self.contribution, shape, plan, form, row)
        };
        let lifted = match fits {
            true => slots.fill((&own, &sent), lift),
            false => lift((&own, false), slots.own_row()),
        };
        slots.lifted = lifted == Ok(true);
        let flags = u64::from(slots.lifted && fits);
        let opening = group.opening(call.word | flags);
        let exchanged = MessageRows { all: slots.row(0), bytes: slots.stride(), bare: HEADER };
        // SAFETY: the rows of all ranks, this one's in its place.
        let arrived = self.communicate(|| unsafe { opening.rows(to, exchanged) })?;
        let Some(arrived) = arrived else {
            return Err(disagreement(group.transport, call, None)?);
        };
        slots.arrived = arrived.rows && arrived.agreed != 0;
        if short.is_some() && arrived.rows && !slots.arrived {
            rows.wide.store(true, Ordering::Relaxed);
        }
        let failure = lifted.err().map_or(0, |Fault(code)| code);
        // SAFETY: upheld by the caller.
        unsafe { self.merge_rows(group.transport, (rows, Some(slots)), failure, scratch) }
    }

    fn communicate<R>(&self, call: impl FnOnce() -> R) -> R {
        match self.watch {
            None => call(),
            Some(watch) => watch.time(Part::Communication, call),
        }
    }

    /// Lifts this rank's shares, merges them with the others', and stores the results.
    ///
    /// # Safety
    /// As for [`PlannedReduction::run`].
    #[inline]
    unsafe fn merge(
        &self,
        transport: &dyn Transport,
        slots: Option<&Slots>,
        scratch: *mut u8,
    ) -> Result<(), Error> {
        let plan = self.plan;
        if let Some(rows) = &plan.rows {
            // SAFETY: upheld by the caller.
            return unsafe { self.merge_rows(transport, (rows, slots), 0, scratch) };
        }
        let PlannedReduction { to, contribution, ref results, .. } = *self;
        let Operation { merge, shape, buffers, .. } = *self.operation;
        let array = |number: usize| plan.array(number, self.result(number));
        let (method, buffers) = (plan.method, results.staged.or(buffers));
        let reduction =
            partials::ArrayReduction { merge, shape, method, buffers, contribution, to, status: 0 };
        let run = |transport: &dyn Transport| {
            // SAFETY: as much scratch memory as the plan says; the rest is upheld by the caller.
            plan.filled(array, |arrays| unsafe {
                partials::reduce(transport, &reduction, arrays, scratch)
            })
        };
        if let Some(failed) = self.timed(transport, run)? {
            return Err(Error::Failed(failed));
        }
        // SAFETY: upheld by the caller.
        unsafe { self.store_identities(transport.rank()) }
    }

    /// Runs `work` on the transport. Whatever is not communication is local work.
    fn timed<R>(&self, transport: &dyn Transport, work: impl FnOnce(&dyn Transport) -> R) -> R {
        match self.watch {
            None => work(transport),
            Some(watch) => watch.time_rest(Part::Local, || work(&Timed::new(transport, watch))),
        }
    }

    /// The address of a result.
    pub(super) fn result(&self, number: usize) -> *mut u8 {
        let size = self.operation.shape.element as isize;
        let extent = self.operation.buffers.map_or(size, |buffers| buffers.extent());
        self.results.first.cast::<u8>().wrapping_offset(number as isize * extent)
    }

    /// Stores the results of arrays without elements.
    pub(super) unsafe fn store_identities(&self, rank: usize) -> Result<(), Error> {
        let PlannedReduction { plan, to, ref results, .. } = *self;
        if plan.some_empty && to.reaches(rank) {
            let stored = results.staged.or(self.operation.buffers);
            for (number, _) in
                plan.arrays.iter().enumerate().filter(|(_, a)| a.layout.share.total == 0)
            {
                let identity = plan.identity.as_ref().expect("`Plan::decide` has checked it");
                // SAFETY: upheld by the caller.
                unsafe { partials::store(stored, identity, self.result(number))? };
            }
        }
        Ok(())
    }

    /// Merges rows of data: those in the slots, if these have come, and else those that all ranks
    /// now send in full. `failure` is that of a rank that could not lift its shares, or 0.
    ///
    /// # Safety
    /// As for [`PlannedReduction::run`].
    unsafe fn merge_rows(
        &self,
        transport: &dyn Transport,
        (rows, slots): (&DataRows, Option<&Slots>),
        failure: i32,
        scratch: *mut u8,
    ) -> Result<(), Error> {
        let rank = transport.rank();
        let done = self.timed(transport, |transport| {
            // SAFETY: upheld by the caller.
            unsafe {
                match slots.filter(|slots| slots.arrived) {
                    Some(slots) => {
                        let (all, form) = slots.rows(&rows.sizes);
                        self.deliver(rank, (all, slots.stride()), &form, scratch).map(|()| None)
                    }
                    None => self.exchange_data(transport, (rows, slots), failure, scratch),
                }
            }
        });
        if let Some(failed) = done? {
            return Err(Error::Failed(failed));
        }
        // SAFETY: upheld by the caller.
        unsafe { self.store_identities(rank) }
    }

    /// Sends the data in full, each row after its rank's status, and merges them. Returns who has
    /// failed, if anyone has.
    unsafe fn exchange_data(
        &self,
        transport: &dyn Transport,
        (rows, slots): (&DataRows, Option<&Slots>),
        mut failure: i32,
        scratch: *mut u8,
    ) -> Result<Option<Failed>, Fault> {
        let (rank, ranks) = (transport.rank(), transport.size());
        let sizes = Sizes::Each(&rows.sizes);
        let (own, sent) = (RowLayout::lifted(sizes), RowLayout::sent(0, sizes));
        let mut stack = OnStack::uninit();
        let exchanged = &mut Slots::new(&mut stack);
        exchanged.prepare(Own::Apart(own), (sent.bytes(), ranks), rank);
        let (first, stride) = (exchanged.row(0), sent.bytes());
        let status = |rank: usize| first.wrapping_add(rank * stride).cast::<i64>();
        // SAFETY: the rows are as long; the rest is upheld by the caller.
        unsafe {
            let row = exchanged.own_row();
            match slots.filter(|slots| slots.lifted) {
                Some(slots) => slots.copy_lifted(&rows.sizes, row),
                None if failure == 0 => {
                    let shape = &self.operation.shape;
                    let lifted = lift(self.contribution, shape, self.plan, (&own, false), row);
                    failure = lifted.err().map_or(0, |Fault(code)| code);
                }
                None => {}
            }
            exchanged.send((&own, &sent));
            status(rank).write(failure.into());
            if ranks > 1 {
                let (send, all) = (exchanged.row(rank), first);
                transport.gather_rows(self.to, send, all, stride)?;
            }
            let failed = |rank: usize| match status(rank).read() {
                0 => None,
                status => Some(Failed { rank, status: status as i32 }),
            };
            if !self.to.reaches(rank) {
                return Ok(failed(rank));
            }
            if let Some(failed) = (0..ranks).find_map(failed) {
                return Ok(Some(failed));
            }
            let (all, form) = exchanged.rows(&rows.sizes);
            self.deliver(rank, (all, stride), &form, scratch).map(|()| None)
        }
    }

    /// Merges the data of all ranks and stores the results, on a rank that gets them.
    unsafe fn deliver(
        &self,
        rank: usize,
        rows: (&[u8], usize),
        form: &RowLayout<'_>,
        scratch: *mut u8,
    ) -> Result<(), Fault> {
        let PlannedReduction { plan, to, operation, ref results, .. } = *self;
        if !to.reaches(rank) {
            return Ok(());
        }
        let stored = results.staged.or(operation.buffers);
        let size = operation.shape.element;
        // SAFETY: as much scratch memory as the plan says: enough for any of the arrays.
        let merged = unsafe { std::slice::from_raw_parts_mut(scratch, plan.scratch) };
        for ((number, array), place) in plan.arrays.iter().enumerate().zip(form.places()) {
            if array.layout.share.total == 0 {
                continue;
            }
            merge(operation, array, rows, &place, merged)?;
            // SAFETY: upheld by the caller.
            unsafe { partials::store(stored, &merged[..size], self.result(number))? };
        }
        Ok(())
    }
}
