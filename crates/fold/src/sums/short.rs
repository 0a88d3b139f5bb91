//! Short vectors, whose sums need no superaccumulator: the sum of their numbers or products in its
//! short form, where it has one.
//!
//! Cost: that of one block of [`samebits_sum::exact_row::flagged`]; or of one block of
//! [`samebits_sum::exact_row::short`], or two where products have errors.

use super::vectors::{Term, Vectors, Weights};
use super::{rounded::multiply, LocalSums};
use samebits_kernel::products::{Exact, Factor, Parts, BLOCK};
use samebits_sum::accumulator::product_row::by_flags;
use samebits_sum::accumulator::products::{in_blocks, ProductShape};
use samebits_sum::exact_row::few::{few_products, FEW};
use samebits_sum::exact_row::flagged::Flagged;
use samebits_sum::exact_row::short::{short_sums, LONGEST};
use samebits_sum::superaccumulator::Short;

/// The most products of complex numbers, or of numbers where no flags tell that a sum is exact.
const MOST: usize = BLOCK;

/// Adds n elements from one on, if that is done so: to the first results, as many as it returns.
/// `products` is where products go that are rounded first.
///
/// # Safety
/// As for [`super::terms::sum`], of elements of that format.
pub unsafe fn add<T: Factor>(
    term: Term,
    components: usize,
    vectors: Vectors<'_>,
    (from, n): (usize, usize),
    results: &mut [LocalSums],
    products: &mut Vec<T>,
) -> usize {
    let Vectors { x, ys, w, mask, .. } = vectors;
    let row = |of: *const u8| of.cast::<T>().wrapping_add(from * components);
    let all = n * components;
    let most = if components == 1 { LONGEST } else { MOST };
    // (Of each pair of complex elements there are four products.)
    if !mask.is_null() || n == 0 || all * components > most {
        return 0;
    }
    let mut first_products = |term: Term| {
        // SAFETY: upheld by the caller.
        unsafe { multiply(row(w), row(x), n, components, products) };
        (term, products.as_ptr())
    };
    let (term, x) = match term {
        Term::WeightedSquares => first_products(Term::Squares),
        Term::WeightedProducts { conjugated } => first_products(Term::Products { conjugated }),
        _ => (term, row(x)),
    };
    let shape = |conjugated| ProductShape { components, conjugated };
    let real = ProductShape { components: 1, conjugated: false };
    let mut parts = None;
    let parts = &mut parts;
    // SAFETY: upheld by the caller.
    let sum = |other: *const T, shape: ProductShape, n: usize, parts: &mut Option<Exact>| unsafe {
        short_products([x, other], n, shape, parts)
    };
    for (done, result) in results.iter_mut().enumerate() {
        let short = match term {
            // SAFETY: likewise.
            Term::Numbers => unsafe { short_sums(x, all, components) },
            Term::Squares => sum(x, real, all, parts),
            Term::Weighted(Weights::Same) => sum(row(w), shape(false), n, parts),
            Term::Products { conjugated } => sum(row(ys[done]), shape(conjugated), n, parts),
            _ => None,
        };
        let Some(short) = short else { return done };
        result.add_short(n as u64, short);
    }
    results.len()
}

/// The sums of products; none where they are not short, or no pairs of numbers.
unsafe fn short_products<T: Factor>(
    two: [*const T; 2],
    n: usize,
    shape: ProductShape,
    parts: &mut Option<Exact>,
) -> Option<[Short; 2]> {
    let components = shape.components;
    if n > MOST {
        // SAFETY: upheld by the caller.
        return by_flags(|| unsafe { Flagged::few_products(two, n, components) })?.shorts();
    }
    let mut sums = None;
    // SAFETY: upheld by the caller: one block, of as many products as it has factors.
    let block = |x: *const T, y: *const T, n: usize| unsafe {
        if n <= FEW {
            sums = few_products([x, y], n, components);
            return;
        }
        if let Some(found) = Flagged::few_products([x, y], n, components) {
            sums = found.shorts();
            return;
        }
        let parts = parts.get_or_insert_default();
        let kind = T::exact(x, y, n, parts);
        if kind == Parts::Neither {
            return;
        }
        sums = short_sums(parts.p(), n, components);
        if let (Some([a, b]), Parts::Two) = (sums, kind) {
            let errors = short_sums(parts.e(), n, components);
            sums = errors.and_then(|[c, d]| {
                let second = if components == 2 { b.merge(d)? } else { b };
                Some([a.merge(c)?, second])
            });
        }
    };
    // SAFETY: likewise.
    unsafe { in_blocks(two, n, shape, block) };
    sums
}
