//! Who gets the program's calls before us. Another library in front may hand them on to us, as
//! those do that look up the next definition of a function, or past us, to the PMPI_ function:
//! then nothing is reproducible, and nobody would say so. So it is named, once, by the first
//! rank. What can be known, and when:
//!
//! - when this library is loaded: who defines a function before us, and whether that object
//!   itself calls the PMPI_ function, while another one calls the function;
//! - at the end: whether any call that this object gets first has come to us. MPI_Init is one
//!   that every program makes.

use crate::mpi::dynamic::{imports, needed_by_program, others_import};
use crate::mpi::launcher;
use crate::mpi::locate::{in_front, own_file, profiling_name, InFront, Tool};
use crate::report;
use std::sync::atomic::{AtomicBool, AtomicU8, Ordering};

/// A function of which calls should come to us.
struct Function {
    /// Its names in C, and its procedure's in Fortran.
    names: &'static [&'static str],
    /// Whether it is a reduction. (That another does not come by is no harm.)
    reduces: bool,
}

const FUNCTIONS: [Function; 6] = [
    Function { names: &["MPI_Allreduce", "mpi_allreduce_"], reduces: true },
    Function { names: &["MPI_Reduce", "mpi_reduce_"], reduces: true },
    Function { names: &["MPI_Reduce_scatter_block", "mpi_reduce_scatter_block_"], reduces: true },
    Function { names: &["MPI_Init", "mpi_init_"], reduces: false },
    Function { names: &["MPI_Init_thread", "mpi_init_thread_"], reduces: false },
    Function { names: &["MPI_Finalize", "mpi_finalize_"], reduces: false },
];

/// Of which of [`FUNCTIONS`] a call has come to us, in whichever language: a bit each.
static ARRIVED: AtomicU8 = AtomicU8::new(0);

/// The reductions among them, by their names in C.
pub fn reductions() -> impl Iterator<Item = &'static str> {
    FUNCTIONS.iter().filter(|function| function.reduces).map(|function| function.names[0])
}

/// Notes that a call of a function has come to us.
pub fn arrived(function: &str) {
    if let Some(index) = FUNCTIONS.iter().position(|f| f.names.contains(&function)) {
        if ARRIVED.load(Ordering::Relaxed) >> index & 1 == 0 {
            ARRIVED.fetch_or(1 << index, Ordering::Relaxed);
        }
    }
}

/// Whether no call of MPI's has come to us at all.
pub fn nothing_arrived() -> bool {
    ARRIVED.load(Ordering::Relaxed) == 0 && report::intercepted() == 0
}

/// Why calls do not come to us.
struct Obstacle {
    function: &'static str,
    other: InFront,
    /// It is known beforehand, from what the object imports, and not from its not coming.
    beforehand: bool,
}

impl Obstacle {
    /// What is in front of a reduction, where `is_one` says so.
    fn find(beforehand: bool, is_one: impl Fn(&str, &InFront) -> bool) -> Option<Obstacle> {
        let names = FUNCTIONS.iter().filter(|f| f.reduces).flat_map(|f| f.names);
        names.into_iter().find_map(|function| {
            let other = in_front(function).filter(|other| is_one(function, other))?;
            Some(Obstacle { function, other, beforehand })
        })
    }

    /// As far as it is known before there was any call.
    fn beforehand() -> Option<Obstacle> {
        Obstacle::find(true, |function, other| match other {
            InFront::Tool(tool) => goes_past_us(function, tool),
            InFront::Library(path) => is_smpi(path) || loaded_at_start(),
        })
    }

    /// When the calls have been made.
    fn afterwards() -> Option<Obstacle> {
        Obstacle::find(false, |_, other| match other {
            InFront::Tool(tool) => !hands_on(tool),
            InFront::Library(_) => nothing_arrived(),
        })
    }

    /// In words, without what can be done about it.
    fn words(&self) -> String {
        let function = self.function;
        match &self.other {
            InFront::Tool(Tool { path, .. }) if self.beforehand => format!(
                "{path} intercepts {function} before samebits and calls {} itself",
                profiling_name(function)
            ),
            InFront::Tool(Tool { path, .. }) => format!(
                "{path} intercepts {function} before samebits, and none of the calls that it \
                 gets has come through"
            ),
            InFront::Library(path) => format!(
                "loaded behind the MPI library ({path}), which gets the calls of {function} first"
            ),
        }
    }

    fn warning(&self) -> String {
        let cure = match &self.other {
            InFront::Tool(tool) if tool.is_program() => {
                "It is linked into the program: link it as a shared library, with \
                 libsamebits.so before it"
            }
            InFront::Tool(_) => {
                "To be first, name libsamebits.so before it (in LD_PRELOAD or on the link line)"
            }
            InFront::Library(_) => {
                "Preload libsamebits.so, or name it before the MPI library on the link line"
            }
        };
        format!("{}: reductions that go past samebits are not reproducible. {cure}", self.words())
    }
}

/// Whether calls of a function that the tool gets go past us: it calls the profiling name, in C
/// or in Fortran, and another object, or the program of which it is a part, the function.
fn goes_past_us(function: &str, tool: &Tool) -> bool {
    let names = FUNCTIONS.iter().find(|f| f.names.contains(&function)).map_or(&[][..], |f| f.names);
    names.iter().any(|name| imports(tool.address, &profiling_name(name)))
        && (tool.is_program() || others_import(tool.address, function))
}

/// Whether a call that the tool gets before us has come to us.
fn hands_on(tool: &Tool) -> bool {
    let arrived = ARRIVED.load(Ordering::Relaxed);
    let before_us = |name: &&str| match in_front(name) {
        Some(InFront::Tool(other)) => other.path == tool.path,
        _ => false,
    };
    let gets = |function: &Function| function.names.iter().any(before_us);
    FUNCTIONS.iter().enumerate().any(|(i, function)| arrived >> i & 1 == 1 && gets(function))
}

/// Whether the program was started with this library, and did not load it by itself: such a
/// program may make direct calls alone.
fn loaded_at_start() -> bool {
    let preloaded = std::env::var("LD_PRELOAD").unwrap_or_default();
    let own = own_file().unwrap_or_default();
    let is_own = |name: &str| file_name(name) == file_name(&own);
    preloaded.split([':', ' ']).any(is_own) || needed_by_program().iter().any(|name| is_own(name))
}

static SAID: AtomicBool = AtomicBool::new(false);

fn say_once(text: &str) {
    if !SAID.swap(true, Ordering::Relaxed) {
        report::say(text);
    }
}

/// Says what is known of a tool in front before there was any call; called by the first rank
/// when MPI is up, for programs that load their MPI library late.
pub fn notice() {
    let tool = Obstacle::beforehand().filter(|found| matches!(found.other, InFront::Tool(_)));
    if let Some(found) = tool {
        say_once(&found.warning());
    }
}

/// Says, on the first rank, that a tool has handed nothing on to us, when all calls have been
/// made: at the end of MPI or, where that does not come to us either, of the process.
pub fn conclude() {
    if !SAID.load(Ordering::Relaxed) {
        // (Behind the MPI library there were direct calls, or we would not be here.)
        let tool = Obstacle::afterwards().filter(|found| matches!(found.other, InFront::Tool(_)));
        if let Some(found) = tool {
            say_once(&found.warning());
        }
    }
}

/// What keeps reductions from coming to us, where something does.
pub fn obstacle() -> Option<String> {
    Obstacle::afterwards().map(|found| found.words())
}

/// Says, on the first rank, that a program has used MPI and nothing has come to us, no direct
/// call either; returns why.
pub fn conclude_without_calls() -> String {
    let (why, warning) = match Obstacle::afterwards() {
        Some(found) => (found.words(), found.warning()),
        None => {
            let why = "the program, or a library of it, calls the PMPI_ functions itself";
            (
                why.to_string(),
                format!("no call has come to samebits, so nothing is reproducible: {why}"),
            )
        }
    };
    if loaded_at_start() {
        say_once(&warning);
    }
    why
}

/// Called when this library is loaded, into whatever process: a shell with a tool
/// and its MPI library preloaded is still no MPI program, and is left alone.
extern "C" fn loaded() {
    let Some(found) = Obstacle::beforehand() else { return };
    let (InFront::Tool(Tool { path, .. }) | InFront::Library(path)) = &found.other;
    let mpi_program = || {
        let needed = needed_by_program();
        needed.iter().any(|name| name.starts_with("libmpi") || name == file_name(path))
    };
    let first = if is_smpi(path) { is_copy_of_first_rank() } else { launcher::is_first() };
    if first && mpi_program() {
        say_once(&found.warning());
    }
}

fn file_name(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or_default()
}

fn is_smpi(path: &str) -> bool {
    file_name(path).starts_with("libsimgrid")
}

/// Whether this is the copy of the library that SMPI has made for its first rank, with the
/// rank's number in front of its name. (SMPI loads the library itself too, to find it, and
/// that is always behind SMPI.)
fn is_copy_of_first_rank() -> bool {
    own_file().is_some_and(|path| file_name(&path).starts_with("0000000"))
}

#[used]
#[link_section = ".init_array"]
static AT_LOAD: extern "C" fn() = loaded;
