//! The simplest partials of any arithmetic: lists of contributions in rank order, which a fold
//! evaluates in the end. How long they are differs from one to the next, and each says so
//! itself, so that a schedule cannot get by without asking.

use samebits_base::fault::Fault;
use samebits_base::threads::Team;
use samebits_fold::vectors::ranks::Ranks;
use samebits_fold::vectors::{Partial, Partials, ALIGNMENT};
use samebits_fold::{Buffers, Fold};

/// A fold whose partials are lists, of sets of so many ranges of ranks at most.
pub struct Lists<'a, const RANGES: usize>(&'a (dyn Fold + Sync));

/// For schedules that merge neighbours, around the end too.
pub fn listed(fold: &(dyn Fold + Sync)) -> Lists<'_, 2> {
    Lists(fold)
}

/// For ranks that are on nodes in any order.
pub fn scattered(fold: &(dyn Fold + Sync)) -> Lists<'_, { usize::MAX }> {
    Lists(fold)
}

/// In front of a list: its bytes, and whose it is. (A contribution is as it is.)
#[repr(C)]
struct Head {
    bytes: usize,
    ranks: u64,
    n: usize,
}

/// The most blocks of rubbish behind a list.
const RUBBISH: u64 = 3;

/// Whose it is, as a number.
fn digest(of: &Ranks) -> u64 {
    of.iter().fold(0, |digest: u64, rank| (digest ^ (rank as u64 + 1)).wrapping_mul(0x9e37_79b9))
}

impl<const RANGES: usize> Lists<'_, RANGES> {
    /// A rank's row in a list.
    fn row(&self, partial: Partial<'_>, rank: usize, n: usize) -> *const u8 {
        if partial.of.count() == 1 {
            return partial.at;
        }
        let place = partial.of.iter().position(|other| other == rank).unwrap();
        partial.at.wrapping_add(ALIGNMENT + place * n * self.0.size())
    }

    /// [`Partials::merge`] of any sets.
    unsafe fn unite(
        &self,
        one: Partial<'_>,
        other: Partial<'_>,
        ranks: usize,
        n: usize,
        into: *mut u8,
    ) -> Result<(), Fault> {
        assert_eq!(into.align_offset(ALIGNMENT), 0, "a partial is aligned");
        let (of, bytes) = (one.of.union(other.of), n * self.0.size());
        let rubbish = digest(&of) % (RUBBISH + 1);
        // SAFETY: what the trait demands of the caller.
        unsafe {
            self.length(one, ranks, n);
            self.length(other, ranks, n);
            let length = ALIGNMENT * (1 + rubbish as usize) + of.count() * bytes;
            into.cast::<Head>().write(Head { bytes: length, ranks: digest(&of), n });
            for (place, rank) in of.iter().enumerate() {
                let from = if one.of.iter().any(|r| r == rank) { one } else { other };
                let row = into.add(ALIGNMENT + place * bytes);
                std::ptr::copy_nonoverlapping(self.row(from, rank, n), row, bytes);
            }
        }
        Ok(())
    }
}

impl<const RANGES: usize> Fold for Lists<'_, RANGES> {
    fn size(&self) -> usize {
        self.0.size()
    }
    unsafe fn fold(
        &self,
        team: Team,
        rows: *mut u8,
        ranks: usize,
        n: usize,
    ) -> Result<usize, Fault> {
        // SAFETY: handed on to the caller.
        unsafe { self.0.fold(team, rows, ranks, n) }
    }
    fn buffers(&self) -> Option<&dyn Buffers> {
        self.0.buffers()
    }
    fn partials(&self) -> Option<&dyn Partials> {
        Some(self)
    }
}

impl<const RANGES: usize> Partials for Lists<'_, RANGES> {
    fn most(&self, of: &Ranks, ranks: usize, n: usize) -> usize {
        assert!(of.count() > 0 && of.iter().all(|rank| rank < ranks) && n > 0);
        match of.count() {
            1 => n * self.0.size(),
            count => ALIGNMENT * (1 + RUBBISH as usize) + count * n * self.0.size(),
        }
    }

    fn width(&self, ranks: usize) -> f64 {
        ranks as f64
    }

    unsafe fn length(&self, partial: Partial<'_>, _ranks: usize, n: usize) -> usize {
        if partial.of.count() == 1 {
            return n * self.0.size();
        }
        assert_eq!(partial.at.align_offset(ALIGNMENT), 0, "a partial is aligned");
        // SAFETY: what the trait demands of the caller.
        let head = unsafe { &*partial.at.cast::<Head>() };
        assert_eq!((head.ranks, head.n), (digest(partial.of), n), "another partial");
        head.bytes
    }

    unsafe fn merge(
        &self,
        _team: Team,
        one: Partial<'_>,
        other: Partial<'_>,
        ranks: usize,
        n: usize,
        into: *mut u8,
    ) -> Result<(), Fault> {
        let of = one.of.union(other.of);
        assert!(of.ranges().len() <= RANGES, "{of:?} are in more than {RANGES} ranges");
        // SAFETY: handed on to the caller.
        unsafe { self.unite(one, other, ranks, n, into) }
    }

    unsafe fn finish(
        &self,
        team: Team,
        partial: *mut u8,
        ranks: usize,
        n: usize,
        into: *mut u8,
    ) -> Result<(), Fault> {
        let all = Ranks::all(ranks);
        // SAFETY: what the trait demands of the caller.
        unsafe {
            self.length(Partial { of: &all, at: partial }, ranks, n);
            let rows = if ranks == 1 { partial } else { partial.add(ALIGNMENT) };
            let result = self.0.fold(team, rows, ranks, n)? * n * self.0.size();
            std::ptr::copy_nonoverlapping(rows.add(result), into, n * self.0.size());
        }
        Ok(())
    }
}
