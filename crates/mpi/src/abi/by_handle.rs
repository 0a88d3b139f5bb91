//! A small, fast hash table: open addressing, with three of four slots empty.

use super::family::Handle;
use samebits_base::hash::spread;

#[derive(Debug)]
pub(crate) struct ByHandle<T> {
    rows: Vec<(Handle, T)>,
    /// One more than the number of a row; 0 where a slot is empty.
    slots: Vec<u8>,
    /// 64 minus the binary logarithm of the number of slots.
    shift: u32,
}

impl<T> ByHandle<T> {
    /// A table of at most 255 rows. Of several with one handle (MPI's synonyms) the first counts.
    pub fn new(rows: Vec<(Handle, T)>) -> Self {
        let slots = (4 * rows.len()).next_power_of_two().max(2);
        let shift = 64 - slots.trailing_zeros();
        let mut table = ByHandle { rows: Vec::new(), slots: vec![0; slots], shift };
        for row in rows {
            let slot = table.slot(row.0);
            if table.slots[slot] == 0 {
                table.rows.push(row);
                table.slots[slot] = u8::try_from(table.rows.len()).expect("at most 255 rows");
            }
        }
        table.rows.shrink_to_fit();
        table
    }

    /// The slot of a handle, or the empty slot in which it would be.
    #[inline]
    fn slot(&self, handle: Handle) -> usize {
        let mut slot = (spread(handle as u64) >> self.shift) as usize;
        while self.row(slot).is_some_and(|(known, _)| *known != handle) {
            slot = (slot + 1) % self.slots.len();
        }
        slot
    }

    #[inline]
    fn row(&self, slot: usize) -> Option<&(Handle, T)> {
        self.rows.get(usize::from(self.slots[slot]).wrapping_sub(1))
    }

    #[inline]
    pub fn get(&self, handle: Handle) -> Option<&T> {
        self.row(self.slot(handle)).map(|row| &row.1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn handles_are_found_and_others_are_not() {
        // Addresses 512 bytes apart, like Open MPI's.
        let address = |row: usize| 0x7f00_0013_0000 + 512 * row;
        let rows = (0..75).map(|row| (address(row), row)).chain([(address(3), 1000)]).collect();
        let table = ByHandle::new(rows);
        for row in 0..75 {
            assert_eq!(table.get(address(row)), Some(&row), "the first of two counts");
            assert_eq!(table.get(address(row) + 8), None);
        }
        assert_eq!(ByHandle::<u8>::new(Vec::new()).get(5), None);
    }
}
