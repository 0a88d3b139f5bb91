//! What doctor has found out, as plain data: the checks look at nothing else.

use crate::run::launcher::Launcher;
use samebits_mpi::abi::family::Family;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};

#[derive(Debug, Default)]
pub struct Facts {
    /// The environment of this command.
    pub variables: BTreeMap<String, String>,
    pub machine: Machine,
    /// The library, or why there is none.
    pub library: Option<Result<Library, String>>,
    /// The mathematical functions, or why there are none.
    pub math: Option<Result<Math, String>>,
    /// The launcher that starts the program, if one does.
    pub launcher: Option<Launcher>,
    pub program: Option<Program>,
    /// What the user preloads beside samebits.
    pub preloaded: Vec<Object>,
    /// What the ranks of a probe have said, or why there was none.
    pub ranks: Option<Result<Ranks, String>>,
}

impl Facts {
    /// Whether the launcher has failed, or has started fewer ranks than it was asked for.
    pub fn ranks_are_missing(&self) -> bool {
        match &self.ranks {
            None => false,
            Some(Err(_)) => true,
            Some(Ok(ranks)) => ranks.failed.is_some() || ranks.missing() != Some(0),
        }
    }
}

#[derive(Debug, Default)]
pub struct Machine {
    pub cpu: String,
    pub cpus: usize,
    pub glibc: String,
    pub shm: Option<Shm>,
    /// The launchers in PATH, by their paths, and whose they are, as far as they tell.
    pub launchers: Vec<(String, Option<Launcher>)>,
    /// The MPI libraries that the loader knows, by their paths.
    pub mpis: Vec<(String, Option<Family>)>,
}

/// /dev/shm, in bytes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Shm {
    pub size: u64,
    pub free: u64,
}

#[derive(Clone, Debug)]
pub struct Library {
    pub path: String,
    /// The C library's version that it needs.
    pub glibc: Option<(u32, u32)>,
    pub native: bool,
    /// Its version where a process has loaded it, or what the loader has said.
    pub loads: Result<String, String>,
}

/// libsamebits_math.so.
#[derive(Clone, Debug)]
pub struct Math {
    pub path: String,
    /// What it puts in front of libm's.
    pub functions: BTreeSet<String>,
    /// Whether a process into which it is preloaded gets its functions; if not, why.
    pub loads: Result<(), String>,
}

#[derive(Debug, Default)]
pub struct Program {
    /// As the user names it.
    pub name: String,
    pub kind: Kind,
    /// By what a process gets rights of another user, in which LD_PRELOAD is ignored.
    pub privileges: Option<&'static str>,
    /// The program and its libraries, in the order in which the loader searches them.
    pub objects: Vec<Object>,
    /// Libraries that are not found, and who needs them.
    pub missing: Vec<(String, String)>,
    /// Whether the MPI library can also be started by Slurm's own PMI, for which srun sets no variable.
    pub slurm_pmi: bool,
    /// Modules of Python that were looked at, by name; their files are among the objects.
    pub modules: Vec<&'static str>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Kind {
    #[default]
    Program,
    /// Started by that interpreter, which is looked at.
    Script(String),
    /// Python runs it.
    Python,
    /// Something that starts a program in a container, into which doctor does not look.
    Container,
    /// Neither a program nor a script.
    Unknown,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Object {
    pub path: String,
    pub role: Role,
    pub architecture: String,
    pub native: bool,
    /// Whether the loader starts it, if it is a program.
    pub interpreter: bool,
    pub imports: BTreeSet<String>,
    /// Of these, what only MPI's C++ bindings call, whose methods every C++ program has in it.
    pub bindings: BTreeSet<String>,
    pub defines: BTreeSet<String>,
    /// Of which family it is, if it is an MPI library.
    pub family: Option<Family>,
    /// It has text of an MPI library in it.
    pub contains_mpi: bool,
}

/// Whose an object is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Role {
    /// The program's: it, or a library that it needs.
    #[default]
    Own,
    /// The MPI library, or something that only this needs.
    Mpi,
    /// Part of every program: the C library, a compiler's.
    System,
    Samebits,
}

impl Object {
    pub fn name(&self) -> &str {
        self.path.rsplit('/').next().unwrap_or_default()
    }

    pub fn defines(&self, name: &str) -> bool {
        self.defines.contains(name)
    }

    /// It brings the functions to which calls are passed on.
    pub fn is_mpi(&self) -> bool {
        self.role != Role::Samebits && self.defines("PMPI_Allreduce")
    }

    /// It has MPI's functions, is no MPI library itself, and can open one: Mukautuva, MPItrampoline, wi4mpi,
    /// where the program needs no other.
    fn may_translate(&self) -> bool {
        let has = ["MPI_Init", "MPI_Allreduce"].iter().all(|name| self.defines(name));
        let opens = OPENING.iter().any(|name| self.imports.contains(*name));
        has && opens && self.family.is_none() && !self.imports.contains("PMPI_Allreduce")
    }

    /// It takes calls of MPI's functions and is not MPI: a profiler, for example.
    pub fn is_tool(&self) -> bool {
        let takes = TAKEN.iter().any(|name| self.defines(name));
        self.role == Role::Own && takes && !self.is_mpi()
    }
}

/// By which a library opens another one.
const OPENING: [&str; 2] = ["dlopen", "dlmopen"];

const TAKEN: [&str; 4] = ["MPI_Allreduce", "MPI_Reduce", "mpi_allreduce_", "mpi_reduce_"];

impl Program {
    /// The program and the libraries that are its own.
    pub fn own(&self) -> impl Iterator<Item = &Object> {
        self.objects.iter().filter(|object| object.role == Role::Own)
    }

    pub fn mpi(&self) -> impl Iterator<Item = &Object> {
        self.objects.iter().filter(|object| object.is_mpi())
    }

    /// A library in the place of MPI's, which opens the real one when the program runs, and has handles of
    /// its own.
    pub fn translation(&self) -> Option<&Object> {
        let real = self.objects.iter().any(|object| object.family.is_some());
        let mut libraries = self.objects.iter().skip(1);
        libraries.find(|object| !real && object.role != Role::Samebits && object.may_translate())
    }
}

/// What the ranks of a probe have said.
#[derive(Debug, Default)]
pub struct Ranks {
    pub ranks: Vec<Rank>,
    /// What the launcher and the loader have said besides, from its first line on.
    pub said: String,
    /// The launcher's exit status, if that is not 0.
    pub failed: Option<String>,
    /// The number of ranks that the launcher's arguments ask for, and the hosts, as far as they say.
    pub asked: Option<u64>,
    pub hosts: Vec<String>,
    /// The file of this command, which every host has to have.
    pub command: String,
    /// The variables that the ranks should have got.
    pub sent: Vec<(String, String)>,
}

impl Ranks {
    /// How many ranks there should be: as the ranks themselves are told, or as the launcher was.
    pub fn expected(&self) -> Option<u64> {
        self.ranks.iter().filter_map(|rank| rank.size).max().or(self.asked)
    }

    /// How many have not answered; none if none has.
    pub fn missing(&self) -> Option<u64> {
        let count = self.ranks.len() as u64;
        let expected = self.expected().unwrap_or(count);
        (count > 0).then(|| expected.saturating_sub(count))
    }

    /// Of the hosts that were asked for, those without an answer.
    pub fn silent_hosts(&self) -> Vec<&str> {
        let short = |host: &str| host.split('.').next().unwrap_or_default().to_string();
        let heard: BTreeSet<String> = self.ranks.iter().map(|rank| short(&rank.host)).collect();
        let silent = self.hosts.iter().filter(|host| !heard.contains(&short(host)));
        silent.map(String::as_str).collect()
    }
}

/// What one rank sees.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Rank {
    /// As the launcher numbers it; none if it does not.
    pub rank: Option<u64>,
    /// How many ranks there are, as the launcher says; none if it does not.
    pub size: Option<u64>,
    /// Whether the launcher offers a PMI, by which the ranks of an MPI library find each other.
    pub pmi: bool,
    pub host: String,
    pub cpu: String,
    /// What the CPU can, of what libraries choose by.
    pub features: Vec<String>,
    /// The cores that this rank may use.
    pub cores: Vec<usize>,
    pub glibc: String,
    pub shm: Option<Shm>,
    pub variables: BTreeMap<String, String>,
    /// The file of samebits, and a digest of what is in it.
    pub library: String,
    pub digest: Option<String>,
    /// Its version, if it is loaded.
    pub loaded: Option<String>,
    /// The file from which a library gets exp, if one has been loaded that has it.
    pub exp: Option<String>,
}
