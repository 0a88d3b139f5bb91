//! Stacked bars, in thousandths of a width.

use serde::Serialize;

#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Segment {
    /// The class of the style sheet that colours it.
    pub class: String,
    pub x: f64,
    pub width: f64,
    /// What a pointer shows.
    pub title: String,
}

/// What is there is seen, however little it is.
const LEAST: f64 = 5.0;

/// Parts of a whole, one after the other: class, amount, title.
pub fn stacked(parts: impl IntoIterator<Item = (String, f64, String)>, whole: f64) -> Vec<Segment> {
    let parts = parts.into_iter().filter(|(_, amount, _)| *amount > 0.0 && whole > 0.0);
    let parts: Vec<_> = parts.collect();
    let all: f64 = parts.iter().map(|(_, amount, _)| amount / whole * 1000.0).sum();
    let width = |amount: f64| (amount / whole * 1000.0).max(LEAST);
    let shown: f64 = parts.iter().map(|(_, amount, _)| width(*amount)).sum();
    // No longer than what they stand for, unless that is too little to be seen.
    let scale = (all / shown).max(LEAST / shown).min(1.0);
    let mut x = 0.0;
    let segments = parts.into_iter().map(|(class, amount, title)| {
        let (at, width) = (x, width(amount) * scale);
        x += width;
        Segment { class, x: tenths(at), width: tenths(width), title }
    });
    segments.collect()
}

pub fn tenths(number: f64) -> f64 {
    (number * 10.0).round() / 10.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_follow_each_other_and_empty_ones_are_left_out() {
        let part = |class: &str, amount| (class.to_string(), amount, String::new());
        let bar = stacked([part("a", 1.0), part("b", 0.0), part("c", 3.0)], 8.0);
        let places: Vec<_> = bar.iter().map(|one| (one.class.as_str(), one.x, one.width)).collect();
        assert_eq!(places, [("a", 0.0, 125.0), ("c", 125.0, 375.0)]);
        assert!(stacked([part("a", 0.0)], 0.0).is_empty());
    }

    #[test]
    fn little_is_seen_and_the_whole_stays_as_long() {
        let part = |class: &str, amount| (class.to_string(), amount, String::new());
        let bar = stacked([part("a", 1e6), part("b", 1.0)], 1e6 + 1.0);
        assert!(bar[1].width > 4.5, "{bar:?}");
        assert!((bar[1].x + bar[1].width - 1000.0).abs() < 0.2, "{bar:?}");
        assert_eq!(stacked([part("a", 1.0)], 1e9)[0].width, 5.0);
    }
}
