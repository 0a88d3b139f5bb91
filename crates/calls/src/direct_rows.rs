//! The rows of direct functions, those of `samebits.h`: of them are made functions in C with their
//! comments, and what follows from these in other languages.

/// A sum over distributed vectors, exact and rounded once.
#[derive(Clone, Copy, Debug)]
pub struct VectorSum {
    /// Its name behind `samebits_allreduce_`.
    pub name: &'static str,
    pub in_python: &'static str,
    /// In C's order, before the datatype and the communicator. In the other languages the mask comes
    /// last, and lengths are those of arrays.
    pub arguments: &'static [Given],
    /// Whether the result is real, also of complex elements.
    pub is_real: bool,
    /// What is summed, and the statistic of the sum: a `Term` and a `Statistic` of `samebits_fold`.
    pub term: &'static str,
    pub statistic: &'static str,
    /// What it is, in a few words, for all languages.
    pub what: &'static str,
    /// What it does, in paragraphs, for `samebits.h`.
    pub comment: &'static str,
    pub errors: &'static str,
}

/// An argument of a sum over vectors.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Given {
    /// The number of vectors y.
    K,
    X,
    Y,
    /// A list of vectors.
    Ys,
    /// Weights, of the elements' type or, where [`Weights`](Given::Weights) follows, of that type.
    W,
    Weights,
    /// Which elements count, or null.
    Mask,
    /// The number of elements of each vector.
    N,
    /// What is subtracted from a number of elements.
    Ddof,
    /// Where the result goes, and those of several vectors.
    Result,
    Results,
}

impl Given {
    /// Its name and its type in C, as Rust writes it.
    pub const fn in_c(self) -> (&'static str, &'static str) {
        match self {
            Given::K => ("k", "c_int"),
            Given::X => ("x", "*const c_void"),
            Given::Y => ("y", "*const c_void"),
            Given::Ys => ("ys", "*const *const c_void"),
            Given::W => ("w", "*const c_void"),
            Given::Weights => ("weights", "MPI_Datatype"),
            Given::Mask => ("mask", "*const c_uchar"),
            Given::N => ("n", "usize"),
            Given::Ddof => ("ddof", "c_int"),
            Given::Result => ("result", "*mut c_void"),
            Given::Results => ("results", "*mut c_void"),
        }
    }

    /// Whether it may differ between ranks.
    pub const fn may_differ(self) -> bool {
        !matches!(self, Given::K | Given::Weights | Given::Ddof)
    }
}

impl VectorSum {
    pub fn has(&self, given: Given) -> bool {
        self.arguments.contains(&given)
    }

    /// What it is, as a sentence or two.
    pub fn sentence(&self) -> String {
        let real = if self.is_real { " The result is real." } else { "" };
        format!("{}{}.{real}", self.what[..1].to_uppercase(), &self.what[1..])
    }

    /// Its functions in C, blocking and nonblocking.
    pub fn functions(&self) -> [String; 2] {
        ["allreduce", "iallreduce"].map(|how| format!("samebits_{how}_{}", self.name))
    }
}

/// A function on local numbers that there is for doubles, floats and the complex numbers of both: its
/// name ends in that of the type.
#[derive(Clone, Copy, Debug)]
pub struct Typed {
    /// Between `samebits_` and the type.
    pub name: &'static str,
    /// Their names, and their types as Rust writes them: of elements `{}` stands for the type.
    pub arguments: &'static [(&'static str, &'static str)],
    /// Whether it returns a real result, and stores a complex one at a further argument, `result`.
    pub returns: bool,
    /// What computes it, of real elements (where there are such functions) and of complex ones, below
    /// the file that includes the functions; `{}` stands for the type of the numbers.
    pub real: Option<&'static str>,
    pub complex: &'static str,
    pub comments: TypedComments,
}

/// What `samebits.h` says of functions that differ by their types.
#[derive(Clone, Copy, Debug)]
pub enum TypedComments {
    /// What that for doubles does, what of it is rounded to float by that for floats, and what that
    /// for complex numbers does.
    Own { double: &'static str, rounded: &'static str, complex: &'static str },
    /// Each does what another one of that name does, with something else.
    Like(&'static str, &'static str),
}

/// A reduction of distributed arrays, whose result all ranks get, or a root.
#[derive(Clone, Copy, Debug)]
pub struct ArrayReduction {
    /// Behind `samebits_allreduce_` and `samebits_reduce_`.
    pub name: &'static str,
    /// The names and the types, as Rust writes them, before the datatype.
    pub arguments: &'static [(&'static str, &'static str)],
    /// What performs a `call`, below the file that includes the functions.
    pub by: &'static str,
    /// What it does, in paragraphs, for `samebits.h`.
    pub comment: &'static str,
    /// Which arguments may differ between ranks, and which may not.
    pub differ: &'static str,
    pub but: &'static str,
    pub errors: &'static str,
}
