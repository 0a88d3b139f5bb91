//! The simplest partials of any arithmetic: lists of contributions in rank order, which a fold
//! evaluates in the end. How long they are differs from one to the next, and each says so
//! itself, so that a schedule cannot get by without asking.

use samebits::arithmetic::ranks::Ranks;
use samebits::arithmetic::vectors::{Partial, Partials, ALIGNMENT};
use samebits::arithmetic::{Buffers, Fault, Fold};

/// A fold whose partials are lists.
pub struct Listed<'a>(pub &'a (dyn Fold + Sync));

/// The same for ranks that are on nodes in any order, whose sets are of any number of ranges.
pub struct Scattered<'a>(pub Listed<'a>);

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

impl Listed<'_> {
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

impl Fold for Listed<'_> {
    fn size(&self) -> usize {
        self.0.size()
    }
    unsafe fn fold(&self, rows: *mut u8, ranks: usize, n: usize) -> Result<usize, Fault> {
        // SAFETY: handed on to the caller.
        unsafe { self.0.fold(rows, ranks, n) }
    }
    fn buffers(&self) -> Option<&dyn Buffers> {
        self.0.buffers()
    }
    fn partials(&self) -> Option<&dyn Partials> {
        Some(self)
    }
}

impl Partials for Listed<'_> {
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
        one: Partial<'_>,
        other: Partial<'_>,
        ranks: usize,
        n: usize,
        into: *mut u8,
    ) -> Result<(), Fault> {
        let of = one.of.union(other.of);
        assert!(of.ranges().len() <= 2, "{of:?} are in more ranges than two");
        // SAFETY: handed on to the caller.
        unsafe { self.unite(one, other, ranks, n, into) }
    }

    unsafe fn finish(
        &self,
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
            let result = self.0.fold(rows, ranks, n)? * n * self.0.size();
            std::ptr::copy_nonoverlapping(rows.add(result), into, n * self.0.size());
        }
        Ok(())
    }
}

impl Fold for Scattered<'_> {
    fn size(&self) -> usize {
        self.0.size()
    }
    unsafe fn fold(&self, rows: *mut u8, ranks: usize, n: usize) -> Result<usize, Fault> {
        // SAFETY: handed on to the caller.
        unsafe { self.0.fold(rows, ranks, n) }
    }
    fn buffers(&self) -> Option<&dyn Buffers> {
        self.0.buffers()
    }
    fn partials(&self) -> Option<&dyn Partials> {
        Some(self)
    }
}

impl Partials for Scattered<'_> {
    fn most(&self, of: &Ranks, ranks: usize, n: usize) -> usize {
        self.0.most(of, ranks, n)
    }

    fn width(&self, ranks: usize) -> f64 {
        self.0.width(ranks)
    }

    unsafe fn length(&self, partial: Partial<'_>, ranks: usize, n: usize) -> usize {
        // SAFETY: handed on to the caller.
        unsafe { self.0.length(partial, ranks, n) }
    }

    unsafe fn merge(
        &self,
        one: Partial<'_>,
        other: Partial<'_>,
        ranks: usize,
        n: usize,
        into: *mut u8,
    ) -> Result<(), Fault> {
        // SAFETY: handed on to the caller.
        unsafe { self.0.unite(one, other, ranks, n, into) }
    }

    unsafe fn finish(
        &self,
        partial: *mut u8,
        ranks: usize,
        n: usize,
        into: *mut u8,
    ) -> Result<(), Fault> {
        // SAFETY: handed on to the caller.
        unsafe { self.0.finish(partial, ranks, n, into) }
    }
}
