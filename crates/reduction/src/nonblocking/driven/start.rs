//! How driven reductions are started: a nonblocking one in the program's call, a persistent one again and
//! again.

use super::super::prepared::Prepared;
use super::super::started::Started;
use super::driving::Driving;
use super::kept::{Awaited, Kept, Vector};
use crate::decision::resources::set_up_driven;
use samebits_base::fault::Fault;
use samebits_fold::Buffers;
use samebits_kernel::fpenv::preserving_vector_environment;
use samebits_mpi::abi::family::Handle;
use samebits_mpi::elements::device::staged::Staged;
use samebits_mpi::progress::{self, Hook, Tag};
use std::sync::atomic::Ordering;

impl Prepared {
    /// Has each start of a persistent reduction matched with those of the other ranks; may wait for them.
    /// Returns whether it is driven then, which it is on all ranks.
    pub(in super::super) fn repeat_driven(&mut self) -> Result<bool, Fault> {
        let Some(mut driving) = self.driven.take() else { return Ok(false) };
        let (context, comm) = (self.context, self.comm);
        if !driving.hook.duplicates_meanwhile() {
            set_up_driven(context, comm, self.communicator)?;
        }
        let driven = self.communicator.driven_comm(&context.library, comm, driving.hook);
        let tag = driven.map(|driven| preserving_vector_environment(|| driven.persistent_tag()));
        driving.tag = tag.transpose()?.flatten();
        self.driven = driving.tag.is_some().then_some(driving);
        Ok(self.driven.is_some())
    }

    fn next_tag(&self, hook: Hook) -> Result<Tag, Fault> {
        let driven = self.communicator.driven_comm(&self.context.library, self.comm, hook);
        let driven = driven.expect("it was decided so");
        preserving_vector_environment(|| driven.next_tag())
    }

    /// Whether its request is the MPI library's, which completes without samebits.
    pub fn completes_by_itself(&self) -> bool {
        self.driven.as_ref().is_some_and(|driving| !driving.hook.is_simulated())
    }

    /// Starts it, if it completes by itself; returns the request that is complete when the result is
    /// there, and the schedule.
    pub fn drive(&self) -> Option<Result<(Handle, &'static str), Fault>> {
        let driving = self.driven.as_ref().filter(|_| self.completes_by_itself())?;
        let started = self.keep(driving).and_then(|kept| self.start_kept(kept));
        Some(started.map(|request| (request, driving.schedule())))
    }

    /// Starts it where its completion is seen.
    pub(in super::super) fn start_driven(&self, driving: &Driving) -> Result<Box<Started>, Fault> {
        let (kept, of) = (self.keep(driving)?, (self.context, self.name));
        if !driving.hook.is_simulated() {
            return Ok(Started::native(of, self.start_kept(kept)?, None));
        }
        let start = || progress::simulated::start(&self.context.library, kept);
        let simulated = preserving_vector_environment(start)?;
        Ok(Started::simulated(of, simulated, driving.schedule()))
    }

    fn start_kept(&self, kept: Box<Kept>) -> Result<Handle, Fault> {
        preserving_vector_environment(|| progress::start(&self.context.library, kept))
    }

    fn keep(&self, driving: &Driving) -> Result<Box<Kept>, Fault> {
        // The order of these two on the communicator is the same on all ranks.
        let mut comparison = self.start_comparison()?;
        // (Which there is if settings were changed: nobody looks at it while a simulated rank waits.)
        if let Some(comparison) = comparison.take_if(|_| driving.hook.is_simulated()) {
            comparison.finish(self.context)?;
            self.communicator.judged.store(true, Ordering::Relaxed);
        }
        let tag = match &driving.tag {
            Some(tag) => tag.clone(),
            None => self.next_tag(driving.hook)?,
        };
        let context = self.context;
        let kept = Box::new(self.kept(driving, (tag, comparison))?);
        if let Some(tallies) = &context.tallies {
            if context.counts_for(self.communicator) {
                tallies.driven(driving.hook.name());
            }
        }
        Ok(kept)
    }

    /// What is kept of it; what must be read in the program's call is read.
    fn kept(&self, driving: &Driving, awaited: Awaited) -> Result<Kept, Fault> {
        let &Prepared { context, ref shape, send, recv, ref held, .. } = self;
        let vector = Vector { shape, send, recv };
        let kept = |buffers: Option<&dyn Buffers>| {
            Kept::new(context, driving, awaited, &vector, buffers, held.clone())
        };
        let receives = shape.to.reaches(shape.rank).then_some(recv);
        match self.is_contiguous && Staged::none_needed(0, send, receives) {
            true => kept(None),
            false => self.with_buffers(kept),
        }
    }
}
