//! Where in the user's program a call comes from.

use libc::{c_int, c_void};

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CallSite {
    /// File, offset and, if exported, the function around it.
    pub place: String,
}

/// Stack frames that are looked at: more than samebits and the MPI library's Fortran layer have.
const DEPTH: usize = 24;

/// The innermost caller outside of libraries. `describe` returns file, offset and function of an
/// address. Takes microseconds.
pub fn find(
    describe: impl Fn(usize) -> Option<(String, usize, Option<String>)>,
    is_library: impl Fn(&str) -> bool,
) -> Option<CallSite> {
    let mut addresses = [std::ptr::null_mut::<c_void>(); DEPTH];
    // SAFETY: `addresses` holds DEPTH addresses.
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
