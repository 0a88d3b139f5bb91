//! Where in the user's program a call came from.

use libc::{c_int, c_void};

/// A place in the program, as a person can look it up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CallSite {
    /// File, offset and, where the file exports one, the function around it.
    pub place: String,
}

/// Return addresses that are looked at: enough to leave this library and the
/// MPI library's Fortran layer behind.
const DEPTH: usize = 24;

/// The innermost caller outside the objects that `is_library` recognises by
/// their files. `describe` tells what lies at an address: file, offset there,
/// and function. Slow (microseconds): for the first call of a kind only.
pub fn find(
    describe: impl Fn(usize) -> Option<(String, usize, Option<String>)>,
    is_library: impl Fn(&str) -> bool,
) -> Option<CallSite> {
    let mut addresses = [std::ptr::null_mut::<c_void>(); DEPTH];
    // SAFETY: room for DEPTH addresses.
    let found = unsafe { libc::backtrace(addresses.as_mut_ptr(), DEPTH as c_int) };
    addresses[..found.max(0) as usize].iter().find_map(|&address| {
        let (file, offset, function) = describe(address as usize)?;
        if is_library(&file) {
            return None;
        }
        let function = function.map_or(String::new(), |name| format!(" ({name})"));
        Some(CallSite { place: format!("{file}+{offset:#x}{function}") })
    })
}
