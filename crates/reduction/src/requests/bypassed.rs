//! Whether requests are completed without samebits: then nonblocking and persistent reductions are left to
//! the MPI library.
//!
//! What an object imports tells most of that. A tool in front that looks the profiling functions up
//! when it runs is asked: it gets a request of ours that is complete, which nobody but samebits can
//! complete. It sees one more call of each function, at the program's first reduction.
//!
//! What a rank has found here, it tells the others with its policy: a communicator of which one rank
//! completes requests without samebits leaves all of its requests to the MPI library. Where the first
//! reduction is nonblocking, that comes too late: ranks that differ stop the job.

use super::table::{table, Request};
use super::{open, retire};
use crate::call::classify::{Declined, PassOn};
use crate::call::{notices, Call};
use crate::{communicator::Communicator, context::Context};
use libc::c_int;
use samebits_base::fault::Fault;
use samebits_mpi::abi::completing::{by_imports, tools};
use samebits_mpi::abi::family::HandleSlot;
use samebits_mpi::abi::locate::{data, in_front, InFront, Tool};
use samebits_mpi::abi::words::call_with_words;
use samebits_mpi::Library;
use samebits_policy::{Nonblocking, Unsupported};
use std::ptr;

/// Why such a reduction is passed on, in a report.
pub const BYPASSED: &str = "a request that is completed without samebits";

/// The consequence, for all of them.
const LEFT: &str =
    "nonblocking and persistent reductions are left to the MPI library and not reproducible";

/// Declines a call whose request would be completed without samebits, unless that needs no samebits.
pub fn check(context: &Context, call: &Call<'_>, needs_us: bool) -> Result<(), Declined> {
    if context.policy().nonblocking == Nonblocking::Native {
        return Err(PassOn::NativeRequested("SAMEBITS_NONBLOCKING=native").into());
    }
    let communicator = Communicator::of(&context.library, call.comm)?;
    match needs_us && context.is_bypassed(call.name, communicator) {
        true => Err(PassOn::Unsupported(BYPASSED).into()),
        false => Ok(()),
    }
}

/// Refuses a direct call whose request would be completed without samebits: the MPI library has no
/// such function. The error is what is wrong, in words.
pub fn check_direct(
    context: &Context,
    call: &str,
    communicator: &Communicator,
) -> Result<(), String> {
    if context.policy().nonblocking == Nonblocking::Native {
        return Err("SAMEBITS_NONBLOCKING=native, and the MPI library has no such call".into());
    }
    match context.is_bypassed(call, communicator) {
        false => Ok(()),
        true => {
            let who = context.bypassed_by(call).map_or(String::new(), |who| format!(" ({who})"));
            Err(format!(
                "its request would be completed without samebits{who}; if that is wrong, set \
                 SAMEBITS_NONBLOCKING=reproduce"
            ))
        }
    }
}

/// Whether samebits sees how this rank's requests are completed.
pub fn is_visible(context: &Context, call: &str) -> bool {
    context.policy().nonblocking != Nonblocking::Native && context.bypassed_by(call).is_none()
}

/// Says once for the job who completes requests without samebits: a rank that has found it.
pub fn warn(context: &Context, call: &str) {
    let Some(who) = context.bypassed_by(call) else { return };
    if context.policy().unsupported != Unsupported::Native && context.first_time([LEFT, "", ""]) {
        notices::warn_once_for_all(context, BYPASSED, || {
            format!(
                "{who}: {LEFT}. Complete requests by MPI_ functions, with libsamebits.so before \
                 any library that intercepts them; or, if no such reduction is completed that way, \
                 set SAMEBITS_NONBLOCKING=reproduce"
            )
        });
    }
}

/// Who completes requests without samebits, in words; `call` is the function that the program has called.
pub fn look(context: &Context, call: &str) -> Option<String> {
    let library = &context.library;
    if context.policy().nonblocking != Nonblocking::Auto {
        return None;
    }
    by_imports(&library.object).or_else(|| {
        // (No tool is in front of a copy of samebits that is one rank's. And where nobody finds the
        // profiling functions, a tool that looks for them must not be called for nothing.)
        let asks = !library.family.ranks_share_a_process() && data("PMPI_Wait").is_some();
        tools().filter(|_| asks).find_map(|(_, function, tool)| {
            let hidden =
                !is_caller(call, &tool) && hands_on(library, function, &tool) == Some(false);
            hidden.then(|| {
                let path = &tool.path;
                format!("{path} intercepts {function} before samebits, and does not pass it on")
            })
        })
    })
}

/// Whether the call has come through the tool, which may not expect another one meanwhile; and which
/// so hands on what it gets.
fn is_caller(call: &str, tool: &Tool) -> bool {
    [call.to_string(), format!("{}_", call.to_lowercase())]
        .iter()
        .any(|name| matches!(in_front(name), Some(InFront::Tool(other)) if other.path == tool.path))
}

/// Whether a tool's function hands a request on to samebits; none if it cannot be asked.
fn hands_on(library: &Library, function: &str, tool: &Tool) -> Option<bool> {
    let complete = Request { outcome: Some(0), ..Request::default() };
    let opened: Result<_, Fault> = open(library, library.comm_alone(), Box::new(complete));
    let handle = opened.ok()?;
    let mut request = HandleSlot::new(library.family, handle);
    let (request, mut numbers) = (request.place() as usize, [0 as c_int; 2]);
    let status = library.constants.status_ignore;
    let numbers = ptr::from_mut(&mut numbers).cast::<c_int>();
    let [first, second] = [numbers as usize, numbers.wrapping_add(1) as usize];
    let words: Option<&[usize]> = match function {
        "MPI_Wait" => Some(&[request, status]),
        "MPI_Test" => Some(&[request, first, status]),
        "MPI_Waitall" => Some(&[1, request, status]),
        "MPI_Waitany" => Some(&[1, request, first, status]),
        "MPI_Testall" => Some(&[1, request, first, status]),
        "MPI_Waitsome" | "MPI_Testany" | "MPI_Testsome" => {
            Some(&[1, request, first, second, status])
        }
        // It would start a request that is not persistent; Fortran's have other handles.
        _ => None,
    };
    if let Some(words) = words {
        // SAFETY: a function of MPI's of that name, with a request, places for numbers, and a status
        // that is ignored.
        unsafe { call_with_words::<c_int>(tool.address, words) };
    }
    let seen = table().find(handle).is_none();
    if !seen {
        retire(library, handle);
    }
    words.map(|_| seen)
}
