//! Where the numbers of a record lie, said once for writing and for reading.

use super::records::{kind, Choice, Chosen, Class, Communicator, Completed, Element, Header};
use super::records::{Reduction, Shape, Values, REDUCTION};

/// What lies at a place in a record: numbers are little-endian.
pub(super) trait Field: Sized {
    fn put(self, bytes: &mut [u8], at: usize);

    /// None where the bytes are not there, or stand for none of its values.
    fn get(bytes: &[u8], at: usize) -> Option<Self>;
}

macro_rules! numbers {
    ($($number:ty)*) => {$(
        impl Field for $number {
            fn put(self, bytes: &mut [u8], at: usize) {
                bytes[at..at + size_of::<$number>()].copy_from_slice(&self.to_le_bytes());
            }

            fn get(bytes: &[u8], at: usize) -> Option<$number> {
                Some(<$number>::from_le_bytes(*bytes.get(at..)?.first_chunk()?))
            }
        }
    )*};
}
numbers!(u8 u32 i32 u64);

/// Values of an enumeration, by their numbers in a list.
macro_rules! enumerated {
    ($($name:ident as $number:ty;)*) => {$(
        impl Field for $name {
            fn put(self, bytes: &mut [u8], at: usize) {
                (self as $number).put(bytes, at);
            }

            fn get(bytes: &[u8], at: usize) -> Option<$name> {
                $name::ALL.get(<$number>::get(bytes, at)? as usize).copied()
            }
        }
    )*};
}
enumerated! { Element as u8; Chosen as u8; Class as u32; }

impl Field for bool {
    fn put(self, bytes: &mut [u8], at: usize) {
        u8::from(self).put(bytes, at);
    }

    fn get(bytes: &[u8], at: usize) -> Option<bool> {
        Some(u8::get(bytes, at)? != 0)
    }
}

/// A record with numbers at fixed places; what follows them is not part of it.
pub(super) trait Layout: Sized {
    fn put(&self, bytes: &mut [u8]);
    fn get(bytes: &[u8]) -> Option<Self>;
}

macro_rules! layouts {
    ($($name:ident { $($at:literal $field:ident),* })*) => {$(
        impl Layout for $name {
            fn put(&self, bytes: &mut [u8]) {
                $(self.$field.put(bytes, $at);)*
            }

            #[allow(clippy::needless_update)] // some have nothing else
            fn get(bytes: &[u8]) -> Option<$name> {
                Some($name { $($field: Field::get(bytes, $at)?,)* ..$name::default() })
            }
        }
    )*};
}

layouts! {
    Header { 20 rank, 24 ranks, 32 job, 40 began }
    Reduction {
        1 flags, 4 shape, 8 comm, 12 number, 16 site, 20 how, 24 count, 32 contribution,
        40 result, 48 root, 52 code, 56 start, 60 time
    }
    Completed {
        1 flags, 4 comm, 8 number, 12 start, 16 how, 24 result, 32 code, 36 time
    }
    Choice {
        1 chosen, 4 call, 8 site, 12 comm, 16 taken, 20 second, 24 times, 32 digest
    }
    Values { 1 result, 4 comm, 8 number, 12 start }
    Shape { 4 id, 8 size, 12 element, 13 parts }
    Communicator { 4 id, 8 rank, 12 size, 16 group, 24 number, 28 remote }
}

/// Bytes of a record of a kind before text, or whatever else has no fixed length.
pub(super) fn fixed(kind: u8) -> Option<usize> {
    Some(match kind {
        kind::NOTE | kind::MODULE | kind::CALL => 8,
        kind::SHAPE | kind::HOW | kind::END => 16,
        kind::SITE | kind::VALUES => 24,
        kind::COMMUNICATOR | kind::INTERVAL => 32,
        kind::COMPLETED | kind::CHOICE => 48,
        kind::REDUCTION => REDUCTION,
        _ => return None,
    })
}
