//! What was looked up, kept for the next time: programs make the same few calls over and over.
//!
//! [`Last`] keeps one answer. It is a plain value: a thread's own lies in a `Cell`, or in a `RefCell`
//! where it is long. [`Cache`] keeps several, each at the place that a hash of its key says, where a
//! newer one takes the place of an older one. Neither ever forgets: what an answer depends on is part of
//! its key.
//!
//! Cost: of a hit a comparison of the key, in a [`Cache`] also a multiplication and a flag.

use crate::hash;
use std::cell::RefCell;

/// The last answer, and the key that it was looked up by.
#[derive(Clone, Copy, Debug)]
pub struct Last<K, V>(Option<(K, V)>);

impl<K, V> Last<K, V> {
    #[inline]
    pub const fn empty() -> Last<K, V> {
        Last(None)
    }

    #[inline]
    pub const fn new(key: K, answer: V) -> Last<K, V> {
        Last(Some((key, answer)))
    }

    /// The answer, if it was looked up by this key.
    #[inline]
    pub fn get(&self, key: &K) -> Option<&V>
    where
        K: PartialEq,
    {
        self.find(|last| last == key)
    }

    /// The answer, if it was looked up by such a key.
    #[inline]
    pub fn find(&self, is_it: impl FnOnce(&K) -> bool) -> Option<&V> {
        // (Written otherwise, the result of a comparison of several numbers becomes a number first.)
        let (key, answer) = self.0.as_ref()?;
        if !is_it(key) {
            return None;
        }
        Some(answer)
    }
}

/// A key of a [`Cache`].
pub trait Hashed: PartialEq {
    /// A number that differs between most keys, in whichever of its bits.
    fn number(&self) -> u64;

    /// Its place in a [`Cache`].
    #[inline]
    fn place<const PLACES: usize>(&self) -> usize {
        hash::place::<PLACES>(self.number())
    }
}

/// An answer at each place, of which there are a power of two.
pub struct Cache<K, V, const PLACES: usize>([RefCell<Last<K, V>>; PLACES]);

impl<K: Hashed, V, const PLACES: usize> Cache<K, V, PLACES> {
    pub const fn empty() -> Cache<K, V, PLACES> {
        Cache([const { RefCell::new(Last::empty()) }; PLACES])
    }

    /// What becomes of the answer to this key, if there is one.
    #[inline]
    pub fn with<R>(&self, key: &K, work: impl FnOnce(&V) -> Option<R>) -> Option<R> {
        work(self.0[key.place::<PLACES>()].try_borrow().ok()?.get(key)?)
    }

    /// Keeps an answer, unless the one at its place is in use ([`Cache::with`]).
    #[inline]
    pub fn put(&self, key: K, answer: V) {
        if let Ok(mut last) = self.0[key.place::<PLACES>()].try_borrow_mut() {
            *last = Last::new(key, answer);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    impl Hashed for u64 {
        fn number(&self) -> u64 {
            *self
        }
    }

    #[test]
    fn the_last_answer_is_found_by_its_key() {
        let mut last = Last::empty();
        assert_eq!(last.get(&1), None);
        last = Last::new(1, 'a');
        assert_eq!((last.get(&1), last.get(&2)), (Some(&'a'), None));
        assert_eq!((last.find(|key| *key < 2), last.find(|key| *key > 2)), (Some(&'a'), None));
        last = Last::new(2, 'b');
        assert_eq!((last.get(&1), last.get(&2)), (None, Some(&'b')));
    }

    #[test]
    fn answers_stay_until_another_one_comes_to_their_place() {
        let cache = Cache::<u64, u64, 4>::empty();
        let get = |key: u64| cache.with(&key, |answer| Some(*answer));
        assert_eq!(get(0), None);
        let others: Vec<u64> =
            (1..100).filter(|key| key.place::<4>() != 0u64.place::<4>()).collect();
        let other = (1..).find(|key: &u64| key.place::<4>() == 0u64.place::<4>()).unwrap();
        cache.put(0, 10);
        others.iter().for_each(|key| cache.put(*key, 20));
        assert_eq!((get(0), get(other)), (Some(10), None));
        cache.put(other, 30);
        assert_eq!((get(0), get(other)), (None, Some(30)));
    }

    #[test]
    fn an_answer_in_use_stays() {
        let cache = Cache::<u64, u64, 2>::empty();
        cache.put(7, 1);
        let nested = cache.with(&7, |_| {
            cache.put(7, 2);
            cache.with(&7, |answer| Some(*answer))
        });
        assert_eq!(nested, Some(1));
        assert_eq!(cache.with(&7, |_| None::<u64>), None, "the answer may be refused");
        cache.put(7, 3);
        assert_eq!(cache.with(&7, |answer| Some(*answer)), Some(3));
    }
}
