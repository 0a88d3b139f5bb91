//! The reductions of one rank on communicators of all ranks, as they come to their ends.

use crate::trace::rank::{RankFile, Reader};
use samebits_trace::format::{flags, Communicator, Record, Reduction};
use samebits_trace::read::Ending;
use std::collections::HashMap;

/// A reduction, by what is the same on any number of ranks: the communicator's number among those
/// of all ranks, its own number, its start.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct SpanKey {
    pub comm: u32,
    pub number: u32,
    pub start: u32,
}

/// A reduction that has come to its end.
#[derive(Clone, Copy, Debug)]
pub struct Ended {
    pub position: u64,
    /// Its result and its error code are in it.
    pub reduction: Reduction,
}

pub struct Spanning<'a> {
    pub file: &'a RankFile,
    pub reader: Reader<'a>,
    position: u64,
    /// Those that have been called and are not complete, by the file's number of the communicator.
    open: HashMap<(u32, u32, u32), Ended>,
    /// Those that were passed while another one was looked for.
    passed: HashMap<SpanKey, Ended>,
}

impl<'a> Spanning<'a> {
    pub fn new(file: &'a RankFile) -> Spanning<'a> {
        let (open, passed) = (HashMap::new(), HashMap::new());
        Spanning { file, reader: file.reader(), position: 0, open, passed }
    }

    pub fn next(&mut self) -> Option<(SpanKey, Ended)> {
        loop {
            let ended = match self.reader.next()? {
                Record::Reduction(reduction) => {
                    self.position += 1;
                    let ended = Ended { position: self.position, reduction };
                    if reduction.flags & flags::DONE == 0 {
                        let Reduction { comm, number, start, .. } = reduction;
                        self.open.insert((comm, number, start), ended);
                        continue;
                    }
                    ended
                }
                Record::Completed(done) => {
                    let key = (done.comm, done.number, done.start);
                    let Some(mut ended) = self.open.remove(&key) else { continue };
                    ended.reduction.flags |= done.flags | flags::DONE;
                    ended.reduction.result = done.result;
                    ended.reduction.code = done.code;
                    ended
                }
                Record::Interval { number, .. } => {
                    self.position = self.position.saturating_add(number);
                    continue;
                }
                _ => continue,
            };
            if let Some(key) = self.key(&ended.reduction) {
                return Some((key, ended));
            }
        }
    }

    /// Reads on to that reduction; those that are passed and `kept` can be found later.
    pub fn find(&mut self, key: SpanKey, kept: impl Fn(&Reduction) -> bool) -> Option<Ended> {
        if let Some(ended) = self.passed.remove(&key) {
            return Some(ended);
        }
        while let Some((found, ended)) = self.next() {
            if found == key {
                return Some(ended);
            }
            if kept(&ended.reduction) {
                self.passed.insert(found, ended);
            }
        }
        None
    }

    /// What was passed and not found since, and all that follows, to the end.
    pub fn rest(&mut self) -> impl Iterator<Item = (SpanKey, Ended)> + use<'_, 'a> {
        let passed: Vec<(SpanKey, Ended)> = self.passed.drain().collect();
        passed.into_iter().chain(std::iter::from_fn(|| self.next()))
    }

    pub fn ending(&self) -> Ending {
        self.reader.ending().unwrap_or(Ending::Unfinished)
    }

    pub fn communicator(&self, reduction: &Reduction) -> Option<&Communicator> {
        self.reader.tables.communicator(reduction.comm)
    }

    /// None if the communicator is not one of all ranks.
    fn key(&self, reduction: &Reduction) -> Option<SpanKey> {
        let comm = self.communicator(reduction)?;
        let all = comm.size == self.file.header.ranks && comm.remote == 0;
        // Of one rank MPI_COMM_SELF has all ranks, too, but only by chance.
        let meant = all && comm.origin != "MPI_COMM_SELF";
        let Reduction { number, start, .. } = *reduction;
        meant.then_some(SpanKey { comm: comm.number, number, start })
    }
}
