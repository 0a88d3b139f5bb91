//! Components of expansions, and the error-free addition that makes them.

/// Columns that one call of the kernel takes at most.
pub const CHUNK: usize = 128;

/// The most components of a column.
pub const MOST: usize = 8;

/// Components of n columns, row after row without gaps.
#[derive(Clone, Copy, Debug)]
pub struct Components {
    /// The first row.
    pub first: *const f64,
    /// How many rows there are, 1 to [`MOST`].
    pub rows: usize,
}

impl Components {
    /// The components of a column of n, the first one first.
    ///
    /// # Safety
    /// The rows are there and hold n columns.
    pub unsafe fn of_column(self, column: usize, n: usize) -> impl Iterator<Item = f64> {
        // SAFETY: upheld by the caller.
        (0..self.rows).map(move |row| unsafe { self.first.add(row * n + column).read_unaligned() })
    }
}

/// A step adds to the first component: what is left has to be taken off.
pub const FIRST: u8 = 0;

/// A step adds to another component, like to like.
pub const OTHER: u8 = 1;

/// A step takes off from the first component.
pub const OFF: u8 = 2;

/// The rounded sums, and what is left, of so many columns.
#[inline(always)]
pub fn two_sums<const KIND: u8, const N: usize>(a: [f64; N], b: [f64; N]) -> ([f64; N], [f64; N]) {
    let (mut sum, mut left) = ([0.0; N], [0.0; N]);
    for i in 0..N {
        let (a, b) = (a[i], if KIND == OFF { -b[i] } else { b[i] });
        sum[i] = a + b;
        let b_part = sum[i] - a;
        let a_part = sum[i] - b_part;
        left[i] = match KIND {
            OTHER => (a - a_part) + (b - b_part),
            _ => (a_part - a) + (b_part - b),
        };
    }
    (sum, left)
}
