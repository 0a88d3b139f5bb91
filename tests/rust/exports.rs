//! What the layers below the exported functions have to know of each is that of their table.

use samebits::exports::function::Coverage;
use samebits::exports::reductions::ROWS;
use samebits::runtime::precedence;
use std::collections::BTreeSet;

#[test]
fn calls_that_do_not_come_to_us_are_missed_of_every_reduction_that_is_made_reproducible() {
    let covered = ROWS.iter().filter(|row| row.coverage == Coverage::Covered).map(|row| row.name);
    assert_eq!(precedence::reductions().collect::<BTreeSet<_>>(), covered.collect());
}
