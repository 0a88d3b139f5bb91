//! The format of trace files, version 1: docs/trace.md specifies it; [`encode`](Record::encode) writes
//! it, and [`decode`](Record::decode) reads it. A file is a [`Header`] and
//! records, each a multiple of [`UNIT`] bytes long, with little-endian numbers. Its first byte,
//! written last, is what it is; zero is the end of what was written.

mod decode;
mod encode;
mod layout;
mod records;

pub use decode::Decoded;
pub use encode::padding;
pub use records::*;

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
            assert_eq!(Record::decode(&bytes), Decoded::Record(record, bytes.len()));
        }
        let reduction = Reduction { flags: 7, number: 3, root: -1, time: 11, ..Default::default() };
        let words = reduction.words().map(u64::to_le_bytes).concat();
        assert_eq!(Record::Reduction(reduction).encode(), words);
        let header = Header { rank: 1, ranks: 2, job: 3, began: 4 };
        assert_eq!(Header::decode(&header.encode()), Ok(header));
        assert_eq!(Record::decode(&padding(4096)), Decoded::Skip(4096));
    }

    #[test]
    fn records_that_are_not_all_there_are_seen() {
        for record in examples() {
            let bytes = record.encode();
            for length in 0..bytes.len() {
                let found = Record::decode(&bytes[..length]);
                assert_eq!(found == Decoded::Nothing, length == 0, "{record:?}");
                assert!(matches!(found, Decoded::Nothing | Decoded::CutOff), "{found:?}");
            }
            let mut unwritten = bytes;
            unwritten[0] = 0;
            assert_eq!(Record::decode(&unwritten), Decoded::Nothing);
        }
    }

    #[test]
    fn long_texts_are_cut() {
        let bytes = Record::Note("x".repeat(2 * LONGEST)).encode();
        assert_eq!(bytes.len(), LONGEST);
        assert!(matches!(Record::decode(&bytes), Decoded::Record(Record::Note(_), LONGEST)));
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
