//! Shares as Fortran hands them over: one after the other, with lengths and indices that
//! count from 1 and may be any number.

use super::arguments::DirectCall;
use super::array::list;
use super::failure::{Class, Failure};
use crate::array::shares::Shares;
use libc::{c_int, c_void};

/// This rank's shares, as far as they are right.
pub struct Given {
    /// Their lengths.
    pub lengths: Vec<usize>,
    /// The indices of their first elements, from 0, where they are not in rank order.
    pub starts: Option<Vec<u64>>,
    /// What is wrong with them.
    pub wrong: Result<(), Failure>,
}

impl Given {
    /// From what the module hands over; `held` is how many elements there are in all,
    /// where they are there. Where something is wrong they are empty.
    ///
    /// # Safety
    /// Each list has an entry for each array.
    pub unsafe fn new(
        arrays: c_int,
        n: *const i64,
        starts: Option<*const i64>,
        held: Option<i64>,
    ) -> Given {
        // SAFETY: upheld by the caller.
        let (n, starts) = unsafe {
            let starts = starts.map(|starts| list("starts", arrays, starts).unwrap_or_default());
            (list("n", arrays, n).unwrap_or_default(), starts)
        };
        let wrong = check(n, starts, held);
        let right = |number: i64| if wrong.is_ok() { number } else { 0 };
        Given {
            lengths: n.iter().map(|n| right(*n) as usize).collect(),
            starts: starts.map(|starts| {
                // An empty share may begin anywhere.
                starts.iter().map(|start| right(start.saturating_sub(1).max(0)) as u64).collect()
            }),
            wrong,
        }
    }

    /// Asks for them.
    pub fn ask<'a>(&'a self, asked: &DirectCall<'a>) -> DirectCall<'a> {
        let (lengths, starts) = (&self.lengths[..], self.starts.as_deref());
        DirectCall { shares: Shares { lengths, starts, first: 1 }, ..*asked }
    }
}

/// What is wrong with lengths and first indices.
fn check(n: &[i64], starts: Option<&[i64]>, held: Option<i64>) -> Result<(), Failure> {
    let mut total = Some(0i64);
    for (index, &length) in n.iter().enumerate() {
        let of_array = if n.len() > 1 { format!(" of array {}", index + 1) } else { String::new() };
        let wrong = |class, what| Err(Failure::new(class, format!("the share{of_array} {what}")));
        if length < 0 {
            return wrong(Class::Count, format!("has {length} elements; it takes 0 or more"));
        }
        let start = starts.map(|starts| starts[index]);
        if let Some(start @ ..=0) = start.filter(|_| length > 0) {
            return wrong(Class::Arg, format!("begins at the index {start}; the first index is 1"));
        }
        total = total.and_then(|total| total.checked_add(length));
    }
    match held {
        Some(held) if total != Some(held) => {
            let total = total.map_or("more than 2^63".to_string(), |total| total.to_string());
            let what = format!("local has {held} elements, and n adds up to {total}");
            Err(Failure::new(Class::Count, what))
        }
        _ => Ok(()),
    }
}

/// That the results find room, on a rank that receives them.
pub fn has_room(room: i64, arrays: usize, receives: bool) -> Result<(), Failure> {
    if !receives || usize::try_from(room).is_ok_and(|room| room >= arrays) {
        return Ok(());
    }
    let what = format!("results has {room} elements; there are {arrays} arrays");
    Err(Failure::new(Class::Count, what))
}

/// Where shares of these lengths begin that lie one after the other.
pub fn places(
    local: *const c_void,
    lengths: impl Iterator<Item = usize>,
    size: usize,
) -> Vec<*const c_void> {
    let place = |offset: &mut usize, length: usize| {
        let at = local.wrapping_byte_add(*offset);
        *offset += length * size;
        Some(at)
    };
    lengths.scan(0, place).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_wrong_with_shares() {
        assert_eq!(check(&[], None, Some(0)), Ok(()));
        assert_eq!(check(&[0, 3, 2], None, Some(5)), Ok(()));
        assert_eq!(check(&[4, 0], Some(&[1, -9]), None), Ok(()));
        let wrong = |n, starts, held| {
            let Failure { class, message } = check(n, starts, held).unwrap_err();
            (class, message)
        };
        let of = |class, what: &str| (class, what.to_string());
        assert_eq!(
            wrong(&[1, -3], None, None),
            of(Class::Count, "the share of array 2 has -3 elements; it takes 0 or more")
        );
        assert_eq!(
            wrong(&[3], Some(&[0]), Some(3)),
            of(Class::Arg, "the share begins at the index 0; the first index is 1")
        );
        assert_eq!(
            wrong(&[3, 3], None, Some(5)),
            of(Class::Count, "local has 5 elements, and n adds up to 6")
        );
        assert_eq!(
            wrong(&[i64::MAX, 1], None, Some(i64::MIN)),
            of(
                Class::Count,
                "local has -9223372036854775808 elements, and n adds up to more than 2^63"
            )
        );
    }

    #[test]
    fn room_is_asked_for_where_results_arrive() {
        assert_eq!(has_room(2, 2, true), Ok(()));
        assert_eq!(has_room(0, 2, false), Ok(()));
        assert!(has_room(1, 2, true).is_err());
        assert!(has_room(-1, 0, true).is_err());
    }

    #[test]
    fn a_wrong_share_is_taken_for_an_empty_one() {
        let (n, starts) = ([5i64, 2], [7i64, i64::MIN]);
        // SAFETY: two entries in each list.
        let shares = unsafe { Given::new(2, n.as_ptr(), Some(starts.as_ptr()), Some(7)) };
        assert_eq!(
            (shares.lengths, shares.starts, shares.wrong.is_ok()),
            (vec![0, 0], Some(vec![0, 0]), false)
        );
        let starts = [7i64, 3];
        // SAFETY: likewise.
        let shares = unsafe { Given::new(2, n.as_ptr(), Some(starts.as_ptr()), Some(7)) };
        assert_eq!((shares.lengths, shares.starts), (vec![5, 2], Some(vec![6, 2])));
        let first = [0u8; 8].as_ptr().cast::<c_void>();
        let of_arrays = places(first, [3, 0, 2].into_iter(), 16);
        let offsets: Vec<_> = of_arrays.iter().map(|at| at.addr() - first.addr()).collect();
        assert_eq!(offsets, [0, 48, 48]);
    }
}
