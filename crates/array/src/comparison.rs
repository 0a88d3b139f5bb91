//! Finds out why the ranks' header words differ ([`samebits_schedule::opening`]): each sends what it
//! calls, or why it cannot take part, in a record of fixed length, and all come to the same error.

use super::failure::{Class, Error, Failure};
use super::signature::{Call, CLASSES};
use samebits_base::fault::Fault;
use samebits_schedule::{Destination, Transport};

/// Words of a record: what is wrong, the fields of the call, and the text.
const WORDS: usize = 40;
const TEXT: usize = 1 + CLASSES.len();

const MAX_CALLS_SHOWN: usize = 4;

#[derive(Clone, Debug, PartialEq, Eq)]
struct Record {
    /// The class of the error that keeps the rank from taking part.
    wrong: Option<Class>,
    fields: [u64; CLASSES.len()],
    /// What the rank calls, or why it cannot take part.
    text: String,
}

impl Record {
    fn write(&self, record: &mut [u64]) {
        record[0] = self.wrong.map_or(0, |class| 1 + class as u64);
        record[1..TEXT].copy_from_slice(&self.fields);
        for (place, bytes) in record[TEXT..].iter_mut().zip(self.text.as_bytes().chunks(8)) {
            let mut word = [0; 8];
            word[..bytes.len()].copy_from_slice(bytes);
            *place = u64::from_ne_bytes(word);
        }
    }

    fn read(record: &[u64]) -> Record {
        let text: Vec<u8> = record[TEXT..].iter().flat_map(|word| word.to_ne_bytes()).collect();
        let text = String::from_utf8_lossy(&text);
        Record {
            wrong: Class::ALL.get((record[0] as usize).wrapping_sub(1)).copied(),
            fields: std::array::from_fn(|field| record[1 + field]),
            // The last character may have been cut.
            text: text.trim_end_matches(['\0', '\u{fffd}']).to_string(),
        }
    }
}

/// The error on which all ranks agree; collective. `own` is what is wrong with this rank's call.
#[cold]
pub(super) fn disagreement(
    transport: &dyn Transport,
    call: &Call<'_>,
    own: Option<&Failure>,
) -> Result<Error, Fault> {
    let (rank, ranks) = (transport.rank(), transport.size());
    let text = own.map_or_else(call.describe, |failure| failure.message.clone());
    let wrong = own.map(|failure| failure.class);
    let mut words = vec![0u64; WORDS * ranks];
    let own_words = &mut words[rank * WORDS..][..WORDS];
    Record { wrong, fields: call.signature.fields(), text }.write(own_words);
    if ranks > 1 {
        let (send, recv) = (own_words.as_ptr().cast(), words.as_mut_ptr().cast());
        // SAFETY: a record of each rank, this one's in its place.
        unsafe { transport.gather_rows(Destination::All, send, recv, 8 * WORDS)? };
    }
    let records: Vec<Record> = words.chunks_exact(WORDS).map(Record::read).collect();
    let refused = records.iter().zip(0..).find_map(|(record, rank)| Some((rank, record.wrong?)));
    let Some((first, class)) = refused else { return Ok(difference(&records).on_all(rank)) };
    let failure = own.filter(|own| own.class == class).cloned().unwrap_or_else(|| {
        let why = &records[first].text;
        Failure::new(class, format!("rank {first} cannot take part: {why}"))
    });
    Ok(Error::Failure { failure, speaks: rank == first })
}

/// The failure of ranks that call differently.
fn difference(records: &[Record]) -> Failure {
    let mut fields = (0..CLASSES.len()).zip(CLASSES);
    let class = fields
        .find(|(i, _)| records.iter().any(|record| record.fields[*i] != records[0].fields[*i]))
        .map_or(Class::Other, |(_, class)| class);
    // Ranks that call the same, by the first rank and their number.
    let mut groups: Vec<(usize, usize)> = Vec::new();
    for (rank, record) in records.iter().enumerate() {
        match groups.iter_mut().find(|(first, _)| records[*first].fields == record.fields) {
            Some((_, size)) => *size += 1,
            None => groups.push((rank, 1)),
        }
    }
    // The first of the largest groups is "the others".
    let largest = groups.iter().map(|(_, size)| *size).max().unwrap_or(0);
    let largest = groups.iter().position(|(_, size)| *size == largest).unwrap_or(0);
    let (others, size) = groups.remove(largest);
    let mut message = String::from("ranks made different calls: ");
    for (first, size) in groups.iter().take(MAX_CALLS_SHOWN) {
        let more = match size - 1 {
            0 => String::new(),
            more => format!(" and {more} more"),
        };
        message += &format!("rank {first}{more} called {}; ", records[*first].text);
    }
    if groups.len() > MAX_CALLS_SHOWN {
        message += "others made other calls; ";
    }
    message += &match size {
        1 => format!("rank {others} called {}", records[others].text),
        _ => format!("the others called {}", records[others].text),
    };
    Failure::new(class, message)
}

#[cfg(test)]
mod tests {
    use super::super::signature::Signature;
    use super::*;

    fn record(call: Signature, text: &str) -> Record {
        Record { wrong: None, fields: call.fields(), text: text.to_string() }
    }

    #[test]
    fn records_are_read_as_they_were_written() {
        for text in ["", "samebits_tune()", &"ä".repeat(200)] {
            let call = Signature { root: 7, rest: u64::MAX, ..Signature::of(12) };
            let one = Record { wrong: Some(Class::Other), ..record(call, text) };
            let mut words = [0; WORDS];
            one.write(&mut words);
            let read = Record::read(&words);
            assert!(text.starts_with(&read.text) && text.len().min(250) <= read.text.len());
            assert_eq!(Record { text: text.to_string(), ..read }, one);
        }
    }

    #[test]
    fn the_first_difference_and_all_calls_are_named() {
        let call = Signature::of(2);
        let (two, three) = (Signature { arrays: 2, ..call }, Signature { arrays: 3, ..call });
        let rooted = Signature { root: 1, ..two };
        let (a, b, c) = (record(two, "A"), record(three, "B"), record(rooted, "C"));
        let three = "rank 1 and 1 more called C; rank 4 called B; the others called A";
        for (records, class, message) in [
            (&[&a, &c, &a, &a, &b, &c][..], Class::Count, three),
            (&[&a, &b], Class::Count, "rank 1 called B; rank 0 called A"),
            (&[&b, &a, &a], Class::Count, "rank 0 called B; the others called A"),
            (&[&a, &c, &a], Class::Root, "rank 1 called C; the others called A"),
        ] {
            let records: Vec<Record> = records.iter().copied().cloned().collect();
            let message = format!("ranks made different calls: {message}");
            assert_eq!(difference(&records), Failure { class, message });
        }
    }
}
