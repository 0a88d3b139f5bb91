//! What a rank has recorded so far. Whatever a record refers to (a communicator, a call site, what
//! was reduced, how) gets a number, and a record of its own before the first one that refers to it,
//! so that a file explains itself up to where it ends.
//!
//! Cost of a record: a lock and a few look-ups, some 50 ns in all.

use super::file::{Place, Writer, LONGEST};
use super::format::{
    flags, Choice, Chosen, Class, Communicator, Completed, Record, Reduction, Shape,
};
use super::format::{Values, NONE};
use crate::lock::lock;
use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hash, Hasher};
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

/// What is reduced, as far as it decides a [`Shape`]: the names are those of tables, so that their
/// addresses tell them apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ShapeKey {
    pub call: &'static str,
    pub datatype: &'static str,
    pub operator: &'static str,
    pub size: u32,
}

/// How a call was served, in words of tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct How {
    pub class: Class,
    pub words: [&'static str; 3],
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

#[derive(Debug)]
struct State {
    /// None once it is ended, or cannot be written any more.
    file: Option<Writer>,
    reductions: u64,
    shapes: HashMap<ShapeKey, u32, Build>,
    hows: HashMap<How, u32, Build>,
    sites: HashMap<usize, u32, Build>,
    modules: HashMap<String, u32>,
    calls: HashMap<&'static str, u32, Build>,
    comms: HashMap<u64, Known, Build>,
    /// How many communicators of the same ranks there are.
    groups: HashMap<u64, u32>,
    /// The last communicator, and the last site.
    last: Option<(u64, u32)>,
    /// Tests of one place in a row that have found the same.
    poll: Option<Choice>,
    failed: Option<String>,
}

/// A communicator.
#[derive(Clone, Copy, Debug)]
struct Known {
    id: u32,
    /// Reductions that were called on it.
    reductions: u32,
}

/// A loaded file, an offset there, and the exported function around it.
pub type Described = (String, usize, Option<String>);

/// What the recorder asks when it sees something for the first time.
pub trait Describe {
    /// What is reduced; its number is set by the recorder.
    fn shape(&self, key: &ShapeKey) -> Shape;

    /// A communicator; its number, and that among those of the same ranks, are set by the recorder.
    fn communicator(&self) -> Communicator;

    fn address(&self, address: usize) -> Option<Described>;
}

impl Recorder {
    /// Records into a file, up to so many values of a buffer.
    pub fn new(file: Writer, values: usize) -> Recorder {
        let state = State {
            file: Some(file),
            reductions: 0,
            shapes: HashMap::default(),
            hows: HashMap::default(),
            sites: HashMap::default(),
            modules: HashMap::new(),
            calls: HashMap::default(),
            comms: HashMap::default(),
            groups: HashMap::new(),
            last: None,
            poll: None,
            failed: None,
        };
        Recorder { values, began: now(), state: Mutex::new(state) }
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

impl State {
    /// What comes next is another record.
    fn end_polls(&mut self) {
        if let Some(poll) = self.poll.take() {
            self.add(&Record::Choice(poll));
        }
    }

    fn add(&mut self, record: &Record) {
        self.append(&record.encode());
    }

    /// Where it is, if it was written.
    #[inline]
    fn append(&mut self, record: &[u8]) -> Place {
        match self.file.as_mut().map(|file| file.append(record)) {
            Some(Ok(place)) => place,
            Some(Err(error)) => {
                self.failed = Some(error.to_string());
                self.file = None;
                Place::NOWHERE
            }
            None => Place::NOWHERE,
        }
    }

    fn values(&mut self, record: &Reduction, result: bool, bytes: &[u8]) {
        let Reduction { comm, number, start, .. } = *record;
        let bytes = bytes[..bytes.len().min(LONGEST / 2)].to_vec();
        self.add(&Record::Values(Values { comm, number, start, result, bytes }));
    }

    #[inline]
    fn shape(&mut self, key: &ShapeKey, describe: &dyn Describe) -> u32 {
        if let Some(id) = self.shapes.get(key) {
            return *id;
        }
        let id = self.shapes.len() as u32 + 1;
        self.shapes.insert(*key, id);
        self.add(&Record::Shape(Shape { id, ..describe.shape(key) }));
        id
    }

    #[inline]
    fn how(&mut self, how: &How) -> u32 {
        if let Some(id) = self.hows.get(how) {
            return *id;
        }
        let id = self.hows.len() as u32 + 1;
        self.hows.insert(*how, id);
        let words = how.words.iter().filter(|word| !word.is_empty()).map(|word| word.to_string());
        self.add(&Record::How { id, class: how.class, words: words.collect() });
        id
    }

    #[inline]
    fn site(&mut self, address: usize, describe: &dyn Describe) -> u32 {
        if let Some(id) = self.sites.get(&address) {
            return *id;
        }
        let id = match describe.address(address) {
            None => NONE,
            Some((path, offset, function)) => {
                let next = self.modules.len() as u32 + 1;
                let module = *self.modules.entry(path.clone()).or_insert(next);
                if module == next {
                    self.add(&Record::Module { id: module, path });
                }
                let id = self.sites.len() as u32 + 1;
                let (offset, function) = (offset as u64, function.unwrap_or_default());
                self.add(&Record::Site { id, module, offset, function });
                id
            }
        };
        self.sites.insert(address, id);
        id
    }

    fn call(&mut self, name: &'static str) -> u32 {
        if let Some(id) = self.calls.get(name) {
            return *id;
        }
        let id = self.calls.len() as u32 + 1;
        self.calls.insert(name, id);
        self.add(&Record::Call { id, name: name.into() });
        id
    }

    #[inline]
    fn comm(&mut self, number: u64, describe: &dyn Describe) -> u32 {
        if let Some((last, id)) = self.last {
            if last == number {
                return id;
            }
        }
        let id = match self.comms.get(&number) {
            Some(known) => known.id,
            None => self.new_comm(number, describe),
        };
        self.last = Some((number, id));
        id
    }

    #[cold]
    fn new_comm(&mut self, number: u64, describe: &dyn Describe) -> u32 {
        let id = self.comms.len() as u32 + 1;
        self.comms.insert(number, Known { id, reductions: 0 });
        let mut comm = describe.communicator();
        let among = self.groups.entry(comm.group).or_default();
        *among += 1;
        (comm.id, comm.number) = (id, *among);
        self.add(&Record::Communicator(comm));
        id
    }
}

/// A fast hash of addresses and names: what differs is mostly in the low bits.
#[derive(Default)]
pub struct Mix(u64);

type Build = BuildHasherDefault<Mix>;

impl Hasher for Mix {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        // Names are of different lengths, or differ at their ends.
        let (head, tail) = (bytes.first_chunk::<8>(), bytes.last_chunk::<8>());
        if let (Some(head), Some(tail)) = (head, tail) {
            self.write_u64(u64::from_le_bytes(*head));
            self.write_u64(u64::from_le_bytes(*tail) ^ bytes.len() as u64);
        } else {
            bytes.iter().for_each(|byte| self.write_u64(u64::from(*byte)));
        }
    }

    fn write_u64(&mut self, number: u64) {
        let mixed = (self.0 ^ number).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        self.0 = mixed ^ mixed >> 32;
    }

    fn write_usize(&mut self, number: usize) {
        self.write_u64(number as u64);
    }

    fn write_u32(&mut self, number: u32) {
        self.write_u64(u64::from(number));
    }

    fn write_u8(&mut self, number: u8) {
        self.write_u64(u64::from(number));
    }
}

/// Nanoseconds of a clock that costs little and is exact to milliseconds.
fn now() -> u64 {
    let mut time = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    // SAFETY: the structure is there.
    unsafe { libc::clock_gettime(libc::CLOCK_MONOTONIC_COARSE, &mut time) };
    time.tv_sec as u64 * 1_000_000_000 + time.tv_nsec as u64
}
