//! A set of exact sums that are filled side by side. Single numbers and products wait in buffers,
//! which belong to whoever fills them, until there are enough for a row.
//!
//! Cost: a store for a number that waits; then that of a row. 1.2 KB for each sum that has no short
//! form, and 2 KB for each component's buffers of numbers and of products, made when the first one
//! comes.

use super::vectors::{Term, Vectors};
use super::{short, LocalSums};
use samebits_sum::accumulator::product_row::ProductRow;
use samebits_sum::exact_row::Row;
use samebits_sum::number::Numbers;

/// Numbers that wait at most, and half as many products.
const WAITING: usize = 256;

/// Where the next numbers of a component go, as `samebits.h` has it: a program stores them itself.
#[repr(C)]
#[derive(Debug)]
pub struct Place {
    next: *mut f64,
    end: *mut f64,
    /// The factors of products: those of the second follow at a distance.
    x: *mut f64,
    x_end: *mut f64,
    y: *mut f64,
}

const NOTHING: Place = Place {
    next: std::ptr::null_mut(),
    end: std::ptr::null_mut(),
    x: std::ptr::null_mut(),
    x_end: std::ptr::null_mut(),
    y: std::ptr::null_mut(),
};

/// The places of all components of all sums, and the buffers behind them.
#[derive(Debug)]
pub struct Places {
    /// So many, made by [`Places::new`]: a program writes there, too.
    first: *mut Place,
    buffers: Vec<[Vec<f64>; 2]>,
}

// SAFETY: the addresses are of memory that is its own.
unsafe impl Send for Places {}

impl Places {
    pub fn new(count: usize) -> Places {
        let places: Box<[Place]> = (0..count).map(|_| NOTHING).collect();
        let first = Box::into_raw(places).cast();
        Places { first, buffers: vec![[const { Vec::new() }; 2]; count] }
    }

    pub fn first(&self) -> *mut Place {
        self.first
    }

    fn at(&mut self, number: usize) -> &mut Place {
        assert!(number < self.buffers.len(), "one of the places");
        // SAFETY: one of them; nobody else fills or empties it meanwhile.
        unsafe { &mut *self.first.add(number) }
    }

    /// Drops what waits in a place.
    fn empty(&mut self, number: usize) {
        let [numbers, products] =
            self.buffers[number].each_mut().map(|buffer| match buffer.is_empty() {
                true => None,
                false => Some(buffer.as_mut_ptr()),
            });
        let place = self.at(number);
        if let Some(start) = numbers {
            (place.next, place.end) = (start, start.wrapping_add(WAITING));
        }
        if let Some(start) = products {
            let half = start.wrapping_add(WAITING / 2);
            (place.x, place.x_end, place.y) = (start, half, half);
        }
    }
}

impl Drop for Places {
    fn drop(&mut self) {
        let places = std::ptr::slice_from_raw_parts_mut(self.first, self.buffers.len());
        // SAFETY: made by `new`, and freed once.
        drop(unsafe { Box::from_raw(places) });
    }
}

/// The sums of a set.
#[derive(Clone, Debug)]
pub struct SumSet {
    numbers: Numbers,
    pub sums: Vec<LocalSums>,
}

impl SumSet {
    pub fn new(numbers: Numbers, count: usize) -> SumSet {
        SumSet { numbers, sums: vec![LocalSums::default(); count] }
    }

    /// Adds what waits in all places. The environment is the default one.
    pub fn take_all(&mut self, places: &mut Places) {
        (0..self.sums.len()).for_each(|sum| self.take(places, sum));
    }

    /// Adds what waits in the places of a sum. The environment is the default one.
    pub fn take(&mut self, places: &mut Places, sum: usize) {
        let components = self.numbers.components;
        for component in 0..components {
            let number = components * sum + component;
            let [numbers, products] = &places.buffers[number];
            let (first, x) = (numbers.as_ptr(), products.as_ptr());
            let place = places.at(number);
            let filled = |next: *mut f64, first: *const f64| match next.is_null() {
                true => 0,
                false => (next.addr() - first.addr()) / size_of::<f64>(),
            };
            let (waiting, pairs) = (filled(place.next, first), filled(place.x, x));
            let y = x.wrapping_add(WAITING / 2);
            // SAFETY: so many numbers were stored there.
            unsafe {
                self.add(sum, component, Term::Numbers, [first, first], waiting);
                self.add(sum, component, Term::Products { conjugated: false }, [x, y], pairs);
            }
            places.empty(number);
        }
    }

    /// Adds n numbers or products to a component of a sum.
    ///
    /// # Safety
    /// They are there.
    unsafe fn add(
        &mut self,
        sum: usize,
        component: usize,
        term: Term,
        [x, y]: [*const f64; 2],
        n: usize,
    ) {
        let sum = std::slice::from_mut(&mut self.sums[sum]);
        let (null, ys) = (std::ptr::null(), [y.cast()]);
        let ys = if term == Term::Numbers { &[][..] } else { &ys };
        let vectors = Vectors { x: x.cast(), ys, w: null, mask: null, n };
        // SAFETY: upheld by the caller.
        unsafe {
            // A short form is that of both components.
            let real = self.numbers.components == 1;
            if n == 0
                || real && short::add::<f64>(term, 1, vectors, (0, n), sum, &mut Vec::new()) == 1
            {
                return;
            }
            sum[0].count += n as u64;
            let sums = sum[0].exact();
            sums.numbers.swap(0, component);
            sums.products.swap(0, component);
            match term {
                Term::Numbers => Row::new(1, &mut sums.numbers).add(x, n),
                _ => sums.add_factors(&mut ProductRow::new(1), [x, y], n, 1),
            }
            sums.numbers.swap(0, component);
            sums.products.swap(0, component);
        }
    }

    /// Makes room for numbers in the places of a sum, or for products: a buffer is full, or there is
    /// none yet. The environment is the default one.
    pub fn make_room(&mut self, places: &mut Places, sum: usize, products: bool) {
        self.take(places, sum);
        let components = self.numbers.components;
        for number in components * sum..components * (sum + 1) {
            let buffer = &mut places.buffers[number][usize::from(products)];
            if buffer.is_empty() {
                *buffer = vec![0.0; WAITING];
                places.empty(number);
            }
        }
    }

    /// Adds what was summed elsewhere.
    pub fn merge(&mut self, sum: usize, more: &LocalSums) {
        self.sums[sum].merge(more);
    }

    pub fn clear(&mut self, places: &mut Places) {
        let count = self.sums.len();
        (0..count * self.numbers.components).for_each(|number| places.empty(number));
        self.sums = vec![LocalSums::default(); count];
    }
}
