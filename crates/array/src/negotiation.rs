//! The exchange with which a call on arrays begins: each rank sends the header of its call and the
//! words of its shares, and its partials wherever they can be right already.
//!
//! They are right at once where data do not depend on their place in the array. Elsewhere a rank
//! sends the partials for the plan that the communicator [remembers](super::remembered) for this
//! call and this rank's shares, with the number of that plan in the header's flags. Where all flags
//! are the same, all ranks mean the same plan, whose words they see as well. If any rank has other
//! shares now, it has no plan or another one. All see that in the flags, decide anew by the words,
//! which have come, and send new partials: a wrong guess costs one more exchange, and never a bit.
//! Partials in their short form count as right only if all of them have one.
//!
//! Cost: one allgather of a header, the words, and the data of the partials if the plans allow it.

use super::failure::{Class, Error, Failure};
use super::form::{fits_first_message, OnStack, RowLayout, Sizes};
use super::group::Group;
use super::pieces;
use super::plan::{Plan, PlannedArray, Request};
use super::remembered::{Known, Plans};
use super::rows::{lift, lift_lengths, LocalElements};
use super::shares::{layouts, Shares};
use super::signature::{hash, Signature};
use super::slots::{Own, Slots};
use samebits_kernel::fpenv::within;
use samebits_schedule::opening::MessageRows;
use samebits_schedule::partials::MergeMethod;
use std::sync::atomic::Ordering;
use std::sync::Arc;

/// This rank's elements, to be sent with the first message if that can be right.
pub struct Eager<'a, 'm> {
    /// None where they are on a device.
    pub elements: Option<LocalElements<'a>>,
    pub slots: &'a mut Slots<'m>,
}

/// What a first message carries after the words.
enum Carried {
    Nothing,
    /// Data that do not depend on their place: `full` bytes, or short forms of `short` bytes.
    Anywhere {
        full: usize,
        short: Option<usize>,
    },
    /// Data of the plan that is remembered.
    Remembered,
}

/// Agrees with all other ranks on a plan for later reductions: its signature depends on the shares and
/// the schedule.
pub fn negotiate_for_later(group: &Group<'_>, request: &Request<'_>) -> Result<Arc<Plan>, Error> {
    let (mut plans, mut stack) = (Plans::default(), OnStack::uninit());
    let eager = Eager { elements: None, slots: &mut Slots::new(&mut stack) };
    // SAFETY: no elements.
    let plan = unsafe { negotiate(group, request, eager, &mut plans)? }.clone();
    Ok(signed_for_later(plan, plans, |_| {}))
}

/// Agrees on the plan for shares that may have changed since `plan`, which stays the same if they have
/// not.
///
/// # Safety
/// As for [`negotiate`].
pub unsafe fn negotiate_again(
    group: &Group<'_>,
    request: &Request<'_>,
    eager: Eager<'_, '_>,
    plan: &Arc<Plan>,
) -> Result<Arc<Plan>, Error> {
    let place = (group.transport.rank(), group.transport.size());
    let mut plans = Plans::of(plan.clone(), request.call.word, place);
    // SAFETY: upheld by the caller.
    let now = unsafe { negotiate(group, request, eager, &mut plans)? }.clone();
    if Arc::ptr_eq(&now, plan) {
        return Ok(now);
    }
    let Signature { function, root, .. } = plan.signature;
    Ok(signed_for_later(now, plans, |now| {
        now.signature = Signature { function, root, rest: plan.base, ..now.signature };
    }))
}

/// A plan that only `plans` has beside the caller, with a signature that depends on what it is for.
fn signed_for_later(plan: Arc<Plan>, plans: Plans, set: impl FnOnce(&mut Plan)) -> Arc<Plan> {
    drop(plans);
    let mut plan = Arc::into_inner(plan).expect("nobody else has it");
    set(&mut plan);
    plan.base = plan.signature.rest;
    let native = u64::from(matches!(plan.method, MergeMethod::Native(_)));
    plan.signature.rest = hash([plan.base, native].into_iter().chain(plan.words.iter().copied()));
    Arc::new(plan)
}

/// Agrees on a plan with all other ranks, where these plans are remembered. The slots say afterwards
/// whether the data of all ranks have come already.
///
/// # Safety
/// The elements are there, if `eager` has any and nothing is wrong with the operation.
pub unsafe fn negotiate<'p>(
    group: &Group<'_>,
    request: &Request<'_>,
    eager: Eager<'_, '_>,
    plans: &'p mut Plans,
) -> Result<&'p Arc<Plan>, Error> {
    let Request { call, shares, operation, .. } = request;
    let Eager { elements, slots } = eager;
    let (rank, ranks) = (group.transport.rank(), group.transport.size());
    let words = shares.word_count();
    let arrays = shares.lengths.len();
    let place = operation.map_or(true, |operation| operation.shape.depends_on_place());
    let merging = MergeMethod::requested(request.schedule);
    let carried = if ranks == 1 { Carried::Nothing } else { carried(request, plans, ranks) };
    // The form of rows is what all ranks can tell alike, and so is the form of full data.
    let (full, sent, short) = match carried {
        Carried::Anywhere { full, short } => {
            (Some(Sizes::Same(full, arrays)), Sizes::Same(short.unwrap_or(full), arrays), short)
        }
        _ => (None, Sizes::Same(0, 0), None),
    };
    let sent = RowLayout::sent(words, sent);
    let (own, mut bytes) = (full.map(RowLayout::lifted), sent.bytes());
    let mut most = 0;
    if let Carried::Remembered = carried {
        for (_, known) in plans.each(call.word, merging) {
            if let Some(rows) = &known.plan.rows {
                let sent = rows.sent + 8 * words;
                if fits_first_message(sent, ranks) {
                    (most, bytes) = (most.max(rows.lifted), bytes.max(sent));
                }
            }
        }
    }
    let own_form = own.unwrap_or(RowLayout::lifted(Sizes::Same(most, 1)));
    let in_row = operation.ok().and_then(|operation| operation.in_row(short));
    let in_row = in_row.filter(|_| short.is_some() || matches!(carried, Carried::Remembered));
    let own = in_row.map_or(Own::Apart(own_form), |room| Own::InRow { room });
    slots.prepare(own, (bytes, ranks), rank);
    slots.set_form(words, short);
    // SAFETY: this rank's row, aligned, with the words after the header.
    let own_words = unsafe {
        std::slice::from_raw_parts_mut(slots.row(rank).cast::<u64>().wrapping_add(1), words)
    };
    shares.write(own_words);
    let mut flags = 0;
    if let (Ok(operation), Some(elements)) = (operation, elements) {
        let shape = &operation.shape;
        match carried {
            Carried::Nothing => {}
            // (More elements than memory has are an error, once all ranks know.)
            Carried::Anywhere { .. } if !exist(shares.lengths, operation.shape.element) => {}
            Carried::Anywhere { .. } => {
                let lifted = slots.fill((&own_form, &sent), |form, row| {
                    // SAFETY: upheld by the caller; the row is that long.
                    within(operation.environment, || unsafe {
                        lift_lengths(&elements, shape, shares.lengths, form, row)
                    })
                });
                slots.lifted = lifted == Ok(true);
                flags = u64::from(slots.lifted);
            }
            Carried::Remembered => {
                let own_hash = hash(own_words.iter().copied());
                let meant = plans.each(call.word, merging).find(|(_, known)| {
                    let planned = &known.plan.words[rank * words..];
                    known.own == own_hash
                        && alike(&planned[..words], own_words)
                        && known.plan.has(shares)
                });
                if let Some((number, Known { plan, .. })) = meant {
                    let (own, sent) = forms(plan, words);
                    if plan.rows.is_some() && sent.fits_first_message(ranks) {
                        let lifted = slots.fill((&own, &sent), |form, row| {
                            // SAFETY: as above.
                            within(operation.environment, || unsafe {
                                lift(&elements, shape, plan, form, row)
                            })
                        });
                        flags = if lifted.is_ok() { number } else { 0 };
                    }
                }
            }
        }
    }
    let wrong = request.operation.err();
    let bare = RowLayout::sent(words, Sizes::Same(0, 0)).bytes();
    let rows = MessageRows { all: slots.row(0), bytes: slots.stride(), bare };
    // SAFETY: rows of all ranks, this one's in its place.
    let agreed = unsafe { group.exchange_rows(call, wrong, flags, rows)? };
    // SAFETY: they have come.
    let all = unsafe { slots.row_words() };
    let width = slots.stride() / 8;
    let words_of = |rank: usize| &all[rank * width + 1..][..words];
    let same = |plan: &Plan| {
        plan.words.len() == ranks * words
            && (0..ranks).all(|rank| alike(words_of(rank), &plan.words[rank * words..][..words]))
    };
    let found = match carried {
        Carried::Remembered if agreed != 0 => Some(agreed),
        // What a rank's runs are the words do not say.
        _ if place && shares.runs.is_some() => None,
        _ => {
            let all = hash((0..ranks).flat_map(words_of).copied());
            let mut plans = plans.each(call.word, merging);
            let found = plans.find(|(_, known)| known.all == all && same(&known.plan));
            found.map(|(number, _)| number)
        }
    };
    let known = agreed != 0 && !matches!(carried, Carried::Nothing);
    let plan = match found {
        Some(number) => plans.used(number),
        None => {
            let mut plan = plans.spare(call.signature);
            let new = Arc::get_mut(&mut plan).expect("nobody else has it");
            new.words.clear();
            (0..ranks).for_each(|rank| new.words.extend_from_slice(words_of(rank)));
            set_layouts(group, shares, (all, width), place, &mut new.arrays)?;
            new.decide(request, ranks).map_err(|failure| failure.on_all(rank))?;
            plans.add(call.word, plan, (rank, ranks))
        }
    };
    assert!(!known || same(plan), "the ranks remember the same plans");
    slots.arrived = known && plan.rows.is_some();
    if short.is_some() && !known {
        if let Some(rows) = &plan.rows {
            rows.wide.store(true, Ordering::Relaxed);
        }
    }
    Ok(plan)
}

/// Whether words are the same. (Of few words a loop takes less time than a comparison of memory.)
#[inline]
fn alike(one: &[u64], other: &[u64]) -> bool {
    one.iter().eq(other)
}

/// The forms of a plan's data, as they are lifted and as they are sent after `words` words.
fn forms(plan: &Plan, words: usize) -> (RowLayout<'_>, RowLayout<'_>) {
    let sizes = plan.rows.as_ref().map_or(&[][..], |rows| &rows.sizes[..]);
    (RowLayout::lifted(Sizes::Each(sizes)), RowLayout::sent(words, Sizes::Each(sizes)))
}

/// What a call's first message carries: the same on all ranks.
fn carried(request: &Request<'_>, plans: &Plans, ranks: usize) -> Carried {
    let Ok(operation) = request.operation else { return Carried::Nothing };
    let shape = &operation.shape;
    if MergeMethod::is_native(request.schedule) || shape.surveys {
        return Carried::Nothing;
    }
    if shape.depends_on_place() || shape.depends_on_total {
        return Carried::Remembered;
    }
    let (words, arrays) = (request.shares.word_count(), request.shares.lengths.len());
    let each = std::iter::repeat_n((1, 1), arrays);
    let full = shape.data(1);
    let form = RowLayout::sent(words, Sizes::Same(full, arrays));
    let method = MergeMethod::choose(request.schedule, operation.code, shape, ranks, each);
    if method != MergeMethod::Gather || !form.fits_first_message(ranks) {
        return Carried::Nothing;
    }
    let mut known = false;
    let wide =
        |plan: &Plan| plan.rows.as_ref().is_some_and(|rows| rows.wide.load(Ordering::Relaxed));
    let merging = MergeMethod::requested(request.schedule);
    let wide = plans.each(request.call.word, merging).any(|(_, each)| {
        known = true;
        wide(&each.plan)
    });
    Carried::Anywhere { full, short: shape.short_bytes().filter(|_| known && !wide) }
}

/// Sets the layouts of all arrays, from the rows of all ranks.
fn set_layouts(
    group: &Group<'_>,
    shares: &Shares<'_>,
    (all, width): (&[u64], usize),
    place: bool,
    arrays: &mut Vec<PlannedArray>,
) -> Result<(), Error> {
    arrays.resize_with(shares.lengths.len(), PlannedArray::default);
    let (rank, ranks) = (group.transport.rank(), group.transport.size());
    let on_all = |what: String| Failure::new(Class::Count, what).on_all(rank);
    if let Some(runs) = &shares.runs {
        let rows = || all.chunks_exact(width).map(|row| &row[1..][..pieces::WORDS]);
        if place || !pieces::tile(rows()) {
            let most = rows().map(|words| words[1]).max().unwrap_or(0);
            let gathered = pieces::gather(group.transport, runs, most)?;
            let layout = pieces::layout(gathered, (rank, ranks), runs, shares.first);
            let layout = layout.map_err(on_all)?;
            if place {
                arrays[0].layout = layout;
                return Ok(());
            }
        }
    }
    let into = arrays.iter_mut().map(|array| &mut array.layout);
    layouts(all, width, shares, (rank, place), into).map_err(|failure| failure.on_all(rank))
}

impl Plan {
    /// Whether it is for this rank's runs, where these matter.
    fn has(&self, shares: &Shares<'_>) -> bool {
        let Some(runs) = shares.runs.filter(|_| self.in_pieces) else { return true };
        let planned = &self.arrays[0].layout.runs;
        let mut elements = 0;
        runs.each().count() == planned.len()
            && runs.each().all(|(start, length)| {
                let before = elements;
                elements += length as usize;
                let found = planned.binary_search_by_key(&start, |run| run.share.start);
                found.is_ok_and(|at| {
                    let run = &planned[at];
                    run.share.length() == length && run.elements_before == before
                })
            })
    }
}

/// Whether memory can hold that many elements of `size` bytes.
fn exist(lengths: &[usize], size: usize) -> bool {
    lengths.iter().all(|length| *length <= isize::MAX as usize / size.max(1))
}
