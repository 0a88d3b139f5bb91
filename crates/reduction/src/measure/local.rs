//! Local work on all ranks at the same time: folding, merging, and cutting into addends.

use super::bench::{Bench, MIN_PER_BYTE, MIN_SECONDS};
use samebits_base::fault::{Fault, Outcome};
use samebits_base::threads::Team;
use samebits_fold::exact::ExactSum;
use samebits_fold::levelled::LevelledSum;
use samebits_fold::tree::Tree;
use samebits_fold::vectors::ranks::Ranks;
use samebits_fold::vectors::Partial;
use samebits_fold::{AlignedBuffer, Fold};
use samebits_kernel::{lookup, Format, Kind, Operator};
use samebits_schedule::Machine;
use samebits_sum::names::Arithmetic;
use std::hint::black_box;

/// Numbers of a row, which stays in a core's own cache.
const NUMBERS: usize = 2048;

/// Rows that are folded; also contributions in each of two partials.
const ROWS: usize = 4;

/// Numbers from -0.5 to 0.5, by a golden-ratio sequence.
fn numbers(count: usize) -> Vec<f64> {
    (0..count).map(|i| (0.618_033_988_749_895 * i as f64).fract() - 0.5).collect()
}

pub(super) fn measure(bench: &Bench<'_>, machine: &mut Machine) -> Outcome {
    let double = Kind::Real(Format::Double);
    let tree = lookup(double, Operator::Sum).map(Tree).expect("doubles have sums");
    let tree = tree.as_fold();
    let exact = ExactSum::of(double).expect("doubles have exact sums");
    let levels = LevelledSum::of(double, Arithmetic::Binned(3)).expect("and sums by levels");
    machine.merge = merging(bench, tree, 1)?.0.max(MIN_SECONDS);
    machine.fold_tree = folding(bench, tree)?;
    machine.fold_exact = folding(bench, &exact)?;
    machine.fold_levels = folding(bench, &levels)?;
    machine.merge_tree = merging_byte(bench, tree)?;
    machine.merge_exact = merging_byte(bench, &exact)?;
    machine.merge_levels = merging_byte(bench, &levels)?;
    machine.offload = offload(bench, &exact)?;
    Ok(())
}

/// Seconds per byte of contributions other than the first row's.
fn folding(bench: &Bench<'_>, fold: &dyn Fold) -> Result<f64, Fault> {
    let contributions = numbers(ROWS * NUMBERS);
    let mut rows = contributions.clone();
    // Folding destroys the rows, so they are copied each time.
    let copying = bench.seconds(|| {
        rows.copy_from_slice(black_box(&contributions));
        black_box(&mut rows);
        Ok(())
    })?;
    let both = bench.seconds(|| {
        rows.copy_from_slice(black_box(&contributions));
        // SAFETY: ROWS rows of doubles.
        unsafe { fold.fold(Team::ALONE, rows.as_mut_ptr().cast(), ROWS, NUMBERS).map(drop) }
    })?;
    let bytes = (ROWS - 1) * NUMBERS * size_of::<f64>();
    Ok(((both - copying) / bytes as f64).max(MIN_PER_BYTE))
}

/// Seconds per byte of a partial that is merged with another one.
fn merging_byte(bench: &Bench<'_>, fold: &dyn Fold) -> Result<f64, Fault> {
    let (short_seconds, short_bytes) = merging(bench, fold, 1)?;
    let (long_seconds, long_bytes) = merging(bench, fold, NUMBERS)?;
    let per_byte = (long_seconds - short_seconds) / (long_bytes - short_bytes) as f64;
    Ok(per_byte.max(MIN_PER_BYTE))
}

/// The seconds of merging two partials of n numbers, and the bytes of one partial.
fn merging(bench: &Bench<'_>, fold: &dyn Fold, n: usize) -> Result<(f64, usize), Fault> {
    let partials = fold.partials().expect("all of these have partials");
    let all = 2 * ROWS;
    let contributions = numbers(all * n);
    let row = |rank: usize| contributions[rank * n..][..n].as_ptr().cast::<u8>();
    // The partial of some ranks, merged one rank after the other.
    let partial_of = |of: std::ops::Range<usize>| -> Result<(Ranks, AlignedBuffer), Fault> {
        let (mut ranks, mut partial) = (Ranks::one(of.start), AlignedBuffer::new(0));
        for rank in of.start + 1..of.end {
            let own = Ranks::one(rank);
            let union = ranks.union(&own);
            let merged = AlignedBuffer::new(partials.most(&union, all, n));
            let at = if rank == of.start + 1 { row(of.start) } else { partial.at(0) };
            let one = Partial { of: &ranks, at };
            let other = Partial { of: &own, at: row(rank) };
            // SAFETY: partials of n numbers of different ranks, and a buffer for both.
            unsafe { partials.merge(Team::ALONE, one, other, all, n, merged.at(0))? };
            (ranks, partial) = (union, merged);
        }
        Ok((ranks, partial))
    };
    let (lower, left) = partial_of(0..ROWS)?;
    let (upper, right) = partial_of(ROWS..all)?;
    let into = AlignedBuffer::new(partials.most(&Ranks::all(all), all, n));
    let left = Partial { of: &lower, at: left.at(0) };
    let right = Partial { of: &upper, at: right.at(0) };
    let seconds = bench.seconds(|| {
        // SAFETY: likewise.
        unsafe { partials.merge(Team::ALONE, left, right, all, n, into.at(0)) }
    })?;
    // SAFETY: a partial of n numbers.
    Ok((seconds, unsafe { partials.length(left, all, n) }))
}

/// Seconds per byte of a contribution, of which there are two.
fn offload(bench: &Bench<'_>, fold: &dyn Fold) -> Result<f64, Fault> {
    let sum = fold.offload().expect("exact sums can be offloaded");
    let ranks = 2;
    let contribution = numbers(NUMBERS);
    let row = contribution.as_ptr().cast();
    let mut found = vec![0; NUMBERS * sum.surveyed()];
    let mut addends = Vec::new();
    let mut results = vec![0.0; NUMBERS];
    let seconds = bench.seconds(|| {
        // SAFETY: `found` and the results are as long as the row needs.
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
    Ok((seconds / (NUMBERS * size_of::<f64>()) as f64).max(MIN_PER_BYTE))
}
