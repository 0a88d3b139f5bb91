//! What the trace says of communicators, datatypes and addresses when it sees them for the first time.

use crate::{communicator::Communicator, context::Context};
use samebits_kernel::{Format, Kind};
use samebits_mpi::abi::datatypes::Class;
use samebits_mpi::{
    abi::{family::Handle, locate},
    Library,
};
use samebits_trace::digest::Digest;
use samebits_trace::format::{self, Element, Shape};
use samebits_trace::recorder::{Describe, Described, Recorder, ShapeKey};

/// What a record may refer to.
pub struct Describing<'a> {
    library: &'a Library,
    comm: Option<(Handle, &'static Communicator)>,
    /// The function that has made the communicator; empty if that is not known.
    origin: &'static str,
    /// Its number among those with the same ranks, if it has one already; otherwise zero.
    number: u32,
    datatype: Option<Handle>,
}

impl<'a> Describing<'a> {
    /// Addresses, and communicators that are known.
    pub fn places(library: &'a Library) -> Describing<'a> {
        Describing { library, comm: None, origin: "", number: 0, datatype: None }
    }

    /// A reduction of a datatype on a communicator.
    pub fn reduction(
        library: &'a Library,
        comm: Option<(Handle, &'static Communicator)>,
        datatype: Handle,
    ) -> Describing<'a> {
        Describing { library, comm, origin: "", number: 0, datatype: Some(datatype) }
    }
}

/// What is reduced, in the words of tables.
pub fn words_of(library: &Library, call: &'static str, of_type: Handle, op: Handle) -> ShapeKey {
    let (predefined, constants) = (library.predefined(), &library.constants);
    let none = library.family.handle(of_type) == constants.datatype_null;
    let datatype = match predefined.datatype(of_type) {
        _ if none => "MPI_DATATYPE_NULL",
        Some(datatype) => datatype.name,
        None if library.f90_kind(of_type).is_some() => "f90 datatype",
        None => "derived datatype",
    };
    let operator = match predefined.operator(op) {
        _ if library.family.handle(op) == constants.op_null => NO_OPERATOR,
        Some((name, _)) => name,
        None => "user-defined",
    };
    let size = if none { None } else { library.size_of_type(of_type) };
    ShapeKey { call, datatype, operator, size: size.unwrap_or(0) as u32 }
}

pub const NO_OPERATOR: &str = "MPI_OP_NULL";

/// A communicator has been made by a function, on all its ranks. Its number among those with the same
/// ranks is that which was [reserved](reserve); otherwise the next one, which 0 stands for.
#[cold]
pub fn communicator(
    context: &Context,
    recorder: &Recorder,
    comm: Handle,
    (origin, number): (&'static str, u32),
) {
    let library = &context.library;
    if library.is_null_communicator(comm) {
        return;
    }
    if let Ok(known) = Communicator::of(library, comm) {
        let comm = Some((comm, known));
        let describing = Describing { library, comm, origin, number, datatype: None };
        recorder.communicator(known.number(), &describing);
    }
}

/// One with the ranks of another is being made: the number that it will have among those with the same.
#[cold]
pub fn reserve(context: &Context, recorder: &Recorder, parent: Handle) -> Option<u32> {
    let library = &context.library;
    if library.is_null_communicator(parent) {
        return None;
    }
    let ranks = group(library, parent, Communicator::of(library, parent).ok()?.size);
    Some(recorder.reserve(ranks))
}

/// The number of a communicator of the program's that the trace knows, or gets to know; none of one
/// that is null.
#[cold]
pub fn number(context: &Context, recorder: &Recorder, comm: Handle) -> Option<u64> {
    if context.library.is_null_communicator(comm) {
        return None;
    }
    communicator(context, recorder, comm, ("", 0));
    Communicator::of(&context.library, comm).ok().map(Communicator::number)
}

impl Describe for Describing<'_> {
    fn shape(&self, key: &ShapeKey) -> Shape {
        let library = self.library;
        let datatype = self.datatype.filter(|_| key.size > 0);
        let kind = datatype.and_then(|datatype| match library.predefined().datatype(datatype) {
            Some(known) => match known.class {
                Class::Floating(kind) => Some(kind),
                _ => None,
            },
            None => library.f90_kind(datatype),
        });
        let (element, parts) = kind.map_or((Element::Bytes, 1), meaning);
        Shape {
            id: 0,
            size: key.size,
            element,
            parts,
            call: key.call.into(),
            datatype: key.datatype.into(),
            operator: key.operator.into(),
        }
    }

    fn communicator(&self) -> format::Communicator {
        let Some((comm, known)) = self.comm else { return format::Communicator::default() };
        let library = self.library;
        let comm = library.family.handle(comm);
        let origin = match self.origin {
            "" if comm == library.constants.comm_world => "MPI_COMM_WORLD",
            "" if comm == library.comm_self() => "MPI_COMM_SELF",
            origin => origin,
        };
        format::Communicator {
            id: 0,
            rank: known.rank as u32,
            size: known.size as u32,
            remote: known.remote().unwrap_or(0) as u32,
            group: group(library, comm, known.size),
            number: self.number,
            origin: origin.into(),
        }
    }

    fn address(&self, address: usize) -> Option<Described> {
        let (file, offset, function) = locate::describe(address)?;
        // Whoever reads the trace may be in another folder.
        let file = match std::fs::canonicalize(&file) {
            Ok(path) => path.to_string_lossy().into_owned(),
            Err(_) => file,
        };
        Some((file, offset, function))
    }
}

/// The digest of a group's ranks in MPI_COMM_WORLD; zero where some are not in it.
fn group(library: &Library, comm: Handle, size: usize) -> u64 {
    let Some(ranks) = library.world_ranks(comm, size) else { return 0 };
    let bytes: Vec<u8> = ranks.iter().flat_map(|rank| rank.to_le_bytes()).collect();
    let mut digest = Digest::of(bytes.len());
    digest.add(&bytes);
    digest.finish()
}

/// What a number of a kind is, and how many there are in an element.
fn meaning(kind: Kind) -> (Element, u8) {
    let element = match kind.format() {
        Format::Half => Element::Half,
        Format::Float => Element::Float,
        Format::Double => Element::Double,
        Format::LongDouble => Element::Extended,
        Format::Quad => Element::Quad,
    };
    match kind {
        Kind::Real(_) => (element, 1),
        Kind::Complex(_) => (element, 2),
        Kind::ValueInt(_) | Kind::ValueReal(_) => (Element::Bytes, 1),
    }
}
