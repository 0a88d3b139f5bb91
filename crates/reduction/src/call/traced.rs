//! What the trace says of a reduction: its contribution when it begins, its result when it is there,
//! and how it was served. It is asked for nowhere else, and changes nothing.
//!
//! Cost without a trace: one load. With one: two digests, two records and the look-ups for them (60 to
//! 70 ns). Everything is put together where it stays: what is copied right after it was written costs
//! more than the rest.

use super::classify::{self, is_buffer, with_null_bottom};
use super::described::{words_of, Describing, NO_OPERATOR};
use super::digested::digest;
use super::{Call, Completion};
use crate::report::Outcome;
use crate::{communicator::Communicator, context::Context};
use libc::c_int;
use samebits_base::cache::Last;
use samebits_base::fault::Fault;
use samebits_calls::Destination;
use samebits_mpi::calls::intercomm::Role;
use samebits_mpi::elements::data::Elements;
use samebits_mpi::{abi::family::Handle, Library};
use samebits_trace::format::Class;
use samebits_trace::recorder::{Begun, Ended, How, Open, Recorder, ShapeKey, Started};
use std::cell::RefCell;

/// What a call reduces, in the words of tables, and its elements, if they can be read.
#[derive(Clone, Copy)]
struct What {
    key: ShapeKey,
    elements: Option<Elements>,
}

/// Likewise, of a predefined datatype and operator, which nobody frees.
#[derive(Clone, Copy)]
struct Known {
    call: &'static str,
    datatype: Handle,
    op: Handle,
}

thread_local! {
    /// Of this thread's last call.
    static LAST: RefCell<Last<Known, What>> = const { RefCell::new(Last::empty()) };
}

/// A call that the trace knows of.
pub struct Traced {
    open: Open,
    call: Kept,
}

/// What is needed of a call when it ends.
#[derive(Clone)]
struct Kept {
    what: What,
    to: Destination<c_int, ()>,
    /// This rank's contribution; none where it has none, or where the MPI library returns an error.
    send: Option<*const u8>,
    /// Where its result goes; none as above (MPICH 5.0 returns success after its error handler).
    recv: Option<*const u8>,
    count: i64,
    datatype: Handle,
    block: Option<i64>,
    comm: Handle,
    communicator: Option<&'static Communicator>,
    site: usize,
    /// Of a persistent one.
    started: Started,
}

// SAFETY: the buffers are the caller's until the request is complete, whichever thread completes it.
unsafe impl Send for Traced {}

// SAFETY: likewise, of a persistent one.
unsafe impl Send for Persistent {}

/// A persistent reduction, whose starts are traced.
pub struct Persistent(Kept);

/// Begins the record of a call that comes from an address. Its contribution is digested if it can be
/// read. A fault is MPI's own error: what the call names is no communicator.
#[cold]
pub fn begin(
    context: &Context,
    recorder: &Recorder,
    call: &Call<'_>,
    (site, readable): (usize, bool),
    into: &mut Option<Traced>,
) -> Result<(), Fault> {
    let library = &context.library;
    let mut replaced = None;
    let call = with_null_bottom(library, call, &mut replaced);
    let communicator = match library.is_null_communicator(call.comm) {
        true => None,
        false => Some(Communicator::of(library, call.comm)?),
    };
    let traced = into.insert(Traced { open: Open::default(), call: Kept::new(call, site) });
    let kept = &mut traced.call;
    kept.find_what(library, call);
    kept.communicator = communicator;
    kept.block = communicator.and_then(|communicator| own_block(call, communicator));
    kept.find_buffers(library, call, readable);
    let contributes = call.completion != Completion::Persistent;
    kept.begin(context, recorder, contributes, None, &mut traced.open);
    Ok(())
}

impl Traced {
    /// The call has returned with an error code, and is done.
    #[cold]
    pub fn end(
        &self,
        context: &Context,
        recorder: &Recorder,
        served: Option<&Outcome>,
        code: c_int,
    ) {
        let how = how(served);
        let buffer = self.call.received(&context.library).filter(|_| code == 0);
        let mut values = Vec::new();
        let result = self.call.digest(context, recorder, buffer, &mut values);
        recorder.end(&self.open, &Ended { how: Some(how), code, result, values: &values });
    }

    /// The call has returned, and its request is complete later.
    #[cold]
    pub fn started(mut self, recorder: &Recorder, served: Option<&Outcome>) -> Traced {
        recorder.started(&mut self.open, how(served));
        self
    }

    /// Its request is complete.
    #[cold]
    pub fn complete(&self, context: &Context, code: c_int) {
        let Some(recorder) = context.recorder() else { return };
        let buffer = self.call.received(&context.library).filter(|_| code == 0);
        let mut values = Vec::new();
        let result = self.call.digest(context, recorder, buffer, &mut values);
        recorder.complete(&self.open, &Ended { how: None, code, result, values: &values });
    }

    /// The persistent reduction that the call has made.
    #[cold]
    pub fn persistent(self, recorder: &Recorder, served: Option<&Outcome>) -> Persistent {
        let how = how(served);
        let ended = Ended { how: Some(how), code: 0, result: None, values: &[] };
        let how = recorder.end(&self.open, &ended);
        let started = Started { number: self.open.number(), times: 0, how };
        Persistent(Kept { started, ..self.call })
    }
}

impl Persistent {
    /// It is about to be started.
    #[cold]
    pub fn start(&mut self, context: &Context) -> Option<Traced> {
        let recorder = context.recorder()?;
        self.0.started.times += 1;
        let call = self.0.clone();
        let mut open = Open::default();
        call.begin(context, recorder, true, Some(call.started), &mut open);
        Some(Traced { open, call })
    }
}

impl Kept {
    #[inline(always)]
    fn new(call: &Call<'_>, site: usize) -> Kept {
        Kept {
            what: What::NOTHING,
            to: call.to.map(|root| root, |_| ()),
            send: None,
            recv: None,
            count: call.operation.count,
            datatype: call.operation.datatype,
            block: None,
            comm: call.comm,
            communicator: None,
            site,
            started: Started::default(),
        }
    }

    #[inline]
    fn find_what(&mut self, library: &Library, call: &Call<'_>) {
        let (datatype, op) = (call.operation.datatype, call.operation.op);
        let same = |last: &Known| {
            last.datatype == datatype && last.op == op && std::ptr::eq(last.call, call.name)
        };
        let is_known = LAST.with_borrow(|last| match last.find(same) {
            None => false,
            Some(what) => {
                self.what = *what;
                true
            }
        });
        if !is_known {
            self.what = What::look_up(library, call.name, datatype, op);
        }
    }

    /// The buffers that can be read.
    #[inline]
    fn find_buffers(&mut self, library: &Library, call: &Call<'_>, readable: bool) {
        let (Some(communicator), Some(elements)) = (self.communicator, &self.what.elements) else {
            return;
        };
        let absolute = elements.absolute();
        let send = contributed(library, call, communicator, absolute);
        let recv = call.recv.cast_const();
        let is_buffer = match communicator.remote() {
            // Both have been looked at together.
            None => send.is_some(),
            Some(_) => is_buffer(library, recv, absolute),
        };
        (self.send, self.recv) = (send.filter(|_| readable), is_buffer.then_some(recv));
    }

    fn begin(
        &self,
        context: &Context,
        recorder: &Recorder,
        contributes: bool,
        started: Option<Started>,
        open: &mut Open,
    ) {
        let count = usize::try_from(self.count).ok();
        let buffer = self.send.zip(count).filter(|_| contributes);
        let mut values = Vec::new();
        let contribution = self.digest(context, recorder, buffer, &mut values);
        let begun = Begun {
            shape: &self.what.key,
            comm: self.communicator.map(Communicator::number),
            site: self.site,
            count: self.count.max(0) as u64,
            root: if let Destination::Root(root) = self.to { root } else { -1 },
            contribution,
            distributed: false,
            started,
        };
        let comm = self.communicator.map(|communicator| (self.comm, communicator));
        let describing = Describing::reduction(&context.library, comm, self.datatype);
        recorder.begin(&begun, &values, &describing, open);
    }

    /// This rank's result, and how many elements it has.
    fn received(&self, library: &Library) -> Option<(*const u8, usize)> {
        let communicator = self.communicator?;
        let gets = match self.to {
            Destination::Root(root) => match communicator.remote() {
                Some(remote) => Role::of(&library.constants, root, remote) == Some(Role::Root),
                None => usize::try_from(root) == Ok(communicator.rank),
            },
            Destination::ExclusivePrefix => communicator.rank > 0,
            Destination::All | Destination::Blocks(()) | Destination::InclusivePrefix => true,
        };
        let count = self.block.unwrap_or(self.count);
        gets.then(|| Some((self.recv?, usize::try_from(count).ok()?)))?
    }

    /// The digest of a buffer, and its values, if they are kept.
    #[inline]
    fn digest(
        &self,
        context: &Context,
        recorder: &Recorder,
        buffer: Option<(*const u8, usize)>,
        values: &mut Vec<u8>,
    ) -> Option<u64> {
        let (at, n) = buffer?;
        let of = (&context.library, self.comm);
        let known = self.what.key.operator != NO_OPERATOR;
        let elements = self.what.elements.as_ref().filter(|_| known)?;
        if at.is_null() && !elements.absolute() && n > 0 {
            return None;
        }
        let keep = (n <= recorder.values).then_some(&mut *values);
        // SAFETY: the caller's buffer, as the MPI standard demands.
        let digest = unsafe { digest(of, elements, at, n, keep) };
        if digest.is_none() {
            values.clear();
        }
        digest
    }
}

/// This rank's contribution, if it has one, and its buffers are such that the MPI library itself
/// returns no error for them. `absolute` is whether MPI_BOTTOM is a buffer.
fn contributed(
    library: &Library,
    call: &Call<'_>,
    communicator: &Communicator,
    absolute: bool,
) -> Option<*const u8> {
    let Some(remote) = communicator.remote() else {
        let to = classify::destination(call, communicator.size)?;
        return classify::contribution(library, call, communicator.rank, to, absolute);
    };
    let contributes = match call.to {
        Destination::Root(root) => {
            matches!(Role::of(&library.constants, root, remote)?, Role::Contributor(_))
        }
        _ => true,
    };
    (contributes && is_buffer(library, call.send, absolute)).then_some(call.send)
}

/// The elements of this rank's block, where each rank gets one.
fn own_block(call: &Call<'_>, communicator: &Communicator) -> Option<i64> {
    let known = matches!(call.to, Destination::Blocks(_)) && call.operation.count >= 0;
    known.then(|| call.block(communicator.rank, communicator.size) as i64)
}

impl What {
    const NOTHING: What = What {
        key: ShapeKey { call: "", datatype: "", operator: NO_OPERATOR, size: 0 },
        elements: None,
    };

    #[cold]
    fn look_up(library: &Library, call: &'static str, datatype: Handle, op: Handle) -> What {
        let key = words_of(library, call, datatype, op);
        let elements = match key.size {
            0 => None,
            _ => library.elements(datatype).ok().flatten(),
        };
        let what = What { key, elements };
        let predefined = library.predefined();
        if predefined.datatype(datatype).is_some() && predefined.operator(op).is_some() {
            LAST.set(Last::new(Known { call, datatype, op }, what));
        }
        what
    }
}

/// How a call was served, in words.
fn how(outcome: Option<&Outcome>) -> How {
    match outcome {
        Some(&Outcome::Reproduced { arithmetic, schedule, instead_of }) => {
            let instead = instead_of.map_or("", |(requested, _)| requested);
            How { class: Class::Reproduced, words: [arithmetic, schedule, instead] }
        }
        Some(&Outcome::Harmless(why)) => How { class: Class::Harmless, words: [why, "", ""] },
        Some(&Outcome::NotReproduced(why)) => {
            How { class: Class::NotReproduced, words: [why, "", ""] }
        }
        None => How { class: Class::Harmless, words: ["an error", "", ""] },
    }
}
