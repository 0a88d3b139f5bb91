//! The function that the Fortran module `samebits` calls for sparse matrices in compressed rows, whose
//! entries and columns count from 1 or from 0: nothing is copied to change that.

use super::context::exported_local;
use super::csr::multiply;
use super::distribution::accept;
use super::failure::{ensure, Class, Failure};
use super::fortran_arguments::module_functions;
use crate::arithmetic::csr::Index;
use libc::{c_int, c_void};

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

/// The matrix as the module passes it, and the vectors; `wide` if indices have 64 bits.
struct Product {
    row_pointers: *const c_void,
    columns: *const c_void,
    wide: bool,
    values: *const c_void,
    x: *const c_void,
    y: *mut c_void,
}

module_functions! {
    /// Multiplies a matrix of `of_y` rows by x; the other numbers are those of the elements of each
    /// array, which are compared.
    fn samebits_f_csr_multiply(
        row_pointers: *const c_void, of_row_pointers: i64,
        columns: *const c_void, of_columns: i64, wide: c_int,
        values: *const c_void, of_values: i64,
        x: *const c_void,
        y: *mut c_void, of_y: i64,
        kind: c_int, base: c_int,
    ) {
        let product = Product { row_pointers, columns, wide: wide != 0, values, x, y };
        exported_local("samebits_csr_multiply", false, || {
            accept(base == 0 || base == 1, || {
                format!("base={base} is not accepted; entries and columns count from 1 or from 0")
            })?;
            ensure(of_row_pointers == of_y + 1, Class::Count, || {
                format!(
                    "y has {of_y} elements, and row_pointers has {of_row_pointers}; it takes one more \
                     than y"
                )
            })?;
            ensure(of_columns == of_values, Class::Count, || {
                format!("values has {of_values} elements, and columns has {of_columns}")
            })?;
            let rows = of_y as usize;
            let ends = [0, rows].map(|row| product.row_pointer(row));
            check_entries(ends, rows, of_values, base)?;
            product.store(kind, base == 1, rows);
            Ok(())
        })
    }
}

/// Checks which entries the matrix has, from the first row pointer to the last.
fn check_entries(
    [first, last]: [i64; 2],
    rows: usize,
    held: i64,
    base: c_int,
) -> Result<(), Failure> {
    let base = i64::from(base);
    accept(first >= base, || {
        format!("row_pointers(1)={first} is not accepted; entries count from {base}")
    })?;
    let end = held.saturating_add(base);
    accept((first..=end).contains(&last), || {
        format!(
            "row_pointers({})={last} is not accepted; values has {held} elements, and it takes a \
             number from row_pointers(1)={first} to {end}",
            rows + 1
        )
    })
}

impl Product {
    /// Safety: there is such a row pointer.
    unsafe fn row_pointer(&self, row: usize) -> i64 {
        // SAFETY: upheld by the caller.
        unsafe {
            match self.wide {
                false => self.row_pointers.cast::<i32>().add(row).read_unaligned().into(),
                true => self.row_pointers.cast::<i64>().add(row).read_unaligned(),
            }
        }
    }

    /// Safety: the arrays have what so many rows demand.
    unsafe fn store(&self, kind: c_int, from_one: bool, rows: usize) {
        // SAFETY: upheld by the caller.
        unsafe {
            match (self.wide, from_one) {
                (false, false) => self.store_by::<i32>(kind, rows),
                (true, false) => self.store_by::<i64>(kind, rows),
                (false, true) => self.store_by::<FromOne<i32>>(kind, rows),
                (true, true) => self.store_by::<FromOne<i64>>(kind, rows),
            }
        }
    }

    /// Safety: likewise; the indices are of that type.
    unsafe fn store_by<I: Index>(&self, kind: c_int, rows: usize) {
        let [pointers, columns] = [self.row_pointers, self.columns].map(<*const c_void>::cast::<I>);
        // By the numbers of the module's kinds.
        let by = match kind {
            0 => multiply::<f32, I, 1>,
            1 => multiply::<f64, I, 1>,
            2 => multiply::<f32, I, 2>,
            _ => multiply::<f64, I, 2>,
        };
        // SAFETY: upheld by the caller.
        unsafe { by(rows, pointers, columns, self.values, self.x, self.y) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn indices_count_from_one_without_a_copy() {
        let (pointers, columns) = ([1i32, 3, 3, 4], [1i32, 3, 2]);
        let (values, x, mut y) = ([1.0f64, 2.0, 3.0], [10.0f64, 20.0, 30.0], [7.0f64; 3]);
        let [pointers, columns] = [&pointers[..], &columns].map(|of| of.as_ptr().cast());
        let [values, x] = [&values, &x].map(|of| of.as_ptr().cast());
        let to = y.as_mut_ptr().cast();
        let multiply = |base: c_int, held: i64| {
            // SAFETY: arrays of these lengths.
            unsafe {
                samebits_f_csr_multiply(pointers, 4, columns, 3, 0, values, held, x, to, 3, 1, base)
            }
        };
        assert_ne!(multiply(2, 3), 0);
        assert_ne!(multiply(1, 2), 0);
        assert_eq!(multiply(1, 3), 0);
        assert_eq!(y, [70.0, 0.0, 60.0]);
    }

    #[test]
    fn entries_that_are_not_there_are_named() {
        assert_eq!(check_entries([1, 4], 3, 3, 1), Ok(()));
        assert_eq!(check_entries([2, 3], 3, 3, 0), Ok(()));
        let wrong = |ends, base, message: &str| {
            assert_eq!(check_entries(ends, 3, 3, base), Err(Failure::new(Class::Arg, message)));
        };
        wrong([0, 3], 1, "row_pointers(1)=0 is not accepted; entries count from 1");
        let beyond = "row_pointers(4)=5 is not accepted; values has 3 elements, and it takes a \
                      number from row_pointers(1)=1 to 4";
        wrong([1, 5], 1, beyond);
    }
}
