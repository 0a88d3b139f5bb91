//! What a trace has said already: whatever a record refers to (a communicator, a call site, what was
//! reduced, how) gets a number, and a record of its own before the first one that refers to it, so
//! that a file explains itself up to where it ends.

use super::digest::of_words;
use super::file::{Place, Writer, LONGEST};
use super::format::{Choice, Class, Communicator, Record, Reduction, Shape, Values, NONE};
use super::intervals::{Interval, Intervals};
use samebits_base::cache::Last;
use samebits_base::hash::Mixing;
use std::collections::HashMap;
use std::hash::Hash;
use std::io::Error;

/// What is reduced, as far as it decides a [`Shape`]: the names are those of tables, so that their
/// addresses tell them apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ShapeKey {
    pub call: &'static str,
    pub datatype: &'static str,
    pub operator: &'static str,
    pub size: u32,
}

impl ShapeKey {
    /// Whether it is the same by the addresses of its words, which are mostly those of tables.
    #[inline]
    fn is(&self, other: &ShapeKey) -> bool {
        std::ptr::eq(self.call, other.call)
            && std::ptr::eq(self.datatype, other.datatype)
            && std::ptr::eq(self.operator, other.operator)
            && self.size == other.size
    }
}

impl How {
    /// Likewise.
    #[inline]
    fn is(&self, other: &How) -> bool {
        let same =
            self.words.iter().zip(&other.words).all(|(one, other)| std::ptr::eq(*one, *other));
        same && self.class == other.class
    }
}

/// How a call was served, in words of tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct How {
    pub class: Class,
    pub words: [&'static str; 3],
}

#[derive(Debug)]
pub(super) struct State {
    /// None once it is ended, or cannot be written any more.
    pub file: Option<Writer>,
    pub reductions: u64,
    shapes: Numbers<ShapeKey>,
    hows: Numbers<How>,
    sites: HashMap<usize, u32, Mixing>,
    modules: HashMap<String, u32>,
    calls: Numbers<&'static str>,
    /// The numbers of communicators in the file.
    comms: Numbers<u64>,
    /// By these numbers, less one.
    known: Vec<Known>,
    /// How many communicators of the same ranks there are.
    groups: HashMap<u64, u32>,
    /// Tests of one place in a row that have found the same.
    pub poll: Option<Choice>,
    pub intervals: Intervals,
    /// Is told once what goes wrong with the file.
    failed: fn(&Error),
}

/// A communicator.
#[derive(Clone, Copy, Debug)]
pub(super) struct Known {
    /// Reductions that were called on it.
    pub reductions: u32,
    /// The same in another run.
    pub key: u64,
}

/// A loaded file, an offset there, and the exported function around it.
pub type Described = (String, usize, Option<String>);

/// What the recorder asks when it sees something for the first time.
pub trait Describe {
    /// What is reduced; its number is set by the recorder.
    fn shape(&self, key: &ShapeKey) -> Shape;

    /// A communicator; its number is set by the recorder, and that among those of the same ranks if it is
    /// zero.
    fn communicator(&self) -> Communicator;

    fn address(&self, address: usize) -> Option<Described>;
}

impl State {
    pub fn new(file: Writer, failed: fn(&Error)) -> State {
        State {
            file: Some(file),
            reductions: 0,
            shapes: Numbers::new(),
            hows: Numbers::new(),
            sites: HashMap::default(),
            modules: HashMap::new(),
            calls: Numbers::new(),
            comms: Numbers::new(),
            known: Vec::new(),
            groups: HashMap::new(),
            poll: None,
            intervals: Intervals::default(),
            failed,
        }
    }

    /// Ends the file.
    pub fn finish(&mut self) {
        if let Some(Err(error)) = self.file.take().map(Writer::finish) {
            (self.failed)(&error);
        }
    }

    /// What comes next is another record.
    pub fn end_polls(&mut self) {
        if let Some(poll) = self.poll.take() {
            self.add(&Record::Choice(poll));
        }
    }

    /// Reductions that were digested together are all done.
    pub fn intervals_complete(&mut self, interval: Option<Interval>) {
        if let Some(Interval { from, number, digest, .. }) = interval {
            self.add(&Record::Interval { from, number, digest });
        }
    }

    pub fn add(&mut self, record: &Record) {
        let written = self.file.as_mut().map(|file| file.append(&record.encode()));
        self.written(written);
    }

    /// Where it is, if it was written.
    #[inline(always)]
    pub fn append(&mut self, record: &Reduction) -> Place {
        match self.file.as_mut().map(|file| file.append_reduction(record)) {
            Some(Ok(place)) => place,
            failed => {
                self.written(failed.map(|written| written.map(|_| ())));
                Place::NOWHERE
            }
        }
    }

    /// What cannot be written ends the file.
    fn written(&mut self, written: Option<std::io::Result<()>>) {
        if let Some(Err(error)) = written {
            (self.failed)(&error);
            self.file = None;
        }
    }

    pub fn values(&mut self, record: &Reduction, result: bool, bytes: &[u8]) {
        let Reduction { comm, number, start, .. } = *record;
        let bytes = bytes[..bytes.len().min(LONGEST / 2)].to_vec();
        self.add(&Record::Values(Values { comm, number, start, result, bytes }));
    }

    #[inline]
    pub fn shape(&mut self, key: &ShapeKey, describe: &dyn Describe) -> u32 {
        let (id, is_new) = self.shapes.of(key, |last| last.is(key));
        if is_new {
            self.add(&Record::Shape(Shape { id, ..describe.shape(key) }));
        }
        id
    }

    #[inline]
    pub fn how(&mut self, how: &How) -> u32 {
        let (id, is_new) = self.hows.of(how, |last| last.is(how));
        if is_new {
            let words = how.words.iter().filter(|word| !word.is_empty());
            let words = words.map(|word| word.to_string()).collect();
            self.add(&Record::How { id, class: how.class, words });
        }
        id
    }

    #[inline]
    pub fn site(&mut self, address: usize, describe: &dyn Describe) -> u32 {
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

    pub fn call(&mut self, name: &'static str) -> u32 {
        let (id, is_new) = self.calls.of(&name, |last| std::ptr::eq(*last, name));
        if is_new {
            self.add(&Record::Call { id, name: name.into() });
        }
        id
    }

    #[inline]
    pub fn comm(&mut self, number: u64, describe: &dyn Describe) -> u32 {
        let (id, is_new) = self.comms.of(&number, |last| *last == number);
        if is_new {
            self.describe_comm(id, describe);
        }
        id
    }

    /// A communicator by its number in the file.
    #[inline]
    pub fn known(&mut self, id: u32) -> &mut Known {
        &mut self.known[id as usize - 1]
    }

    /// The number of the next communicator whose ranks have this digest.
    pub fn next_of(&mut self, group: u64) -> u32 {
        let among = self.groups.entry(group).or_default();
        *among += 1;
        *among
    }

    #[cold]
    fn describe_comm(&mut self, id: u32, describe: &dyn Describe) {
        let mut comm = Communicator { id, ..describe.communicator() };
        if comm.number == 0 {
            comm.number = self.next_of(comm.group);
        }
        let key = of_words(&[comm.group, u64::from(comm.number)]);
        self.known.push(Known { reductions: 0, key });
        self.add(&Record::Communicator(comm));
    }
}

/// The numbers of things of one kind in the file, from 1 on.
#[derive(Debug)]
struct Numbers<K> {
    all: HashMap<K, u32, Mixing>,
    /// That of the record before.
    last: Last<K, u32>,
}

impl<K: Copy + Eq + Hash> Numbers<K> {
    fn new() -> Numbers<K> {
        Numbers { all: HashMap::default(), last: Last::empty() }
    }

    /// The number of a thing, and whether it is new; `is_it` tells at once whether the last one is it.
    #[inline]
    fn of(&mut self, key: &K, is_it: impl FnOnce(&K) -> bool) -> (u32, bool) {
        match self.last.find(is_it) {
            Some(id) => (*id, false),
            None => self.look_up(key),
        }
    }

    fn look_up(&mut self, key: &K) -> (u32, bool) {
        let next = self.all.len() as u32 + 1;
        let id = *self.all.entry(*key).or_insert(next);
        self.last = Last::new(*key, id);
        (id, id == next)
    }
}
