//! How messages list words and suggest corrections.

/// "a, b and c".
pub fn enumerate(words: &[&str], conjunction: &str) -> String {
    match words {
        [] => String::new(),
        [word] => (*word).to_string(),
        [first @ .., last] => format!("{} {conjunction} {last}", first.join(", ")),
    }
}

/// " (did you mean X?)" for the nearest known word, if one is near. What follows a colon is a
/// parameter, which does not count.
pub fn did_you_mean(word: &str, known: &[&str]) -> String {
    let word = word.split(':').next().unwrap_or(word);
    if known.contains(&word) {
        return String::new();
    }
    let word = word.to_lowercase();
    let distance = |other: &str| strsim::damerau_levenshtein(&word, &other.to_lowercase());
    let candidates = known.iter().map(|candidate| (distance(candidate), candidate));
    candidates
        .min_by_key(|(distance, _)| *distance)
        .filter(|(distance, candidate)| *distance <= candidate.len() / 3)
        .map_or(String::new(), |(_, candidate)| format!(" (did you mean {candidate}?)"))
}
