//! Records as bytes.

use super::layout::{fixed, Field, Layout};
use super::records::{kind, Header, Record, Reduction, HEADER, LONGEST};
use super::records::{MAGIC, REDUCTION, UNIT, VERSION};

/// The bytes of a record, whose first byte is to be written last.
struct Encoder(Vec<u8>);

impl Encoder {
    fn new(kind: u8) -> Encoder {
        let mut bytes = vec![0; fixed(kind).expect("a kind of records")];
        bytes[0] = kind;
        Encoder(bytes)
    }

    fn of(kind: u8, record: &impl Layout) -> Encoder {
        let mut encoder = Encoder::new(kind);
        record.put(&mut encoder.0);
        encoder
    }

    fn at(mut self, at: usize, field: impl Field) -> Encoder {
        field.put(&mut self.0, at);
        self
    }

    fn bytes(mut self, bytes: &[u8]) -> Encoder {
        self.0.extend_from_slice(&bytes[..bytes.len().min(LONGEST - self.0.len())]);
        self
    }

    fn text(self, text: &str) -> Encoder {
        self.bytes(text.as_bytes())
    }

    fn finish(mut self) -> Vec<u8> {
        let length = self.0.len().next_multiple_of(UNIT);
        self.0.resize(length, 0);
        self.0[2..4].copy_from_slice(&((length / UNIT) as u16).to_le_bytes());
        self.0
    }
}

/// A record that fills `bytes`, up to where something else begins.
pub fn padding(bytes: usize) -> [u8; UNIT] {
    let mut record = [0; UNIT];
    record[0] = kind::PAD;
    (bytes as u64).put(&mut record, 8);
    record
}

impl Header {
    pub fn encode(&self) -> [u8; HEADER] {
        let mut bytes = [0; HEADER];
        bytes[..16].copy_from_slice(&MAGIC);
        VERSION.put(&mut bytes, 16);
        self.put(&mut bytes);
        bytes
    }
}

impl Reduction {
    /// As numbers of eight bytes, the first of which holds what the record is: they are written
    /// without being put together in memory first.
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
}

impl Record {
    pub fn encode(&self) -> Vec<u8> {
        match self {
            Record::Note(text) => Encoder::new(kind::NOTE).text(text),
            Record::Module { id, path } => Encoder::new(kind::MODULE).at(4, *id).text(path),
            Record::Site { id, module, offset, function } => {
                Encoder::new(kind::SITE).at(4, *id).at(8, *module).at(16, *offset).text(function)
            }
            Record::Shape(shape) => {
                let names = [&*shape.call, &*shape.datatype, &*shape.operator];
                Encoder::of(kind::SHAPE, shape).text(&names.join("\0"))
            }
            Record::How { id, class, words } => {
                Encoder::new(kind::HOW).at(4, *id).at(8, *class).text(&words.join("\0"))
            }
            Record::Communicator(comm) => Encoder::of(kind::COMMUNICATOR, comm).text(&comm.origin),
            Record::Call { id, name } => Encoder::new(kind::CALL).at(4, *id).text(name),
            Record::Reduction(reduction) => Encoder::of(kind::REDUCTION, reduction),
            Record::Completed(done) => Encoder::of(kind::COMPLETED, done),
            Record::Values(values) => Encoder::of(kind::VALUES, values)
                .at(16, values.bytes.len() as u32)
                .bytes(&values.bytes),
            Record::Choice(choice) => Encoder::of(kind::CHOICE, choice),
            Record::Interval { from, number, digest } => {
                Encoder::new(kind::INTERVAL).at(8, *from).at(16, *number).at(24, *digest)
            }
            Record::End { reductions } => Encoder::new(kind::END).at(8, *reductions),
        }
        .finish()
    }
}
