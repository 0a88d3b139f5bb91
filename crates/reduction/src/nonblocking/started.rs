//! A nonblocking reduction that is under way: its contributions come together, and are folded when
//! all are there. It is a value, which whoever completes the request consumes.

use super::folding::Folding;
use super::held::Held;
use super::merged::Merged;
use super::posted::Posted;
use super::preliminaries::Preliminaries;
use super::rows::Rows;
use crate::context::Context;
use crate::decision::agree_later::Comparison;
use libc::c_int;
use samebits_base::fault::Fault;
use samebits_base::stack::with_room;
use samebits_kernel::fpenv::preserving_vector_environment;
use samebits_mpi::progress::simulated::Simulated;
use samebits_mpi::{abi::family::Handle, calls::nonblocking::Pending, memory::board::Board};
use std::sync::Arc;

/// How the contributions come together.
pub enum UnderWay {
    Nothing,
    /// By a request of the MPI library's; the rows if it is not the program's own call.
    Together {
        pending: Pending,
        rows: Option<Arc<Rows>>,
        schedule: &'static str,
    },
    Posted(Posted),
    Merged(Box<Merged>),
    /// By messages, on a simulated rank.
    Simulated(Simulated, &'static str),
}

impl UnderWay {
    /// The MPI library's operation, if there is one.
    fn pending(&mut self) -> Option<&mut Pending> {
        match self {
            UnderWay::Together { pending, .. } => Some(pending),
            UnderWay::Merged(merged) => Some(merged.pending()),
            UnderWay::Posted(_) | UnderWay::Simulated(..) | UnderWay::Nothing => None,
        }
    }
}

impl Drop for UnderWay {
    fn drop(&mut self) {
        match self {
            UnderWay::Together { pending, rows, .. } if !pending.is_done() => {
                // MPI may still use them.
                std::mem::forget(rows.take());
            }
            _ => {}
        }
    }
}

/// A reduction that is under way.
pub struct Started {
    pub context: &'static Context,
    /// The name of the function.
    pub call: &'static str,
    pub under_way: UnderWay,
    pub preliminaries: Preliminaries,
    /// What remains once all is there; `None` where this rank gets nothing.
    pub folding: Option<Folding>,
    pub held: Option<Arc<Held>>,
    /// What is done with the result, for a direct call.
    pub deliver: Option<Deliver>,
}

/// Consumes the result, which is where the folding has put it.
pub type Deliver = Box<dyn FnOnce() -> Result<(), Fault> + Send>;

// SAFETY: the buffers are the caller's until the request is complete, whichever thread completes it.
unsafe impl Send for Started {}

impl Started {
    /// A call that the MPI library does by itself, to be completed after the comparison.
    pub fn native(
        (context, call): (&'static Context, &'static str),
        request: Handle,
        comparison: Option<Comparison<'static>>,
    ) -> Box<Started> {
        let pending = Pending::of(&context.library, request);
        let under_way = UnderWay::Together { pending, rows: None, schedule: "" };
        Started::delivered((context, call), under_way, Preliminaries::of(comparison))
    }

    /// A driven reduction of a simulated rank.
    pub fn simulated(
        of: (&'static Context, &'static str),
        simulated: Simulated,
        schedule: &'static str,
    ) -> Box<Started> {
        let under_way = UnderWay::Simulated(simulated, schedule);
        Started::delivered(of, under_way, Preliminaries::default())
    }

    /// One that leaves nothing to be done once it is complete.
    fn delivered(
        (context, call): (&'static Context, &'static str),
        under_way: UnderWay,
        preliminaries: Preliminaries,
    ) -> Box<Started> {
        Box::new(Started {
            context,
            call,
            under_way,
            preliminaries,
            folding: None,
            held: None,
            deliver: None,
        })
    }

    /// The buffers of another call.
    pub fn set_buffers(&mut self, send: *const u8, recv: *mut u8) {
        self.contribution_is_at(send);
        if let Some(folding) = &mut self.folding {
            folding.recv = recv;
        }
    }

    /// Whether both buffers are rows, in host memory.
    pub fn set_plain(&mut self, plain: bool) {
        if let Some(folding) = &mut self.folding {
            folding.plain = plain;
        }
    }

    /// This rank's contribution, or our copy of it, lies there.
    pub fn contribution_is_at(&mut self, at: *const u8) {
        if let Some(folding) = &mut self.folding {
            folding.own = at.wrapping_add(folding.start);
        }
    }

    /// Gives back what a complete one does not need any more.
    pub fn release_unneeded(&mut self) {
        let keeps = match &self.under_way {
            UnderWay::Posted(_) => true,
            UnderWay::Together { pending, rows, .. } => {
                pending.is_done() && rows.as_ref().is_some_and(|rows| rows.are_short())
            }
            UnderWay::Merged(_) | UnderWay::Simulated(..) | UnderWay::Nothing => false,
        };
        if !keeps {
            self.under_way = UnderWay::Nothing;
        }
    }

    /// The rows of an equal one before, if it has kept them.
    pub fn rows_before(&mut self) -> Option<Arc<Rows>> {
        match &mut self.under_way {
            UnderWay::Together { rows, .. } => rows.take(),
            _ => None,
        }
    }

    /// What brings the contributions together, for the report.
    pub fn schedule(&self) -> &'static str {
        match &self.under_way {
            UnderWay::Together { schedule, .. } => schedule,
            UnderWay::Posted(_) => "node",
            UnderWay::Merged(merged) => merged.schedule,
            UnderWay::Simulated(_, schedule) => schedule,
            UnderWay::Nothing => "",
        }
    }

    /// Whether it has a result that is written when it is completed.
    pub fn has_result(&self) -> bool {
        self.folding.is_some() || self.deliver.is_some()
    }

    /// Whether it is posted there.
    pub fn is_on(&self, board: &Arc<Board>) -> bool {
        matches!(&self.under_way, UnderWay::Posted(posted) if posted.is_on(board))
    }

    /// Whether the result is there.
    pub fn test(&mut self) -> Result<bool, Fault> {
        let context = self.context;
        if !self.preliminaries.test(context)? {
            return Ok(false);
        }
        let there = match &mut self.under_way {
            UnderWay::Posted(posted) => posted.test(context)?,
            UnderWay::Simulated(simulated, _) => {
                preserving_vector_environment(|| simulated.test())?
            }
            under_way => match under_way.pending() {
                Some(pending) => preserving_vector_environment(|| pending.test(&context.library))?,
                None => true,
            },
        };
        if there {
            self.fold()?;
        }
        Ok(there)
    }

    pub fn wait(&mut self) -> Result<(), Fault> {
        let context = self.context;
        self.preliminaries.wait(context)?;
        match &mut self.under_way {
            UnderWay::Posted(posted) => posted.wait(context)?,
            UnderWay::Simulated(simulated, _) => {
                preserving_vector_environment(|| simulated.wait())?;
            }
            under_way => {
                if let Some(pending) = under_way.pending() {
                    preserving_vector_environment(|| pending.wait(&context.library))?;
                }
            }
        }
        self.fold()
    }

    /// What the MPI library answers to a function that it forbids on a request that is under way;
    /// `None` if it takes it ([`Pending::refused`]).
    pub fn refused(
        &mut self,
        function: unsafe extern "C-unwind" fn(*mut libc::c_void) -> c_int,
    ) -> Option<c_int> {
        let library = &self.context.library;
        match self.under_way.pending() {
            Some(pending) => pending.refused(library, function),
            None => library.answer_on_collective(function).unwrap_or_else(|Fault(code)| Some(code)),
        }
    }

    /// The reduction is over if an exception of the program's operator passes: a second fold would
    /// read what the first one has overwritten.
    fn fold(&mut self) -> Result<(), Fault> {
        struct Passing<'a>(&'a mut Started);
        impl Drop for Passing<'_> {
            fn drop(&mut self) {
                self.0.under_way = UnderWay::Nothing;
            }
        }
        let passing = Passing(self);
        let done = passing.0.fold_rows();
        std::mem::forget(passing);
        done?;
        self.deliver.take().map_or(Ok(()), with_room)
    }

    fn fold_rows(&mut self) -> Result<(), Fault> {
        let Started { context, under_way, folding, .. } = self;
        match (under_way, folding) {
            (UnderWay::Posted(posted), Some(folding)) => {
                let row = |rank| posted.row(rank).wrapping_add(folding.start);
                // SAFETY: all contributions are there.
                let done = unsafe {
                    match &posted.division {
                        None => folding.run(context, row),
                        Some(division) => with_room(|| {
                            folding.run_together(context, division, &|rank| posted.place(rank))
                        }),
                    }
                };
                posted.consume();
                done
            }
            (UnderWay::Together { rows: Some(rows), .. }, Some(folding)) => {
                // SAFETY: as above.
                unsafe { folding.run(context, |rank| rows.row(rank)) }
            }
            (UnderWay::Merged(merged), Some(folding)) => {
                // SAFETY: likewise.
                with_room(|| unsafe { merged.finish(folding) })
            }
            _ => Ok(()),
        }
    }
}
