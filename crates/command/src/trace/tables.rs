//! What the numbers in a rank's records stand for. Each file has tables of its own.

use samebits_trace::format::{
    Choice, Class, Communicator, Decoded, Record, Reduction, Shape, NONE,
};
use std::collections::HashMap;

/// So many records are looked through for what is explained behind its use.
const AHEAD: usize = 65536;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Site {
    pub module: u32,
    pub offset: u64,
    pub function: String,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct How {
    pub class: Class,
    pub words: Vec<String>,
}

/// A communicator, by what is the same on all of its ranks and in all runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum CommKey {
    Shared {
        group: u64,
        number: u32,
        size: u32,
        remote: u32,
    },
    /// No communicator that the trace knows: this rank's own.
    Own(u32),
}

/// A reduction, by what is the same on all of its ranks and in all runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Key {
    pub comm: CommKey,
    pub number: u32,
    pub start: u32,
}

pub struct Tables {
    rank: u32,
    /// Reductions without a communicator so far, which have no numbers.
    own: u32,
    pub notes: Vec<String>,
    modules: HashMap<u32, String>,
    sites: HashMap<u32, Site>,
    shapes: HashMap<u32, Shape>,
    hows: HashMap<u32, How>,
    communicators: HashMap<u32, Communicator>,
    calls: HashMap<u32, String>,
}

impl Tables {
    pub fn new(rank: u32) -> Tables {
        Tables {
            rank,
            own: 0,
            notes: Vec::new(),
            modules: HashMap::new(),
            sites: HashMap::new(),
            shapes: HashMap::new(),
            hows: HashMap::new(),
            communicators: HashMap::new(),
            calls: HashMap::new(),
        }
    }

    /// Keeps what explains numbers, and hands back what happened.
    pub fn learn(&mut self, record: Record) -> Option<Record> {
        match record {
            Record::Note(note) => self.notes.push(note),
            Record::Module { id, path } => drop(self.modules.insert(id, path)),
            Record::Site { id, module, offset, function } => {
                self.sites.insert(id, Site { module, offset, function });
            }
            Record::Shape(shape) => drop(self.shapes.insert(shape.id, shape)),
            Record::How { id, class, words } => drop(self.hows.insert(id, How { class, words })),
            Record::Communicator(comm) => drop(self.communicators.insert(comm.id, comm)),
            Record::Call { id, name } => drop(self.calls.insert(id, name)),
            Record::Reduction(reduction) => {
                self.own += u32::from(self.communicator(reduction.comm).is_none());
                return Some(Record::Reduction(reduction));
            }
            event => return Some(event),
        }
        None
    }

    /// A reduction's record is completed when its call returns, which may be the first one that is
    /// served in that way: then the words for it are behind.
    pub fn look_ahead(&mut self, event: &Record, behind: &[u8]) {
        let Record::Reduction(Reduction { how, .. }) = event else { return };
        if *how == NONE || self.hows.contains_key(how) {
            return;
        }
        let mut at = 0;
        for _ in 0..AHEAD {
            match Record::decode(behind.get(at..).unwrap_or_default()) {
                Decoded::Record(record, length) => {
                    at += length;
                    if let Record::How { id, class, words } = record {
                        self.hows.insert(id, How { class, words });
                        if id == *how {
                            return;
                        }
                    }
                }
                Decoded::Skip(length) => at = at.saturating_add(length),
                _ => break,
            }
        }
        // It is not looked for again.
        self.hows.insert(*how, How { class: Class::Harmless, words: vec!["unknown".into()] });
    }

    pub fn module(&self, id: u32) -> Option<&str> {
        self.modules.get(&id).map(String::as_str)
    }

    pub fn site(&self, id: u32) -> Option<&Site> {
        self.sites.get(&id).filter(|_| id != NONE)
    }

    pub fn shape(&self, id: u32) -> Option<&Shape> {
        self.shapes.get(&id)
    }

    pub fn how(&self, id: u32) -> Option<&How> {
        self.hows.get(&id).filter(|_| id != NONE)
    }

    pub fn communicator(&self, id: u32) -> Option<&Communicator> {
        self.communicators.get(&id).filter(|_| id != NONE)
    }

    pub fn communicators(&self) -> impl Iterator<Item = &Communicator> {
        self.communicators.values()
    }

    pub fn call(&self, id: u32) -> Option<&str> {
        self.calls.get(&id).map(String::as_str)
    }

    pub fn comm_key(&self, id: u32) -> CommKey {
        self.communicator(id).map_or(CommKey::Own(self.rank), CommKey::of)
    }

    /// Without a communicator the last such reduction is meant, behind which its values come.
    pub fn key(&self, comm: u32, number: u32, start: u32) -> Key {
        match self.comm_key(comm) {
            CommKey::Own(rank) => Key { comm: CommKey::Own(rank), number: self.own, start },
            comm => Key { comm, number, start },
        }
    }

    pub fn key_of(&self, reduction: &Reduction) -> Key {
        self.key(reduction.comm, reduction.number, reduction.start)
    }

    /// A choice, comparable between runs. How often a test has found the same is a matter of time.
    pub fn choice_key(&self, choice: &Choice) -> (Option<&str>, CommKey, [i32; 2], u64) {
        let Choice { call, comm, taken, second, digest, .. } = *choice;
        (self.call(call), self.comm_key(comm), [taken, second], digest)
    }
}

impl CommKey {
    pub fn of(comm: &Communicator) -> CommKey {
        let Communicator { group, number, size, remote, .. } = *comm;
        CommKey::Shared { group, number, size, remote }
    }

    /// Ranks that reduce on it, of the own group.
    pub fn size(self) -> u32 {
        match self {
            CommKey::Shared { size, .. } => size,
            CommKey::Own(_) => 1,
        }
    }

    pub fn is_intercommunicator(self) -> bool {
        matches!(self, CommKey::Shared { remote: 1.., .. })
    }
}
