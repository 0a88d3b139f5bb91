//! The traits of the standard library that all sums have: equality, `+=`, and what iterators fill,
//! `sum()`, `collect()` and `extend()`, of numbers, of references to them, and of sums. Numbers go through a buffer, so that they are added at the speed of slices.

/// Numbers of a buffer.
pub(crate) const BUFFER: usize = 1024;

/// Implements the traits for a sum with the methods `new`, `add`, `add_slice`, `merge`, `to_bytes` and
/// `from_bytes`.
macro_rules! standard_traits {
    ($sum:ty $(, $bins:ident)?) => {
        impl<T: Real $(, const $bins: u8)?> Default for $sum {
            fn default() -> Self {
                Self::new()
            }
        }

        /// Two are equal if they hold the same, of as many summands.
        impl<T: Real $(, const $bins: u8)?> PartialEq for $sum {
            fn eq(&self, other: &Self) -> bool {
                self.to_bytes() == other.to_bytes()
            }
        }

        impl<T: Real $(, const $bins: u8)?> Eq for $sum {}

        impl<T: Real $(, const $bins: u8)?> AddAssign<T> for $sum {
            fn add_assign(&mut self, number: T) {
                self.add(number);
            }
        }

        impl<T: Real $(, const $bins: u8)?> AddAssign<&$sum> for $sum {
            fn add_assign(&mut self, other: &$sum) {
                self.merge(other);
            }
        }

        impl<T: Real $(, const $bins: u8)?> Extend<T> for $sum {
            fn extend<I: IntoIterator<Item = T>>(&mut self, numbers: I) {
                let (mut buffer, mut n) = ([T::default(); $crate::iterators::BUFFER], 0);
                for number in numbers {
                    buffer[n] = number;
                    n += 1;
                    if n == buffer.len() {
                        self.add_slice(&buffer);
                        n = 0;
                    }
                }
                self.add_slice(&buffer[..n]);
            }
        }

        impl<'a, T: Real $(, const $bins: u8)?> Extend<&'a T> for $sum {
            fn extend<I: IntoIterator<Item = &'a T>>(&mut self, numbers: I) {
                self.extend(numbers.into_iter().copied());
            }
        }

        impl<T: Real $(, const $bins: u8)?> FromIterator<T> for $sum {
            fn from_iter<I: IntoIterator<Item = T>>(numbers: I) -> Self {
                let mut sum = Self::new();
                sum.extend(numbers);
                sum
            }
        }

        impl<'a, T: Real $(, const $bins: u8)?> FromIterator<&'a T> for $sum {
            fn from_iter<I: IntoIterator<Item = &'a T>>(numbers: I) -> Self {
                numbers.into_iter().copied().collect()
            }
        }

        impl<T: Real $(, const $bins: u8)?> Sum<T> for $sum {
            fn sum<I: Iterator<Item = T>>(numbers: I) -> Self {
                numbers.collect()
            }
        }

        impl<'a, T: Real $(, const $bins: u8)?> Sum<&'a T> for $sum {
            fn sum<I: Iterator<Item = &'a T>>(numbers: I) -> Self {
                numbers.copied().collect()
            }
        }

        /// Of parts: as one sum of all that they were given.
        impl<T: Real $(, const $bins: u8)?> Sum for $sum {
            fn sum<I: Iterator<Item = Self>>(parts: I) -> Self {
                parts.fold(Self::new(), |mut all, part| {
                    all.merge(&part);
                    all
                })
            }
        }

        #[cfg(feature = "serde")]
        impl<T: Real $(, const $bins: u8)?> serde::Serialize for $sum {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_bytes(&self.to_bytes())
            }
        }

        #[cfg(feature = "serde")]
        impl<'de, T: Real $(, const $bins: u8)?> serde::Deserialize<'de> for $sum {
            fn deserialize<D: serde::Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
                let bytes = from.deserialize_byte_buf($crate::iterators::Bytes)?;
                Self::from_bytes(&bytes).map_err(serde::de::Error::custom)
            }
        }
    };
}
pub(crate) use standard_traits;

/// Reads bytes, or a sequence of them, as formats without bytes write them.
#[cfg(feature = "serde")]
pub(crate) struct Bytes;

#[cfg(feature = "serde")]
impl<'de> serde::de::Visitor<'de> for Bytes {
    type Value = Vec<u8>;

    fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("the bytes of a sum")
    }

    fn visit_bytes<E: serde::de::Error>(self, bytes: &[u8]) -> Result<Vec<u8>, E> {
        Ok(bytes.to_vec())
    }

    fn visit_seq<A: serde::de::SeqAccess<'de>>(self, mut sequence: A) -> Result<Vec<u8>, A::Error> {
        let mut bytes = Vec::new();
        while let Some(byte) = sequence.next_element()? {
            bytes.push(byte);
        }
        Ok(bytes)
    }
}
