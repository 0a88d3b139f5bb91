//! Shares as Fortran passes them: consecutive, with signed lengths and indices that count from 1.

use crate::exports::direct::call::arguments::{list, DirectCall};
use crate::exports::direct::call::failure::ensure;
use libc::{c_int, c_void};
use samebits_array::failure::{Class, Failure};
use samebits_array::shares::Shares;

/// This rank's shares. If something is wrong with one, all are empty.
pub struct FortranShares {
    pub lengths: Vec<usize>,
    /// The indices of their first elements, from 0, where they are not in rank order.
    pub starts: Option<Vec<u64>>,
    pub checked: Result<(), Failure>,
}

impl FortranShares {
    /// `held` is the number of elements in all, where they are passed too.
    pub unsafe fn new(
        arrays: c_int,
        n: *const i64,
        starts: Option<*const i64>,
        held: Option<i64>,
    ) -> FortranShares {
        // SAFETY: upheld by the caller.
        let (n, starts) = unsafe {
            let starts = starts.map(|starts| list("starts", arrays, starts).unwrap_or_default());
            (list("n", arrays, n).unwrap_or_default(), starts)
        };
        let checked = check(n, starts, held);
        let right = |number: i64| if checked.is_ok() { number } else { 0 };
        FortranShares {
            lengths: n.iter().map(|n| right(*n) as usize).collect(),
            starts: starts.map(|starts| {
                // An empty share may begin anywhere.
                starts.iter().map(|start| right(start.saturating_sub(1).max(0)) as u64).collect()
            }),
            checked,
        }
    }

    pub fn of<'a>(&'a self, call: &DirectCall<'a>) -> DirectCall<'a> {
        let (lengths, starts) = (&self.lengths[..], self.starts.as_deref());
        DirectCall { shares: Shares { lengths, starts, runs: None, first: 1 }, ..*call }
    }
}

/// Checks lengths and first indices.
fn check(n: &[i64], starts: Option<&[i64]>, held: Option<i64>) -> Result<(), Failure> {
    let mut total = Some(0i64);
    for (index, &length) in n.iter().enumerate() {
        let share = || match n.len() {
            1 => "the share".to_string(),
            _ => format!("the share of array {}", index + 1),
        };
        ensure(length >= 0, Class::Count, || {
            format!("{} has {length} elements; it takes 0 or more", share())
        })?;
        let start = starts.map_or(1, |starts| starts[index]);
        ensure(start > 0 || length == 0, Class::Arg, || {
            format!("{} begins at index {start}; the first index is 1", share())
        })?;
        total = total.and_then(|total| total.checked_add(length));
    }
    let Some(held) = held else { return Ok(()) };
    ensure(total == Some(held), Class::Count, || {
        let total = total.map_or("more than 2^63".to_string(), |total| total.to_string());
        format!("local has {held} elements, and n adds up to {total}")
    })
}

/// In place of a number of elements, where they do not lie one after another and would be a copy
/// that is gone when a nonblocking call completes.
const APART: i64 = -1;

/// Whether `results` has enough elements, on a rank that receives them.
pub fn check_results(capacity: i64, arrays: usize, receives: bool) -> Result<(), Failure> {
    ensure(!receives || capacity != APART, Class::Buffer, || {
        "results is not contiguous; a nonblocking call takes a contiguous array"
    })?;
    let enough = usize::try_from(capacity).is_ok_and(|capacity| capacity >= arrays);
    ensure(!receives || enough, Class::Count, || {
        format!("results has {capacity} elements; there are {arrays} arrays")
    })
}

/// The addresses of consecutive shares of these lengths.
pub fn addresses(
    local: *const c_void,
    lengths: impl Iterator<Item = usize>,
    size: usize,
) -> Vec<*const c_void> {
    let address = |offset: &mut usize, length: usize| {
        let address = local.wrapping_byte_add(*offset);
        *offset += length * size;
        Some(address)
    };
    lengths.scan(0, address).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wrong_shares_are_named() {
        assert_eq!(check(&[], None, Some(0)), Ok(()));
        assert_eq!(check(&[0, 3, 2], None, Some(5)), Ok(()));
        assert_eq!(check(&[4, 0], Some(&[1, -9]), None), Ok(()));
        let wrong = |n, starts, held, class, message: &str| {
            assert_eq!(check(n, starts, held), Err(Failure::new(class, message)));
        };
        let negative = "the share of array 2 has -3 elements; it takes 0 or more";
        wrong(&[1, -3], None, None, Class::Count, negative);
        let index = "the share begins at index 0; the first index is 1";
        wrong(&[3], Some(&[0]), Some(3), Class::Arg, index);
        let total = "local has 5 elements, and n adds up to 6";
        wrong(&[3, 3], None, Some(5), Class::Count, total);
        let total = "local has -9223372036854775808 elements, and n adds up to more than 2^63";
        wrong(&[i64::MAX, 1], None, Some(i64::MIN), Class::Count, total);
    }

    #[test]
    fn results_need_memory_only_where_they_are_received() {
        assert_eq!(check_results(2, 2, true), Ok(()));
        assert_eq!(check_results(0, 2, false), Ok(()));
        assert!(check_results(1, 2, true).is_err());
        assert!(check_results(-1, 0, true).is_err());
    }

    #[test]
    fn wrong_shares_become_empty() {
        let n = [5i64, 2];
        let shares = |starts: [i64; 2]| {
            // SAFETY: two entries in each list.
            unsafe { FortranShares::new(2, n.as_ptr(), Some(starts.as_ptr()), Some(7)) }
        };
        let wrong = shares([7, i64::MIN]);
        assert_eq!((wrong.lengths, wrong.starts), (vec![0, 0], Some(vec![0, 0])));
        assert!(wrong.checked.is_err());
        let right = shares([7, 3]);
        assert_eq!((right.lengths, right.starts), (vec![5, 2], Some(vec![6, 2])));
        let first = [0u8; 8].as_ptr().cast::<c_void>();
        let addresses = addresses(first, [3, 0, 2].into_iter(), 16);
        let offsets: Vec<_> = addresses.iter().map(|at| at.addr() - first.addr()).collect();
        assert_eq!(offsets, [0, 48, 48]);
    }
}
