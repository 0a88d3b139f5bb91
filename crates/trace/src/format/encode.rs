//! Records as bytes.

use super::records::{kind, Record, Reduction, LONGEST, REDUCTION, UNIT};

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
    /// As numbers of eight bytes, the first of which holds what the record is.
    #[inline]
    pub fn words(&self) -> [u64; REDUCTION / 8] {
        let pair = |low: u32, high: u32| u64::from(low) | u64::from(high) << 32;
        let kind = [kind::REDUCTION, self.flags, (REDUCTION / UNIT) as u8, 0];
        [
            pair(u32::from_le_bytes(kind), self.shape),
            pair(self.comm, self.number),
            pair(self.site, self.how),
            self.count,
            self.contribution,
            self.result,
            pair(self.root as u32, self.code as u32),
            pair(self.start, self.time),
        ]
    }

    pub fn encode(&self) -> [u8; REDUCTION] {
        let mut bytes = [0; REDUCTION];
        for (bytes, word) in bytes.chunks_exact_mut(8).zip(self.words()) {
            bytes.copy_from_slice(&word.to_le_bytes());
        }
        bytes
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
}
