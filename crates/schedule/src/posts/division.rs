//! A long result that all ranks get, folded together: each rank folds blocks that nobody has begun,
//! and takes those that others have done. Nobody depends on another rank: what one has begun and not
//! done, because it lost its core or an error ended it, the others fold by themselves.
//!
//! Beside its contribution each rank posts room for some blocks of the result, and a number for each
//! of them, which says whether anybody has begun it, or done it.
//!
//! Cost, n bytes, p ranks: n + n/p bytes of room on each; if all come at the same time, the fold of p
//! rows of n/p bytes, and 2 n.

use crate::node::wait::{AtomicWord, SPINS};
use samebits_base::cache_line::CACHE_LINE;
use std::ops::Range;
use std::sync::atomic::Ordering;

/// Shorter contributions are folded by each rank, and so are fewer bytes in all.
const LEAST_BYTES: usize = 4 << 10;
const LEAST_OF_ALL: usize = 48 << 10;

/// A block has a rank's part of the bytes, but no fewer and no more than these, and whole elements.
const LEAST_OF_A_BLOCK: usize = 1 << 10;
const MOST_OF_A_BLOCK: usize = 16 << 10;

/// What the number of a block says.
const FREE: u64 = 0;
const BEGUN: u64 = 1;
const DONE: u64 = 2;

/// What is to be done with a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Work {
    /// Others take it.
    FoldForAll,
    /// Another rank has not done it yet.
    Fold,
    /// It is there.
    Take,
}

/// How a result is divided into blocks, alike on all ranks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Division {
    ranks: usize,
    elements: usize,
    size: usize,
    /// Elements of a block.
    block: usize,
    /// Blocks of the result, and those that a rank has room for.
    blocks: usize,
    each: usize,
}

/// Where a block of the result lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BlockLocation {
    /// The rank beside whose contribution it lies.
    pub rank: usize,
    /// The offsets of its number and of its data from the beginning of that contribution.
    pub number: usize,
    pub data: usize,
}

impl Division {
    /// Of `elements` elements of `size` bytes; `None` if each rank folds all of them.
    pub fn of(ranks: usize, elements: usize, size: usize) -> Option<Division> {
        let bytes = elements * size;
        if ranks < 3 || bytes < LEAST_BYTES || ranks.saturating_mul(bytes) < LEAST_OF_ALL {
            return None;
        }
        let block = ((bytes / ranks).clamp(LEAST_OF_A_BLOCK, MOST_OF_A_BLOCK) / size).max(1);
        let blocks = elements.div_ceil(block);
        Some(Division { ranks, elements, size, block, blocks, each: blocks.div_ceil(ranks) })
    }

    /// How many elements a block has, the last one perhaps fewer.
    pub fn block(&self) -> usize {
        self.block
    }

    /// Which elements of the result a block has.
    pub fn elements(&self, block: usize) -> Range<usize> {
        let from = block * self.block;
        from..self.elements.min(from + self.block)
    }

    fn contribution(&self) -> usize {
        (self.elements * self.size).next_multiple_of(CACHE_LINE)
    }

    /// From one block to the next beside a contribution.
    fn stride(&self) -> usize {
        CACHE_LINE + (self.block * self.size).next_multiple_of(CACHE_LINE)
    }

    /// What a rank posts.
    pub fn bytes(&self) -> usize {
        self.contribution() + self.each * self.stride()
    }

    pub fn place(&self, block: usize) -> BlockLocation {
        let number = self.contribution() + block % self.each * self.stride();
        BlockLocation { rank: block / self.each, number, data: number + CACHE_LINE }
    }

    /// Where the numbers of a rank's blocks are, which are [`free`] when it posts.
    pub fn numbers(&self) -> impl Iterator<Item = usize> + use<> {
        let (first, stride) = (self.contribution(), self.stride());
        (0..self.each).map(move |block| first + block * stride)
    }

    /// Works on all blocks, each rank first where it is nearer than the others.
    pub fn work<'a, N: AtomicWord + 'a, E>(
        &self,
        rank: usize,
        number: impl Fn(BlockLocation) -> &'a N,
        work: impl FnMut(usize, Work) -> Result<(), E>,
    ) -> Result<(), E> {
        let first = rank * self.blocks / self.ranks;
        let order = (first..self.blocks).chain(0..first);
        work_on(order, |block| number(self.place(block)), work)
    }
}

/// Nobody has begun a block.
pub fn free(number: &impl AtomicWord) {
    number.store(FREE, Ordering::Relaxed);
}

/// Works on blocks in this order; ends at the first error.
pub fn work_on<'a, N: AtomicWord + 'a, E>(
    order: impl Iterator<Item = usize>,
    number: impl Fn(usize) -> &'a N,
    mut work: impl FnMut(usize, Work) -> Result<(), E>,
) -> Result<(), E> {
    let is_done = |number: &N| number.load(Ordering::Acquire) == DONE;
    let mut begun = Vec::new();
    for block in order {
        let number = number(block);
        if is_done(number) {
            work(block, Work::Take)?;
        } else if number.compare_exchange(FREE, BEGUN).is_ok() {
            work(block, Work::FoldForAll)?;
            number.store(DONE, Ordering::Release);
        } else {
            begun.push(block);
        }
    }
    for block in begun {
        // It may be done in a moment.
        let there = (0..SPINS).any(|_| {
            std::hint::spin_loop();
            is_done(number(block))
        });
        work(block, if there { Work::Take } else { Work::Fold })?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::cell::RefCell;
    use std::sync::atomic::AtomicU64;

    #[test]
    fn blocks_are_all_elements_and_lie_apart() {
        for (ranks, elements, size) in [
            (3, 2048, 8),
            (3, 2049, 8),
            (5, 100_000, 16),
            (64, 512, 8),
            (64, 70_001, 4),
            (7, 4096, 2),
        ] {
            let Some(division) = Division::of(ranks, elements, size) else {
                assert!(ranks * elements * size < LEAST_OF_ALL);
                continue;
            };
            let (mut next, mut ends) = (0, vec![elements * size; ranks]);
            for block in 0..division.blocks {
                let elements = division.elements(block);
                assert!(elements.start == next && !elements.is_empty());
                next = elements.end;
                let BlockLocation { rank, number, data } = division.place(block);
                assert!(number >= ends[rank] && number.is_multiple_of(CACHE_LINE));
                assert_eq!(division.numbers().nth(block % division.each), Some(number));
                ends[rank] = data + elements.len() * size;
                assert!(data == number + CACHE_LINE && ends[rank] <= division.bytes());
            }
            assert_eq!(next, elements);
        }
    }

    #[test]
    fn short_ones_and_those_of_two_ranks_are_not_divided() {
        assert_eq!(Division::of(2, 1 << 20, 8), None);
        assert_eq!(Division::of(1000, 511, 8), None);
        assert_eq!(Division::of(3, 2047, 8), None);
        assert!(Division::of(3, 2048, 8).is_some());
        assert!(Division::of(1000, 512, 8).is_some());
    }

    #[test]
    fn each_block_is_folded_once_if_nobody_is_disturbed_and_taken_by_the_others() {
        let division = Division::of(3, 3000, 8).unwrap();
        let numbers: Vec<_> = (0..division.blocks).map(|_| AtomicU64::new(FREE)).collect();
        let number = |place: BlockLocation| {
            &numbers[place.rank * division.each
                + (place.number - division.contribution()) / division.stride()]
        };
        let did = RefCell::new(vec![Vec::new(); division.blocks]);
        for rank in 0..3 {
            let work = |block: usize, work| {
                did.borrow_mut()[block].push(work);
                Ok::<(), ()>(())
            };
            division.work(rank, number, work).unwrap();
        }
        for did in did.take() {
            assert_eq!(did, [Work::FoldForAll, Work::Take, Work::Take]);
        }
    }

    #[test]
    fn what_an_error_has_left_the_others_fold_by_themselves() {
        let numbers: Vec<_> = (0..3).map(|_| AtomicU64::new(FREE)).collect();
        let number = |block: usize| &numbers[block];
        let failed = work_on(0..3, number, |block, _| if block == 1 { Err(()) } else { Ok(()) });
        assert_eq!(failed, Err(()));
        let mut did = Vec::new();
        let all = work_on(0..3, number, |block, work| {
            did.push((block, work));
            Ok::<(), ()>(())
        });
        assert_eq!(all, Ok(()));
        assert_eq!(did, [(0, Work::Take), (2, Work::FoldForAll), (1, Work::Fold)]);
    }
}
