//! The exact sum of a block of numbers or of products, where the processor's flags say that its
//! levels hold it ([`samebits_kernel::flagged`]): nothing else has to be known of the numbers.
//!
//! Cost: that of the deposit, and two or three additions to a superaccumulator for each series; or
//! as many to a [`Short`].

use crate::superaccumulator::{Short, Superaccumulator};
use samebits_kernel::binary::{floor_log2, Finite};
use samebits_kernel::flagged::{self, Totals, BITS, HIGHEST, LOWEST, WIDTH};
use samebits_kernel::simd::Unit;
use samebits_kernel::summand::Summand;
use samebits_kernel::{levels, product_levels};

/// Products that tell the units of a few, at least.
const SAMPLE: usize = 8;

/// The units of the first levels, for numbers at even and at odd places, and the sums.
pub struct Flagged {
    units: [i32; 2],
    components: usize,
    totals: Totals,
}

/// The unit of a first level for such a largest number or product, by its bits. (For a few times
/// larger ones, too.)
pub fn unit_for(largest: u64) -> i32 {
    floor_log2(largest) + 1 - BITS
}

// Who deposits by levels, too, has blocks of their length.
const _: () = assert!(levels::BLOCK <= flagged::BLOCK && product_levels::BLOCK <= flagged::BLOCK);

/// Whether deposits take such units.
fn fit(units: [i32; 2]) -> bool {
    units.iter().all(|unit| (LOWEST..=HIGHEST).contains(unit))
}

impl Flagged {
    /// The sums of n numbers, at most [`flagged::BLOCK`], in which those of the components
    /// alternate; none where nothing says that they are exact, or all numbers of a component may be
    /// zero.
    ///
    /// # Safety
    /// They lie there, at any address; the environment is the default one.
    pub unsafe fn sums<T: Summand>(
        row: *const T,
        n: usize,
        components: usize,
        units: [i32; 2],
    ) -> Option<Flagged> {
        let deposit = flagged::sums::<T>(Unit::best()).filter(|_| fit(units))?;
        // SAFETY: upheld by the caller; the processor has the unit.
        Flagged { units, components, totals: unsafe { deposit(row, n, units) }? }.not_zero()
    }

    /// Likewise the sums of n products.
    ///
    /// # Safety
    /// As above, of two rows.
    pub unsafe fn products<T: Summand>(
        two: [*const T; 2],
        n: usize,
        components: usize,
        units: [i32; 2],
    ) -> Option<Flagged> {
        let deposit = flagged::products::<T>(Unit::best()).filter(|_| fit(units))?;
        // SAFETY: as above.
        Flagged { units, components, totals: unsafe { deposit(two, n, units) }? }.not_zero()
    }

    /// Likewise the sums of a few products, the first of which tell the units.
    ///
    /// # Safety
    /// As above.
    pub unsafe fn few_products<T: Summand>(
        [x, y]: [*const T; 2],
        n: usize,
        components: usize,
    ) -> Option<Flagged> {
        flagged::products::<T>(Unit::best())?;
        let mut largest = [0.0f64; 2];
        for i in 0..n.min(SAMPLE.max(n / 64)) {
            // SAFETY: upheld by the caller; so below.
            let (x, y) = unsafe { (x.add(i).read_unaligned(), y.add(i).read_unaligned()) };
            let largest = &mut largest[i % components];
            *largest = largest.max((x.widen() * y.widen()).abs());
        }
        let unit = |component: usize| match largest[component] {
            found if found > 0.0 && found < f64::INFINITY => Some(unit_for(found.to_bits())),
            _ => None,
        };
        let units = [unit(0)?, unit(components - 1)?];
        // SAFETY: as above.
        unsafe { Flagged::products([x, y], n, components, units) }
    }

    /// The short forms of all components' sums, if they have such.
    pub fn shorts(&self) -> Option<[Short; 2]> {
        let second = if self.components == 2 { self.short(1)? } else { Short::default() };
        Some([self.short(0)?, second])
    }

    /// The places of a component's numbers.
    fn series(&self, component: usize) -> impl Iterator<Item = usize> + Clone {
        (component..2).step_by(self.components)
    }

    /// (Of zeros the signs count.)
    fn not_zero(self) -> Option<Flagged> {
        let Totals { levels, rest } = self.totals;
        let zero = |i: usize| levels[0][i] == 0 && levels[1][i] == 0 && rest[i] == 0.0;
        let all = (0..self.components).all(|component| !self.series(component).all(zero));
        all.then_some(self)
    }

    /// What is to be added up for a component, as integers and the exponents of their units.
    fn integers(&self, component: usize) -> impl Iterator<Item = (i128, i32)> + Clone + '_ {
        self.series(component).flat_map(|i| {
            let (Totals { levels, rest }, unit) = (self.totals, self.units[i]);
            let (first, second) = (levels[0][i].into(), levels[1][i].into());
            let (left, exponent) = Finite::of(rest[i]).integer();
            [(first, unit), (second, unit - WIDTH), (left.into(), exponent)]
        })
    }

    pub fn add_to(&self, sums: &mut [Superaccumulator; 2]) {
        for (component, sum) in sums.iter_mut().enumerate().take(self.components) {
            for (integer, exponent) in
                self.integers(component).filter(|(integer, _): &(i128, i32)| *integer != 0)
            {
                sum.add_integer(integer, exponent);
            }
        }
    }

    /// The short form of a component's sum, if it has one.
    fn short(&self, component: usize) -> Option<Short> {
        Short::of_integers(self.integers(component))
    }
}
