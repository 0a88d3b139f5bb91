//! What calls on a communicator remember: the last plans, by the header word of their calls. A call
//! that is made again with the same shares sends its partials with its first message; if any rank's
//! shares have changed, all see it there, and go on as if nothing had been remembered.
//!
//! All ranks remember the same: a plan is added, or moved to the front, only where all ranks have
//! seen the same words of all ranks. So the number of a plan says which one is meant.
//!
//! Memory: at most [`MOST`] plans a communicator, each of no more than [`LARGEST`] words.

use super::plan::Plan;
use crate::lock::lock;
use crate::schedule::opening::FLAGS;
use crate::schedule::partials::Way;
use crate::schedule::RequestedSchedule;
use std::any::Any;
use std::sync::{Arc, Mutex, MutexGuard};

/// The most plans, so that the flags of a header hold a plan's number and 0.
const MOST: usize = 12;
const _: () = assert!(MOST < FLAGS as usize);

/// The most words of all ranks, and parts of arrays, of a plan that is remembered.
const LARGEST: usize = 1 << 14;

/// Where a communicator has its plans, as the layer below holds them.
pub type Remembered = Mutex<Option<Box<dyn Any + Send>>>;

#[derive(Default)]
pub struct Plans {
    /// The latest first.
    known: Vec<(u64, Arc<Plan>)>,
    /// The last one that is too long to be remembered.
    long: Option<Arc<Plan>>,
}

impl Plans {
    pub fn of(plan: Arc<Plan>, word: u64) -> Plans {
        Plans { known: vec![(word, plan)], long: None }
    }

    /// The plans of a call with that header word and a requested schedule, with their numbers, from
    /// 1 on.
    pub fn each(
        &self,
        word: u64,
        schedule: Option<RequestedSchedule>,
    ) -> impl Iterator<Item = (u64, &Arc<Plan>)> {
        let merging = Way::requested(schedule);
        let numbered = self.known.iter().zip(1..).map(|((of, plan), number)| (*of, number, plan));
        numbered
            .filter(move |(of, _, plan)| *of == word && Way::requested(plan.requested) == merging)
            .map(|(_, number, plan)| (number, plan))
    }

    /// Moves a plan to the front.
    pub fn used(&mut self, number: u64) -> &Arc<Plan> {
        let index = number as usize - 1;
        if index > 0 {
            self.known[..=index].rotate_right(1);
        }
        &self.known[0].1
    }

    pub fn add(&mut self, word: u64, plan: Arc<Plan>) -> &Arc<Plan> {
        let parts: usize = plan.arrays.iter().map(|array| array.parts.len()).sum();
        if plan.words.len() + parts > LARGEST {
            return self.long.insert(plan);
        }
        self.known.truncate(MOST - 1);
        self.known.insert(0, (word, plan));
        &self.known[0].1
    }
}

/// The plans of a communicator, while a call uses them.
pub struct Held<'a>(MutexGuard<'a, Option<Box<dyn Any + Send>>>);

impl Held<'_> {
    pub fn new(remembered: &Remembered) -> Held<'_> {
        Held(lock(remembered))
    }

    pub fn plans(&mut self) -> &mut Plans {
        let any = self.0.get_or_insert_with(|| Box::<Plans>::default());
        any.downcast_mut().expect("nobody else remembers anything there")
    }
}
