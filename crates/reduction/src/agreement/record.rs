//! What a rank sends of its policy, to be compared with those of others: the version of samebits, and a
//! digest of each setting, at a place of its own. So ranks that differ know in which settings, however
//! long these are and however many there are. What the settings are they tell each other once they know
//! that they differ, if all have the same version.
//!
//! A record is text, as it was in versions that sent the settings themselves: ranks with different
//! versions show each other's.

use samebits_policy::{Policy, VERSION};
use samebits_trace::digest::{of_words, Digest};
use std::ops::Range;

/// Bytes of a record. Never to be changed: different versions of samebits compare their records.
pub const RECORD: usize = 256;

/// Bytes of the policy in a record; behind them are a byte, with the lowest bit where requests are completed
/// without samebits and the next one where reductions by request are likely, and the number.
pub(super) const TEXT: usize = BYPASSED;
pub(super) const BYPASSED: usize = NUMBER - 1;
pub(super) const NUMBER: usize = RECORD - size_of::<u64>();

/// What a rank compares with others.
#[derive(Clone, Copy, Debug)]
pub struct Own<'a> {
    pub policy: &'a Policy,
    pub number: u64,
    /// Whether its requests are completed without samebits.
    pub bypassed: bool,
    /// Whether its program is likely to make reductions that the MPI library drives on a communicator which
    /// only a blocking one can make. Said where the first reduction is blocking; else false on all ranks.
    pub by_request: bool,
}

/// What ends the version, before the digests.
const DIGESTS: &str = " digests ";

/// What records of this version begin with.
const HEAD: &str = concat!("samebits ", env!("CARGO_PKG_VERSION"), " digests ");

/// Characters of a digest of 64 bits, of everything; and of the 30 bits of one setting.
const WHOLE: usize = 11;
const ONE: usize = 5;

/// How many settings have a place of their own; beyond that two share one.
const PLACES: usize = (TEXT - HEAD.len() - WHOLE) / ONE;

/// The policy as text that starts with the version, so that others' versions are told apart by it,
/// padded with zeros to [`TEXT`] bytes; and what is behind it.
pub(super) fn record(own: Own<'_>) -> [u8; RECORD] {
    let digest = |value: Option<String>| value.map_or(0, |value| Digest::whole(value.as_bytes()));
    let digests: Vec<u64> =
        own.policy.all_settings().into_iter().map(|(_, value)| digest(value)).collect();
    let mut places = [0; PLACES];
    for (setting, digest) in digests.iter().enumerate() {
        let place = &mut places[setting % PLACES];
        *place = of_words(&[*place, *digest]);
    }
    let mut record = [0u8; RECORD];
    let (head, rest) = record.split_at_mut(HEAD.len());
    let (whole, rest) = rest.split_at_mut(WHOLE);
    head.copy_from_slice(HEAD.as_bytes());
    write_digits(whole, of_words(&digests));
    rest.chunks_mut(ONE).zip(places).for_each(|(to, digest)| write_digits(to, digest));
    record[BYPASSED] = u8::from(own.bypassed) | u8::from(own.by_request) << 1;
    record[NUMBER..].copy_from_slice(&own.number.to_ne_bytes());
    record
}

/// The names of the variables in which some ranks differ, given in which bytes they do not; none where
/// their versions differ. Of two that share a place both are named.
pub(super) fn differing(policy: &Policy, same: impl Fn(Range<usize>) -> bool) -> Vec<String> {
    if !same(0..HEAD.len()) {
        return Vec::new();
    }
    let differs = |setting: &usize| {
        let at = HEAD.len() + WHOLE + ONE * (setting % PLACES);
        !same(at..at + ONE)
    };
    let settings = policy.all_settings();
    let named = (0..settings.len()).filter(differs).map(|setting| settings[setting].0);
    named.map(|name| format!("SAMEBITS_{}", name.to_uppercase())).collect()
}

/// The version and the settings, as people read them.
pub fn in_words(policy: &Policy) -> String {
    format!("samebits {VERSION} {}", policy.decisive())
}

/// What people can read of a record: all of it where the version sends the settings themselves.
pub(super) fn shown(record: &[u8]) -> String {
    let text = String::from_utf8_lossy(&record[..record.len().min(TEXT)]);
    let text = text.split_once(DIGESTS).map_or(&*text, |(version, _)| version);
    text.trim_end_matches('\0').to_string()
}

/// Whether all ranks have this version.
pub(super) fn are_of_this_version(records: &[u8]) -> bool {
    records.chunks(RECORD).all(|record| record.starts_with(HEAD.as_bytes()))
}

/// Writes the last digits of a number, in base 64.
fn write_digits(to: &mut [u8], number: u64) {
    const DIGITS: &[u8; 64] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz+-";
    for (place, digit) in (0..).step_by(6).zip(to) {
        *digit = DIGITS[(number >> place & 63) as usize];
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::agreement::WORDS;
    use samebits_policy::profile::{Origin, Profile};
    use samebits_policy::VARIABLES;
    use samebits_schedule::Machine;
    use std::sync::Arc;

    /// The longest value that each variable takes, and another one that differs at its very end; none
    /// where ranks may differ.
    const LONGEST: [(&str, &str, Option<&str>); 22] = [
        ("SAMEBITS_ARITHMETIC", "prerounded2:4", Some("prerounded2:3")),
        ("SAMEBITS_SCHEDULE", "doubling:64", Some("doubling:63")),
        ("SAMEBITS_THREADS", "4096", None),
        ("SAMEBITS_BLOCK", "1073741824", Some("1073741823")),
        ("SAMEBITS_COMPRESS", "auto", Some("bits")),
        ("SAMEBITS_STORES", "ordinary", None),
        ("SAMEBITS_VECTOR_UNIT", "auto", None),
        ("SAMEBITS_NODE", "4096:cyclic", Some("4095:cyclic")),
        ("SAMEBITS_PROFILE", "/a/profile", None), // its content counts
        (
            "SAMEBITS_DISTRIBUTION",
            "optimized:0.123456789012345678",
            Some("optimized:0.123456789012345679"),
        ),
        ("SAMEBITS_UNSUPPORTED", "native", Some("error")),
        (
            "SAMEBITS_NONBLOCKING_MEMORY",
            "1099511627775:1099511627776",
            Some("1099511627775:1099511627774"),
        ),
        ("SAMEBITS_NONBLOCKING", "reproduce", Some("native")),
        ("SAMEBITS_PROGRESS", "always", Some("none")),
        ("SAMEBITS_WAIT_LIMIT", "1000000", None),
        ("SAMEBITS_CHILDREN", "without", None),
        ("SAMEBITS_VERBOSE", "1", None),
        ("SAMEBITS_REPORT", "/a/report.json", None),
        ("SAMEBITS_FILE_MODE", "umask", None),
        ("SAMEBITS_TRACE", "/a/trace", Some("0")),
        ("SAMEBITS_TRACE_VALUES", "4096", None),
        ("SAMEBITS_TRACE_LIMIT", "1024G", None),
    ];

    /// Of all variables, each with its longest value but one that is given.
    fn policy(other: Option<(&str, &str)>) -> Policy {
        let value = |name: &str, longest: &str| match other {
            Some((which, value)) if which == name => value.to_string(),
            _ => longest.to_string(),
        };
        let variables = LONGEST.map(|(name, longest, _)| (name.into(), value(name, longest)));
        let policy = Policy::from_variables(variables).unwrap();
        Policy { profile: Some(profile(true)), ..policy }
    }

    fn profile(node: bool) -> Arc<Profile> {
        let (origin, machine) =
            (Origin::local("an MPI", 1, 1), if node { Machine::DEFAULT } else { Machine::NETWORK });
        Arc::new(Profile { origin, machine })
    }

    /// In which variables two ranks differ.
    fn named(one: &Policy, other: &Policy) -> Vec<String> {
        let of =
            |policy, number| record(Own { policy, number, bypassed: false, by_request: false });
        let (a, b) = (of(one, 1), of(other, 2));
        assert_eq!(
            a[..TEXT] == b[..TEXT],
            differing(one, |range| a[range.clone()] == b[range]).is_empty()
        );
        differing(one, |range| a[range.clone()] == b[range])
    }

    #[test]
    fn every_variable_with_its_longest_value_is_in_the_record_to_its_end() {
        let all = policy(None);
        let length = in_words(&all).len();
        assert!(length > TEXT, "or it would fit as text: {}", in_words(&all));
        assert!(length <= WORDS, "{length} bytes are shown to the other ranks");
        for variable in VARIABLES {
            let row = LONGEST.iter().find(|(name, ..)| *name == variable.name);
            let Some((name, _, other)) = row else {
                let takes = variable.accepted();
                assert_eq!(variable.name, "SAMEBITS_TRACE_FROM", "its longest value of {takes}?");
                continue;
            };
            let Some(other) = other else { continue };
            assert_eq!(named(&all, &policy(Some((name, other)))), [*name]);
            assert_eq!(named(&all, &policy(Some((name, "")))), [*name], "and where it is not set");
        }
        assert!(named(&all, &all).is_empty());
    }

    #[test]
    fn the_content_of_a_profile_is_in_the_record() {
        let (all, mut other) = (policy(None), policy(None));
        other.profile = Some(profile(false));
        assert_eq!(named(&all, &other), ["SAMEBITS_PROFILE"]);
        other.profile = None;
        assert_eq!(named(&all, &other), ["SAMEBITS_PROFILE"]);
    }

    #[test]
    fn ranks_that_differ_in_several_know_all_of_them() {
        let other = policy(Some(("SAMEBITS_BLOCK", "4096"))).with("arithmetic", "tree").unwrap();
        assert_eq!(named(&policy(None), &other), ["SAMEBITS_ARITHMETIC", "SAMEBITS_BLOCK"]);
    }

    #[test]
    fn records_start_with_the_version_and_there_are_places_for_more_settings() {
        let one =
            record(Own { policy: &policy(None), number: 7, bypassed: false, by_request: false });
        assert_eq!(HEAD, format!("samebits {VERSION}{DIGESTS}"));
        assert_eq!(shown(&one), format!("samebits {VERSION}"));
        assert!(one[..TEXT].iter().all(|byte| *byte == 0 || (b' '..=b'~').contains(byte)));
        assert!(PLACES >= 2 * Policy::default().all_settings().len(), "{PLACES} places");
        let mut old = [0; RECORD];
        old[..28].copy_from_slice(b"samebits 0.0.9 schedule=auto");
        assert_eq!(shown(&old), "samebits 0.0.9 schedule=auto");
        assert!(are_of_this_version(&[one, one].concat()));
        assert!(!are_of_this_version(&[one, old].concat()));
    }
}
