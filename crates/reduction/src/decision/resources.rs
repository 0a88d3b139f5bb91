//! Communication resources of a communicator beyond MPI's collectives. They are set up once its
//! reductions have amortised that, or where the user names a schedule that needs them.

use crate::{communicator::Communicator, context::Context};
use samebits_base::fault::{Fault, Outcome};
use samebits_kernel::fpenv::{preserving_fp_environment, within, Environment};
use samebits_mpi::abi::family::Handle;
use samebits_mpi::calls::{handles, private::PrivateComm};
use samebits_mpi::memory::board::Board;
use samebits_mpi::memory::shared::{NoSharedMemory, SharedMemory};
use samebits_mpi::memory::shared_setup::NotSetUp;
use samebits_policy::Progress;
use samebits_schedule::node::nodes::Nodes;
use samebits_schedule::{collective_seconds, messages_are_profitable, Choices, Machine, Needs};
use std::hint::black_box;
use std::sync::atomic::Ordering;
use std::sync::Arc;

/// Nanoseconds that setting up takes, about: per node and per rank (`make bench CALL=lifetimes`). A
/// communicator that reduces for less is better off without; one that reduces for longer loses no
/// more than its reductions have taken.
const SET_UP: u64 = 150_000;
const EACH_RANK: u64 = 50_000;

/// More ranks than most nodes have.
const NODE: usize = 128;

/// What a communicator has, for a reduction with certain choices.
#[derive(Clone, Copy, Debug, Default)]
pub struct Resources<'a> {
    /// The memory that the ranks of each node share.
    pub shared: Option<&'a SharedMemory>,
    /// A communicator for messages between the ranks.
    pub private: Option<&'a PrivateComm>,
    /// Predicted nanoseconds of such a reduction, counted towards set-up; 0 once that is done.
    earning: u64,
}

impl Resources<'_> {
    /// Whether the resources stay as they are after one more such reduction, which is counted.
    #[inline]
    pub fn are_final(&self, communicator: &Communicator) -> bool {
        self.earning == 0
            || !communicator.setup_amortised(setup_cost(communicator), || self.earning)
    }
}

/// How many nanoseconds the communicator's reductions have to take before it gets more.
fn setup_cost(communicator: &Communicator) -> u64 {
    SET_UP + EACH_RANK * communicator.size.min(NODE) as u64
}

/// Whether a communicator with these choices may share memory.
pub fn may_share(choices: &Choices) -> bool {
    let needs = choices.schedule.map(|requested| requested.schedule.needs);
    matches!(needs, None | Some(Needs::Node))
}

/// Whether a communicator whose ranks share the memory of these nodes gets another one for messages,
/// between nodes or by a schedule's own; `profitable` is asked where the user names no schedule.
pub fn wants_messages(
    choices: &Choices,
    nodes: Option<&Nodes>,
    profitable: impl FnOnce() -> bool,
) -> bool {
    nodes.is_some_and(Nodes::several)
        || match choices.schedule.map(|requested| requested.schedule.needs) {
            None => profitable(),
            Some(needs) => needs == Needs::Messages,
        }
}

/// What the communicator has for a reduction of this many bytes; set up now, collectively, if that is
/// amortised. All ranks pass the same reduction and the same choices. Direct calls pass 0, because
/// the ranks have not yet compared what they call.
#[inline]
pub fn resources<'a>(
    context: &Context,
    choices: &Choices,
    comm: Handle,
    communicator: &'a Communicator,
    bytes: usize,
) -> Result<Resources<'a>, Fault> {
    let mut resources = Resources::default();
    if communicator.size == 1 {
        return Ok(resources);
    }
    let needs = choices.schedule.map(|requested| requested.schedule.needs);
    let measured = context.measured(communicator);
    let earned = needs.is_some()
        || communicator.setup_amortised(setup_cost(communicator), || {
            resources.earning = nanoseconds(measured, communicator.size, bytes);
            resources.earning
        });
    if may_share(choices) {
        resources.shared = match communicator.shared.get() {
            Some(shared) => shared.as_deref().ok(),
            None if earned => set_up_shared(context, comm, communicator)?,
            None => None,
        };
    }
    if needs.is_none() && communicator.shared.get().is_none() {
        return Ok(resources);
    }
    let nodes = resources.shared.map(|memory| &*memory.nodes);
    let profitable = || {
        communicator
            .messages_are_profitable(|| messages_are_profitable(measured, communicator.size, nodes))
    };
    let wanted = wants_messages(choices, nodes, profitable);
    if wanted {
        resources.private = match communicator.private.get() {
            Some(private) => private.as_deref(),
            None if earned => set_up_private(context, comm, communicator)?,
            None => None,
        };
    }
    if earned || !wanted {
        resources.earning = 0;
    }
    Ok(resources)
}

/// Where the contributions to a nonblocking reduction of this many bytes are posted; set up from now
/// on, without waiting, if that is amortised. What decides that is the same on all ranks: until
/// they are known to have the same policy it depends on none.
pub fn board<'a>(
    context: &'static Context,
    comm: Handle,
    communicator: &'a Communicator,
    bytes: usize,
) -> Result<Option<&'a Arc<Board>>, Fault> {
    if let Some(board) = communicator.board.get() {
        return Ok(Some(board));
    }
    let choices = communicator.choices(context.policy());
    let agreed = communicator.agreed.load(Ordering::Relaxed);
    let requested = choices.schedule.is_some_and(|r| r.schedule.needs == Needs::Node);
    let ranks = communicator.size;
    let model = || EACH_CALL + ranks as u64 * bytes as u64 / BYTES_A_NANOSECOND;
    if !(agreed && requested || communicator.board_amortised(setup_cost(communicator), model)) {
        return Ok(None);
    }
    board_now(context, comm, communicator).map(Some)
}

/// Likewise; set up now, if it is not yet.
pub fn board_now<'a>(
    context: &'static Context,
    comm: Handle,
    communicator: &'a Communicator,
) -> Result<&'a Arc<Board>, Fault> {
    if let Some(board) = communicator.board.get() {
        return Ok(board);
    }
    let choices = communicator.choices(context.policy());
    let (share, place) = (may_share(choices), (communicator.rank, communicator.size));
    let start = || Board::start(&context.library, comm, place, share);
    let board = Arc::new(preserving_fp_environment(start)?);
    Ok(communicator.board.get_or_init(|| board))
}

/// About what a nonblocking reduction takes without such memory.
const EACH_CALL: u64 = 1_000;
const BYTES_A_NANOSECOND: u64 = 4;

/// The predicted time of such a reduction by the MPI library's collectives within a node.
#[cold]
fn nanoseconds(measured: Option<&Machine>, ranks: usize, bytes: usize) -> u64 {
    let machine = measured.unwrap_or(&Machine::DEFAULT);
    // Black boxes keep the computation within the environment.
    within(Environment::Vector, || {
        let seconds = collective_seconds(black_box(machine), ranks, bytes);
        black_box((1e9 * seconds) as u64)
    })
}

#[cold]
fn set_up_shared<'a>(
    context: &Context,
    comm: Handle,
    communicator: &'a Communicator,
) -> Result<Option<&'a SharedMemory>, Fault> {
    let (rank, ranks, library) = (communicator.rank, communicator.size, &context.library);
    // Ranks that take turns in one process must not wait outside MPI.
    let made = match library.family.ranks_share_a_process() {
        true => Err(NotSetUp::Without(NoSharedMemory::Apart)),
        false => {
            let split = context.policy().node;
            preserving_fp_environment(|| SharedMemory::set_up(library, comm, rank, ranks, split))
        }
    };
    let made = match made {
        Ok(memory) => Ok(memory),
        Err(NotSetUp::Without(why)) => Err(why),
        Err(NotSetUp::Fault(fault)) => return Err(fault),
    };
    let reason = made.as_ref().err().and_then(|without| without.reason());
    if let (Some(tallies), Some(reason)) = (&context.tallies, reason) {
        if context.counts_for(communicator) {
            tallies.without_memory(reason);
        }
    }
    let shared = communicator.shared.get_or_init(|| made.map(Box::new)).as_deref().ok();
    found_node(context);
    Ok(shared)
}

/// It is known now whether a communicator's ranks share a node, which decides on more than their
/// memory: what was decided without that is not used again, on any rank.
pub(super) fn found_node(context: &Context) {
    if context.is_on_several_nodes() || context.hook().is_some() {
        handles::invalidate();
    }
}

/// Sets up what reductions need that the MPI library drives, where only a blocking call can: a communicator
/// for messages, unless all ranks are found to be on one node. Collective.
#[cold]
pub fn set_up_driven(context: &Context, comm: Handle, communicator: &Communicator) -> Outcome {
    let policy = context.policy();
    if may_share(communicator.choices(policy)) && communicator.shared.get().is_none() {
        set_up_shared(context, comm, communicator)?;
    }
    if !communicator.is_on_one_node() || policy.progress == Progress::Always {
        set_up_private(context, comm, communicator)?;
    }
    Ok(())
}

#[cold]
fn set_up_private<'a>(
    context: &Context,
    comm: Handle,
    communicator: &'a Communicator,
) -> Result<Option<&'a PrivateComm>, Fault> {
    if let Some(private) = communicator.private.get() {
        return Ok(private.as_deref());
    }
    let made = preserving_fp_environment(|| PrivateComm::new(&context.library, comm))?;
    if made.is_some() && context.hook().is_some_and(|hook| !hook.duplicates_meanwhile()) {
        // From now on nonblocking reductions are driven on all ranks, also where a rank still has what was
        // decided for an equal one before.
        handles::invalidate();
    }
    Ok(communicator.private.get_or_init(|| made.map(Arc::new)).as_deref())
}
