//! The format of trace files, version 1: docs/trace.md specifies it. A file is a [`Header`] and
//! records, each a multiple of [`UNIT`] bytes long, with little-endian numbers. Its first byte,
//! written last, is what it is; zero is the end of what was written.

/// The first bytes of a file.
pub const MAGIC: [u8; 16] = *b"samebits trace\r\n";

pub const VERSION: u32 = 1;

/// Bytes of the header.
pub const HEADER: usize = 64;

/// A record's length is a multiple of so many bytes, and so is its place in the file.
pub const UNIT: usize = 16;

/// Bytes of the longest record.
pub const LONGEST: usize = u16::MAX as usize * UNIT;

/// Bytes of the record of a reduction, the most frequent one.
pub const REDUCTION: usize = 64;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Header {
    /// In MPI_COMM_WORLD.
    pub rank: u32,
    pub ranks: u32,
    /// The same on all ranks of a job, and in no other.
    pub job: u64,
    /// When this rank began, in nanoseconds since 1970.
    pub began: u64,
}

impl Header {
    pub fn encode(&self) -> [u8; HEADER] {
        let mut bytes = [0; HEADER];
        bytes[..16].copy_from_slice(&MAGIC);
        bytes[16..20].copy_from_slice(&VERSION.to_le_bytes());
        bytes[20..24].copy_from_slice(&self.rank.to_le_bytes());
        bytes[24..28].copy_from_slice(&self.ranks.to_le_bytes());
        bytes[32..40].copy_from_slice(&self.job.to_le_bytes());
        bytes[40..48].copy_from_slice(&self.began.to_le_bytes());
        bytes
    }

    /// `Err` says why these are not the first bytes of a trace.
    pub fn decode(bytes: &[u8]) -> Result<Header, String> {
        if bytes.len() < HEADER || bytes[..16] != MAGIC {
            return Err("it does not begin as a trace of samebits".into());
        }
        match u32_at(bytes, 16) {
            VERSION => {}
            other => {
                return Err(format!("its format has the version {other}, and {VERSION} is known"))
            }
        }
        Ok(Header {
            rank: u32_at(bytes, 20),
            ranks: u32_at(bytes, 24),
            job: u64_at(bytes, 32),
            began: u64_at(bytes, 40),
        })
    }
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
}

impl Chosen {
    const ALL: [Chosen; 3] = [Chosen::Message, Chosen::Requests, Chosen::Test];
}

/// One of MPI's open choices: which of several messages, requests or orders it took.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Choice {
    pub chosen: Chosen,
    pub call: u32,
    pub site: u32,
    pub comm: u32,
    /// The source, the index, or what was found.
    pub taken: i32,
    /// The tag, or how many more requests.
    pub second: i32,
    /// Of equal tests in a row: how many; otherwise 1.
    pub times: u32,
    /// Of all requests that were found, in their order, if they are several; otherwise zero.
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
    /// So many reductions in a row, from that one on, digested together.
    Interval {
        from: u64,
        number: u64,
        digest: u64,
    },
    /// The rank has ended properly, after so many reductions.
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
    const ALL: [Class; 3] = [Class::Reproduced, Class::Harmless, Class::NotReproduced];
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
mod kind {
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

/// What lies at a place in a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Found {
    /// A record of so many bytes.
    Record(Record, usize),
    /// So many bytes without a record.
    Skip(usize),
    /// Nothing was written from here on.
    Nothing,
    /// The beginning of a record that is not all there.
    CutOff,
    /// Bytes that are no record of this version.
    Unknown,
}

/// The bytes of a record, whose first byte is to be written last.
struct Encoder(Vec<u8>);

impl Encoder {
    /// With so many bytes before what follows them.
    fn new(kind: u8, flags: u8, fixed: usize) -> Encoder {
        let mut bytes = vec![0; fixed];
        bytes[..2].copy_from_slice(&[kind, flags]);
        Encoder(bytes)
    }

    fn u32(mut self, at: usize, number: u32) -> Encoder {
        self.0[at..at + 4].copy_from_slice(&number.to_le_bytes());
        self
    }

    fn u64(mut self, at: usize, number: u64) -> Encoder {
        self.0[at..at + 8].copy_from_slice(&number.to_le_bytes());
        self
    }

    fn bytes(mut self, bytes: &[u8]) -> Encoder {
        self.0.extend_from_slice(&bytes[..bytes.len().min(LONGEST - self.0.len())]);
        self
    }

    fn text(self, text: &str) -> Encoder {
        self.bytes(text.as_bytes())
    }

    fn words(self, words: &[&str]) -> Encoder {
        self.text(&words.join("\0"))
    }

    fn finish(mut self) -> Vec<u8> {
        let length = self.0.len().next_multiple_of(UNIT);
        self.0.resize(length, 0);
        self.0[2..4].copy_from_slice(&((length / UNIT) as u16).to_le_bytes());
        self.0
    }
}

/// A record that fills so many bytes, up to where something else begins.
pub fn padding(bytes: usize) -> [u8; UNIT] {
    let mut record = [0; UNIT];
    record[0] = kind::PAD;
    record[8..16].copy_from_slice(&(bytes as u64).to_le_bytes());
    record
}

impl Reduction {
    pub fn encode(&self) -> [u8; REDUCTION] {
        let mut bytes = [0; REDUCTION];
        bytes[0] = kind::REDUCTION;
        bytes[1] = self.flags;
        bytes[2] = (REDUCTION / UNIT) as u8;
        let words = [self.shape, self.comm, self.number, self.site, self.how];
        for (at, word) in (4..).step_by(4).zip(words) {
            bytes[at..at + 4].copy_from_slice(&word.to_le_bytes());
        }
        for (at, word) in (24..).step_by(8).zip([self.count, self.contribution, self.result]) {
            bytes[at..at + 8].copy_from_slice(&word.to_le_bytes());
        }
        let words = [self.root as u32, self.code as u32, self.start, self.time];
        for (at, word) in (48..).step_by(4).zip(words) {
            bytes[at..at + 4].copy_from_slice(&word.to_le_bytes());
        }
        bytes
    }

    fn decode(bytes: &[u8]) -> Reduction {
        let word = |at| u32_at(bytes, at);
        Reduction {
            flags: bytes[1],
            shape: word(4),
            comm: word(8),
            number: word(12),
            site: word(16),
            how: word(20),
            count: u64_at(bytes, 24),
            contribution: u64_at(bytes, 32),
            result: u64_at(bytes, 40),
            root: word(48) as i32,
            code: word(52) as i32,
            start: word(56),
            time: word(60),
        }
    }
}

impl Record {
    pub fn encode(&self) -> Vec<u8> {
        let with_id = |kind, id, fixed| Encoder::new(kind, 0, fixed).u32(4, id);
        match self {
            Record::Note(text) => Encoder::new(kind::NOTE, 0, 8).text(text),
            Record::Module { id, path } => with_id(kind::MODULE, *id, 8).text(path),
            Record::Site { id, module, offset, function } => {
                with_id(kind::SITE, *id, 24).u32(8, *module).u64(16, *offset).text(function)
            }
            Record::Shape(shape) => {
                let meaning = u32::from(shape.element as u8) | u32::from(shape.parts) << 8;
                let names = [&*shape.call, &*shape.datatype, &*shape.operator];
                with_id(kind::SHAPE, shape.id, 16).u32(8, shape.size).u32(12, meaning).words(&names)
            }
            Record::How { id, class, words } => {
                let words: Vec<&str> = words.iter().map(String::as_str).collect();
                with_id(kind::HOW, *id, 16).u32(8, u32::from(*class as u8)).words(&words)
            }
            Record::Communicator(comm) => with_id(kind::COMMUNICATOR, comm.id, 32)
                .u32(8, comm.rank)
                .u32(12, comm.size)
                .u64(16, comm.group)
                .u32(24, comm.number)
                .u32(28, comm.remote)
                .text(&comm.origin),
            Record::Call { id, name } => with_id(kind::CALL, *id, 8).text(name),
            Record::Reduction(reduction) => return reduction.encode().to_vec(),
            Record::Completed(done) => Encoder::new(kind::COMPLETED, done.flags, 48)
                .u32(4, done.comm)
                .u32(8, done.number)
                .u32(12, done.start)
                .u32(16, done.how)
                .u64(24, done.result)
                .u32(32, done.code as u32)
                .u32(36, done.time),
            Record::Values(values) => Encoder::new(kind::VALUES, u8::from(values.result), 24)
                .u32(4, values.comm)
                .u32(8, values.number)
                .u32(12, values.start)
                .u32(16, values.bytes.len() as u32)
                .bytes(&values.bytes),
            Record::Choice(choice) => Encoder::new(kind::CHOICE, choice.chosen as u8, 48)
                .u32(4, choice.call)
                .u32(8, choice.site)
                .u32(12, choice.comm)
                .u32(16, choice.taken as u32)
                .u32(20, choice.second as u32)
                .u32(24, choice.times)
                .u64(32, choice.digest),
            Record::Interval { from, number, digest } => {
                Encoder::new(kind::INTERVAL, 0, 32).u64(8, *from).u64(16, *number).u64(24, *digest)
            }
            Record::End { reductions } => Encoder::new(kind::END, 0, 16).u64(8, *reductions),
        }
        .finish()
    }

    /// What the bytes begin with.
    pub fn decode(bytes: &[u8]) -> Found {
        if bytes.is_empty() || bytes[0] == 0 {
            return Found::Nothing;
        }
        if bytes.len() < UNIT {
            return Found::CutOff;
        }
        if bytes[0] == kind::PAD {
            let skipped = u64_at(bytes, 8);
            return match usize::try_from(skipped) {
                Ok(skipped) if skipped >= UNIT && skipped % UNIT == 0 => Found::Skip(skipped),
                _ => Found::Unknown,
            };
        }
        let length = usize::from(u16::from_le_bytes([bytes[2], bytes[3]])) * UNIT;
        if bytes.len() < length {
            return Found::CutOff;
        }
        match Record::decode_whole(&bytes[..length]) {
            Some(record) => Found::Record(record, length),
            None => Found::Unknown,
        }
    }

    /// The bytes are those of one record.
    fn decode_whole(bytes: &[u8]) -> Option<Record> {
        let fixed = match bytes.first()? {
            &kind::NOTE | &kind::MODULE | &kind::CALL => 8,
            &kind::SHAPE | &kind::HOW | &kind::END => 16,
            &kind::SITE | &kind::VALUES => 24,
            &kind::COMMUNICATOR | &kind::INTERVAL => 32,
            &kind::COMPLETED | &kind::CHOICE => 48,
            &kind::REDUCTION => REDUCTION,
            _ => return None,
        };
        if bytes.len() < fixed.next_multiple_of(UNIT) {
            return None;
        }
        let word = |at| u32_at(bytes, at);
        let text = String::from_utf8_lossy(&bytes[fixed..]).trim_end_matches('\0').to_string();
        let words = || text.split('\0').map(str::to_string);
        let id = word(4);
        Some(match bytes[0] {
            kind::NOTE => {
                let text = String::from_utf8_lossy(&bytes[8..]);
                Record::Note(text.trim_end_matches('\0').to_string())
            }
            kind::MODULE => Record::Module { id, path: text },
            kind::SITE => {
                Record::Site { id, module: word(8), offset: u64_at(bytes, 16), function: text }
            }
            kind::SHAPE => {
                let mut names = words();
                let [element, parts, ..] = word(12).to_le_bytes();
                Record::Shape(Shape {
                    id,
                    size: word(8),
                    element: *Element::ALL.get(usize::from(element))?,
                    parts,
                    call: names.next()?,
                    datatype: names.next()?,
                    operator: names.next()?,
                })
            }
            kind::HOW => {
                let class = *Class::ALL.get(word(8) as usize)?;
                Record::How { id, class, words: words().collect() }
            }
            kind::COMMUNICATOR => Record::Communicator(Communicator {
                id,
                rank: word(8),
                size: word(12),
                group: u64_at(bytes, 16),
                number: word(24),
                remote: word(28),
                origin: text,
            }),
            kind::CALL => Record::Call { id, name: text },
            kind::REDUCTION => Record::Reduction(Reduction::decode(bytes)),
            kind::COMPLETED => Record::Completed(Completed {
                flags: bytes[1],
                comm: word(4),
                number: word(8),
                start: word(12),
                how: word(16),
                result: u64_at(bytes, 24),
                code: word(32) as i32,
                time: word(36),
            }),
            kind::VALUES => Record::Values(Values {
                comm: word(4),
                number: word(8),
                start: word(12),
                result: bytes[1] != 0,
                bytes: bytes.get(24..24usize.checked_add(word(16) as usize)?)?.to_vec(),
            }),
            kind::CHOICE => Record::Choice(Choice {
                chosen: *Chosen::ALL.get(usize::from(bytes[1]))?,
                call: word(4),
                site: word(8),
                comm: word(12),
                taken: word(16) as i32,
                second: word(20) as i32,
                times: word(24),
                digest: u64_at(bytes, 32),
            }),
            kind::INTERVAL => Record::Interval {
                from: u64_at(bytes, 8),
                number: u64_at(bytes, 16),
                digest: u64_at(bytes, 24),
            },
            kind::END => Record::End { reductions: u64_at(bytes, 8) },
            _ => return None,
        })
    }
}

fn u32_at(bytes: &[u8], at: usize) -> u32 {
    u32::from_le_bytes(std::array::from_fn(|i| bytes[at + i]))
}

fn u64_at(bytes: &[u8], at: usize) -> u64 {
    u64::from_le_bytes(std::array::from_fn(|i| bytes[at + i]))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn examples() -> Vec<Record> {
        let text = || "a text of some length".to_string();
        vec![
            Record::Note("name=value".into()),
            Record::Note(String::new()),
            Record::Module { id: 1, path: "/usr/bin/program".into() },
            Record::Site { id: 2, module: 1, offset: 0x1234, function: text() },
            Record::Shape(Shape {
                id: 3,
                size: 16,
                element: Element::Double,
                parts: 2,
                call: "MPI_Allreduce".into(),
                datatype: "MPI_C_DOUBLE_COMPLEX".into(),
                operator: "MPI_SUM".into(),
            }),
            Record::How {
                id: 4,
                class: Class::NotReproduced,
                words: vec!["one".into(), "two".into()],
            },
            Record::Communicator(Communicator {
                id: 5,
                rank: 1,
                size: 2,
                remote: 3,
                group: u64::MAX,
                number: 1,
                origin: text(),
            }),
            Record::Call { id: 6, name: "MPI_Recv".into() },
            Record::Reduction(Reduction {
                flags: 7,
                shape: 1,
                comm: 2,
                number: 3,
                site: 4,
                how: 5,
                count: u64::MAX,
                contribution: 6,
                result: 7,
                root: -1,
                code: 9,
                start: 10,
                time: 11,
            }),
            Record::Completed(Completed {
                flags: 6,
                comm: 1,
                number: 2,
                start: 3,
                how: 4,
                result: 5,
                code: 6,
                time: 7,
            }),
            Record::Values(Values {
                comm: 1,
                number: 2,
                start: 3,
                result: true,
                bytes: vec![0; 17],
            }),
            Record::Choice(Choice {
                chosen: Chosen::Requests,
                call: 1,
                site: 2,
                comm: 3,
                taken: -4,
                second: 5,
                times: 6,
                digest: 7,
            }),
            Record::Interval { from: 1, number: 2, digest: 3 },
            Record::End { reductions: 4 },
        ]
    }

    #[test]
    fn records_are_read_as_they_were_written() {
        for record in examples() {
            let bytes = record.encode();
            assert!(bytes.len().is_multiple_of(UNIT) && bytes.len() <= LONGEST);
            assert_eq!(Record::decode(&bytes), Found::Record(record, bytes.len()));
        }
        let header = Header { rank: 1, ranks: 2, job: 3, began: 4 };
        assert_eq!(Header::decode(&header.encode()), Ok(header));
        assert_eq!(Record::decode(&padding(4096)), Found::Skip(4096));
    }

    #[test]
    fn records_that_are_not_all_there_are_seen() {
        for record in examples() {
            let bytes = record.encode();
            for length in 0..bytes.len() {
                let found = Record::decode(&bytes[..length]);
                assert_eq!(found == Found::Nothing, length == 0, "{record:?}");
                assert!(matches!(found, Found::Nothing | Found::CutOff), "{found:?}");
            }
            let mut unwritten = bytes;
            unwritten[0] = 0;
            assert_eq!(Record::decode(&unwritten), Found::Nothing);
        }
    }

    #[test]
    fn long_texts_are_cut() {
        let bytes = Record::Note("x".repeat(2 * LONGEST)).encode();
        assert_eq!(bytes.len(), LONGEST);
        assert!(matches!(Record::decode(&bytes), Found::Record(Record::Note(_), LONGEST)));
    }

    #[test]
    fn other_files_and_versions_are_refused_in_words() {
        let header = Header { rank: 0, ranks: 1, job: 0, began: 0 };
        let mut bytes = header.encode();
        assert!(Header::decode(&bytes[1..]).unwrap_err().contains("begin"));
        bytes[16] = 9;
        assert!(Header::decode(&bytes).unwrap_err().contains("version 9"));
    }
}
