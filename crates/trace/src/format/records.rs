//! What a file holds: its header and its records.

/// The first bytes of a file.
pub const MAGIC: [u8; 16] = *b"samebits trace\r\n";

pub const VERSION: u32 = 1;

/// Bytes of the header.
pub const HEADER: usize = 64;

/// A record's length is a multiple of this many bytes, and so is its place in the file.
pub const UNIT: usize = 16;

/// Bytes of the longest record.
pub const LONGEST: usize = u16::MAX as usize * UNIT;

/// Bytes of the record of a reduction, the most frequent one.
pub const REDUCTION: usize = 64;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Header {
    /// In MPI_COMM_WORLD.
    pub rank: u32,
    pub ranks: u32,
    /// The same on all ranks of a job, and in no other.
    pub job: u64,
    /// When this rank began, in nanoseconds since 1970.
    pub began: u64,
}

/// How the bits of an element are to be read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Element {
    /// Bytes without a meaning that is known.
    #[default]
    Bytes,
    Half,
    Bfloat,
    Float,
    Double,
    /// x87's 80 bits, in 16 bytes of which the last six are zero.
    Extended,
    Quad,
}

impl Element {
    pub const ALL: [Element; 7] = [
        Element::Bytes,
        Element::Half,
        Element::Bfloat,
        Element::Float,
        Element::Double,
        Element::Extended,
        Element::Quad,
    ];
}

/// What a number that was recorded of a call may not be, for lack of a call or a communicator.
pub const NONE: u32 = 0;

/// Which numbers of a [`Reduction`] mean something.
pub mod flags {
    /// This rank contributes, and its contribution is digested.
    pub const CONTRIBUTED: u8 = 1;
    /// This rank has its result, or its block, and that is digested.
    pub const RECEIVED: u8 = 2;
    /// The call has returned, or the request is complete; without it the rank was inside.
    pub const DONE: u8 = 4;
    /// The digests are sums over elements, which do not depend on how an array is distributed.
    pub const DISTRIBUTED: u8 = 8;
}

/// A reduction, as one rank saw it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Reduction {
    pub flags: u8,
    pub shape: u32,
    pub comm: u32,
    /// Its number among the reductions on the communicator that this rank has called, from 1.
    pub number: u32,
    pub site: u32,
    pub how: u32,
    /// Elements that each rank contributes; of an array, all that there are.
    pub count: u64,
    pub contribution: u64,
    pub result: u64,
    /// -1 where there is none.
    pub root: i32,
    /// The error code.
    pub code: i32,
    /// Of a persistent one: how often it has been started; otherwise zero.
    pub start: u32,
    /// When it was called, in milliseconds since the rank began.
    pub time: u32,
}

/// The end of a reduction that completed by a request.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Completed {
    pub flags: u8,
    pub comm: u32,
    pub number: u32,
    pub start: u32,
    pub how: u32,
    pub result: u64,
    pub code: i32,
    pub time: u32,
}

/// What MPI has chosen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Chosen {
    /// The message for a receive or a probe of any source: its source and its tag.
    #[default]
    Message,
    /// Of several requests the complete ones: the index of the first, and how many more.
    Requests,
    /// What a test has found: 1 if it was true, 0 if not.
    Test,
    /// What a one-sided call has fetched: the target's rank in the window, and how many bytes.
    Fetched,
}

impl Chosen {
    pub(super) const ALL: [Chosen; 4] =
        [Chosen::Message, Chosen::Requests, Chosen::Test, Chosen::Fetched];
}

/// One of MPI's open choices: which of several messages, requests or orders it took.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Choice {
    pub chosen: Chosen,
    pub call: u32,
    pub site: u32,
    pub comm: u32,
    /// The source, the index, what was found, or the target.
    pub taken: i32,
    /// The tag, how many more requests, or how many bytes.
    pub second: i32,
    /// Of equal tests in a row: how many; otherwise 1.
    pub times: u32,
    /// Of several requests that were found the indices in their order, as bytes, if they are at most
    /// eight and below 256; of others a digest. What was fetched, if that has at most eight bytes (the
    /// first is the lowest); of others a digest. Otherwise zero.
    pub digest: u64,
}

/// A record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Record {
    /// Something about the run: "name=value".
    Note(String),
    /// A loaded file.
    Module {
        id: u32,
        path: String,
    },
    /// Where calls came from: an offset in a module, and the exported function around it.
    Site {
        id: u32,
        module: u32,
        offset: u64,
        function: String,
    },
    Shape(Shape),
    How {
        id: u32,
        class: Class,
        words: Vec<String>,
    },
    Communicator(Communicator),
    /// A function of MPI's.
    Call {
        id: u32,
        name: String,
    },
    Reduction(Reduction),
    Completed(Completed),
    /// Elements of a contribution, or of a result.
    Values(Values),
    Choice(Choice),
    /// `number` reductions in a row, from `from` on, digested together.
    Interval {
        from: u64,
        number: u64,
        digest: u64,
    },
    /// The rank has ended properly, after that many reductions.
    End {
        reductions: u64,
    },
}

/// What is reduced: the call, the names of the datatype and the operator.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Shape {
    pub id: u32,
    /// Bytes of an element's data.
    pub size: u32,
    pub element: Element,
    /// Numbers of an element: two of a complex one.
    pub parts: u8,
    pub call: String,
    pub datatype: String,
    pub operator: String,
}

/// How the call was served.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Class {
    /// By samebits: the words are the arithmetic, the schedule, and what was asked for in its place.
    Reproduced,
    /// Passed on, for that reason, which changes nothing.
    Harmless,
    /// Passed on: not reproducible, for that reason.
    NotReproduced,
}

impl Class {
    pub(super) const ALL: [Class; 3] = [Class::Reproduced, Class::Harmless, Class::NotReproduced];
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Communicator {
    pub id: u32,
    /// Of this rank, in it.
    pub rank: u32,
    /// Of the (local) group.
    pub size: u32,
    /// Of the other group of an intercommunicator; otherwise zero.
    pub remote: u32,
    /// Of its ranks in MPI_COMM_WORLD, in their order.
    pub group: u64,
    /// Its number among those of the same ranks, counted at creation, from 1.
    pub number: u32,
    /// What has made it.
    pub origin: String,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Values {
    pub comm: u32,
    pub number: u32,
    pub start: u32,
    /// Of the result rather than the contribution.
    pub result: bool,
    pub bytes: Vec<u8>,
}

/// The bytes of kinds of records.
pub(super) mod kind {
    pub const NOTE: u8 = 1;
    pub const MODULE: u8 = 2;
    pub const SITE: u8 = 3;
    pub const SHAPE: u8 = 4;
    pub const HOW: u8 = 5;
    pub const COMMUNICATOR: u8 = 6;
    pub const CALL: u8 = 7;
    pub const REDUCTION: u8 = 8;
    pub const COMPLETED: u8 = 9;
    pub const VALUES: u8 = 10;
    pub const CHOICE: u8 = 11;
    pub const INTERVAL: u8 = 12;
    pub const END: u8 = 13;
    pub const PAD: u8 = 255;
}
