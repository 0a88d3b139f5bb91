//! Telling all ranks what each of them is, without waiting: a nonblocking allgather that is started
//! at once and looked at later.

use super::posts::PostsMemory;
use super::shared_setup::Record;
use crate::mpi::calls::nonblocking::Pending;
use crate::mpi::{abi::family::Handle, Library};
use crate::{arithmetic::Fault, lock::lock};
use std::sync::Mutex;

/// The allgather that is under way, and the memory that this rank has created for all.
#[derive(Debug)]
pub(super) struct SettingUp {
    pub library: &'static Library,
    exchange: Option<Exchange>,
    pub created: Option<PostsMemory>,
}

/// What is under way, and what it works with.
#[derive(Debug)]
struct Exchange {
    pending: Pending,
    own: Box<Record>,
    records: Vec<Record>,
}

/// Those that nobody looks at any more, as their communicator or request was freed: MPI may still
/// use what they work with.
static ABANDONED: Mutex<Vec<Exchange>> = Mutex::new(Vec::new());

impl SettingUp {
    pub fn start(
        library: &'static Library,
        comm: Handle,
        ranks: usize,
        own: Record,
        created: Option<PostsMemory>,
    ) -> Result<SettingUp, Fault> {
        forget_abandoned(library);
        let mut exchange = Exchange {
            pending: Pending::none(),
            own: Box::new(own),
            records: vec![Record::default(); ranks],
        };
        let (from, to) = ((&raw const *exchange.own).cast(), exchange.records.as_mut_ptr());
        let bytes = size_of::<Record>() as libc::c_int;
        // SAFETY: a record, and places for all, which are kept until the operation is complete.
        exchange.pending = unsafe { library.start_gather(comm, None, (from, bytes), to.cast())? };
        Ok(SettingUp { library, exchange: Some(exchange), created })
    }

    /// Whether all ranks' records are there; lets the MPI library make progress.
    pub fn test(&mut self) -> Result<bool, Fault> {
        self.exchange.as_mut().map_or(Ok(true), |exchange| exchange.pending.test(self.library))
    }

    /// What the ranks are, when that is known.
    pub fn records(&self) -> &[Record] {
        self.exchange.as_ref().map_or(&[], |exchange| &exchange.records)
    }
}

impl Drop for SettingUp {
    fn drop(&mut self) {
        // (Not tested here: MPICH deletes a communicator's attributes when its last operation is
        // complete, which may be this one.)
        let under_way = self.exchange.take().filter(|exchange| !exchange.pending.is_done());
        lock(&ABANDONED).extend(under_way);
    }
}

/// Frees those that are complete by now.
fn forget_abandoned(library: &Library) {
    let mut abandoned = std::mem::take(&mut *lock(&ABANDONED));
    // (An error is nobody's any more.)
    abandoned.retain_mut(|exchange| matches!(exchange.pending.test(library), Ok(false)));
    lock(&ABANDONED).extend(abandoned);
}
