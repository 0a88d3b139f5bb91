//! The function that the Fortran module `samebits` calls for sparse matrices in compressed rows, whose
//! entries and columns are numbered from 1 or from 0: nothing is copied to change that.

use super::arguments::module_functions;
use crate::exports::direct::call::context::exported_local;
use crate::exports::direct::call::failure::ensure;
use crate::exports::direct::local::csr::multiply;
use crate::exports::direct::local::distribution::accept;
use libc::{c_int, c_void};
use samebits_array::failure::{Class, Failure};
use samebits_sparse::csr::Index;

/// An index that counts from 1.
#[derive(Clone, Copy)]
#[repr(transparent)]
struct FromOne<I>(I);

impl<I: Index> Index for FromOne<I> {
    #[inline(always)]
    fn at(self) -> usize {
        self.0.at().wrapping_sub(1)
    }
}

/// An array as the module passes it, and its number of elements.
type Array = (*const c_void, i64);

/// The matrix and the vectors; `wide` if indices have 64 bits.
struct Product {
    row_pointers: Array,
    columns: Array,
    wide: bool,
    values: Array,
    x: *const c_void,
    y: (*mut c_void, i64),
}

module_functions! {
    /// Multiplies a matrix by x: of as many rows as y has elements.
    fn samebits_f_csr_multiply(
        row_pointers: *const c_void, of_row_pointers: i64,
        columns: *const c_void, of_columns: i64, wide: c_int,
        values: *const c_void, of_values: i64,
        x: *const c_void,
        y: *mut c_void, of_y: i64,
        kind: c_int, base: c_int,
    ) {
        let product = Product {
            row_pointers: (row_pointers, of_row_pointers),
            columns: (columns, of_columns),
            wide: wide != 0,
            values: (values, of_values),
            x,
            y: (y, of_y),
        };
        exported_local("samebits_csr_multiply", false, || {
            product.check(base)?;
            product.store(kind, base == 1);
            Ok(())
        })
    }
}

/// Checks which entries the matrix has, from the first row pointer to the last.
fn check_entries(
    [first, last]: [i64; 2],
    rows: i64,
    held: i64,
    base: c_int,
) -> Result<(), Failure> {
    let base = i64::from(base);
    accept(first >= base, || {
        format!("row_pointers(1)={first} is not accepted; entries are numbered from {base}")
    })?;
    let end = held.saturating_add(base);
    accept((first..=end).contains(&last), || {
        format!(
            "row_pointers({})={last} is not accepted; values has {held} elements, so it takes a \
             number from row_pointers(1)={first} to {end}",
            rows + 1
        )
    })
}

impl Product {
    /// Safety: the arrays have so many elements.
    unsafe fn check(&self, base: c_int) -> Result<(), Failure> {
        let ((_, of_row_pointers), (_, of_y)) = (self.row_pointers, self.y);
        let ((_, of_columns), (_, of_values)) = (self.columns, self.values);
        accept(base == 0 || base == 1, || {
            format!(
                "base={base} is not accepted; entries and columns are numbered from 1 or from 0"
            )
        })?;
        ensure(of_row_pointers == of_y + 1, Class::Count, || {
            format!(
                "y has {of_y} elements, and row_pointers has {of_row_pointers}; it must have one \
                 more than y"
            )
        })?;
        ensure(of_columns == of_values, Class::Count, || {
            format!("values has {of_values} elements, and columns has {of_columns}")
        })?;
        // SAFETY: upheld by the caller; compared.
        let ends = [0, of_y as usize].map(|row| unsafe { self.row_pointer(row) });
        check_entries(ends, of_y, of_values, base)
    }

    /// Safety: there is such a row pointer.
    unsafe fn row_pointer(&self, row: usize) -> i64 {
        // SAFETY: upheld by the caller.
        unsafe {
            match self.wide {
                false => self.row_pointers.0.cast::<i32>().add(row).read_unaligned().into(),
                true => self.row_pointers.0.cast::<i64>().add(row).read_unaligned(),
            }
        }
    }

    /// Safety: the arrays were checked, and x has the columns.
    unsafe fn store(&self, kind: c_int, from_one: bool) {
        // SAFETY: upheld by the caller.
        unsafe {
            match (self.wide, from_one) {
                (false, false) => self.store_by::<i32>(kind),
                (true, false) => self.store_by::<i64>(kind),
                (false, true) => self.store_by::<FromOne<i32>>(kind),
                (true, true) => self.store_by::<FromOne<i64>>(kind),
            }
        }
    }

    /// Safety: likewise; the indices are of that type.
    unsafe fn store_by<I: Index>(&self, kind: c_int) {
        let Product { row_pointers: (pointers, _), columns: (columns, _), .. } = *self;
        let Product { values: (values, _), x, y: (y, rows), .. } = *self;
        // By the numbers of the module's kinds.
        let by = match kind {
            0 => multiply::<f32, I, 1>,
            1 => multiply::<f64, I, 1>,
            2 => multiply::<f32, I, 2>,
            _ => multiply::<f64, I, 2>,
        };
        // SAFETY: upheld by the caller.
        unsafe { by(rows as usize, pointers.cast(), columns.cast(), values, x, y) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn indices_count_from_one_without_a_copy() {
        let (pointers, columns) = ([1i32, 3, 3, 4], [1i32, 3, 2]);
        let (values, x, mut y) = ([1.0f64, 2.0, 3.0], [10.0f64, 20.0, 30.0], [7.0f64; 3]);
        let mut product = Product {
            row_pointers: (pointers.as_ptr().cast(), 4),
            columns: (columns.as_ptr().cast(), 3),
            wide: false,
            values: (values.as_ptr().cast(), 3),
            x: x.as_ptr().cast(),
            y: (y.as_mut_ptr().cast(), 3),
        };
        // SAFETY: arrays of these lengths.
        unsafe {
            assert_eq!(product.check(1), Ok(()));
            product.store(1, true);
            assert_eq!(product.check(2).unwrap_err().class, Class::Arg);
            product.values.1 = 2;
            assert_eq!(product.check(1).unwrap_err().class, Class::Count);
        }
        assert_eq!(y, [70.0, 0.0, 60.0]);
    }

    #[test]
    fn entries_that_are_not_there_are_named() {
        assert_eq!(check_entries([1, 4], 3, 3, 1), Ok(()));
        assert_eq!(check_entries([2, 3], 3, 3, 0), Ok(()));
        let wrong = |ends, base, message: &str| {
            assert_eq!(check_entries(ends, 3, 3, base), Err(Failure::new(Class::Arg, message)));
        };
        wrong([0, 3], 1, "row_pointers(1)=0 is not accepted; entries are numbered from 1");
        let beyond = "row_pointers(4)=5 is not accepted; values has 3 elements, so it takes a \
                      number from row_pointers(1)=1 to 4";
        wrong([1, 5], 1, beyond);
    }
}
