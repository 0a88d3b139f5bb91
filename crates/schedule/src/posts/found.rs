//! Where contributions lie, of the first ranks on; few without memory of their own.

const FEW: usize = 4;

#[derive(Debug)]
pub struct Found {
    few: [*const u8; FEW],
    more: Vec<*const u8>,
    count: usize,
}

impl Default for Found {
    fn default() -> Found {
        Found { few: [std::ptr::null(); FEW], more: Vec::new(), count: 0 }
    }
}

impl Found {
    #[inline]
    pub fn clear(&mut self) {
        self.more.clear();
        self.count = 0;
    }

    #[inline]
    pub fn count(&self) -> usize {
        self.count
    }

    /// The next rank's.
    #[inline]
    pub fn push(&mut self, at: *const u8) {
        match self.few.get_mut(self.count) {
            Some(place) => *place = at,
            None => self.more.push(at),
        }
        self.count += 1;
    }

    #[inline]
    pub fn of(&self, rank: usize) -> *const u8 {
        self.few.get(rank).copied().unwrap_or_else(|| self.more[rank - FEW])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_rank_has_its_own() {
        let bytes = [0u8; 9];
        let mut found = Found::default();
        bytes.iter().for_each(|byte| found.push(byte));
        assert_eq!(found.count(), 9);
        assert!((0..9).all(|rank| std::ptr::eq(found.of(rank), &bytes[rank])));
    }
}
