//! Which requests are complete, found inside the hook: where the MPI library must not be made to make
//! progress once more.
//!
//! Open MPI's MPI_Testsome does that only if it finds nothing complete: a request that always is goes
//! with the others. MPICH's is asked for each request, and what is complete is waited for. Simulated
//! ranks look in the calls that complete reductions alone: every test takes simulated time.

use super::table::Requests;
use crate::abi::family::{Handle, HandleSlot};
use crate::abi::hook::Hook;
use crate::abi::status::LONGEST;
use crate::calls::error_handlers::returning_errors;
use crate::{checked, int, Library};
use libc::{c_int, c_void};
use samebits_base::fault::{FatalError, Fault, Outcome};

/// A request that is complete, and what has come of it: the bytes that were received, or an error.
pub(super) type Complete = (usize, Result<usize, Fault>);

/// Who looks.
#[derive(Clone, Copy)]
pub(super) enum By<'a> {
    Hook(&'a Hook),
    /// A call of the program's in which a simulated rank waits: at least one message will come.
    Waiting,
    /// One in which it tests.
    Testing,
}

/// What it needs, kept from one time to the next.
#[derive(Debug, Default)]
pub(super) struct Testing {
    /// An inactive persistent request that is complete as soon as it is started.
    complete: Option<HandleSlot>,
    indices: Vec<c_int>,
    statuses: Vec<u64>,
}

impl Testing {
    pub const fn new() -> Testing {
        Testing { complete: None, indices: Vec::new(), statuses: Vec::new() }
    }

    /// Finds those that are complete, which are the caller's to take out.
    pub fn find(
        &mut self,
        library: &Library,
        by: By<'_>,
        requests: &mut Requests,
        found: &mut Vec<Complete>,
    ) {
        if requests.len() == 0 {
            return;
        }
        match by {
            By::Hook(Hook::Simulated) => {}
            By::Hook(Hook::Opal(_)) => self.find_some(library, requests, found),
            By::Testing => find_tested(library, requests, found),
            By::Hook(hook @ Hook::Async(_)) => find_each(library, hook, requests, found),
            By::Waiting => find_any(library, requests, found),
        }
    }

    fn find_some(&mut self, library: &Library, requests: &mut Requests, found: &mut Vec<Complete>) {
        let (number, family) = (requests.len() + 1, library.family);
        let complete = self.complete_request(library).handle(family);
        let bytes = family.status_bytes();
        self.indices.resize(number, 0);
        self.statuses.resize((number * bytes).div_ceil(size_of::<u64>()), 0);
        let statuses = self.statuses.as_mut_ptr().cast::<c_void>();
        let (functions, mut outcount) = (&library.functions, 0);
        let tested = requests.with_more(Some(complete), |handles| {
            let n = int(handles.len());
            let last = (&raw mut handles[number - 1]).cast();
            let (handles, indices) = (handles.as_mut_ptr().cast(), self.indices.as_mut_ptr());
            returning_errors(|| {
                // SAFETY: a persistent request that is inactive, and requests of ours, as Open MPI
                // keeps handles; places for as many indices and statuses.
                unsafe {
                    match (functions.start)(last) {
                        0 => (functions.testsome)(n, handles, &mut outcount, indices, statuses),
                        code => code,
                    }
                }
            })
        });
        let Ok(outcount) = usize::try_from(outcount) else {
            FatalError::panic(format!("MPI_Testsome has completed nothing: {tested:?}"))
        };
        for (place, &index) in self.indices[..outcount].iter().enumerate() {
            let (index, status) = (index as usize, (statuses as usize) + place * bytes);
            if index != number - 1 {
                let code = match tested {
                    Ok(()) => 0,
                    // SAFETY: a status that was written. The next one here may be without a code.
                    Err(_) => unsafe { std::mem::take(&mut *family.error_in_status(status)) },
                };
                found.push((index, received(library, requests, index, status, checked(code))));
            }
        }
    }

    fn complete_request(&mut self, library: &Library) -> &HandleSlot {
        self.complete.get_or_insert_with(|| {
            let (byte, nobody) = (library.constants.byte, library.constants.proc_null);
            let (init, comm) = (library.functions.recv_init, library.comm_self());
            // SAFETY: no bytes of nobody, and a place for a handle.
            let request = HandleSlot::filled(|request| unsafe {
                init(std::ptr::null_mut(), 0, byte, nobody, 0, comm, request)
            });
            request.unwrap_or_else(|Fault(code)| {
                FatalError::panic(format!("MPI_Recv_init of nobody has failed with {code}"))
            })
        })
    }

    /// Frees what is kept, before MPI ends.
    pub fn forget(&mut self, library: &Library) {
        if let Some(request) = self.complete.take() {
            library.free_request(request.handle(library.family));
        }
    }
}

fn find_each(library: &Library, hook: &Hook, requests: &Requests, found: &mut Vec<Complete>) {
    for index in 0..requests.len() {
        let handle: Handle = requests.handle(index);
        if hook.may_complete(handle) {
            let mut status = [0u64; LONGEST / size_of::<u64>()];
            let place = (&raw mut status).cast::<c_void>();
            let mut slot = HandleSlot::new(library.family, handle);
            // SAFETY: a request of ours that is complete, and a place for a status.
            let waited =
                returning_errors(|| unsafe { (library.functions.wait)(slot.place(), place) });
            found.push((index, received(library, requests, index, place as usize, waited)));
        }
    }
}

/// Tests each: SMPI 3.32's MPI_Testsome leaves some out.
fn find_tested(library: &Library, requests: &Requests, found: &mut Vec<Complete>) {
    for index in 0..requests.len() {
        let (mut done, mut status) = (0, [0u64; LONGEST / size_of::<u64>()]);
        let place = (&raw mut status).cast::<c_void>();
        let mut slot = HandleSlot::new(library.family, requests.handle(index));
        // SAFETY: a request of ours, and places for a flag and a status.
        let tested = returning_errors(|| unsafe {
            (library.functions.test)(slot.place(), &mut done, place)
        });
        if done != 0 || tested.is_err() {
            found.push((index, received(library, requests, index, place as usize, tested)));
        }
    }
}

/// Waits for one: to the simulator, which knows when that is, this is what a rank does that has nothing
/// to do before.
fn find_any(library: &Library, requests: &mut Requests, found: &mut Vec<Complete>) {
    let (mut index, mut status) = (0, [0u64; LONGEST / size_of::<u64>()]);
    let place = (&raw mut status).cast::<c_void>();
    let waited = requests.with_more(None, |handles| {
        let (n, handles) = (int(handles.len()), handles.as_mut_ptr().cast());
        // SAFETY: requests of ours, as SMPI keeps handles, and places for an index and a status.
        returning_errors(|| unsafe { (library.functions.waitany)(n, handles, &mut index, place) })
    });
    let index = usize::try_from(index).ok().filter(|index| *index < requests.len());
    let Some(index) = index else {
        FatalError::panic(format!("MPI_Waitany has completed nothing: {waited:?}"))
    };
    found.push((index, received(library, requests, index, place as usize, waited)));
}

/// The bytes that were received by a request with that status.
fn received(
    library: &Library,
    requests: &Requests,
    index: usize,
    status: usize,
    outcome: Outcome,
) -> Result<usize, Fault> {
    let mut bytes = 0;
    if outcome.is_ok() && requests.owner(index).received {
        let (byte, get_count) = (library.constants.byte, library.functions.get_count);
        // SAFETY: a status that was written.
        returning_errors(|| unsafe { get_count(status as *const c_void, byte, &mut bytes) })?;
    }
    outcome.map(|()| usize::try_from(bytes).unwrap_or(0))
}
