//! What is wrong where the ranks' words differ ([`crate::schedule::opening`]): each tells the
//! others what it calls, or why it cannot take part, in a record of one length, and all come to
//! the same error.

use super::call::{Call, CLASSES};
use super::failure::{Class, Failure};
use crate::arithmetic::Fault;
use crate::schedule::{Destination, Transport};
use libc::c_int;

/// What is wrong, and whether this rank says so on behalf of all.
pub type Wrong = (Failure, bool);

/// Words of a record: the status, the fields of the call, and the text.
const WORDS: usize = 40;
const TEXT: usize = 1 + CLASSES.len();

/// Calls that a message tells apart.
const SHOWN: usize = 4;

/// What a rank calls, as the others are told.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Told {
    /// 0, or the error code with which it cannot take part.
    status: c_int,
    fields: [u64; CLASSES.len()],
    /// What it calls, or why it does not.
    text: String,
}

impl Told {
    fn write(&self, record: &mut [u64]) {
        record[0] = u64::from(self.status as u32);
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
            status: record[0] as u32 as c_int,
            fields: std::array::from_fn(|field| record[1 + field]),
            // (A character that was cut.)
            text: text.trim_end_matches(['\0', '\u{fffd}']).to_string(),
        }
    }
}

/// Finds out, with all other ranks. `own` is what this rank finds wrong with its arguments, and
/// `text` is the call as messages name it.
#[cold]
pub fn explained(
    transport: &dyn Transport,
    call: &Call,
    own: Option<&Failure>,
    text: impl FnOnce() -> String,
) -> Result<Wrong, Fault> {
    let (rank, ranks) = (transport.rank(), transport.size());
    let status = own.map_or(0, |failure| failure.class.code());
    let text = own.map_or_else(text, |failure| failure.message.clone());
    let told = Told { status, fields: call.fields(), text };
    let mut records = vec![0u64; WORDS * ranks];
    let own_record = &mut records[rank * WORDS..][..WORDS];
    told.write(own_record);
    if ranks > 1 {
        let (send, recv) = (own_record.as_ptr().cast(), records.as_mut_ptr().cast());
        // SAFETY: so many bytes of each rank, this one's in their place.
        unsafe { transport.gather_rows(Destination::All, send, recv, 8 * WORDS)? };
    }
    let told: Vec<Told> = records.chunks_exact(WORDS).map(Told::read).collect();
    Ok(match told.iter().position(|told| told.status != 0) {
        Some(first) => {
            let class = Class::of_code(told[first].status);
            let failure = match own.filter(|own| own.class == class) {
                Some(own) => own.clone(),
                None => {
                    let why = &told[first].text;
                    Failure::new(class, format!("rank {first} cannot take part: {why}"))
                }
            };
            (failure, rank == first)
        }
        None => (differing(&told), rank == 0),
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
    use super::super::call::Function;
    use super::*;

    fn told(call: Call, text: &str) -> Told {
        Told { status: 0, fields: call.fields(), text: text.to_string() }
    }

    #[test]
    fn records_come_back() {
        for text in ["", "samebits_tune()", &"ä".repeat(200)] {
            let call = Call { root: 7, rest: u64::MAX, ..Call::of(Function::Tune) };
            let one = Told { status: -3, ..told(call, text) };
            let mut record = [0; WORDS];
            one.write(&mut record);
            let read = Told::read(&record);
            assert!(text.starts_with(&read.text) && text.len().min(250) <= read.text.len());
            assert_eq!(Told { text: text.to_string(), ..read }, one);
        }
    }

    #[test]
    fn the_first_that_differs_is_named_and_the_others() {
        let call = Call::of(Function::AllreduceArrays);
        let (two, three) = (Call { arrays: 2, ..call }, Call { arrays: 3, ..call });
        let rooted = Call { root: 1, ..two };
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
