//! What a rank does by itself, all ranks at the same time: folding rows, merging partials,
//! cutting up sums that others add up.

use super::bench::{Bench, LEAST, LEAST_BYTE};
use crate::arithmetic::exact::ExactSum;
use crate::arithmetic::levels::LevelledSum;
use crate::arithmetic::ranks::Ranks;
use crate::arithmetic::tree::Tree;
use crate::arithmetic::vectors::Partial;
use crate::arithmetic::{Arithmetic, Fault, Fold};
use crate::kernel::{self, Format, Kind, Operator};
use crate::schedule::Machine;
use crate::threads::Team;
use std::hint::black_box;

/// Numbers of a row: all of it stays in a core's own cache.
const NUMBERS: usize = 2048;

/// Rows that are folded, and contributions in each of two partials.
const ROWS: usize = 4;

/// As aligned as partials have to be.
#[derive(Clone, Copy)]
#[repr(C, align(64))]
struct Line([u8; 64]);

fn room(bytes: usize) -> Vec<Line> {
    vec![Line([0; 64]); bytes.div_ceil(64)]
}

/// Numbers of about the same size, of both signs.
fn numbers(count: usize) -> Vec<f64> {
    let mut state = 1u64;
    let mut next = || {
        state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (state >> 11) as f64 / (1u64 << 53) as f64 - 0.5
    };
    (0..count).map(|_| next()).collect()
}

pub(super) fn measure(bench: &Bench<'_>, machine: &mut Machine) -> Result<(), Fault> {
    let double = Kind::Real(Format::Double);
    let tree = kernel::lookup(double, Operator::Sum).map(Tree).expect("doubles have sums");
    let exact = ExactSum::of(double).expect("doubles have exact sums");
    let levels = LevelledSum::of(double, Arithmetic::Binned(3)).expect("and sums by levels");
    let shortest = merging(bench, &tree, 1)?;
    machine.merge = shortest.0.max(LEAST);
    machine.fold_tree = folding(bench, &tree)?;
    machine.fold_exact = folding(bench, &exact)?;
    machine.fold_levels = folding(bench, &levels)?;
    machine.merge_tree = by_the_byte(bench, &tree)?;
    machine.merge_exact = by_the_byte(bench, &exact)?;
    machine.merge_levels = by_the_byte(bench, &levels)?;
    machine.offload = offload(bench, &exact)?;
    Ok(())
}

/// Seconds for each byte of contributions but the first row's.
fn folding(bench: &Bench<'_>, fold: &dyn Fold) -> Result<f64, Fault> {
    let contributions = numbers(ROWS * NUMBERS);
    let mut rows = contributions.clone();
    // (Rows are rubbish once they are folded.)
    let copying = bench.seconds(|| {
        rows.copy_from_slice(black_box(&contributions));
        black_box(&mut rows);
        Ok(())
    })?;
    let both = bench.seconds(|| {
        rows.copy_from_slice(black_box(&contributions));
        // SAFETY: so many rows of doubles.
        unsafe { fold.fold(Team::ALONE, rows.as_mut_ptr().cast(), ROWS, NUMBERS).map(drop) }
    })?;
    let bytes = (ROWS - 1) * NUMBERS * size_of::<f64>();
    Ok(((both - copying) / bytes as f64).max(LEAST_BYTE))
}

/// Seconds for each byte of a partial that is merged with another one.
fn by_the_byte(bench: &Bench<'_>, fold: &dyn Fold) -> Result<f64, Fault> {
    let (short, few) = merging(bench, fold, 1)?;
    let (long, many) = merging(bench, fold, NUMBERS)?;
    Ok(((long - short) / (many - few) as f64).max(LEAST_BYTE))
}

/// The seconds of merging two partials of n numbers, and the bytes of one.
fn merging(bench: &Bench<'_>, fold: &dyn Fold, n: usize) -> Result<(f64, usize), Fault> {
    let partials = fold.partials().expect("all of these have partials");
    let all = 2 * ROWS;
    let contributions = numbers(all * n);
    // The partial of some ranks, one merged with those before it.
    let known = |of: std::ops::Range<usize>| -> Result<(Ranks, Vec<Line>), Fault> {
        let mut ranks = Ranks::one(of.start);
        let mut held = room(n * size_of::<f64>());
        for rank in of {
            let row = &contributions[rank * n..][..n];
            if rank == ranks.ranges()[0].start {
                // SAFETY: a row of doubles, and room for it.
                unsafe {
                    let into = held.as_mut_ptr().cast::<f64>();
                    std::ptr::copy_nonoverlapping(row.as_ptr(), into, n);
                }
                continue;
            }
            let more = ranks.union(&Ranks::one(rank));
            let mut merged = room(partials.most(&more, all, n));
            let one = Partial { of: &ranks, at: held.as_ptr().cast() };
            let (own, row) = (Ranks::one(rank), row.as_ptr().cast());
            let other = Partial { of: &own, at: row };
            // SAFETY: two partials of n numbers, of other ranks, and room for both.
            unsafe { partials.merge(Team::ALONE, one, other, all, n, merged.as_mut_ptr().cast())? };
            (ranks, held) = (more, merged);
        }
        Ok((ranks, held))
    };
    let (lower, left) = known(0..ROWS)?;
    let (upper, right) = known(ROWS..all)?;
    let mut into = room(partials.most(&Ranks::all(all), all, n));
    let left = Partial { of: &lower, at: left.as_ptr().cast() };
    let right = Partial { of: &upper, at: right.as_ptr().cast() };
    let seconds = bench.seconds(|| {
        // SAFETY: likewise.
        unsafe { partials.merge(Team::ALONE, left, right, all, n, into.as_mut_ptr().cast()) }
    })?;
    // SAFETY: a partial of n numbers.
    Ok((seconds, unsafe { partials.length(left, all, n) }))
}

/// Seconds for each byte of a contribution, of which there are two.
fn offload(bench: &Bench<'_>, fold: &dyn Fold) -> Result<f64, Fault> {
    let sum = fold.offload().expect("exact sums can be added up by others");
    let ranks = 2;
    let contribution = numbers(NUMBERS);
    let row = contribution.as_ptr().cast();
    let mut found = vec![0; NUMBERS * sum.surveyed()];
    let mut addends = Vec::new();
    let mut results = vec![0.0; NUMBERS];
    let seconds = bench.seconds(|| {
        // SAFETY: as many numbers, found about each, and room for the results.
        unsafe {
            sum.survey(row, NUMBERS, &mut found);
            let each = found.chunks_exact(sum.surveyed());
            addends.resize(each.map(|found| sum.count(ranks, found)).sum(), 0);
            sum.cut(row, ranks, &found, &mut addends);
            sum.finish(ranks, &found, &addends, results.as_mut_ptr().cast::<u8>());
        }
        black_box(&mut results);
        Ok(())
    })?;
    Ok((seconds / (NUMBERS * size_of::<f64>()) as f64).max(LEAST_BYTE))
}
