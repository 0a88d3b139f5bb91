//! Telling all ranks what each of them is, without waiting: a nonblocking allgather that is started
//! at once and looked at later.

use super::posts::PostsMemory;
use super::shared_setup::Record;
use crate::calls::own_exchange::OwnExchange;
use crate::{abi::family::Handle, Library};
use samebits_base::fault::Fault;

/// The allgather that is under way, and the memory that this rank has created for all.
#[derive(Debug)]
pub(super) struct SettingUp {
    pub library: &'static Library,
    exchange: OwnExchange<Exchanged>,
    pub created: Option<PostsMemory>,
}

#[derive(Debug)]
struct Exchanged {
    own: Record,
    records: Vec<Record>,
}

impl SettingUp {
    pub fn start(
        library: &'static Library,
        comm: Handle,
        ranks: usize,
        own: Record,
        created: Option<PostsMemory>,
    ) -> Result<SettingUp, Fault> {
        let records = vec![Record::default(); ranks];
        let mut exchange = OwnExchange::new(comm, Exchanged { own, records });
        exchange.start(|Exchanged { own, records }| {
            let bytes = size_of::<Record>() as libc::c_int;
            let (from, to) = ((&raw const *own).cast(), records.as_mut_ptr().cast());
            // SAFETY: a record, and places for all, which are kept until the operation is complete.
            unsafe { library.start_gather(comm, None, (from, bytes), to) }
        })?;
        Ok(SettingUp { library, exchange, created })
    }

    /// Whether all ranks' records are there; lets the MPI library make progress.
    pub fn test(&mut self) -> Result<bool, Fault> {
        self.exchange.test(self.library)
    }

    pub(crate) fn is_under_way(&self) -> bool {
        !self.exchange.is_done()
    }

    /// What the ranks are, when that is known.
    pub fn records(&self) -> &[Record] {
        &self.exchange.memory().records
    }
}
