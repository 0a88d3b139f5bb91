//! What an argument is: from it follow its type in C and what samebits reads of it.

/// What an argument is to samebits. In C it is passed as [`c_type`](Role::c_type) says, in Fortran as
/// an address.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    // Of reductions.
    /// The buffer that is reduced, or MPI_IN_PLACE.
    Send,
    /// The buffer for the result.
    Recv,
    /// The number of elements that a rank contributes or receives.
    Count,
    /// The number of elements of each rank's block.
    BlockCount,
    /// An array of the numbers of elements of all ranks' blocks.
    Counts,
    /// Another number of elements, which is not reported.
    OtherCount,
    Datatype,
    OtherDatatype,
    Op,
    Root,
    Comm,
    Win,
    /// What a fetching one-sided call returns: where, how many elements, of which datatype.
    Result,
    ResultCount,
    ResultDatatype,
    /// The rank of a one-sided call's target; of a synchronisation, that whose calls it completes.
    Target,
    Displacement,

    // Of receives, and of what completes requests.
    /// The rank that is received from, or MPI_ANY_SOURCE.
    Source,
    /// The address for a request, or of one.
    Request,
    /// A request that stays as it is: in C it is passed by value.
    KeptRequest,
    /// The number of requests, in C an int always.
    RequestCount,
    Requests,
    /// Requests that stay as they are.
    KeptRequests,
    /// Where the status of one request goes, or those of several.
    Status,
    Statuses,
    /// Where it says whether anything was found, how much, and which.
    Flag,
    OutCount,
    Index,
    Indices,

    // Of what makes and ends things.
    /// Where the handle of a new communicator goes.
    New,
    /// Where a handle is that becomes null.
    Ended,
    Info,

    // Of the start of MPI: arguments that Fortran does not have.
    Argc,
    Argv,

    // What samebits does not read, by its type.
    Number,
    Numbers,
    /// Where an int goes, or several.
    NumberPlace,
    /// A handle, where it goes, or several handles.
    Handle,
    HandlePlace,
    Handles,
    /// A buffer that is read, and one that is written.
    Read,
    Written,
    Text,
    Texts,
}

impl Role {
    /// Its type in C, as Rust writes it; handles are register-sized, and `counts` says whether counts
    /// are MPI_Counts.
    pub const fn c_type(self, counts: bool) -> &'static str {
        use Role::*;
        match self {
            Send | Read | KeptRequests | Handles => "*const c_void",
            Recv | Written | Result | Request | Requests | Status | Statuses => "*mut c_void",
            New | Ended | HandlePlace | Argv | Texts => "*mut c_void",
            Count | BlockCount | OtherCount | ResultCount if counts => "i64",
            Count | BlockCount | OtherCount | ResultCount => "c_int",
            Counts if counts => "*const i64",
            Counts | Numbers => "*const c_int",
            Root | Target | Source | Number | RequestCount => "c_int",
            Argc | Flag | OutCount | Index | Indices | NumberPlace => "*mut c_int",
            Displacement => "isize",
            Text => "*const c_char",
            Datatype | OtherDatatype | ResultDatatype | Op | Comm | Win | Info => "usize",
            KeptRequest | Handle => "usize",
        }
    }

    /// Whether it is a number of elements, which may be large.
    pub const fn is_count(self) -> bool {
        matches!(self, Role::Count | Role::BlockCount | Role::OtherCount | Role::ResultCount)
    }

    /// Whether Fortran's procedures have it.
    pub const fn is_in_fortran(self) -> bool {
        !matches!(self, Role::Argc | Role::Argv)
    }
}

/// Which argument has a role.
pub const fn position(roles: &[Role], role: Role) -> Option<usize> {
    let mut i = 0;
    while i < roles.len() {
        if roles[i] as u8 == role as u8 {
            return Some(i);
        }
        i += 1;
    }
    None
}
