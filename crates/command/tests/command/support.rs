//! Traces of runs that never were, and the command on them.

use crate::schema::Schema;
use samebits_trace::format::{
    flags, Choice, Chosen, Class, Communicator, Completed, Element, Header, Record, Reduction,
    Shape,
};
use serde_json::Value;
use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use tempfile::TempDir;

pub const ALL: u8 = flags::CONTRIBUTED | flags::RECEIVED | flags::DONE;

/// What one rank writes.
pub struct Rank {
    pub header: Header,
    pub bytes: Vec<u8>,
    numbers: HashMap<u32, u32>,
    shapes: HashMap<(String, String), u32>,
    sites: HashMap<u64, u32>,
    calls: HashMap<String, u32>,
    communicators: u32,
    reductions: u64,
    how: u32,
    next_how: Option<u32>,
}

/// A job on so many ranks.
pub struct Run {
    pub ranks: Vec<Rank>,
}

impl Run {
    /// Every rank has MPI_COMM_WORLD as its communicator 1.
    pub fn new(size: u32) -> Run {
        let members: Vec<u32> = (0..size).collect();
        let mut run = Run { ranks: (0..size).map(|rank| Rank::new(rank, size)).collect() };
        run.communicator(&members, 1, "MPI_COMM_WORLD");
        run
    }

    /// Its number in each rank's file; they agree if all ranks make the same communicators.
    pub fn communicator(&mut self, members: &[u32], number: u32, origin: &str) -> u32 {
        let group = members.iter().fold(17, |group: u64, r| group * 31 + u64::from(*r) + 1);
        let size = members.len() as u32;
        let mut id = 0;
        for (rank, &member) in (0..).zip(members) {
            let writer = &mut self.ranks[member as usize];
            writer.communicators += 1;
            id = writer.communicators;
            let origin = origin.to_string();
            let comm = Communicator { id, rank, size, remote: 0, group, number, origin };
            writer.write(Record::Communicator(comm));
        }
        id
    }

    /// MPI_Allreduce of four doubles on MPI_COMM_WORLD, at that place in the program.
    pub fn allreduce(&mut self, site: u64, contributions: &[u64], result: u64) {
        for (rank, contribution) in self.ranks.iter_mut().zip(contributions) {
            rank.allreduce(1, site, *contribution, result);
        }
    }

    /// So many allreduces in which everything is as on any other run.
    pub fn usual(&mut self, number: u64) {
        let size = self.ranks.len() as u64;
        for i in 0..number {
            let contributions: Vec<u64> = (0..size).map(|rank| 100 * i + rank + 1).collect();
            self.allreduce(0x100 + i, &contributions, 1000 + i);
        }
    }

    pub fn note(&mut self, note: &str) {
        self.ranks.iter_mut().for_each(|rank| rank.write(Record::Note(note.into())));
    }

    /// By which arithmetic and schedule what follows is done.
    pub fn how(&mut self, class: Class, words: &[&str]) {
        for rank in &mut self.ranks {
            rank.how += 1;
            let words = words.iter().map(|word| word.to_string()).collect();
            let id = rank.how;
            rank.write(Record::How { id, class, words });
        }
    }

    pub fn end(mut self) -> Run {
        self.ranks.iter_mut().for_each(Rank::end);
        self
    }

    /// As the library would leave it.
    pub fn save(&self) -> TempDir {
        let top = tempfile::tempdir().unwrap();
        self.save_in(top.path(), "job-1-host-1");
        top
    }

    pub fn save_in(&self, top: &Path, name: &str) -> PathBuf {
        let job = top.join(name);
        fs::create_dir_all(&job).unwrap();
        for rank in &self.ranks {
            let mut bytes = rank.header.encode().to_vec();
            bytes.extend(&rank.bytes);
            fs::write(file(&job, rank.header.rank), bytes).unwrap();
        }
        job
    }
}

pub fn file(job: &Path, rank: u32) -> PathBuf {
    job.join(format!("rank-{rank:06}.trace"))
}

/// A saved job's file of a rank.
pub fn file_in(top: &TempDir, rank: u32) -> PathBuf {
    file(&top.path().join("job-1-host-1"), rank)
}

impl Rank {
    fn new(rank: u32, ranks: u32) -> Rank {
        let mut new = Rank {
            header: Header { rank, ranks, job: 7, began: 1_000_000_000 },
            bytes: Vec::new(),
            numbers: HashMap::new(),
            shapes: HashMap::new(),
            sites: HashMap::new(),
            calls: HashMap::new(),
            communicators: 0,
            reductions: 0,
            how: 0,
            next_how: None,
        };
        new.write(Record::Module { id: 1, path: "/nowhere/program".into() });
        new
    }

    /// What follows is served in a way that is explained later.
    pub fn next_how(&mut self, how: u32) {
        self.next_how = Some(how);
    }

    pub fn write(&mut self, record: Record) {
        self.bytes.extend(record.encode());
    }

    pub fn shape(&mut self, call: &str, datatype: &str) -> u32 {
        let id = self.shapes.len() as u32 + 1;
        let key = (call.to_string(), datatype.to_string());
        if let Some(known) = self.shapes.get(&key) {
            return *known;
        }
        self.shapes.insert(key, id);
        let (element, size) = match datatype {
            "MPI_FLOAT" => (Element::Float, 4),
            _ => (Element::Double, 8),
        };
        self.write(Record::Shape(Shape {
            id,
            size,
            element,
            parts: 1,
            call: call.into(),
            datatype: datatype.into(),
            operator: "MPI_SUM".into(),
        }));
        id
    }

    pub fn site(&mut self, offset: u64) -> u32 {
        let id = self.sites.len() as u32 + 1;
        if let Some(known) = self.sites.get(&offset) {
            return *known;
        }
        self.sites.insert(offset, id);
        self.write(Record::Site { id, module: 1, offset, function: format!("step_{offset:x}") });
        id
    }

    /// A reduction with its number; what differs from an allreduce is for the caller to change.
    pub fn reduction(&mut self, comm: u32, shape: u32, site: u64) -> Reduction {
        let site = self.site(site);
        let number = self.numbers.entry(comm).or_default();
        *number += 1;
        let number = *number;
        self.reductions += 1;
        let (how, time) = (self.next_how.unwrap_or(self.how), self.reductions as u32);
        let (count, root) = (4, -1);
        Reduction {
            flags: ALL,
            shape,
            comm,
            number,
            site,
            how,
            count,
            root,
            time,
            ..Reduction::default()
        }
    }

    pub fn allreduce(&mut self, comm: u32, site: u64, contribution: u64, result: u64) {
        let shape = self.shape("MPI_Allreduce", "MPI_DOUBLE");
        let reduction = self.reduction(comm, shape, site);
        self.write(Record::Reduction(Reduction { contribution, result, ..reduction }));
    }

    /// Without its end; what is needed for that is returned.
    pub fn iallreduce(&mut self, comm: u32, site: u64, contribution: u64) -> Completed {
        let shape = self.shape("MPI_Iallreduce", "MPI_DOUBLE");
        let reduction = self.reduction(comm, shape, site);
        let flags = flags::CONTRIBUTED;
        self.write(Record::Reduction(Reduction { contribution, flags, ..reduction }));
        let Reduction { comm, number, start, how, time, .. } = reduction;
        let flags = flags::RECEIVED | flags::DONE;
        Completed { flags, comm, number, start, how, result: 0, code: 0, time }
    }

    pub fn complete(&mut self, done: Completed, result: u64) {
        self.write(Record::Completed(Completed { result, ..done }));
    }

    /// A receive chose a source, another call a request.
    pub fn choice(&mut self, call: &str, site: u64, taken: i32) {
        let chosen = if call == "MPI_Recv" { Chosen::Message } else { Chosen::Requests };
        self.chosen(call, site, Choice { chosen, taken, comm: 1, times: 1, ..Choice::default() });
    }

    pub fn chosen(&mut self, call: &str, site: u64, choice: Choice) {
        let site = self.site(site);
        let id = self.calls.len() as u32 + 1;
        let call = match self.calls.get(call) {
            Some(known) => *known,
            None => {
                self.calls.insert(call.into(), id);
                self.write(Record::Call { id, name: call.into() });
                id
            }
        };
        self.write(Record::Choice(Choice { call, site, ..choice }));
    }

    pub fn end(&mut self) {
        let reductions = self.reductions;
        self.write(Record::End { reductions });
    }
}

pub fn samebits(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_samebits")).args(arguments).output().unwrap()
}

/// The command's standard output; its status has to be that one, and nothing else is printed.
pub fn printed(arguments: &[&str], status: i32) -> String {
    let output = samebits(arguments);
    let (out, err) = (text(&output.stdout), text(&output.stderr));
    assert_eq!(output.status.code(), Some(status), "{out}{err}");
    assert_eq!(err, "", "{out}");
    out
}

/// What is wrong.
pub fn refused(arguments: &[&str]) -> String {
    let output = samebits(arguments);
    let (out, err) = (text(&output.stdout), text(&output.stderr));
    assert_eq!((output.status.code(), out.as_str()), (Some(2), ""), "{err}");
    err
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

/// The comparison of two runs, in words and as JSON.
pub fn diff(a: &Run, b: &Run, status: i32) -> (String, Value) {
    diff_saved(&a.save(), &b.save(), status)
}

pub fn diff_saved(a: &TempDir, b: &TempDir, status: i32) -> (String, Value) {
    let paths = [a, b].map(|top| top.path().to_str().unwrap().to_string());
    let words = printed(&["diff", &paths[0], &paths[1]], status);
    let json = printed(&["diff", "--json", &paths[0], &paths[1]], status);
    let json = serde_json::from_str(&json).unwrap();
    Schema::read("diff.schema.json").check(&json);
    (words, json)
}

pub fn contains(text: &str, parts: &[&str]) {
    for part in parts {
        assert!(text.contains(part), "{part:?} is not in:\n{text}");
    }
}
