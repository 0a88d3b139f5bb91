//! Nonblocking collectives of the MPI library that bring contributions together, and the requests
//! that stand for operations of ours.

use crate::abi::family::{Family, Handle, HandleSlot};
use crate::abi::functions::Persistent;
use crate::{checked, Library};
use libc::{c_int, c_void};
use samebits_base::fault::Fault;

/// A request of the MPI library's. One that was not completed stays the library's, and what it
/// uses is not freed: see [`super::own_exchange`].
#[derive(Debug)]
pub struct Pending(Option<HandleSlot>);

impl Pending {
    /// Starts an operation with a function that stores its request.
    pub fn start(start: impl FnOnce(*mut c_void) -> c_int) -> Result<Pending, Fault> {
        Ok(Pending(Some(HandleSlot::filled(start)?)))
    }

    /// Takes over a request that somebody else has started.
    pub fn of(library: &Library, request: Handle) -> Pending {
        Pending(Some(HandleSlot::new(library.family, request)))
    }

    /// Of nothing that is still to be done.
    pub fn none() -> Pending {
        Pending(None)
    }

    /// Whether it is complete; lets the MPI library make progress, unless that is doing so and has called
    /// us.
    pub fn test(&mut self, library: &Library) -> Result<bool, Fault> {
        let Some(request) = &mut self.0 else { return Ok(true) };
        if !library.may_test(request.handle(library.family)) {
            return Ok(false);
        }
        let mut done: c_int = 0;
        let status = library.constants.status_ignore as *mut c_void;
        // SAFETY: a request that was started, and is MPI_REQUEST_NULL once it is complete.
        let tested =
            checked(unsafe { (library.functions.test)(request.place(), &mut done, status) });
        if done != 0 || tested.is_err() {
            self.0 = None;
        }
        tested.map(|()| done != 0)
    }

    pub fn wait(&mut self, library: &Library) -> Result<(), Fault> {
        let Some(mut request) = self.0.take() else { return Ok(()) };
        let status = library.constants.status_ignore as *mut c_void;
        // SAFETY: a request that was started and has not been completed.
        checked(unsafe { (library.functions.wait)(request.place(), status) })
    }

    /// What the MPI library answers to a function that it forbids on a request that is under way;
    /// `None` if it takes it, after which the request may be gone, or if nothing is under way.
    pub fn refused(
        &mut self,
        library: &Library,
        function: unsafe extern "C-unwind" fn(*mut c_void) -> c_int,
    ) -> Option<c_int> {
        let request = self.0.as_mut()?;
        // SAFETY: a request that was started and has not been completed.
        let code = unsafe { function(request.place()) };
        if request.handle(library.family) == library.constants.request_null {
            self.0 = None;
        }
        (code != 0).then_some(code)
    }

    pub fn is_done(&self) -> bool {
        self.0.is_none()
    }
}

/// A persistent request of the MPI library's.
#[derive(Debug)]
pub struct Repeated(HandleSlot);

impl Repeated {
    /// Starts it; it must be inactive.
    pub fn start(&self, library: &Library) -> Result<Pending, Fault> {
        let mut request = HandleSlot::new(library.family, self.0.handle(library.family));
        // SAFETY: a persistent request, whose handle stays as it is.
        checked(unsafe { (library.functions.start)(request.place()) })?;
        Ok(Pending(Some(request)))
    }

    /// Frees it; it must be inactive.
    pub fn free(self, library: &Library) {
        library.free_request(self.0.handle(library.family));
    }
}

/// Lengths and offsets in bytes, one of each for every rank: of what is sent, and received. They
/// are kept until the operation is complete.
#[derive(Debug, Default)]
pub struct Counts {
    pub send: Vec<c_int>,
    pub send_starts: Vec<c_int>,
    pub recv: Vec<c_int>,
    pub recv_starts: Vec<c_int>,
}

impl Library {
    /// Gathers rows of n bytes on all ranks, or on a root.
    ///
    /// # Safety
    /// The row, and a buffer for all rows where they go, stay until the operation is complete.
    pub unsafe fn start_gather(
        &self,
        comm: Handle,
        root: Option<usize>,
        (send, n): (*const u8, c_int),
        recv: *mut u8,
    ) -> Result<Pending, Fault> {
        let (byte, send, recv) = (self.constants.byte, send.cast(), recv.cast());
        let functions = &self.functions;
        // SAFETY: upheld by the caller.
        Pending::start(|request| unsafe {
            match root {
                None => (functions.iallgather)(send, n, byte, recv, n, byte, comm, request),
                Some(root) => {
                    let root = root as c_int;
                    (functions.igather)(send, n, byte, recv, n, byte, root, comm, request)
                }
            }
        })
    }

    /// Sends bytes from each rank to each other one.
    ///
    /// # Safety
    /// The counts and the buffers that they are of stay until the operation is complete.
    pub unsafe fn start_exchange(
        &self,
        comm: Handle,
        counts: &Counts,
        send: *const u8,
        recv: *mut u8,
    ) -> Result<Pending, Fault> {
        let (byte, send, recv) = (self.constants.byte, send.cast(), recv.cast());
        let (n, d) = (counts.send.as_ptr(), counts.send_starts.as_ptr());
        let (m, e) = (counts.recv.as_ptr(), counts.recv_starts.as_ptr());
        let ialltoallv = self.functions.ialltoallv;
        // SAFETY: upheld by the caller.
        Pending::start(|request| unsafe {
            ialltoallv(send, n, d, byte, recv, m, e, byte, comm, request)
        })
    }

    /// Prepares such an exchange, to be started again and again: persistent requests match in the
    /// order in which they are made, and may be started in another order on each rank. `None` if
    /// the MPI library has no persistent collectives. (Of MPICH 4.0.2's this is the only one that
    /// brings contributions together and works: MPI_Allgather_init and MPI_Gather_init send
    /// their first contents at every start.)
    ///
    /// # Safety
    /// The counts and the buffers that they are of stay for as long as the request.
    pub unsafe fn prepare_exchange(
        &self,
        comm: Handle,
        counts: &Counts,
        send: *const u8,
        recv: *mut u8,
    ) -> Result<Option<Repeated>, Fault> {
        let Some(Persistent { alltoallv_init }) = self.persistent else { return Ok(None) };
        let (byte, send, recv) = (self.constants.byte, send.cast(), recv.cast());
        let (n, d) = (counts.send.as_ptr(), counts.send_starts.as_ptr());
        let (m, e) = (counts.recv.as_ptr(), counts.recv_starts.as_ptr());
        let info = self.constants.info_null;
        // SAFETY: upheld by the caller.
        let request = HandleSlot::filled(|request| unsafe {
            alltoallv_init(send, n, d, byte, recv, m, e, byte, comm, info, request)
        })?;
        Ok(Some(Repeated(request)))
    }

    /// What the MPI library answers to a function that it forbids on a nonblocking collective, which
    /// is one of this rank alone; `None` if it takes it.
    pub fn answer_on_collective(
        &self,
        function: unsafe extern "C-unwind" fn(*mut c_void) -> c_int,
    ) -> Result<Option<c_int>, Fault> {
        if !self.has_world() {
            return Ok(None);
        }
        if self.family == Family::OpenMpi {
            // Which completes one of this rank alone at once, and frees it then.
            return Ok(Some(self.raise(self.constants.comm_world, self.constants.err_request)));
        }
        let (from, mut to) = (0u8, 0u8);
        let (byte, band, comm) = (self.constants.byte, self.constants.band, self.comm_self());
        let (from, to) = ((&raw const from).cast(), (&raw mut to).cast());
        let iallreduce = self.functions.iallreduce;
        // SAFETY: a byte of each, which stay until it is complete.
        let start = |request| unsafe { iallreduce(from, to, 1, byte, band, comm, request) };
        let mut pending = Pending::start(start)?;
        let code = pending.refused(self, function);
        pending.wait(self)?;
        Ok(code)
    }

    /// A request that stands for an operation of ours: an inactive persistent one that sends nothing
    /// to nobody, whose handle is unique; and whether it may stand for operations on any
    /// communicator.
    pub fn inactive_request(&self, comm: Handle) -> Result<(Handle, bool), Fault> {
        let world = self.has_world();
        let on = if world { self.comm_self() } else { comm };
        let (byte, nobody) = (self.constants.byte, self.constants.proc_null);
        let send_init = self.functions.send_init;
        // SAFETY: no bytes, and a place for a handle.
        let request = HandleSlot::filled(|request| unsafe {
            send_init(std::ptr::null(), 0, byte, nobody, 0, on, request)
        })?;
        Ok((request.handle(self.family), world))
    }

    /// Frees a persistent request that is inactive and that nobody knows any more.
    pub fn free_request(&self, request: Handle) {
        // SAFETY: a request of ours.
        unsafe {
            (self.functions.request_free)(HandleSlot::new(self.family, request).place());
        }
    }
}
