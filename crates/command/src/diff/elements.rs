//! Elements of a contribution or a result that differ between the runs.

use crate::values::Number;
use samebits_trace::format::Shape;
use serde::Serialize;

/// So many numbers that differ are listed.
const LISTED: usize = 8;

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Elements {
    /// "contribution" or "result".
    pub of: &'static str,
    pub rank: u32,
    /// Numbers that both runs have kept.
    pub kept: usize,
    /// How many of them differ.
    pub differing: usize,
    /// The largest distance, in units in the last place; null where there are none, as between NaN
    /// and a number, or between integers.
    pub largest_ulps: Option<u128>,
    /// The first of those that differ.
    pub first: Vec<Element>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Element {
    /// Of the element, from 0.
    pub index: usize,
    /// Of the number in it, from 0: 1 is the imaginary part of a complex one.
    pub part: usize,
    /// In each run.
    pub runs: [String; 2],
    pub ulps: Option<u128>,
}

/// None if a run has not kept them, or if none of those that were kept differs.
pub fn differing(
    of: &'static str,
    rank: u32,
    shape: &Shape,
    [a, b]: [Option<&Vec<u8>>; 2],
) -> Option<Elements> {
    let (a, b) = (a?, b?);
    let number = Number::of(shape);
    let parts = (shape.size as usize / number.size()).max(1);
    let pairs = || a.chunks_exact(number.size()).zip(b.chunks_exact(number.size()));
    let mut found = Elements {
        of,
        rank,
        kept: pairs().count(),
        differing: 0,
        largest_ulps: None,
        first: vec![],
    };
    for (at, (x, y)) in pairs().enumerate().filter(|(_, (x, y))| x != y) {
        let ulps = number.ulps(x, y);
        found.differing += 1;
        found.largest_ulps = found.largest_ulps.max(ulps);
        if found.first.len() < LISTED {
            let runs = [number.show(x), number.show(y)];
            found.first.push(Element { index: at / parts, part: at % parts, runs, ulps });
        }
    }
    (found.differing > 0).then_some(found)
}

#[cfg(test)]
mod tests {
    use super::*;
    use samebits_trace::format::Element as Format;

    #[test]
    fn parts_of_elements_are_counted() {
        let shape = Shape { size: 8, parts: 2, element: Format::Float, ..Shape::default() };
        let bytes = |numbers: [f32; 4]| numbers.iter().flat_map(|n| n.to_le_bytes()).collect();
        let (a, b): (Vec<u8>, Vec<u8>) = (bytes([1.0, 2.0, 3.0, 4.0]), bytes([1.0, 2.0, 3.0, 5.0]));
        let found = differing("result", 3, &shape, [Some(&a), Some(&b)]).unwrap();
        assert_eq!((found.kept, found.differing, found.largest_ulps), (4, 1, Some(1 << 21)));
        assert_eq!((found.first[0].index, found.first[0].part), (1, 1));
        assert_eq!(found.first[0].runs, ["4.0", "5.0"]);
        assert_eq!(differing("result", 3, &shape, [Some(&a), Some(&a)]), None);
        assert_eq!(differing("result", 3, &shape, [Some(&a), None]), None);
    }
}
