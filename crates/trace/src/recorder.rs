//! What a rank records: its reductions, and MPI's choices.
//!
//! Cost of a record: a lock, a few look-ups, a copy.

use super::digest::of_words;
use super::file::{Place, Writer};
use super::format::{flags, Choice, Chosen, Completed, Record, Reduction, NONE};
use super::intervals::{Interval, Plan};
use super::known::State;
pub use super::known::{Describe, Described, How, ShapeKey};
use samebits_base::lock::Brief;

/// What the user wants of a trace.
#[derive(Clone, Copy, Debug)]
pub struct Wanted {
    /// Up to how many elements of a buffer are kept.
    pub values: usize,
    /// Bytes of a rank's file.
    pub limit: u64,
    /// The reduction of each rank from which on all are recorded in full, as far as there is room.
    pub from: u64,
}

/// Bytes of the longest elements that have a meaning: complex numbers of 128 bits each.
const LONGEST_ELEMENT: usize = 32;

/// The trace of a rank.
#[derive(Debug)]
pub struct Recorder {
    /// Up to how many elements of a buffer are kept.
    pub values: usize,
    /// Bytes that the file should not exceed.
    limit: u64,
    plan: Plan,
    /// Nanoseconds of the coarse clock when the rank began.
    began: u64,
    state: Brief<State>,
}

/// A call that begins, as far as it is known then.
#[derive(Clone, Copy, Debug)]
pub struct Begun<'a> {
    pub shape: &'a ShapeKey,
    /// A number that no other communicator of this process has; none where the call has none.
    pub comm: Option<u64>,
    /// The address that the call returns to.
    pub site: usize,
    pub count: u64,
    pub root: i32,
    /// The digest of this rank's contribution, if it has one.
    pub contribution: Option<u64>,
    /// That is a sum over the elements of arrays.
    pub distributed: bool,
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

/// A reduction that has begun, or is about to.
#[derive(Clone, Copy, Debug, Default)]
pub struct Open {
    place: Place,
    record: Reduction,
    /// Its number and the key of its communicator, if it is digested with others.
    digested: Option<(u64, u64)>,
}

impl Open {
    /// Its number on its communicator.
    pub fn number(&self) -> u32 {
        self.record.number
    }
}

impl Recorder {
    /// Records into a file. `failed` is told what goes wrong with it, once: nothing more is recorded
    /// then.
    pub fn new(file: Writer, wanted: &Wanted, failed: fn(&std::io::Error)) -> Recorder {
        let Wanted { values, limit, from } = *wanted;
        let plan = Plan::new(limit, from, (values * LONGEST_ELEMENT) as u64);
        Recorder { values, limit, plan, began: now(), state: Brief::new(State::new(file, failed)) }
    }

    fn time(&self) -> u32 {
        ((now() - self.began) / 1_000_000) as u32
    }

    /// Something about the run.
    pub fn note(&self, name: &str, value: &str) {
        self.state.lock().add(&Record::Note(format!("{name}={value}")));
    }

    /// A communicator has been made.
    pub fn communicator(&self, number: u64, describe: &dyn Describe) {
        self.state.lock().comm(number, describe);
    }

    /// A communicator of ranks with that digest is being made: its number among those.
    pub fn reserve(&self, group: u64) -> u32 {
        self.state.lock().next_of(group)
    }

    /// A call begins. Contributions that are kept come with it.
    pub fn begin(&self, begun: &Begun, values: &[u8], describe: &dyn Describe, open: &mut Open) {
        let time = self.time();
        let mut state = self.state.lock();
        state.end_polls();
        let Open { place, record, digested } = open;
        *record = Reduction {
            shape: state.shape(begun.shape, describe),
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
                    let known = state.known(id);
                    known.reductions += 1;
                    record.number = known.reductions;
                }
            }
        }
        if let Some(digest) = begun.contribution {
            record.flags |= flags::CONTRIBUTED;
            record.contribution = digest;
        }
        if begun.distributed {
            record.flags |= flags::DISTRIBUTED;
        }
        let which = state.reductions;
        state.reductions += 1;
        if self.plan.is_full(which) {
            *place = state.append(record);
            if !values.is_empty() {
                state.values(record, false, values);
            }
            return;
        }
        let key = begun.comm.map_or(0, |_| state.known(record.comm).key);
        let complete = state.intervals.begin(&self.plan, which, record.digest_begun(key));
        state.intervals_complete(complete);
        *digested = Some((which, key));
    }

    /// The end of a reduction that is digested with others.
    #[cold]
    fn digest_end(&self, state: &mut State, open: &Open, done: &Completed) {
        let Some((which, key)) = open.digested else { return };
        let complete = state.intervals.end(&self.plan, which, done.digest(key));
        state.intervals_complete(complete);
    }

    /// The call has returned with an error code, and this rank's result, if it has one. Returns the
    /// number of the words that say how it was served.
    pub fn end(&self, open: &Open, ended: &Ended) -> u32 {
        let Open { place, mut record, .. } = *open;
        let mut state = self.state.lock();
        let done = ended.completed(&mut state, &record, 0);
        if open.digested.is_some() {
            self.digest_end(&mut state, open, &done);
            return done.how;
        }
        record.flags |= done.flags;
        (record.how, record.result, record.code) = (done.how, done.result, done.code);
        let file = state.file.as_mut();
        let replaced = file.is_none_or(|file| file.replace(place, &record));
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
        let mut state = self.state.lock();
        open.record.how = state.how(&how);
        if open.digested.is_some() {
            return;
        }
        if let Some(file) = state.file.as_mut() {
            file.replace(open.place, &open.record);
        }
    }

    /// The request of a call that has begun before is complete.
    pub fn complete(&self, open: &Open, ended: &Ended) {
        let time = self.time();
        let mut state = self.state.lock();
        let done = ended.completed(&mut state, &open.record, time);
        if open.digested.is_some() {
            return self.digest_end(&mut state, open, &done);
        }
        state.add(&Record::Completed(done));
        if !ended.values.is_empty() {
            state.values(&open.record, true, ended.values);
        }
    }

    /// Choices are recorded among reductions that are recorded in full, while there is room.
    fn records_choices(&self, state: &State) -> bool {
        let room = state.file.as_ref().is_some_and(|file| file.length() < self.limit);
        room && self.plan.is_full(state.reductions)
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
        let mut state = self.state.lock();
        if !self.records_choices(&state) {
            return;
        }
        state.end_polls();
        let comm = comm.map_or(NONE, |number| state.comm(number, describe));
        let (call, site) = (state.call(call), state.site(site, describe));
        state.add(&Record::Choice(Choice { call, site, comm, ..choice }));
    }

    /// A test has found something, or nothing. Equal ones in a row become one record.
    pub fn poll(&self, call: &'static str, site: usize, found: bool, describe: &dyn Describe) {
        let mut state = self.state.lock();
        if !self.records_choices(&state) {
            return;
        }
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

    /// Ends the file.
    pub fn finish(&self) {
        let mut state = self.state.lock();
        state.end_polls();
        let rest: Vec<Interval> = state.intervals.rest().collect();
        rest.into_iter().for_each(|interval| state.intervals_complete(Some(interval)));
        let reductions = state.reductions;
        state.add(&Record::End { reductions });
        state.finish();
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

impl Reduction {
    /// What is known of it when it begins, as one number: the same in another run that does the same.
    fn digest_begun(&self, comm: u64) -> u64 {
        let Reduction { flags, shape, number, count, contribution, root, start, .. } = *self;
        let shape = u64::from(shape) << 32 | u64::from(flags);
        let which = u64::from(number) << 32 | u64::from(start);
        of_words(&[1, comm, which, shape, count, contribution, root as u64])
    }
}

impl Completed {
    /// Likewise of its end.
    fn digest(&self, comm: u64) -> u64 {
        let which = u64::from(self.number) << 32 | u64::from(self.start);
        of_words(&[2, comm, which, self.result, u64::from(self.flags), self.code as u64])
    }
}

/// Nanoseconds of a clock that costs little and is exact to milliseconds.
fn now() -> u64 {
    let mut time = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    // SAFETY: the structure is there.
    unsafe { libc::clock_gettime(libc::CLOCK_MONOTONIC_COARSE, &mut time) };
    time.tv_sec as u64 * 1_000_000_000 + time.tv_nsec as u64
}
