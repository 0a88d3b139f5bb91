//! How elements of a datatype lie in memory.
//!
//! MPI_Type_get_true_extent says where their data are, except SMPI's: that returns the extent,
//! which MPI_Type_create_resized may have set to anything. So SMPI's datatypes are decoded: a
//! resized one is a struct of the old one between two markers.

use crate::abi::family::{Family, Handle, HandleSlot};
use crate::{checked, Library};
use libc::c_int;
use samebits_base::fault::Fault;
use std::ops::Range;

/// How many times as long as their data elements may be to be unpacked together.
const MAX_SPREAD: isize = 4;

/// How elements of a datatype lie in memory, on this rank.
#[derive(Clone, Copy, Debug)]
pub struct Layout {
    /// Bytes of data in an element: the same on all ranks.
    pub size: usize,
    /// Bytes from one element to the next.
    pub extent: isize,
    /// The offset of an element's first byte from its address.
    pub true_lower_bound: isize,
    /// Bytes from the first to the last.
    pub true_extent: isize,
}

impl Layout {
    /// Of a datatype; none where it cannot be found out.
    pub fn of(library: &Library, datatype: Handle, size: usize) -> Result<Option<Layout>, Fault> {
        let (extent, span) = (library.extent(datatype)?, library.true_span(datatype)?);
        Ok(span.map(|span| Layout {
            size,
            extent,
            true_lower_bound: span.start,
            true_extent: span.end - span.start,
        }))
    }

    /// Whether the elements fill their extent, without gaps.
    pub fn dense(&self) -> bool {
        let size = self.size as isize;
        self.extent == size && self.true_extent == size && self.true_lower_bound == 0
    }

    pub(super) fn element(&self, first: *const u8, index: usize) -> *const u8 {
        first.wrapping_offset((index as isize).wrapping_mul(self.extent))
    }

    /// How many of n elements are unpacked at a time: one if they interleave or lie far apart.
    pub(crate) fn at_a_time(&self, n: usize) -> usize {
        let apart = self.extent >= self.true_extent;
        if apart && self.extent <= MAX_SPREAD.saturating_mul(self.size as isize) {
            n
        } else {
            1
        }
    }

    /// Bytes from the first of n elements to the end of the last, if they do not interleave.
    pub fn span(&self, n: usize) -> usize {
        let more = (n as isize - 1).saturating_mul(self.extent);
        self.true_extent.saturating_add(more).max(0) as usize
    }
}

struct Contents {
    integers: Vec<c_int>,
    addresses: Vec<isize>,
    datatypes: Vec<Handle>,
}

/// The bytes of an element, relative to its address; none where they cannot be found out.
type Span = Result<Option<Range<isize>>, Fault>;

impl Library {
    fn true_span(&self, datatype: Handle) -> Span {
        match self.family {
            Family::Smpi => self.smpi_span(datatype),
            _ => self.reported_span(datatype).map(Some),
        }
    }

    fn extent(&self, datatype: Handle) -> Result<isize, Fault> {
        let (mut lower, mut extent) = (0, 0);
        // SAFETY: a datatype handle of this library; out-parameters of MPI_Aint.
        checked(unsafe { (self.functions.type_get_extent)(datatype, &mut lower, &mut extent) })?;
        Ok(extent)
    }

    /// The span by MPI_Type_get_true_extent.
    fn reported_span(&self, datatype: Handle) -> Result<Range<isize>, Fault> {
        let (mut lower, mut extent) = (0, 0);
        let get = self.functions.type_get_true_extent;
        // SAFETY: a datatype handle of this library; out-parameters of MPI_Aint.
        checked(unsafe { get(datatype, &mut lower, &mut extent) })?;
        Ok(lower..lower.saturating_add(extent))
    }

    /// Of a predefined datatype, a resized one, and one made of datatypes whose span SMPI reports.
    fn smpi_span(&self, datatype: Handle) -> Span {
        let Some(contents) = self.contents(datatype)? else {
            return self.reported_span(datatype).map(Some);
        };
        let span = self.smpi_span_of(datatype, &contents);
        for part in contents.datatypes {
            if self.envelope(part)?.0 != [0; 3] {
                // SAFETY: no predefined datatype, and the caller of MPI_Type_get_contents owns it.
                unsafe { (self.functions.type_free)(HandleSlot::new(self.family, part).place()) };
            }
        }
        span
    }

    fn smpi_span_of(&self, datatype: Handle, contents: &Contents) -> Span {
        let markers = ["smpi_MPI_LB", "smpi_MPI_UB"].map(|name| self.object.data(name));
        if let [first, old, last] = contents.datatypes[..] {
            if [Some(first), Some(last)] == markers {
                // A struct's integers: the number of blocks, and their lengths.
                let (length, at) = (contents.integers[2] as isize, contents.addresses[1]);
                let far = (length - 1).saturating_mul(self.extent(old)?);
                let span = self.smpi_span(old)?;
                return Ok(span.map(|s| at + s.start + far.min(0)..at + s.end + far.max(0)));
            }
        }
        for &part in &contents.datatypes {
            let marker = markers.contains(&Some(part));
            if marker || self.smpi_span(part)? != Some(self.reported_span(part)?) {
                return Ok(None);
            }
        }
        self.reported_span(datatype).map(Some)
    }

    /// What a datatype was made of; none where it is a predefined one.
    fn contents(&self, datatype: Handle) -> Result<Option<Contents>, Fault> {
        let (parts, _) = self.envelope(datatype)?;
        if parts == [0; 3] {
            return Ok(None);
        }
        let [n, m, k] = parts;
        let (mut integers, mut addresses) = (vec![0; n as usize], vec![0; m as usize]);
        let mut datatypes: Vec<Handle> = vec![0; k as usize];
        let (x, y, z) = (integers.as_mut_ptr(), addresses.as_mut_ptr(), datatypes.as_mut_ptr());
        let get = self.functions.type_get_contents;
        // SAFETY: vectors of the lengths that the envelope says; SMPI's handles are as wide as a register.
        checked(unsafe { get(datatype, n, m, k, x, y, z.cast()) })?;
        Ok(Some(Contents { integers, addresses, datatypes }))
    }
}
