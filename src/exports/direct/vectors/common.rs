//! A sum over vectors: its arguments, this rank's part, and the exchange, blocking or nonblocking.

use super::buffers;
use super::exchange::{check_request, SumExchange};
use super::traced::{self, TracedSums};
use crate::exports::direct::accumulators::accumulator::element;
use crate::exports::direct::call::arguments::names;
use crate::exports::direct::call::context::{exported, Context, Process};
use crate::exports::direct::call::function::Function;
use libc::{c_int, c_uchar, c_void};
use samebits_array::failure::{Class, Failure};
use samebits_array::signature::{hash, Signature};
use samebits_base::fault::Outcome;
use samebits_calls as calls;
use samebits_fold::sums::vectors::{Term, Vectors, Weights};
use samebits_fold::sums::{LocalSums, Statistic, SumSpec};
use samebits_kernel::fpenv::{within, Environment};
use samebits_mpi::abi::family::{Handle, MPI_Request};
use samebits_sum::number::Numbers;

/// What such a function does: its row, its functions, blocking and nonblocking, what is summed, and
/// the statistic of the sum.
#[derive(Clone, Copy, Debug)]
pub struct VectorSum {
    pub row: &'static calls::VectorSum,
    pub functions: [Function; 2],
    pub term: Term,
    pub statistic: Statistic,
}

impl VectorSum {
    /// Whether it takes a list of vectors, and has a result for each.
    pub fn of_many(&self) -> bool {
        self.row.has(calls::Given::Ys)
    }

    /// With that correction in place of the usual one, if it is a variance.
    pub fn corrected(self, ddof: i32) -> VectorSum {
        match self.statistic {
            Statistic::Variance { .. } => {
                VectorSum { statistic: Statistic::Variance { ddof }, ..self }
            }
            _ => self,
        }
    }
}

/// A call of one of these functions.
pub struct VectorSums<'a> {
    pub sum: VectorSum,
    /// The function that is called.
    pub function: Function,
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
        sum: VectorSum,
        (x, n): (*const c_void, usize),
        results: *mut c_void,
        (datatype, comm): (Handle, Handle),
    ) -> VectorSums<'a> {
        let (w, mask) = (std::ptr::null(), std::ptr::null());
        let vectors = Vectors { x: x.cast(), ys: &[], w, mask, n };
        let (function, weights, wrong) = (sum.functions[0], None, None);
        VectorSums { sum, function, vectors, weights, wrong, results, datatype, comm }
    }

    /// With the vectors `ys` beside x.
    pub fn with(mut self, ys: &'a [*const u8]) -> VectorSums<'a> {
        self.vectors.ys = ys;
        self
    }

    pub fn weighted(mut self, w: *const c_void) -> VectorSums<'a> {
        self.vectors.w = w.cast();
        self
    }

    /// With weights of that datatype.
    pub fn by(self, weights: Handle) -> VectorSums<'a> {
        VectorSums { weights: Some(weights), ..self }
    }

    pub fn masked(mut self, mask: *const c_uchar) -> VectorSums<'a> {
        self.vectors.mask = mask;
        self
    }

    /// The call to its end, or its start if there is a place for a request; an error code.
    ///
    /// # Safety
    /// The vectors are there, and room for the results.
    pub unsafe fn run(mut self, request: Option<*mut MPI_Request>) -> c_int {
        self.function = self.sum.functions[usize::from(request.is_some())];
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
        match self.sum.term {
            Term::Products { .. } => self.vectors.ys.len(),
            _ => 1,
        }
    }

    /// The numbers that the elements consist of, the weights, and how the result follows.
    fn spec(&self, process: &Process) -> Result<(Numbers, Term, SumSpec), Failure> {
        let numbers = Numbers::of(element(process, self.datatype)?).expect("it is summed");
        let term = match (self.sum.term, self.weights) {
            (Term::Weighted(_), Some(weights)) => {
                Term::Weighted(weights_of(process, weights, numbers)?)
            }
            (term, _) => term,
        };
        let spec = SumSpec::of(self.sum.statistic, term, numbers);
        Ok((numbers, term, spec))
    }

    fn check(&self, process: &Process) -> Result<(), Failure> {
        if let Some(wrong) = &self.wrong {
            return Err(wrong.clone());
        }
        let in_place = process.library.constants.in_place;
        let usable = |address: *const u8, what: &dyn Fn() -> String| match address.addr() {
            0 => Err(Failure::new(Class::Buffer, format!("{} is null", what()))),
            address if address == in_place => {
                let why = "is MPI_IN_PLACE, which is not accepted here";
                Err(Failure::new(Class::Buffer, format!("{} {why}", what())))
            }
            _ => Ok(()),
        };
        let Vectors { x, ys, w, n, .. } = self.vectors;
        if n > 0 {
            usable(x, &|| format!("the buffer x of {n} elements"))?;
            for (i, y) in ys.iter().enumerate() {
                let which = || if ys.len() > 1 { format!("y[{i}]") } else { "y".into() };
                usable(*y, &|| format!("the buffer {} of {n} elements", which()))?;
            }
            let weighted = matches!(
                self.sum.term,
                Term::Weighted(_) | Term::WeightedSquares | Term::WeightedProducts { .. }
            );
            if weighted {
                usable(w, &|| format!("the buffer of {n} weights"))?;
            }
        }
        match self.results() {
            0 => Ok(()),
            _ => usable(self.results.cast(), &|| "the buffer of the result".into()),
        }
    }

    fn signature(&self, spec: &SumSpec, numbers: Numbers, term: Term) -> Signature {
        let datatype = (numbers.format as u32) << 4 | numbers.components as u32;
        let weights = match term {
            Term::Weighted(weights) => 1 + weights as u64,
            _ => 0,
        };
        let rest = hash([spec.word(), weights]);
        Signature { arrays: self.results() as u32, datatype, rest, ..self.function.signature() }
    }

    fn in_words(&self, process: &Process) -> String {
        let [datatype, _] = names(process, self.datatype, 0);
        let mut given = vec![datatype];
        if self.sum.of_many() {
            given.insert(0, ("k", self.results().to_string()));
        }
        if let Statistic::Variance { ddof } = self.sum.statistic {
            given.push(("ddof", ddof.to_string()));
        }
        self.function.in_words(&given)
    }

    /// Begins the call's record, if there is a trace.
    unsafe fn traced(&self, context: &Context, numbers: Numbers, term: Term) -> Option<TracedSums> {
        let Vectors { x, ys, w, mask, n } = self.vectors;
        let weights = match term {
            Term::Weighted(weights) => weights,
            _ => Weights::Same,
        };
        let size = numbers.size();
        let others = [(x, size), (w, weights.size(numbers)), (mask, 1)];
        let rows: Vec<_> = others.into_iter().chain(ys.iter().map(|y| (*y, size))).collect();
        // SAFETY: upheld by the caller.
        unsafe { traced::begin(context, self.datatype, self.results(), Some((&rows, n))) }
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
            buffers::sum(term, numbers, self.vectors, threads)
        })
    }

    unsafe fn reduce(&self, context: &Context) -> Outcome {
        let process = context.process;
        let watch = process.watch();
        let asked = self.check(process).and_then(|()| self.spec(process));
        let mut traced = None;
        let summed = asked.and_then(|(numbers, term, spec)| {
            // SAFETY: upheld by the caller; checked.
            unsafe {
                traced = self.traced(context, numbers, term);
                let signature = self.signature(&spec, numbers, term);
                Ok((signature, spec, self.local(context, numbers, term)?))
            }
        });
        let (signature, spec, locals) = match &summed {
            Ok((signature, spec, locals)) => (*signature, *spec, Ok(&locals[..])),
            // The rank only says why.
            Err(failure) => (self.function.signature(), SumSpec::nothing(), Err(failure)),
        };
        let describe = || self.in_words(process);
        let exchange = SumExchange { traced, ..self.exchange(&spec, signature, &describe) };
        // SAFETY: upheld by the caller.
        unsafe { exchange.reduce(context, locals, watch) }
    }

    unsafe fn start(&self, context: &Context, request: *mut MPI_Request) -> Outcome {
        let process = context.process;
        let watch = process.watch();
        let fail = |failure: Failure| context.fail(&failure, true);
        check_request(request).and_then(|()| self.check(process)).map_err(fail)?;
        let (numbers, term, spec) = self.spec(process).map_err(fail)?;
        let describe = || self.in_words(process);
        // SAFETY: upheld by the caller; checked.
        let (locals, traced) = unsafe {
            let locals = self.local(context, numbers, term).map_err(fail)?;
            (locals, self.traced(context, numbers, term))
        };
        let signature = self.signature(&spec, numbers, term);
        let exchange = SumExchange { traced, ..self.exchange(&spec, signature, &describe) };
        // SAFETY: upheld by the caller.
        unsafe { exchange.start(context, &locals, request, watch) }
    }

    fn exchange<'b>(
        &'b self,
        spec: &'b SumSpec,
        signature: Signature,
        describe: &'b dyn Fn() -> String,
    ) -> SumExchange<'b> {
        let (results, datatype) = (self.results, self.datatype);
        SumExchange {
            signature,
            describe,
            spec,
            count: self.results(),
            results,
            datatype,
            traced: None,
        }
    }
}

/// The type of weights of that datatype, on elements of these numbers.
pub fn weights_of(
    process: &Process,
    datatype: Handle,
    numbers: Numbers,
) -> Result<Weights, Failure> {
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
            let takes = "weights are of the elements' type, of its real type, or integers of 4 or \
                         8 bytes";
            Err(Failure::new(Class::Type, format!("weights={name} is not accepted; {takes}")))
        }
    }
}
