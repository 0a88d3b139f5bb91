//! Who gets the program's calls before this library. Another library in front may pass them on, as
//! those do that look up the next definition of a function, or bypass samebits by calling the PMPI_
//! function: then nothing is reproducible, and nobody would notice. So the first rank warns of it,
//! once. What can be found out, and when:
//!
//! - when this library is loaded: who defines a function before it, and whether that object itself
//!   calls the PMPI_ function, while another one calls the function;
//! - at the end: whether any call that this object gets first has arrived here. Every program calls
//!   MPI_Init.

use samebits_mpi::abi::completing::bypasses;
use samebits_mpi::abi::dynamic::needed_by_program;
use samebits_mpi::abi::locate::{in_front, own_file, profiling_name, InFront, Tool};
use samebits_mpi::launcher;
use samebits_reduction::report;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};

// Functions whose calls should arrive here, by their names in C and in Fortran. No reduction must be
// missed; the others are evidence. (build.rs writes them from their tables.)
include!(concat!(env!("OUT_DIR"), "/expected.rs"));

/// Which of these have arrived, in any language: a bit each.
static ARRIVED: AtomicU32 = AtomicU32::new(0);
const _: () = assert!(REDUCTIONS.len() + OTHERS.len() <= 32, "a bit each");

fn functions() -> impl Iterator<Item = &'static [&'static str; 2]> {
    REDUCTIONS.iter().chain(OTHERS)
}

/// Notes that a call of a function has arrived.
pub fn arrived(function: &str) {
    if let Some(index) = functions().position(|names| names.contains(&function)) {
        if ARRIVED.load(Ordering::Relaxed) >> index & 1 == 0 {
            ARRIVED.fetch_or(1 << index, Ordering::Relaxed);
        }
    }
}

/// Whether no call of an MPI function has arrived at all.
pub fn nothing_arrived() -> bool {
    ARRIVED.load(Ordering::Relaxed) == 0 && report::intercepted() == 0
}

/// Why calls do not arrive.
struct Obstacle {
    function: &'static str,
    other: InFront,
    /// It was found out before any call, from what the object imports.
    beforehand: bool,
}

impl Obstacle {
    /// What is in front of a reduction, if `is_one` says so.
    fn find(beforehand: bool, is_one: impl Fn(&str, &InFront) -> bool) -> Option<Obstacle> {
        REDUCTIONS.iter().flatten().find_map(|function| {
            let other = in_front(function).filter(|other| is_one(function, other))?;
            Some(Obstacle { function, other, beforehand })
        })
    }

    /// What can be found out before any call.
    fn beforehand() -> Option<Obstacle> {
        Obstacle::find(true, |function, other| match other {
            InFront::Tool(tool) => {
                let names = REDUCTIONS.iter().find(|names| names.contains(&function));
                names.is_some_and(|names| bypasses(*names, function, tool))
            }
            InFront::Library(path) => is_smpi(path) || loaded_at_start(),
        })
    }

    /// What can be found out after all calls.
    fn afterwards() -> Option<Obstacle> {
        Obstacle::find(false, |_, other| match other {
            InFront::Tool(tool) => !passes_on(tool),
            InFront::Library(_) => nothing_arrived(),
        })
    }

    fn is_tool(&self) -> bool {
        matches!(self.other, InFront::Tool(_))
    }

    /// In words, without the remedy.
    fn words(&self) -> String {
        let function = self.function;
        match &self.other {
            InFront::Tool(Tool { path, .. }) if self.beforehand => format!(
                "{path} intercepts {function} before samebits and calls {} itself",
                profiling_name(function)
            ),
            InFront::Tool(Tool { path, .. }) => format!(
                "{path} intercepts {function} before samebits, and passes none of these calls on"
            ),
            InFront::Library(path) => format!(
                "loaded after the MPI library ({path}), which gets the calls of {function} first"
            ),
        }
    }

    fn warning(&self) -> String {
        let remedy = match &self.other {
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
        format!("{}: reductions that bypass samebits are not reproducible. {remedy}", self.words())
    }
}

/// Whether a call that the tool gets first has arrived.
fn passes_on(tool: &Tool) -> bool {
    let arrived = ARRIVED.load(Ordering::Relaxed);
    let gets = |name: &&str| match in_front(name) {
        Some(InFront::Tool(other)) => other.path == tool.path,
        _ => false,
    };
    functions().enumerate().any(|(i, names)| arrived >> i & 1 == 1 && names.iter().any(gets))
}

/// Whether the program was started with this library, and did not load it for direct calls only.
fn loaded_at_start() -> bool {
    let preloaded = std::env::var("LD_PRELOAD").unwrap_or_default();
    let own = own_file().unwrap_or_default();
    let is_own = |name: &str| file_name(name) == file_name(&own);
    preloaded.split([':', ' ']).any(is_own) || needed_by_program().iter().any(|name| is_own(name))
}

static WARNED: AtomicBool = AtomicBool::new(false);

fn warn_once(text: &str) {
    if !WARNED.swap(true, Ordering::Relaxed) {
        report::print_lines(text);
    }
}

/// Warns, on the first rank when MPI is initialised, of a tool that bypasses samebits.
pub fn warn_at_start() {
    if let Some(found) = Obstacle::beforehand().filter(Obstacle::is_tool) {
        warn_once(&found.warning());
    }
}

/// Warns, on the first rank after all calls, of a tool that has passed nothing on: at the end of
/// MPI or of the process. Here, an MPI library in front means that there were direct calls.
pub fn warn_at_end() {
    if !WARNED.load(Ordering::Relaxed) {
        if let Some(found) = Obstacle::afterwards().filter(Obstacle::is_tool) {
            warn_once(&found.warning());
        }
    }
}

/// What keeps reductions from arriving, if anything.
pub fn obstacle() -> Option<String> {
    Obstacle::afterwards().map(|found| found.words())
}

/// Warns, on the first rank, that a program has used MPI but no call has arrived; returns why.
pub fn warn_without_calls() -> String {
    match Obstacle::afterwards() {
        Some(found) => {
            if loaded_at_start() {
                warn_once(&found.warning());
            }
            found.words()
        }
        // By dlsym on that library's own handle, as Python's ctypes do.
        None => no_call(
            "the program, or one of its libraries, calls the PMPI_ functions itself, looked up \
             MPI's functions in the MPI library, or was opened with RTLD_DEEPBIND",
        ),
    }
}

/// The same of a program that has the MPI library in it.
pub fn warn_of_mpi_in_program() -> String {
    no_call("the MPI library is linked into the program statically. Link its shared library")
}

/// The same of one whose MPI library is where nothing comes before it.
pub fn warn_of_namespace(file: &str) -> String {
    no_call(&format!(
        "the MPI library ({file}) was opened by dlmopen, in a namespace of its own, without \
         samebits"
    ))
}

fn no_call(why: &str) -> String {
    if loaded_at_start() {
        warn_once(&format!("no MPI call has reached samebits, so nothing is reproducible: {why}"));
    }
    why.into()
}

/// The process into which this library was loaded.
static LOADED_INTO: AtomicU32 = AtomicU32::new(0);

/// Whether this process is a forked child of that.
pub fn is_forked() -> bool {
    LOADED_INTO.load(Ordering::Relaxed) != std::process::id()
}

/// Called when this library is loaded into any process, also one that is no MPI program.
extern "C" fn loaded() {
    LOADED_INTO.store(std::process::id(), Ordering::Relaxed);
    let Some(found) = Obstacle::beforehand() else { return };
    let (InFront::Tool(Tool { path, .. }) | InFront::Library(path)) = &found.other;
    let mpi_program = || {
        let needed = needed_by_program();
        needed.iter().any(|name| name.starts_with("libmpi") || name == file_name(path))
    };
    let first = if is_smpi(path) { is_copy_of_first_rank() } else { launcher::is_first() };
    if first && mpi_program() {
        warn_once(&found.warning());
    }
}

fn file_name(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or_default()
}

fn is_smpi(path: &str) -> bool {
    file_name(path).starts_with("libsimgrid")
}

/// Whether this is SMPI's copy for its first rank, by its name; SMPI loads the original, too.
fn is_copy_of_first_rank() -> bool {
    own_file().is_some_and(|path| file_name(&path).starts_with("0000000"))
}

#[used]
#[link_section = ".init_array"]
static AT_LOAD: extern "C" fn() = loaded;
