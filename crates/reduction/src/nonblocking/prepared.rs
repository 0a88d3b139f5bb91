//! What a call that completes by a request has been found to be, before it is started.

use super::driven::driving::Driving;
use super::held::Held;
use super::intercomm::{self, Decided};
use super::merged::Merging;
use super::rows::{Collective, Rows, Shape, TOO_LONG};
use crate::call::classify::{
    classify, contribution, with_null_bottom, Accepted, Classified, Declined, PassOn,
};
use crate::call::evaluation::Reducer;
use crate::call::Call;
use crate::decision::cache::{self, Key};
use crate::{communicator::Communicator, context::Context};
use samebits_fold::bundle::Bundles;
use samebits_mpi::memory::board::Board;
use samebits_mpi::{abi::family::Handle, calls::handles, Library};
use samebits_schedule::Destination;
use std::sync::Arc;

/// What a call requests; cached for equal calls.
fn classified(context: &Context, call: &Call<'_>) -> Result<Classified, Declined> {
    if let Some(cached) = cache::classified(call) {
        return Ok(cached);
    }
    let (library, state) = (&context.library, handles::generation());
    let Accepted { communicator, reducer, to, .. } = classify(library, context.policy(), call)?;
    let size = reducer.with_fold(library, call.comm, |fold| fold.size());
    let builtin = matches!(reducer, Reducer::Builtin(_));
    let predefined = builtin && library.predefined().has(call.operation.datatype);
    let classified = Classified { communicator, reducer, to, size, predefined };
    // Of other operators and datatypes the handles may get another meaning.
    if predefined {
        cache::insert_classified(state, call, classified);
    }
    Ok(classified)
}

/// A reduction that was decided on, and may be started; more than once, if it is persistent.
pub struct Prepared {
    pub context: &'static Context,
    pub(super) name: &'static str,
    pub comm: Handle,
    /// Only while it [lives](Communicator::lives), by its number.
    pub(super) communicator: &'static Communicator,
    pub(super) number: u64,
    pub(super) state: u64,
    pub reducer: Reducer,
    pub(super) shape: Shape,
    pub(super) send: *const u8,
    pub(super) recv: *mut u8,
    /// Where contributions come together each time, if this was prepared; and where they are posted.
    pub(super) repeated: Option<Arc<Rows>>,
    pub(super) board: Option<Arc<Board>>,
    /// How the MPI library drives it, if it does.
    pub(super) driven: Option<Box<Driving>>,
    /// How it is merged, where the contributions would take too much memory.
    pub(super) merging: Option<Box<Merging>>,
    /// What the reduction uses is kept until the last one that was started is done.
    pub(super) held: Option<Arc<Held>>,
    /// [`Decided::bystander`].
    pub bystander: Option<PassOn>,
    /// Whether its operator and datatype are predefined; false between two groups.
    pub(super) predefined: bool,
    /// Whether its buffers are rows, wherever they are.
    pub(super) is_contiguous: bool,
    /// Whether contributions may be posted.
    pub(super) posts: bool,
}

impl Prepared {
    /// Decides on a call, by nothing but what all ranks know alike.
    #[inline(always)] // or it is copied
    pub fn new(context: &'static Context, call: &Call<'_>) -> Result<Prepared, Declined> {
        let library = &context.library;
        let mut replaced = None;
        let call = with_null_bottom(library, call, &mut replaced);
        let (decided, predefined) = match classified(context, call) {
            Ok(classified) => (Prepared::decide(context, call, classified)?, classified.predefined),
            Err(declined) => (intercomm::decide(context, call, declined)?, false),
        };
        let driven = Driving::of(context, call, &decided);
        let merging = match driven {
            Some(_) => None,
            None => Merging::wanted(context, call, &decided)?.map(Box::new),
        };
        let held = match predefined || decided.bystander.is_some() {
            true => None,
            false => Held::new(library, call.operation.datatype, call.operation.op),
        };
        let place = (call.name, call.comm, call.recv);
        let prepared = Prepared::of(context, place, decided, merging, held, predefined);
        Ok(Prepared { driven, ..prepared })
    }

    #[inline(always)] // or it is copied
    fn of(
        context: &'static Context,
        (name, comm, recv): (&'static str, Handle, *mut u8),
        decided: Decided,
        merging: Option<Box<Merging>>,
        held: Option<Arc<Held>>,
        predefined: bool,
    ) -> Prepared {
        let Decided { communicator, reducer, shape, send, bystander } = decided;
        Prepared {
            context,
            name,
            comm,
            communicator,
            number: communicator.number(),
            state: handles::generation(),
            is_contiguous: match &reducer {
                Reducer::Builtin(builtin) => builtin.fold().buffers().is_none(),
                Reducer::UserOp(_) => false,
                Reducer::Bundles(_) => true,
            },
            reducer,
            posts: shape.collective() != Collective::Alone && shape.groups.is_none(),
            shape,
            send,
            recv,
            repeated: None,
            board: None,
            driven: None,
            merging,
            held,
            bystander,
            predefined,
        }
    }

    /// Bundles of a direct call, to be gathered on all ranks: one of `size` bytes of each rank, and room
    /// for one.
    pub fn bundles(
        context: &'static Context,
        name: &'static str,
        (comm, communicator): (Handle, &'static Communicator),
        (send, recv, size): (*const u8, *mut u8, usize),
    ) -> Result<Prepared, Declined> {
        let (rank, ranks, to) = (communicator.rank, communicator.size, Destination::All);
        let shape = Shape { rank, ranks, to, count: 1, blocks: None, size, groups: None };
        if shape.is_too_long(context.policy().nonblocking_memory.contributions) {
            return Err(PassOn::Unsupported(TOO_LONG).into());
        }
        let reducer = Reducer::Bundles(Bundles(size));
        let decided = Decided { communicator, reducer, shape, send, bystander: None };
        Ok(Prepared::of(context, (name, comm, recv), decided, None, None, false))
    }

    /// Within one group.
    #[inline(always)] // or it is copied
    fn decide(
        context: &Context,
        call: &Call<'_>,
        classified: Classified,
    ) -> Result<Decided, Declined> {
        let Classified { communicator, reducer, to, size, .. } = classified;
        let (rank, ranks) = (communicator.rank, communicator.size);
        let contribution = contribution(&context.library, call, rank, to, reducer.absolute());
        let send = contribution.ok_or(PassOn::InvalidBuffers)?;
        let (count, blocks) = (call.operation.count as usize, call.blocks(ranks));
        let shape = Shape { rank, ranks, to, count, blocks, size, groups: None };
        Ok(Decided { communicator, reducer, shape, send, bystander: None })
    }

    pub fn library(&self) -> &'static Library {
        &self.context.library
    }

    /// Takes the buffers of an equal call.
    #[inline]
    pub fn set_buffers(&mut self, call: &Call<'_>) -> Result<(), Declined> {
        let Prepared { shape, reducer, .. } = self;
        let library = &self.context.library;
        let mut replaced = None;
        let call = with_null_bottom(library, call, &mut replaced);
        let send = contribution(library, call, shape.rank, shape.to, reducer.absolute());
        (self.send, self.recv) = (send.ok_or(PassOn::InvalidBuffers)?, call.recv);
        Ok(())
    }

    /// What calls have in common that this may be started for again: it uses nothing that the
    /// program may free, and no lengths of blocks.
    pub fn key(&self, call: &Call<'_>) -> Option<Key> {
        (self.predefined && !call.lists_blocks()).then(|| Key::new(self.state, call))
    }

    /// Whether the program has freed the communicator since: then nothing is to be started.
    pub fn has_lost_communicator(&self) -> bool {
        // (No communicator is freed while the state of handles is the same.)
        self.state != handles::generation() && !Communicator::lives(self.number)
    }
}
