//! Driven reductions of simulated ranks, which take turns in one process (SMPI): nobody makes progress
//! there for a rank that does something else. A rank goes on with all its reductions in the calls that
//! complete one of them, and waits there for whichever message comes first: on the simulated clock
//! that is as if a progress engine had gone on at once, for a program that does nothing but wait.
//!
//! This simulates how long reductions take, not that they get on: while a rank sits in another call,
//! its part of them rests. Legal programs may be such that it would have to go on there, and the
//! simulator finds them to be in a deadlock; so simulated ranks drive reductions on request alone.

use super::driven::Driven;
use super::end::Told;
use super::engine;
use super::testing::By;
use crate::Library;
use samebits_base::fault::{Fault, Outcome};
use samebits_base::stack::with_room;
use std::sync::Arc;

/// A reduction that was started, which stands in place of a request.
#[derive(Debug)]
pub struct Simulated {
    library: &'static Library,
    told: Arc<Told>,
}

/// Starts a reduction on a simulated rank: sends what it can at once.
pub fn start(library: &'static Library, driven: Box<dyn Driven>) -> Result<Simulated, Fault> {
    let told = Arc::new(Told::default());
    engine::start_simulated(library, driven, Arc::clone(&told))?;
    Ok(Simulated { library, told })
}

impl Simulated {
    /// Whether it is complete, after one test of all messages. (That takes as long as the simulator lets
    /// tests take.)
    pub fn test(&self) -> Result<bool, Fault> {
        if self.told.outcome().is_none() {
            self.step(By::Testing);
        }
        self.told.outcome().map_or(Ok(false), |outcome| outcome.map(|()| true))
    }

    pub fn wait(&self) -> Outcome {
        loop {
            if let Some(outcome) = self.told.outcome() {
                return outcome;
            }
            self.step(By::Waiting);
        }
    }

    fn step(&self, by: By<'_>) {
        with_room(|| engine::step(self.library, by));
    }
}
