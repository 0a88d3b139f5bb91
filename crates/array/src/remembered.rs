//! What calls on a communicator remember: the last plans, by the header word of their calls. A call
//! that is made again with the same shares sends its partials with its first message; if any rank's
//! shares have changed, all see it there, and go on as if nothing had been remembered.
//!
//! All ranks remember the same: a plan is added, or moved to the front, only where all ranks have
//! seen the same words of all ranks. So the number of a plan says which one is meant.
//!
//! Memory: at most [`MOST`] plans a communicator, each of no more than [`LARGEST`] words.

use super::plan::Plan;
use super::signature::{hash, Signature};
use samebits_base::lock::{Brief, Guard};
use samebits_schedule::opening::FLAGS;
use samebits_schedule::partials::MergeMethod;
use samebits_schedule::Merging;
use std::sync::Arc;

/// The most plans, so that the flags of a header hold a plan's number and 0.
const MOST: usize = 12;
const _: () = assert!(MOST < FLAGS as usize);

/// The most words of all ranks, and parts of arrays, of a plan that is remembered.
const LARGEST: usize = 1 << 14;

/// Where a communicator has its plans; nothing before its first call. (No two threads call on a
/// communicator at one time.)
pub type Remembered = Brief<Option<Box<Plans>>>;

/// A plan, and what it is found by without a look at it.
#[derive(Debug)]
pub struct Known {
    word: u64,
    merging: Option<Merging>,
    /// Hashes of the words of this rank and of all ranks.
    pub(super) own: u64,
    pub(super) all: u64,
    pub plan: Arc<Plan>,
}

impl Known {
    fn new(word: u64, plan: Arc<Plan>, (rank, ranks): (usize, usize)) -> Known {
        let each = plan.words.len() / ranks;
        let own = hash(plan.words[rank * each..][..each].iter().copied());
        let all = hash(plan.words.iter().copied());
        Known { word, merging: MergeMethod::requested(plan.requested), own, all, plan }
    }
}

#[derive(Debug, Default)]
pub struct Plans {
    /// The latest first.
    known: Vec<Known>,
    /// The last one that is too long to be remembered.
    long: Option<Arc<Plan>>,
}

impl Plans {
    /// One plan. `place` is this rank, and how many there are; so below.
    pub fn of(plan: Arc<Plan>, word: u64, place: (usize, usize)) -> Plans {
        Plans { known: vec![Known::new(word, plan, place)], long: None }
    }

    /// The plans of a call with that header word, and what a schedule that is requested means for
    /// arrays, with their numbers, from 1 on.
    #[inline]
    pub fn each(&self, word: u64, merging: Option<Merging>) -> impl Iterator<Item = (u64, &Known)> {
        let numbered = self.known.iter().zip(1..).map(|(known, number)| (number, known));
        numbered.filter(move |(_, known)| known.word == word && known.merging == merging)
    }

    /// Moves a plan to the front.
    pub fn used(&mut self, number: u64) -> &Arc<Plan> {
        let index = number as usize - 1;
        if index > 0 {
            self.known[..=index].rotate_right(1);
        }
        &self.known[0].plan
    }

    /// What is to become the next plan, which nobody else has: the one that goes, if that is so.
    /// (Whether one goes is the same on all ranks.)
    pub fn spare(&mut self, signature: &Signature) -> Arc<Plan> {
        let gone = if self.known.len() == MOST { self.known.pop() } else { None };
        let spare = gone.map(|known| known.plan).filter(|plan| Arc::strong_count(plan) == 1);
        spare.unwrap_or_else(|| Arc::new(Plan::empty(*signature)))
    }

    pub fn add(&mut self, word: u64, plan: Arc<Plan>, place: (usize, usize)) -> &Arc<Plan> {
        let parts: usize = plan.arrays.iter().map(|array| array.layout.parts.len()).sum();
        if plan.words.len() + parts > LARGEST {
            return self.long.insert(plan);
        }
        self.known.truncate(MOST - 1);
        self.known.insert(0, Known::new(word, plan, place));
        &self.known[0].plan
    }
}

/// The plans of a communicator, while a call uses them.
pub struct Held<'a>(Guard<'a, Option<Box<Plans>>>);

impl Held<'_> {
    pub fn new(remembered: &Remembered) -> Held<'_> {
        Held(remembered.lock())
    }

    pub fn plans(&mut self) -> &mut Plans {
        self.0.get_or_insert_default()
    }
}
