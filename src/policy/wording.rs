//! How messages list words, and which known one they guess was meant.

/// "a, b and c".
pub(super) fn enumerate(words: &[&str], conjunction: &str) -> String {
    match words {
        [] => String::new(),
        [word] => (*word).to_string(),
        [first @ .., last] => format!("{} {conjunction} {last}", first.join(", ")),
    }
}

/// " (did you mean X?)" for the nearest known word, if one is near. What follows a
/// colon is a parameter; where the word before it is known, that is what is wrong.
pub(super) fn did_you_mean(word: &str, known: &[&str]) -> String {
    let word = word.split(':').next().unwrap_or(word);
    if known.contains(&word) {
        return String::new();
    }
    known
        .iter()
        .map(|candidate| {
            (
                strsim::damerau_levenshtein(&word.to_lowercase(), &candidate.to_lowercase()),
                candidate,
            )
        })
        .min_by_key(|(distance, _)| *distance)
        .filter(|(distance, candidate)| *distance <= candidate.len() / 3)
        .map_or(String::new(), |(_, candidate)| format!(" (did you mean {candidate}?)"))
}
