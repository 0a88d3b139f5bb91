//! Another library in front of us. It gets the program's calls first, and what it
//! hands to PMPI_ functions itself never reaches us: then nothing is reproducible,
//! and nobody would say so. So it is named, once, by the first rank: when this
//! library is loaded, because it may never be called, in programs that are linked
//! with MPI; in others, such as Python, when MPI is up.

use super::process::launched_as_first;
use crate::mpi::locate::{in_front, needed_by_program, own_file, InFront};
use crate::report;
use std::sync::Once;

/// The functions that have to reach us. (That MPI_Init does not is no harm.)
const REDUCTIONS: [&str; 4] = ["MPI_Allreduce", "MPI_Reduce", "mpi_allreduce_", "mpi_reduce_"];

/// Says who is in front of us, if anybody is; called by the first rank.
pub fn notice() {
    if let Some((function, other)) = first_in_front() {
        say(function, &other);
    }
}

fn first_in_front() -> Option<(&'static str, InFront)> {
    REDUCTIONS.iter().find_map(|function| Some((*function, in_front(function)?)))
}

fn say(function: &str, other: &InFront) {
    static SAID: Once = Once::new();
    SAID.call_once(|| {
        report::say(&match other {
            InFront::Tool(path) => format!(
                "{path} intercepts {function} before samebits; calls that it passes on by PMPI \
                 are not reproducible. To be first, name libsamebits.so before it (in LD_PRELOAD \
                 or on the link line)"
            ),
            InFront::Library(path) => format!(
                "loaded behind the MPI library ({path}), where {function} does not come by: \
                 nothing is reproducible. Preload libsamebits.so, or name it before the MPI \
                 library on the link line"
            ),
        });
    });
}

/// Called when this library is loaded, into whatever process: a shell with a tool
/// and its MPI library preloaded is still no MPI program, and is left alone.
extern "C" fn loaded() {
    let Some((function, other)) = first_in_front() else { return };
    let (InFront::Tool(path) | InFront::Library(path)) = &other;
    let file = path.rsplit('/').next().unwrap_or_default();
    let mpi_program =
        needed_by_program().iter().any(|name| name.starts_with("libmpi") || name == file);
    let first = match file.starts_with("libsimgrid") {
        true => is_copy_of_first_rank(),
        false => launched_as_first(),
    };
    if mpi_program && first {
        say(function, &other);
    }
}

/// Whether this is the copy of the library that SMPI has made for its first rank, with the
/// rank's number in front of its name. (SMPI loads the library itself too, to find it, and
/// that is always behind SMPI.)
fn is_copy_of_first_rank() -> bool {
    own_file()
        .is_some_and(|path| path.rsplit('/').next().unwrap_or_default().starts_with("0000000"))
}

#[used]
#[link_section = ".init_array"]
static AT_LOAD: extern "C" fn() = loaded;
