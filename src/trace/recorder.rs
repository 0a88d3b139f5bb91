//! What a rank records: its reductions, and MPI's choices.
//!
//! Cost of a record: a lock and a few look-ups, some 50 ns in all.

use super::file::{Place, Writer};
use super::format::{flags, Choice, Chosen, Completed, Record, Reduction, NONE};
use super::known::State;
pub use super::known::{Describe, Described, How, ShapeKey};
use crate::lock::lock;
use std::sync::Mutex;

/// The trace of a rank.
#[derive(Debug)]
pub struct Recorder {
    /// Up to how many elements of a buffer are kept.
    pub values: usize,
    /// Nanoseconds of the coarse clock when the rank began.
    began: u64,
    state: Mutex<State>,
}

/// A call that begins, as far as it is known then.
#[derive(Clone, Copy, Debug)]
pub struct Begun {
    pub shape: ShapeKey,
    /// A number that no other communicator of this process has; none where the call has none.
    pub comm: Option<u64>,
    /// The address that the call returns to.
    pub site: usize,
    pub count: u64,
    pub root: i32,
    /// The digest of this rank's contribution, if it has one.
    pub contribution: Option<u64>,
    /// Of a persistent reduction that is started.
    pub started: Option<Started>,
}

/// A persistent reduction.
#[derive(Clone, Copy, Debug, Default)]
pub struct Started {
    /// Its number on its communicator.
    pub number: u32,
    /// How often it has been started, this time included.
    pub times: u32,
    /// The number of the words that say how it is served.
    pub how: u32,
}

/// A reduction that has begun.
#[derive(Clone, Copy, Debug)]
pub struct Open {
    place: Place,
    record: Reduction,
}

impl Open {
    /// Its number on its communicator.
    pub fn number(&self) -> u32 {
        self.record.number
    }
}

impl Recorder {
    /// Records into a file, up to so many values of a buffer.
    pub fn new(file: Writer, values: usize) -> Recorder {
        Recorder { values, began: now(), state: Mutex::new(State::new(file)) }
    }

    fn time(&self) -> u32 {
        ((now() - self.began) / 1_000_000) as u32
    }

    /// Something about the run.
    pub fn note(&self, name: &str, value: &str) {
        lock(&self.state).add(&Record::Note(format!("{name}={value}")));
    }

    /// A communicator has been made.
    pub fn communicator(&self, number: u64, describe: &dyn Describe) {
        lock(&self.state).comm(number, describe);
    }

    /// A call begins. Contributions that are kept come with it.
    pub fn begin(&self, begun: &Begun, values: &[u8], describe: &dyn Describe) -> Open {
        let time = self.time();
        let mut state = lock(&self.state);
        state.end_polls();
        let mut record = Reduction {
            shape: state.shape(&begun.shape, describe),
            site: state.site(begun.site, describe),
            count: begun.count,
            root: begun.root,
            time,
            ..Reduction::default()
        };
        if let Some(number) = begun.comm {
            let id = state.comm(number, describe);
            record.comm = id;
            match begun.started {
                Some(Started { number, times, how }) => {
                    (record.number, record.start, record.how) = (number, times, how);
                }
                None => {
                    let known = state.comms.get_mut(&number).expect("it was added");
                    known.reductions += 1;
                    record.number = known.reductions;
                }
            }
        }
        if let Some(digest) = begun.contribution {
            record.flags |= flags::CONTRIBUTED;
            record.contribution = digest;
        }
        state.reductions += 1;
        let place = state.append(&record.encode());
        if !values.is_empty() {
            state.values(&record, false, values);
        }
        Open { place, record }
    }

    /// The call has returned with an error code, and this rank's result, if it has one. Returns the
    /// number of the words that say how it was served.
    pub fn end(&self, open: Open, ended: &Ended) -> u32 {
        let Open { place, mut record } = open;
        let mut state = lock(&self.state);
        let done = ended.completed(&mut state, &record, 0);
        record.flags |= done.flags;
        (record.how, record.result, record.code) = (done.how, done.result, done.code);
        let file = state.file.as_mut();
        let replaced = file.is_none_or(|file| file.replace(place, &record.encode()));
        if !replaced {
            let time = self.time();
            state.add(&Record::Completed(Completed { time, ..done }));
        }
        if !ended.values.is_empty() {
            state.values(&record, true, ended.values);
        }
        done.how
    }

    /// The call has returned; its request is complete later.
    pub fn started(&self, open: &mut Open, how: How) {
        let mut state = lock(&self.state);
        open.record.how = state.how(&how);
        let (place, record) = (open.place, open.record.encode());
        if let Some(file) = state.file.as_mut() {
            file.replace(place, &record);
        }
    }

    /// The request of a call that has begun before is complete.
    pub fn complete(&self, open: Open, ended: &Ended) {
        let time = self.time();
        let mut state = lock(&self.state);
        let done = ended.completed(&mut state, &open.record, time);
        state.add(&Record::Completed(done));
        if !ended.values.is_empty() {
            state.values(&open.record, true, ended.values);
        }
    }

    /// One of MPI's open choices. The communicator and the call are set here.
    pub fn choice(
        &self,
        call: &'static str,
        site: usize,
        comm: Option<u64>,
        choice: Choice,
        describe: &dyn Describe,
    ) {
        let mut state = lock(&self.state);
        state.end_polls();
        let comm = comm.map_or(NONE, |number| state.comm(number, describe));
        let (call, site) = (state.call(call), state.site(site, describe));
        state.add(&Record::Choice(Choice { call, site, comm, ..choice }));
    }

    /// A test has found something, or nothing. Equal ones in a row become one record.
    pub fn poll(&self, call: &'static str, site: usize, found: bool, describe: &dyn Describe) {
        let mut state = lock(&self.state);
        let (call, site) = (state.call(call), state.site(site, describe));
        let taken = i32::from(found);
        match &mut state.poll {
            Some(poll) if (poll.call, poll.site, poll.taken) == (call, site, taken) => {
                poll.times = poll.times.saturating_add(1);
            }
            _ => {
                state.end_polls();
                let poll = Choice {
                    chosen: Chosen::Test,
                    call,
                    site,
                    taken,
                    times: 1,
                    ..Choice::default()
                };
                state.poll = Some(poll);
            }
        }
    }

    /// Ends the file; returns what went wrong with it, if anything did.
    pub fn finish(&self) -> Option<String> {
        let mut state = lock(&self.state);
        state.end_polls();
        let reductions = state.reductions;
        state.add(&Record::End { reductions });
        if let Some(Err(error)) = state.file.take().map(Writer::finish) {
            state.failed.get_or_insert(error.to_string());
        }
        state.failed.take()
    }

    /// What went wrong, once: nothing more is recorded.
    pub fn failure(&self) -> Option<String> {
        lock(&self.state).failed.take()
    }
}

/// How a call has ended.
#[derive(Clone, Copy, Debug)]
pub struct Ended<'a> {
    /// How it was served; none if that was said before.
    pub how: Option<How>,
    pub code: i32,
    /// The digest of this rank's result, if it has one.
    pub result: Option<u64>,
    pub values: &'a [u8],
}

impl Ended<'_> {
    fn completed(&self, state: &mut State, record: &Reduction, time: u32) -> Completed {
        let received = self.result.map_or(0, |_| flags::RECEIVED);
        Completed {
            flags: flags::DONE | received,
            comm: record.comm,
            number: record.number,
            start: record.start,
            how: self.how.map_or(record.how, |how| state.how(&how)),
            result: self.result.unwrap_or(0),
            code: self.code,
            time,
        }
    }
}

/// Nanoseconds of a clock that costs little and is exact to milliseconds.
fn now() -> u64 {
    let mut time = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    // SAFETY: the structure is there.
    unsafe { libc::clock_gettime(libc::CLOCK_MONOTONIC_COARSE, &mut time) };
    time.tv_sec as u64 * 1_000_000_000 + time.tv_nsec as u64
}
