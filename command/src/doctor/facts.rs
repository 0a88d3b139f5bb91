//! What doctor has found out, as plain data: the checks look at nothing else.

use crate::run::launcher::Launcher;
use samebits::mpi::abi::family::Family;
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

    /// It takes calls of MPI's functions and is not MPI: a profiler, for example.
    pub fn is_tool(&self) -> bool {
        let takes = TAKEN.iter().any(|name| self.defines(name));
        self.role == Role::Own && takes && !self.is_mpi()
    }
}

const TAKEN: [&str; 4] = ["MPI_Allreduce", "MPI_Reduce", "mpi_allreduce_", "mpi_reduce_"];

impl Program {
    /// The program and the libraries that are its own.
    pub fn own(&self) -> impl Iterator<Item = &Object> {
        self.objects.iter().filter(|object| object.role == Role::Own)
    }

    pub fn mpi(&self) -> impl Iterator<Item = &Object> {
        self.objects.iter().filter(|object| object.is_mpi())
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
    /// The variables that the ranks should have got.
    pub sent: Vec<(String, String)>,
}

/// What one rank sees.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Rank {
    /// As the launcher numbers it; none if it does not.
    pub rank: Option<u64>,
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
