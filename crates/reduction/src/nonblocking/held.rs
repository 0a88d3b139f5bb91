//! Operators and datatypes that the program may free while a reduction uses them: the MPI library
//! gets to know of that only when the last one is done, as it would reuse their handles at once.

use samebits_base::fault::Fault;
use samebits_base::lock::lock;
use samebits_mpi::abi::family::{Handle, HandleSlot};
use samebits_mpi::calls::released::release;
use samebits_mpi::{checked, Library};
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Freeable {
    Datatype,
    Operator,
}

#[derive(Debug, Default)]
struct Use {
    /// By how many reductions.
    count: usize,
    /// The program has freed it.
    freed: bool,
}

static HELD: Mutex<BTreeMap<(Freeable, Handle), Use>> = Mutex::new(BTreeMap::new());

/// How many there are: a program without any pays for one load.
static NUMBER: AtomicUsize = AtomicUsize::new(0);

/// Keeps an operator and a datatype, as far as they are the program's.
pub struct Held {
    library: &'static Library,
    kept: Vec<(Freeable, Handle)>,
}

impl Held {
    /// None where there is nothing to be kept.
    pub fn new(library: &'static Library, datatype: Handle, op: Handle) -> Option<Arc<Held>> {
        let predefined = library.predefined();
        let mut kept = Vec::new();
        if !predefined.has(datatype) {
            kept.push((Freeable::Datatype, library.family.handle(datatype)));
        }
        if predefined.operator(op).is_none() {
            kept.push((Freeable::Operator, library.family.handle(op)));
        }
        if kept.is_empty() {
            return None;
        }
        let mut held = lock(&HELD);
        for key in &kept {
            held.entry(*key).or_default().count += 1;
        }
        NUMBER.store(held.len(), Ordering::Relaxed);
        drop(held);
        Some(Arc::new(Held { library, kept }))
    }
}

impl Drop for Held {
    fn drop(&mut self) {
        for &(kind, handle) in &self.kept {
            let mut held = lock(&HELD);
            let one = held.get_mut(&(kind, handle)).expect("it is held");
            one.count -= 1;
            let (done, freed) = (one.count == 0, one.freed);
            if done {
                held.remove(&(kind, handle));
                NUMBER.store(held.len(), Ordering::Relaxed);
            }
            drop(held);
            if done && freed {
                let library = self.library;
                release(move || {
                    // An error cannot be returned any more: the program's call has returned.
                    let _ = free(library, kind, handle);
                });
            }
        }
    }
}

fn free(library: &Library, kind: Freeable, handle: Handle) -> Result<(), Fault> {
    let functions = &library.functions;
    let mut stored = HandleSlot::new(library.family, handle);
    // SAFETY: a handle that the program has asked to free, once.
    checked(unsafe {
        match kind {
            Freeable::Datatype => (functions.type_free)(stored.place()),
            Freeable::Operator => (functions.op_free)(stored.place()),
        }
    })
}

/// Whether any is held.
pub fn any() -> bool {
    NUMBER.load(Ordering::Relaxed) != 0
}

/// Whether the program frees something that a reduction uses; then it is freed after that, and the
/// program's handle is to become null.
pub fn freed_later(library: &Library, kind: Freeable, handle: Handle) -> bool {
    match lock(&HELD).get_mut(&(kind, library.family.handle(handle))) {
        Some(one) if !one.freed => {
            one.freed = true;
            true
        }
        _ => false,
    }
}
