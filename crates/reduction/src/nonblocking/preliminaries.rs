//! What is started with a reduction, in the same call on all ranks, to set something up for it and
//! for later ones: the comparison of the policies, and the exchange by which ranks come to share
//! memory. The reduction's request is complete after these: a program all of whose requests are
//! complete may free the communicator or end MPI.

use crate::context::Context;
use crate::decision::agree_later::Comparison;
use samebits_base::fault::Fault;
use samebits_base::stack::with_room;
use samebits_kernel::fpenv::preserving_fp_environment;
use samebits_mpi::{calls::poll::poll, memory::board::Board};
use std::sync::Arc;

/// Empty for most reductions.
#[derive(Debug, Default)]
pub struct Preliminaries(Option<Box<Setup>>);

#[derive(Debug, Default)]
struct Setup {
    comparison: Option<Comparison<'static>>,
    setting_up: Option<Arc<Board>>,
}

impl Preliminaries {
    pub fn of(comparison: Option<Comparison<'static>>) -> Preliminaries {
        let setup = |comparison| Setup { comparison: Some(comparison), setting_up: None };
        Preliminaries(comparison.map(setup).map(Box::new))
    }

    /// With the exchange of a board, if that is under way.
    pub fn set_up(&mut self, board: &Arc<Board>) {
        if board.is_exchanging() {
            self.0.get_or_insert_default().setting_up = Some(board.clone());
        }
    }

    /// Whether they are complete. The comparison comes first: what else is under way may never be
    /// complete if the policies differ.
    #[inline]
    pub fn test(&mut self, context: &Context) -> Result<bool, Fault> {
        match &mut self.0 {
            None => Ok(true),
            Some(setup) => {
                let done = with_room(|| setup.test(context))?;
                if done {
                    self.0 = None;
                }
                Ok(done)
            }
        }
    }

    #[inline]
    pub fn wait(&mut self, context: &Context) -> Result<(), Fault> {
        self.0.take().map_or(Ok(()), |setup| with_room(|| setup.wait(context)))
    }
}

impl Setup {
    fn test(&mut self, context: &Context) -> Result<bool, Fault> {
        if let Some(comparison) = &self.comparison {
            if !comparison.test(context)? {
                return Ok(false);
            }
            self.comparison = None;
        }
        match &self.setting_up {
            None => Ok(true),
            Some(board) => preserving_fp_environment(|| board.test_exchange()),
        }
    }

    fn wait(self, context: &Context) -> Result<(), Fault> {
        self.comparison.map_or(Ok(()), |comparison| comparison.finish(context))?;
        self.setting_up.map_or(Ok(()), |board| finish_exchange(&board))
    }
}

/// Waits for the exchange of a board, which all ranks have started, or start in this call.
pub fn finish_exchange(board: &Board) -> Result<(), Fault> {
    preserving_fp_environment(|| poll(&|_| (), || board.test_exchange()))
}
