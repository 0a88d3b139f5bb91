//! What the exact sums over vectors have in common ([`super::dots`], [`super::weighted`],
//! [`super::statistics`]): arguments, this rank's part, and the exchange, blocking or nonblocking.

use super::accumulator::element;
use super::accumulator_buffers::store;
use super::context::{exported, Context, Process};
use super::failure::{ensure, Class, Failure};
use super::function::Function;
use super::vector_buffers;
use crate::arithmetic::number::Numbers;
use crate::arithmetic::sums::terms::{Term, Vectors, Weights};
use crate::arithmetic::sums::{LocalSums, SumSpec};
use crate::arithmetic::{record::Merge, Arithmetic, Outcome};
use crate::array::signature::{hash, Call, Signature};
use crate::array::sums;
use crate::kernel::fpenv::{within, Environment};
use crate::kernel::Format;
use crate::mpi::family::{Handle, MPI_Request};
use crate::reduction::classify::{Declined, PassOn};
use crate::reduction::{by_request, prepared::Prepared};
use crate::report::breakdown::Watch;
use crate::threads::Address;
use libc::{c_int, c_void};
use std::mem::ManuallyDrop;

/// What is asked of the sum of the terms.
#[derive(Clone, Copy, Debug)]
pub enum Asked {
    Sum,
    /// A sum of real numbers, also of complex elements.
    RealSum,
    Norm,
    Mean,
    Variance {
        ddof: c_int,
    },
}

/// A call of one of these functions.
pub struct VectorSums<'a> {
    pub function: Function,
    pub term: Term,
    pub asked: Asked,
    pub vectors: Vectors<'a>,
    /// The datatype of the weights, where it may be another one.
    pub weights: Option<Handle>,
    /// Why the arguments cannot be used, as far as is known.
    pub wrong: Option<Failure>,
    pub results: *mut c_void,
    pub datatype: Handle,
    pub comm: Handle,
}

impl<'a> VectorSums<'a> {
    pub fn new(
        function: Function,
        (term, asked): (Term, Asked),
        (x, n): (*const c_void, usize),
        results: *mut c_void,
        (datatype, comm): (Handle, Handle),
    ) -> VectorSums<'a> {
        let (w, mask) = (std::ptr::null(), std::ptr::null());
        let vectors = Vectors { x: x.cast(), ys: &[], w, mask, n };
        let (weights, wrong) = (None, None);
        VectorSums { function, term, asked, vectors, weights, wrong, results, datatype, comm }
    }

    /// The call to its end, or its start if there is a place for a request; an error code.
    ///
    /// # Safety
    /// The vectors are there, and room for the results.
    pub unsafe fn run(self, request: Option<*mut MPI_Request>) -> c_int {
        // SAFETY: upheld by the caller.
        exported(self.function.name(), || unsafe {
            let context = Context::new(self.function.name(), self.comm)?;
            match request {
                None => self.reduce(&context),
                Some(request) => self.start(&context, request),
            }
        })
    }

    fn results(&self) -> usize {
        match self.term {
            Term::Products { .. } => self.vectors.ys.len(),
            _ => 1,
        }
    }

    /// The numbers that the elements consist of, the weights, and how the result follows.
    fn spec(&self, process: &Process) -> Result<(Numbers, Term, SumSpec), Failure> {
        let numbers = Numbers::of(element(process, self.datatype)?).expect("it is summed");
        let (mut term, mut wide) = (self.term, false);
        if let (Term::Weighted(_), Some(weights)) = (term, self.weights) {
            let weights = weights_of(process, weights, numbers)?;
            (term, wide) = (Term::Weighted(weights), weights.are_integers());
        }
        let products = !matches!(term, Term::Numbers | Term::Magnitudes);
        let real = Numbers { components: 1, ..numbers };
        let spec = match self.asked {
            Asked::Sum => SumSpec::sum(numbers, products, wide),
            Asked::RealSum => SumSpec::sum(real, products, wide),
            Asked::Norm => SumSpec::norm(numbers.format),
            Asked::Mean => SumSpec::mean(numbers),
            Asked::Variance { ddof } => SumSpec::variance(numbers, ddof.into()),
        };
        Ok((numbers, term, spec))
    }

    fn check(&self, process: &Process) -> Result<(), Failure> {
        if let Some(wrong) = &self.wrong {
            return Err(wrong.clone());
        }
        let in_place = process.library.constants.in_place;
        let usable = |address: *const u8, what: &str| match address.addr() {
            0 => Err(Failure::new(Class::Buffer, format!("{what} is null"))),
            address if address == in_place => {
                let why = "is MPI_IN_PLACE, which has no meaning here";
                Err(Failure::new(Class::Buffer, format!("{what} {why}")))
            }
            _ => Ok(()),
        };
        let Vectors { x, ys, w, n, .. } = self.vectors;
        if n > 0 {
            usable(x, &format!("the buffer x of {n} elements"))?;
            for (i, y) in ys.iter().enumerate() {
                let which = if ys.len() > 1 { format!("y[{i}]") } else { "y".into() };
                usable(*y, &format!("the buffer {which} of {n} elements"))?;
            }
            let weighted = matches!(
                self.term,
                Term::Weighted(_) | Term::WeightedSquares | Term::WeightedProducts { .. }
            );
            if weighted {
                usable(w, &format!("the buffer of {n} weights"))?;
            }
        }
        match self.results() {
            0 => Ok(()),
            _ => usable(self.results.cast(), "the buffer of the result"),
        }
    }

    fn signature(&self, spec: &SumSpec, numbers: Numbers) -> Signature {
        let datatype = (numbers.format as u32) << 4 | numbers.components as u32;
        // (Whether weights are integers shows in the partials.)
        let rest = hash([spec.word()]);
        Signature { arrays: self.results() as u32, datatype, rest, ..self.function.signature() }
    }

    fn in_words(&self, process: &Process) -> String {
        let [datatype, _] = super::arguments::names(process, self.datatype, 0);
        let mut given = vec![datatype];
        if let Function::AllreduceDots | Function::AllreduceConjugatedDots = self.function {
            given.insert(0, ("k", self.results().to_string()));
        }
        if let Asked::Variance { ddof } = self.asked {
            given.push(("ddof", ddof.to_string()));
        }
        self.function.in_words(&given)
    }

    /// What this rank has summed.
    unsafe fn local(
        &self,
        context: &Context,
        numbers: Numbers,
        term: Term,
    ) -> Result<Vec<LocalSums>, Failure> {
        let threads = context.process.threads(context.choices());
        // SAFETY: upheld by the caller.
        within(Environment::Vector, || unsafe {
            vector_buffers::sum(term, numbers, self.vectors, threads)
        })
    }

    unsafe fn reduce(&self, context: &Context) -> Outcome {
        let Context { process, communicator, .. } = *context;
        let watch = process.watch();
        let asked = self.check(process).and_then(|()| self.spec(process));
        let summed = asked.and_then(|(numbers, term, spec)| {
            // SAFETY: upheld by the caller; checked.
            Ok((numbers, spec, unsafe { self.local(context, numbers, term) }?))
        });
        let (signature, spec, locals) = match &summed {
            Ok((numbers, spec, locals)) => (self.signature(spec, *numbers), *spec, Ok(&locals[..])),
            // It only says so.
            Err(failure) => {
                let real = Numbers { format: Format::Double, components: 1 };
                (self.function.signature(), SumSpec::mean(real), Err(failure))
            }
        };
        let (rank, ranks) = (communicator.rank, communicator.size);
        let (schedule, size) = (context.choices().schedule, Merge::size(&spec));
        let plan = sums::plan(&spec, signature, self.results(), (rank, ranks), schedule);
        let mut results = vec![0; self.results() * size];
        let describe = || self.in_words(process);
        let call = Call { signature: &signature, word: signature.word(), describe: &describe };
        context.on_ranks(Environment::Vector, |group| {
            process.scratch.with(plan.scratch, |scratch| {
                let (planned, watch) = ((&spec, &plan), watch.as_ref());
                // SAFETY: so much scratch memory, and room for the results.
                unsafe { sums::reduce(group, call, planned, locals, &mut results, scratch, watch) }
            })
        })?;
        // SAFETY: upheld by the caller.
        unsafe { self.store(context, &results)? };
        self.count(context, plan.way.name(), watch);
        Ok(())
    }

    unsafe fn store(&self, context: &Context, results: &[u8]) -> Outcome {
        if results.is_empty() {
            return Ok(());
        }
        // SAFETY: upheld by the caller.
        let stored = unsafe { store(results, self.results.cast()) };
        stored.map_err(|failure| context.fail(&failure, true))
    }

    fn count(&self, context: &Context, way: &'static str, watch: Option<Watch>) {
        if let Some(watch) = watch {
            let op = context.process.library.constants.sum;
            let by = (Arithmetic::Exact, way);
            context.count(self.results() as u128, (self.datatype, op), by, &watch);
        }
    }

    /// Starts the call: all that is left when the request completes is to merge and to store.
    unsafe fn start(&self, context: &Context, request: *mut MPI_Request) -> Outcome {
        let Context { process, communicator, comm, .. } = *context;
        let watch = process.watch();
        let fail = |failure: Failure| context.fail(&failure, true);
        let place = !request.is_null();
        ensure(place, Class::Arg, || "the address for the request is null").map_err(fail)?;
        self.check(process).map_err(fail)?;
        let (numbers, term, spec) = self.spec(process).map_err(fail)?;
        // SAFETY: upheld by the caller; checked.
        let locals = unsafe { self.local(context, numbers, term) }.map_err(fail)?;
        let signature = self.signature(&spec, numbers);
        let word = signature.word();
        let (rank, ranks) = (communicator.rank, communicator.size);
        let own = sums::bundle(&spec, &locals, word, (rank, ranks));
        // MPI may still use them where the request is never completed.
        let mut buffers = ManuallyDrop::new((own.clone(), own));
        let (send, recv) = (buffers.0.as_ptr(), buffers.1.as_mut_ptr());
        let on = (comm, communicator);
        let bytes = (send, recv, buffers.0.len());
        let prepared = Prepared::bundles(process, self.function.name(), on, bytes);
        let prepared = prepared.map_err(|declined| match declined {
            Declined::Fault(fault) => fault,
            Declined::PassOn(PassOn::Unsupported(what)) => {
                fail(Failure::new(Class::Unsupported, what))
            }
            Declined::PassOn(_) => fail(Failure::new(Class::Other, "it cannot be started")),
        })?;
        let (context, results) = (*context, Address(self.results.cast()));
        let deliver = move || {
            let mut buffers = ManuallyDrop::into_inner(buffers);
            let Some(results_of) = sums::results(&spec, &mut buffers.1, ranks, word) else {
                let what =
                    "the ranks do not call alike: the nonblocking calls that this one meets \
                            are others, or for other elements";
                return Err(context.fail(&Failure::new(Class::Arg, what), rank == 0));
            };
            if results_of.is_empty() {
                return Ok(());
            }
            // SAFETY: the caller's room for the results stays until the request completes.
            let stored = unsafe { store(&results_of, results.at(0)) };
            stored.map_err(|failure| context.fail(&failure, true))
        };
        let (handle, way) = by_request::start_bundles(&prepared, comm, Box::new(deliver))?;
        // SAFETY: the caller's place, as wide as handles are.
        unsafe { process.library.family.write_handle(request.cast(), handle) };
        self.count(&context, way, watch);
        Ok(())
    }
}

/// The type of weights of that datatype, on elements of these numbers.
fn weights_of(process: &Process, datatype: Handle, numbers: Numbers) -> Result<Weights, Failure> {
    let library = &process.library;
    if let Ok(kind) = element(process, datatype) {
        let of = Numbers::of(kind).expect("it is summed");
        if of == numbers {
            return Ok(Weights::Same);
        }
        if of == (Numbers { components: 1, ..numbers }) {
            return Ok(Weights::Real);
        }
    }
    let name = library.predefined().datatype(datatype).map(|datatype| datatype.name);
    let size = name.and_then(|_| library.size_of_type(datatype));
    const SIGNED: [&str; 11] = [
        "MPI_INT",
        "MPI_LONG",
        "MPI_LONG_LONG_INT",
        "MPI_LONG_LONG",
        "MPI_INT32_T",
        "MPI_INT64_T",
        "MPI_INTEGER",
        "MPI_INTEGER4",
        "MPI_INTEGER8",
        "MPI_AINT",
        "MPI_COUNT",
    ];
    const UNSIGNED: [&str; 5] = [
        "MPI_UNSIGNED",
        "MPI_UNSIGNED_LONG",
        "MPI_UNSIGNED_LONG_LONG",
        "MPI_UINT32_T",
        "MPI_UINT64_T",
    ];
    let listed = |names: &[&str]| name.is_some_and(|name| names.contains(&name));
    match (listed(&SIGNED), listed(&UNSIGNED), size) {
        (true, _, Some(4)) => Ok(Weights::I32),
        (true, _, Some(8)) => Ok(Weights::I64),
        (_, true, Some(4)) => Ok(Weights::U32),
        (_, true, Some(8)) => Ok(Weights::U64),
        _ => {
            let name = name.unwrap_or("a derived datatype");
            let takes = "weights are of the elements' type, of that of their real numbers, or \
                         integers of 4 or 8 bytes";
            Err(Failure::new(Class::Type, format!("weights={name} is not accepted; {takes}")))
        }
    }
}
