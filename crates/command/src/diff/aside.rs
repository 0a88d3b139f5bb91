//! Differences that lead to nothing: sums of memory, of times, of other statistics, which differ in
//! every run of many programs. They are looked past, and named.
//!
//! Reductions of one place in the program are taken together. Places lead to nothing if, behind their
//! first differences, many reductions of floating-point numbers in a row agree before any other place
//! differs: a number that matters is in what comes next.

use super::side::{same_call, Item, Outcome, Side};
use crate::source::Sources;
use crate::trace::rank::RankFile;
use crate::trace::tables::Tables;
use crate::trace::view::ReductionView;
use samebits_trace::format::{flags, Element, Reduction};
use serde::Serialize;
use std::collections::BTreeSet;

/// Behind so many reductions of floating-point numbers that agree, one of integers has led to nothing.
const INTEGERS: u64 = 5;

/// One of floating-point numbers needs more: what it decides may come late.
const NUMBERS: u64 = 100;

/// Where a reduction is called, and what it reduces.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Place {
    module: String,
    offset: u64,
    call: String,
    datatype: String,
}

impl Place {
    /// None where the trace does not say where the call came from.
    pub fn of(tables: &Tables, reduction: &Reduction) -> Option<Place> {
        let site = tables.site(reduction.site)?;
        let shape = tables.shape(reduction.shape)?;
        Some(Place {
            module: tables.module(site.module)?.into(),
            offset: site.offset,
            call: shape.call.clone(),
            datatype: shape.datatype.clone(),
        })
    }
}

/// Reductions of a place that differ, and lead to nothing.
#[derive(Clone, Debug, Serialize)]
pub struct Aside {
    pub rank: u32,
    /// The first of them.
    pub reduction: ReductionView,
    #[serde(skip)]
    pub place: Place,
}

/// What a rank says: places that lead to nothing, in order, and the first one of which that cannot
/// be said.
pub struct Found {
    pub asides: Vec<Aside>,
    pub other: Option<Place>,
}

struct Differing {
    aside: Aside,
    enough: u64,
    /// Most reductions of floating-point numbers in a row that agree, before another place differs.
    agree: u64,
}

pub fn of_rank(
    rank: u32,
    files: [&RankFile; 2],
    sources: &mut Sources,
    mut tick: impl FnMut(usize),
) -> Found {
    let (mut a, mut b) = (Side::new(files[0]), Side::new(files[1]));
    let mut differing: Vec<Differing> = Vec::new();
    let mut row = 0;
    while let (Item::Reduction(x), Item::Reduction(y)) = (a.next(), b.next()) {
        tick(a.reader.at() + b.reader.at());
        if !same_call(&a, &x, &b, &y) {
            break;
        }
        let tables = &a.reader.tables;
        let floating = tables.shape(x.shape).is_some_and(|shape| shape.element != Element::Bytes);
        if !differs(&x, &y) {
            row += u64::from(floating);
            if let Some(last) = differing.last_mut() {
                last.agree = last.agree.max(row);
            }
            continue;
        }
        let Some(place) = Place::of(tables, &x) else { break };
        let is_new = differing.iter().all(|known| known.aside.place != place);
        if is_new {
            let reduction = ReductionView::new(tables, a.position, &x);
            let enough = if floating { NUMBERS } else { INTEGERS };
            differing.push(Differing { aside: Aside { rank, reduction, place }, enough, agree: 0 });
        }
        if is_new || floating {
            row = 0;
        }
    }
    let past = leading_nowhere(&differing);
    let other = differing.get(past).map(|place| place.aside.place.clone());
    differing.truncate(past);
    let mut asides: Vec<Aside> = differing.into_iter().map(|place| place.aside).collect();
    asides.iter_mut().for_each(|aside| sources.add(aside.reduction.site.as_mut()));
    Found { asides, other }
}

/// How many of the places, from the first one on, lead to nothing.
fn leading_nowhere(places: &[Differing]) -> usize {
    let mut enough = 0;
    let mut past = 0;
    for (place, number) in places.iter().zip(1..) {
        enough = enough.max(place.enough);
        if place.agree >= enough {
            past = number;
        }
    }
    past
}

/// What all ranks say: places that lead to nothing on each of them.
pub fn of_all(found: Vec<Found>) -> Vec<Aside> {
    let others: BTreeSet<Place> = found.iter().filter_map(|found| found.other.clone()).collect();
    let mut asides: Vec<Aside> = Vec::new();
    for aside in found.into_iter().flat_map(|found| found.asides) {
        let known = asides.iter().any(|known| known.place == aside.place);
        if !known && !others.contains(&aside.place) {
            asides.push(aside);
        }
    }
    asides
}

fn differs(x: &Reduction, y: &Reduction) -> bool {
    let contributed = x.flags & y.flags & flags::CONTRIBUTED != 0;
    let results = Outcome::of(x).zip(Outcome::of(y));
    (contributed && x.contribution != y.contribution) || results.is_some_and(|(x, y)| x.differs(&y))
}
