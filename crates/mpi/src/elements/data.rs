//! The data of elements, byte by byte, without gaps and padding: what is digested of a buffer.

use super::device::{staged::Staged, Drivers};
use super::layout::Layout;
use super::packing::{Direction, Packing};
use crate::abi::datatypes::Class;
use crate::abi::family::Handle;
use crate::Library;
use samebits_base::cache::Last;
use samebits_base::fault::{memory, Fault};
use samebits_kernel::{Format, Kind};
use std::cell::Cell;

/// Bytes that are copied at a time where the data do not lie in one piece.
const PIECE: usize = 256 << 10;

/// The bytes of an x87 number that are data.
const EXTENDED: usize = 10;

/// How the elements of a buffer lie.
#[derive(Clone, Copy, Debug)]
pub struct Elements {
    datatype: Handle,
    layout: Layout,
    /// Each is one of x87's numbers, or two.
    padded: bool,
}

thread_local! {
    /// The last predefined datatype, which nobody frees, and its elements.
    static LAST: Cell<Last<Handle, Elements>> = const { Cell::new(Last::empty()) };
}

impl Library {
    /// Of a datatype; none if its size is not known.
    #[inline]
    pub fn elements(&self, datatype: Handle) -> Result<Option<Elements>, Fault> {
        if let Some(elements) = LAST.get().get(&datatype) {
            return Ok(Some(*elements));
        }
        let found = self.look_up_elements(datatype)?;
        if let Some(elements) = found.filter(|_| self.predefined().datatype(datatype).is_some()) {
            LAST.set(Last::new(datatype, elements));
        }
        Ok(found)
    }

    #[cold]
    fn look_up_elements(&self, datatype: Handle) -> Result<Option<Elements>, Fault> {
        let known = self.predefined().datatype(datatype);
        let (kind, size) = (known.map(|known| known.class), self.size_of_type(datatype));
        let kind = match kind {
            Some(Class::Floating(kind)) => Some(kind),
            Some(_) => None,
            None => self.f90_kind(datatype),
        };
        let Some(size) = size else { return Ok(None) };
        let padded = matches!(
            kind,
            Some(Kind::Real(Format::LongDouble) | Kind::Complex(Format::LongDouble))
        );
        let layout = Layout::of(self, datatype, size as usize)?;
        Ok(layout.map(|layout| Elements { datatype, layout, padded }))
    }
}

impl Elements {
    /// Bytes of an element's data, with padding.
    pub fn size(&self) -> usize {
        self.layout.size
    }

    /// Whether an element does not begin at its address, as in a datatype with absolute addresses.
    pub fn absolute(&self) -> bool {
        self.layout.true_lower_bound != 0
    }

    /// The data of n elements from an address on, if they lie in one piece that is certainly the
    /// host's: at once what [`Elements::each`] hands over.
    ///
    /// # Safety
    /// The buffer holds them, for as long as the result is used.
    #[inline]
    pub unsafe fn at_once<'a>(&self, at: *const u8, n: usize) -> Option<&'a [u8]> {
        let Layout { size, true_lower_bound, .. } = self.layout;
        let plain = self.layout.dense() && !self.padded && n > 0;
        (plain && Staged::none_needed(true_lower_bound, at, None)).then(|| {
            // SAFETY: upheld by the caller.
            unsafe { std::slice::from_raw_parts(at, n * size) }
        })
    }

    /// Hands over the data of n elements from an address on, in their order, piece by piece.
    ///
    /// # Safety
    /// The buffer holds them. It may be on a device.
    pub unsafe fn each(
        &self,
        (library, comm): (&Library, Handle),
        at: *const u8,
        n: usize,
        take: &mut dyn FnMut(&[u8]),
    ) -> Result<(), Fault> {
        let Layout { size, true_lower_bound, .. } = self.layout;
        if n == 0 || size == 0 {
            return Ok(());
        }
        // SAFETY: upheld by the caller.
        unsafe {
            if !Staged::none_needed(true_lower_bound, at, None) {
                let first = at.wrapping_offset(true_lower_bound);
                if let Some(driver) = Drivers::loaded().holding(first) {
                    let copy = |from, to, bytes| driver.to_host(from, to, bytes).is_ok();
                    return self.each_copied((library, comm), at, n, take, &copy);
                }
            }
            self.each_on_host((library, comm), at, n, take)
        }
    }

    unsafe fn each_on_host(
        &self,
        (library, comm): (&Library, Handle),
        at: *const u8,
        n: usize,
        take: &mut dyn FnMut(&[u8]),
    ) -> Result<(), Fault> {
        let size = self.layout.size;
        // SAFETY: upheld by the caller; there are n elements of `size` bytes.
        unsafe {
            if self.padded && self.layout.dense() {
                each_extended(std::slice::from_raw_parts(at, n * size), take);
            } else if self.layout.dense() {
                take(std::slice::from_raw_parts(at, n * size));
            } else {
                let Elements { datatype, layout, .. } = *self;
                let packing = Packing { library, comm, datatype, layout };
                let step = (PIECE / size).clamp(1, n);
                let mut row: Vec<u8> = memory(step * size);
                for from in (0..n).step_by(step) {
                    let (elements, at) = (step.min(n - from), layout.element(at, from).cast_mut());
                    packing.convert(Direction::Pack, at, row.as_mut_ptr(), elements)?;
                    take(&row[..elements * size]);
                }
            }
        }
        Ok(())
    }

    /// As [`Elements::each`], of a device's memory, from which `copy` copies.
    unsafe fn each_copied(
        &self,
        of: (&Library, Handle),
        at: *const u8,
        n: usize,
        take: &mut dyn FnMut(&[u8]),
        copy: &dyn Fn(*const u8, *mut u8, usize) -> bool,
    ) -> Result<(), Fault> {
        let Layout { size, true_lower_bound, .. } = self.layout;
        let step = self.layout.at_a_time(n).min((PIECE / size).max(1));
        let mut image: Vec<u8> = memory(self.layout.span(step));
        for from in (0..n).step_by(step) {
            let elements = step.min(n - from);
            let first = self.layout.element(at, from).wrapping_offset(true_lower_bound);
            if !copy(first, image.as_mut_ptr(), self.layout.span(elements)) {
                return Err(Fault(0));
            }
            let there = image.as_ptr().wrapping_offset(true_lower_bound.wrapping_neg());
            // SAFETY: the image holds as many elements, from their first byte on.
            unsafe { self.each_on_host(of, there, elements, take)? };
        }
        Ok(())
    }
}

/// x87's numbers, with zeros in place of their padding.
fn each_extended(numbers: &[u8], take: &mut dyn FnMut(&[u8])) {
    const AT_A_TIME: usize = 64;
    let mut clean = [0u8; 16 * AT_A_TIME];
    for numbers in numbers.chunks(clean.len()) {
        for (from, to) in numbers.chunks_exact(16).zip(clean.chunks_exact_mut(16)) {
            to[..EXTENDED].copy_from_slice(&from[..EXTENDED]);
        }
        take(&clean[..numbers.len()]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn padding_is_not_data() {
        let data = |padding: u8| {
            let number = |first: u8| std::array::from_fn(|i| if i < 10 { first } else { padding });
            let numbers: Vec<[u8; 16]> = (0..150).map(number).collect();
            let mut taken = Vec::new();
            each_extended(numbers.as_flattened(), &mut |bytes| taken.extend_from_slice(bytes));
            assert_eq!(taken.len(), 16 * 150);
            taken
        };
        assert_eq!(data(1), data(2));
        assert_eq!(data(1)[160], 10);
    }
}
