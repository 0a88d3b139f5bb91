//! The requests of the MPI library that are under way, and whose messages they are.

use crate::abi::family::Handle;

/// Whose request it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Owner {
    /// The number of a reduction,
    pub reduction: usize,
    /// and that of a message of its, which is
    pub message: usize,
    /// received or sent.
    pub received: bool,
}

/// Their handles, one behind the other, in no order.
#[derive(Debug, Default)]
pub(super) struct Requests {
    handles: Vec<Handle>,
    owners: Vec<Owner>,
}

impl Requests {
    pub const fn new() -> Requests {
        Requests { handles: Vec::new(), owners: Vec::new() }
    }

    pub fn add(&mut self, request: Handle, owner: Owner) {
        self.handles.push(request);
        self.owners.push(owner);
    }

    pub fn len(&self) -> usize {
        self.owners.len()
    }

    pub fn handle(&self, index: usize) -> Handle {
        self.handles[index]
    }

    pub fn owner(&self, index: usize) -> Owner {
        self.owners[index]
    }

    /// Works with the handles in memory, and one more behind them if there is one.
    pub fn with_more<R>(
        &mut self,
        more: Option<Handle>,
        work: impl FnOnce(&mut [Handle]) -> R,
    ) -> R {
        self.handles.extend(more);
        let result = work(&mut self.handles);
        self.handles.truncate(self.owners.len());
        result
    }

    /// Takes out those that are complete, whose indices may come in any order.
    pub fn remove(&mut self, indices: &mut [usize]) {
        // From the end on, so that what takes a place was not to be taken out.
        indices.sort_unstable_by(|a, b| b.cmp(a));
        for &index in indices.iter() {
            self.handles.swap_remove(index);
            self.owners.swap_remove(index);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn owner(number: usize) -> Owner {
        Owner { reduction: number / 3, message: number, received: number.is_multiple_of(2) }
    }

    fn is_consistent(requests: &Requests) -> bool {
        (0..requests.len()).all(|index| requests.owner(index) == owner(requests.handle(index)))
    }

    #[test]
    fn requests_complete_in_any_order() {
        let mut requests = Requests::new();
        let mut left = std::collections::BTreeSet::new();
        let mut random = 1u64;
        let mut next = |below: usize| {
            random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (random >> 33) as usize % below
        };
        for number in 0..3000 {
            requests.add(number, owner(number));
            left.insert(number);
            if number % 5 == 0 {
                let chosen = |index: &usize| (index + next(7)).is_multiple_of(3);
                let mut complete: Vec<usize> = (0..requests.len()).filter(chosen).collect();
                let swap = next(complete.len() + 1).min(complete.len().saturating_sub(1));
                if !complete.is_empty() {
                    complete.swap(0, swap);
                }
                complete.iter().for_each(|&index| assert!(left.remove(&requests.handle(index))));
                requests.remove(&mut complete);
            }
            assert!(is_consistent(&requests) && requests.len() == left.len());
        }
        let mut rest: Vec<usize> = (0..requests.len()).collect();
        requests.remove(&mut rest);
        assert_eq!(requests.len(), 0);
    }

    #[test]
    fn one_more_is_there_for_a_moment() {
        let mut requests = Requests::new();
        requests.add(5, owner(5));
        let seen = [Some(9), None].map(|more| requests.with_more(more, |handles| handles.to_vec()));
        assert_eq!(seen, [vec![5, 9], vec![5]]);
        assert!(requests.len() == 1 && is_consistent(&requests));
    }
}
