//! The comparison of the ranks' calls where their words differ ([`crate::schedule::opening`]):
//! each tells the others what it calls, or why it cannot take part, in a record of one length, and
//! all come to the same error.

use super::failure::{Class, Error, Failure};
use super::signature::{Call, CLASSES};
use crate::arithmetic::Fault;
use crate::schedule::{Destination, Transport};

/// Words of a record: what is wrong, the fields of the call, and the text.
const WORDS: usize = 40;
const TEXT: usize = 1 + CLASSES.len();

/// Calls that a message tells apart.
const SHOWN: usize = 4;

/// What a rank calls, as the others are told.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Told {
    /// The class of the error with which it cannot take part.
    wrong: Option<Class>,
    fields: [u64; CLASSES.len()],
    /// What it calls, or why it does not.
    text: String,
}

impl Told {
    fn write(&self, record: &mut [u64]) {
        let number = |class| Class::ALL.iter().position(|known| *known == class);
        record[0] = self.wrong.and_then(number).map_or(0, |number| 1 + number as u64);
        record[1..TEXT].copy_from_slice(&self.fields);
        let (places, text) = (record[TEXT..].iter_mut(), self.text.as_bytes());
        for (place, bytes) in places.zip(text.chunks(8)) {
            let mut word = [0; 8];
            word[..bytes.len()].copy_from_slice(bytes);
            *place = u64::from_ne_bytes(word);
        }
    }

    fn read(record: &[u64]) -> Told {
        let text: Vec<u8> = record[TEXT..].iter().flat_map(|word| word.to_ne_bytes()).collect();
        let text = String::from_utf8_lossy(&text);
        Told {
            wrong: Class::ALL.get((record[0] as usize).wrapping_sub(1)).copied(),
            fields: std::array::from_fn(|field| record[1 + field]),
            // (A character that was cut.)
            text: text.trim_end_matches(['\0', '\u{fffd}']).to_string(),
        }
    }
}

/// Finds out, with all other ranks, what they disagree on. `own` is what this rank finds wrong
/// with its arguments.
#[cold]
pub fn disagreement(
    transport: &dyn Transport,
    call: &Call<'_>,
    own: Option<&Failure>,
) -> Result<Error, Fault> {
    let (rank, ranks) = (transport.rank(), transport.size());
    let text = own.map_or_else(call.describe, |failure| failure.message.clone());
    let wrong = own.map(|failure| failure.class);
    let told = Told { wrong, fields: call.signature.fields(), text };
    let mut records = vec![0u64; WORDS * ranks];
    let own_record = &mut records[rank * WORDS..][..WORDS];
    told.write(own_record);
    if ranks > 1 {
        let (send, recv) = (own_record.as_ptr().cast(), records.as_mut_ptr().cast());
        // SAFETY: so many bytes of each rank, this one's in their place.
        unsafe { transport.gather_rows(Destination::All, send, recv, 8 * WORDS)? };
    }
    let told: Vec<Told> = records.chunks_exact(WORDS).map(Told::read).collect();
    let refused = told.iter().zip(0..).find_map(|(told, rank)| Some((rank, told.wrong?)));
    Ok(match refused {
        Some((first, class)) => {
            let failure = match own.filter(|own| own.class == class) {
                Some(own) => own.clone(),
                None => {
                    let why = &told[first].text;
                    Failure::new(class, format!("rank {first} cannot take part: {why}"))
                }
            };
            Error::Failure { failure, speaks: rank == first }
        }
        None => Error::Failure { failure: differing(&told), speaks: rank == 0 },
    })
}

/// The error of ranks that call differently.
fn differing(told: &[Told]) -> Failure {
    let differs = |field: usize| told.iter().any(|one| one.fields[field] != told[0].fields[field]);
    let class = (0..CLASSES.len())
        .find(|field| differs(*field))
        .map_or(Class::Other, |field| CLASSES[field]);
    // Who calls the same, in the order of their first ranks; most of them are the others.
    let mut groups: Vec<(usize, usize)> = Vec::new();
    for (rank, one) in told.iter().enumerate() {
        match groups.iter_mut().find(|(first, _)| told[*first].fields == one.fields) {
            Some((_, many)) => *many += 1,
            None => groups.push((rank, 1)),
        }
    }
    let most = groups.iter().map(|(_, many)| *many).max().unwrap_or(0);
    let others = groups.iter().position(|(_, many)| *many == most).unwrap_or(0);
    let (others, many) = groups.remove(others);
    let mut said = Vec::new();
    for (first, many) in groups.iter().take(SHOWN) {
        let more = match many - 1 {
            0 => String::new(),
            more => format!(" and {more} more"),
        };
        said.push(format!("rank {first}{more} called {}", told[*first].text));
    }
    if groups.len() > SHOWN {
        said.push("others something else".to_string());
    }
    let others = match many {
        1 => format!("rank {others} called {}", told[others].text),
        _ => format!("the others called {}", told[others].text),
    };
    Failure::new(class, format!("the ranks do not call alike: {}; {others}", said.join("; ")))
}

#[cfg(test)]
mod tests {
    use super::super::signature::Signature;
    use super::*;

    fn told(call: Signature, text: &str) -> Told {
        Told { wrong: None, fields: call.fields(), text: text.to_string() }
    }

    #[test]
    fn records_come_back() {
        for text in ["", "samebits_tune()", &"ä".repeat(200)] {
            let call = Signature { root: 7, rest: u64::MAX, ..Signature::of(12) };
            let one = Told { wrong: Some(Class::Other), ..told(call, text) };
            let mut record = [0; WORDS];
            one.write(&mut record);
            let read = Told::read(&record);
            assert!(text.starts_with(&read.text) && text.len().min(250) <= read.text.len());
            assert_eq!(Told { text: text.to_string(), ..read }, one);
        }
    }

    #[test]
    fn the_first_that_differs_is_named_and_the_others() {
        let call = Signature::of(2);
        let (two, three) = (Signature { arrays: 2, ..call }, Signature { arrays: 3, ..call });
        let rooted = Signature { root: 1, ..two };
        let (a, b, c) = (told(two, "A"), told(three, "B"), told(rooted, "C"));
        let said = |told: &[Told]| {
            let Failure { class, message } = differing(told);
            (class, message.replace("the ranks do not call alike: ", ""))
        };
        let of = |class, what: &str| (class, what.to_string());
        assert_eq!(
            said(&[a.clone(), b.clone()]),
            of(Class::Count, "rank 1 called B; rank 0 called A")
        );
        assert_eq!(
            said(&[b.clone(), a.clone(), a.clone()]),
            of(Class::Count, "rank 0 called B; the others called A")
        );
        assert_eq!(
            said(&[a.clone(), c.clone(), a.clone()]),
            of(Class::Root, "rank 1 called C; the others called A")
        );
        assert_eq!(
            said(&[a.clone(), c.clone(), a.clone(), a.clone(), b, c]),
            of(Class::Count, "rank 1 and 1 more called C; rank 4 called B; the others called A")
        );
    }
}
