//! Arrays in pieces, and plans whose shares change, as the Fortran module passes them: with signed
//! lengths, and first indices that count from 1.

use super::arguments::{datatype, direct_call, module_functions, size_of_element};
use super::shares::{addresses, check_results, FortranShares};
use crate::exports::direct::arrays::array::reduce;
use crate::exports::direct::arrays::pieces::in_pieces;
use crate::exports::direct::arrays::plan::{create, samebits_plan};
use crate::exports::direct::call::context::exported;
use crate::exports::direct::call::failure::ensure;
use crate::exports::direct::{
    arrays::plan_counts,
    call::{arguments::Buffers, function::Function},
};
use libc::{c_int, c_void};
use samebits_array::failure::{Class, Failure};
use samebits_array::pieces::Runs;
use std::borrow::Cow;

/// This rank's pieces. If something is wrong with one, there are none.
struct FortranPieces {
    starts: Vec<u64>,
    lengths: Vec<usize>,
    checked: Result<(), Failure>,
}

impl FortranPieces {
    /// Of lists of so many entries; `held` is the number of elements in all, where they are passed.
    unsafe fn new(
        (starts, started): (*const i64, c_int),
        (lengths, pieces): (*const i64, c_int),
        held: Option<i64>,
    ) -> FortranPieces {
        let list = |list: *const i64, length: c_int| match usize::try_from(length) {
            Ok(length) if length > 0 => {
                // SAFETY: upheld by the caller.
                unsafe { std::slice::from_raw_parts(list, length) }
            }
            _ => &[],
        };
        let (starts, lengths) = (list(starts, started), list(lengths, pieces));
        let checked = check(starts, lengths, held);
        let right = checked.is_ok();
        FortranPieces {
            starts: starts
                .iter()
                .filter(|_| right)
                .map(|start| (start - 1).max(0) as u64)
                .collect(),
            lengths: lengths.iter().filter(|_| right).map(|length| *length as usize).collect(),
            checked,
        }
    }

    fn runs(&self) -> Runs<'_> {
        Runs { starts: &self.starts, lengths: &self.lengths }
    }
}

fn check(starts: &[i64], lengths: &[i64], held: Option<i64>) -> Result<(), Failure> {
    ensure(starts.len() == lengths.len(), Class::Arg, || {
        format!("starts has {} elements, and lengths has {}", starts.len(), lengths.len())
    })?;
    let mut total = Some(0i64);
    for ((start, length), piece) in starts.iter().zip(lengths).zip(1..) {
        ensure(*length >= 0, Class::Count, || {
            format!("piece {piece} has {length} elements; it takes 0 or more")
        })?;
        ensure(*start > 0, Class::Arg, || {
            format!("piece {piece} begins at index {start}; the first index is 1")
        })?;
        total = total.and_then(|total| total.checked_add(*length));
    }
    let Some(held) = held else { return Ok(()) };
    ensure(total == Some(held), Class::Count, || {
        let total = total.map_or("more than 2^63".to_string(), |total| total.to_string());
        format!("local has {held} elements, and lengths adds up to {total}")
    })
}

module_functions! {
    /// Reduces an array in pieces, whose elements are consecutive at `local`, `held` of them.
    fn samebits_f_pieces(
        local: *const c_void, held: i64,
        starts: *const i64, started: c_int, lengths: *const i64, pieces: c_int,
        result: *mut c_void,
        kind: c_int, datatype: c_int, op: c_int, comm: c_int,
        to_all: c_int, root: c_int,
    ) {
        let root = (to_all == 0).then_some(root);
        let function = Function::to(root, [Function::AllreducePieces, Function::ReducePieces]);
        exported(function.name(), || {
            let (call, checked) = direct_call(function, root, (kind, datatype, op, comm))?;
            let given = FortranPieces::new((starts, started), (lengths, pieces), Some(held));
            let checked = checked.and(given.checked.clone());
            let buffers = Buffers { locals: &[local], results: result };
            in_pieces(&call, &given.runs(), 1, |call| reduce(call, buffers, |_| checked))
        })
    }

    /// Creates a plan for an array in pieces.
    fn samebits_f_plan_pieces(
        starts: *const i64, started: c_int, lengths: *const i64, pieces: c_int,
        kind: c_int, datatype: c_int, op: c_int, comm: c_int,
        plan: *mut *mut samebits_plan,
    ) {
        let function = Function::PlanPieces;
        exported(function.name(), || {
            let (call, checked) = direct_call(function, None, (kind, datatype, op, comm))?;
            let given = FortranPieces::new((starts, started), (lengths, pieces), None);
            let checked = checked.and(given.checked.clone());
            in_pieces(&call, &given.runs(), 1, |call| create(call, plan, checked))
        })
    }

    /// Reduces by a plan for arrays, of which this rank now has n(i) elements of array i, `held` in
    /// all, consecutive at `local`.
    fn samebits_f_plan_reduce_counts(
        plan: *mut samebits_plan,
        local: *const c_void, held: i64,
        n: *const i64, counts: c_int,
        results: *mut c_void, capacity: i64,
        kind: c_int, datatype: c_int,
        to_all: c_int, root: c_int,
    ) {
        let root = (to_all == 0).then_some(root);
        let both = [Function::PlanAllreduceCounts, Function::PlanReduceCounts];
        let function = Function::to(root, both);
        let shares = |plan: &samebits_plan, receives: bool| {
            let prepared = &plan.prepared;
            let datatype = self::datatype(prepared.context.process, kind, datatype)?;
            ensure(datatype == prepared.datatype, Class::Type, || {
                "the plan was made for elements of another type"
            })?;
            let arrays = prepared.plan.arrays.len();
            ensure(usize::try_from(counts) == Ok(arrays), Class::Count, || {
                format!("n has {counts} elements; the plan is for {arrays} arrays")
            })?;
            let given = FortranShares::new(counts, n, None, Some(held));
            given.checked?;
            check_results(capacity, arrays, receives)?;
            let lengths = given.lengths.iter().copied();
            let locals = addresses(local, lengths, size_of_element(kind));
            Ok((Cow::Owned(locals), Cow::Owned(given.lengths)))
        };
        exported(function.name(), || plan_counts::execute(function, plan, results, root, 1, shares))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wrong_pieces_are_named() {
        assert_eq!(check(&[1, 9, 5], &[4, 2, 0], Some(6)), Ok(()));
        assert_eq!(check(&[], &[], Some(0)), Ok(()));
        for (starts, lengths, held, class, message) in [
            (&[1][..], &[][..], 0, Class::Arg, "starts has 1 elements, and lengths has 0"),
            (&[1, 2], &[1, -3], 1, Class::Count, "piece 2 has -3 elements; it takes 0 or more"),
            (&[0], &[1], 1, Class::Arg, "piece 1 begins at index 0; the first index is 1"),
            (&[1, 5], &[1, 2], 4, Class::Count, "local has 4 elements, and lengths adds up to 3"),
        ] {
            assert_eq!(check(starts, lengths, Some(held)), Err(Failure::new(class, message)));
        }
    }
}
