//! The reductions that are under way, and one round over them.

use super::driven::Driven;
use super::duplicate::test_unfinished;
use super::end::{End, Told};
use super::table::{Owner, Requests};
use super::testing::{By, Complete, Testing};
use crate::abi::family::Handle;
use crate::Library;
use std::sync::Arc;
use std::task::Poll;
use std::time::{Duration, Instant};

/// How often processes that have failed are looked for, where ranks go on without them.
const LOOK_EVERY: Duration = Duration::from_millis(100);

/// A reduction that is under way, or has messages that are.
struct Reduction {
    driven: Box<dyn Driven>,
    /// None once it is completed.
    end: Option<End>,
    /// Requests of its messages.
    messages: usize,
    /// It is to be polled in this round.
    is_due: bool,
}

#[derive(Default)]
pub(super) struct Reductions {
    /// By their numbers.
    all: Vec<Option<Reduction>>,
    /// The numbers that are free.
    free: Vec<usize>,
    requests: Requests,
    testing: Testing,
    /// What a round finds, kept for its memory.
    found: Vec<Complete>,
    indices: Vec<usize>,
    due: Vec<usize>,
    /// Those that are polled in each round.
    always: Vec<usize>,
    looked: Option<Instant>,
}

/// What a round has done.
#[derive(Default)]
pub(super) struct Progress {
    /// Messages and communicators that were complete.
    pub complete: usize,
    /// Messages that were started.
    pub started: usize,
    /// Reductions that are not under way any more.
    pub ended: usize,
}

impl Reductions {
    pub const fn new() -> Reductions {
        Reductions {
            all: Vec::new(),
            free: Vec::new(),
            requests: Requests::new(),
            testing: Testing::new(),
            found: Vec::new(),
            indices: Vec::new(),
            due: Vec::new(),
            always: Vec::new(),
            looked: None,
        }
    }

    pub fn add(&mut self, driven: Box<dyn Driven>, end: End) {
        let number = self.free.pop().unwrap_or(self.all.len());
        if number == self.all.len() {
            self.all.push(None);
        }
        let end = Some(end);
        self.all[number] = Some(Reduction { driven, end, messages: 0, is_due: false });
        self.is_due(number);
    }

    /// Looks once at all that is under way, and lets those go on for which something has come.
    pub fn round(&mut self, library: &Library, by: By<'_>) -> Progress {
        let mut progress = Progress { complete: test_unfinished(), ..Progress::default() };
        self.take_complete(library, by);
        progress.complete += self.indices.len();
        while let Some(number) = self.always.pop() {
            self.is_due(number);
        }
        if library.tolerates_failures() {
            self.look_for_failures();
        }
        while let Some(number) = self.due.pop() {
            self.go_on(number, &mut progress);
        }
        progress
    }

    fn is_due(&mut self, number: usize) {
        if let Some(reduction) = &mut self.all[number] {
            if !std::mem::replace(&mut reduction.is_due, true) {
                self.due.push(number);
            }
        }
    }

    /// Tells the reductions which messages are complete.
    fn take_complete(&mut self, library: &Library, by: By<'_>) {
        let mut found = std::mem::take(&mut self.found);
        self.testing.find(library, by, &mut self.requests, &mut found);
        self.indices.clear();
        for (index, result) in found.drain(..) {
            let Owner { reduction: number, message, .. } = self.requests.owner(index);
            let reduction = self.all[number].as_mut().expect("it is there while it has messages");
            reduction.messages -= 1;
            reduction.driven.messages().complete(message, result);
            self.is_due(number);
            self.indices.push(index);
        }
        self.requests.remove(&mut self.indices);
        self.found = found;
    }

    /// Polls a reduction. What is ready is dropped before its request is completed, after which the program
    /// may do with its memory what it wants.
    fn go_on(&mut self, number: usize, progress: &mut Progress) {
        let reduction = self.all[number].as_mut().expect("what is due is there");
        reduction.is_due = false;
        let Some(end) = reduction.end.take() else { return self.end(number) };
        let polled = reduction.driven.poll();
        reduction.driven.messages().take_started(number, |request, owner| {
            self.requests.add(request, owner);
            reduction.messages += 1;
            progress.started += 1;
        });
        match polled {
            Poll::Pending => {
                if reduction.driven.messages().is_always_polled() {
                    self.always.push(number);
                }
                reduction.end = Some(end);
            }
            Poll::Ready(outcome) => {
                progress.ended += 1;
                self.end(number);
                end.complete(outcome);
            }
        }
    }

    /// One of a simulated rank that is under way on that communicator, or on any.
    pub fn any_simulated(&self, of: Option<Handle>) -> Option<Arc<Told>> {
        let is_of = |one: &&Reduction| {
            let parent = one.driven.messages().tag().parent();
            of.is_none_or(|comm| parent == Some(comm))
        };
        self.all.iter().flatten().filter(is_of).find_map(|one| match &one.end {
            Some(End::Simulated(told)) => Some(Arc::clone(told)),
            _ => None,
        })
    }

    /// Drops a reduction that is ready, unless MPI uses its memory.
    fn end(&mut self, number: usize) {
        if self.all[number].as_ref().is_some_and(|reduction| reduction.messages == 0) {
            self.all[number] = None;
            self.free.push(number);
        }
    }

    #[cold]
    fn look_for_failures(&mut self) {
        if self.looked.is_none_or(|looked| looked.elapsed() >= LOOK_EVERY) {
            self.looked = Some(Instant::now());
            for reduction in self.all.iter().flatten() {
                reduction.driven.messages().look_for_failures();
            }
        }
    }

    /// Gives up all that is under way, as MPI ends; the MPI library may use its memory still.
    pub fn give_up(&mut self, library: &Library) {
        self.testing.forget(library);
        std::mem::forget(std::mem::replace(self, Reductions::new()));
    }
}
