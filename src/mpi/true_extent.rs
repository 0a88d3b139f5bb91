//! Where the data of an element lie, relative to its address.
//!
//! MPI_Type_get_true_extent says it, but for SMPI's: that says the extent, which
//! MPI_Type_create_resized may have set to anything. So datatypes are looked into there. A
//! resized one is a struct of the old one between two markers.

use super::family::{Family, Handle, HandleSlot};
use super::{checked, Library};
use crate::arithmetic::Fault;
use libc::c_int;
use std::ops::Range;

/// What a datatype was made of.
struct Contents {
    integers: Vec<c_int>,
    addresses: Vec<isize>,
    datatypes: Vec<Handle>,
}

impl Library {
    /// From the first byte of an element to behind its last; none where the library does
    /// not tell.
    pub fn true_span(&self, datatype: Handle) -> Result<Option<Range<isize>>, Fault> {
        match self.family {
            Family::Smpi => self.smpi_span(datatype),
            _ => self.said_span(datatype).map(Some),
        }
    }

    /// What MPI_Type_get_true_extent says.
    fn said_span(&self, datatype: Handle) -> Result<Range<isize>, Fault> {
        let (mut lower, mut extent) = (0, 0);
        // SAFETY: a datatype handle of this library; out-parameters of MPI_Aint.
        checked(unsafe {
            (self.functions.type_get_true_extent)(datatype, &mut lower, &mut extent)
        })?;
        Ok(lower..lower.saturating_add(extent))
    }

    /// The span of a predefined datatype, of a resized one, and of one that is made of such
    /// as SMPI tells the span of.
    fn smpi_span(&self, datatype: Handle) -> Result<Option<Range<isize>>, Fault> {
        let Some(contents) = self.contents(datatype)? else {
            return self.said_span(datatype).map(Some);
        };
        let span = self.smpi_span_of(datatype, &contents);
        for part in contents.datatypes {
            if self.parts(part)? != [0; 3] {
                // SAFETY: no predefined datatype; its contents were given out, to be freed.
                unsafe { (self.functions.type_free)(HandleSlot::new(self.family, part).place()) };
            }
        }
        span
    }

    fn smpi_span_of(
        &self,
        datatype: Handle,
        contents: &Contents,
    ) -> Result<Option<Range<isize>>, Fault> {
        let markers = ["smpi_MPI_LB", "smpi_MPI_UB"].map(|name| self.object.data(name));
        if let [first, old, last] = contents.datatypes[..] {
            if [Some(first), Some(last)] == markers {
                // (Struct: the number of blocks, their lengths; their places.)
                let (length, at) = (contents.integers[2] as isize, contents.addresses[1]);
                let (mut lower, mut extent) = (0, 0);
                // SAFETY: as above.
                checked(unsafe { (self.functions.type_get_extent)(old, &mut lower, &mut extent) })?;
                let far = (length - 1).saturating_mul(extent);
                let span = self.smpi_span(old)?;
                return Ok(span.map(|s| at + s.start + far.min(0)..at + s.end + far.max(0)));
            }
        }
        for &part in &contents.datatypes {
            let marker = markers.contains(&Some(part));
            if marker || self.smpi_span(part)? != Some(self.said_span(part)?) {
                return Ok(None);
            }
        }
        self.said_span(datatype).map(Some)
    }

    /// How many integers, addresses and datatypes a datatype was made of: none, where it is
    /// a predefined one.
    fn parts(&self, datatype: Handle) -> Result<[c_int; 3], Fault> {
        let ([mut integers, mut addresses, mut datatypes], mut combiner) = ([0; 3], 0);
        // SAFETY: a datatype handle of this library; out-parameters of the right type.
        checked(unsafe {
            (self.functions.type_get_envelope)(
                datatype,
                &mut integers,
                &mut addresses,
                &mut datatypes,
                &mut combiner,
            )
        })?;
        Ok([integers, addresses, datatypes])
    }

    /// What a datatype was made of; none where it is a predefined one.
    fn contents(&self, datatype: Handle) -> Result<Option<Contents>, Fault> {
        let parts = self.parts(datatype)?;
        if parts == [0; 3] {
            return Ok(None);
        }
        let [integers, addresses, datatypes] = parts;
        let mut contents = Contents {
            integers: vec![0; integers as usize],
            addresses: vec![0; addresses as usize],
            datatypes: vec![0; datatypes as usize],
        };
        // SAFETY: room for so many of each; SMPI's handles are as wide as a register.
        checked(unsafe {
            (self.functions.type_get_contents)(
                datatype,
                integers,
                addresses,
                datatypes,
                contents.integers.as_mut_ptr(),
                contents.addresses.as_mut_ptr(),
                contents.datatypes.as_mut_ptr().cast(),
            )
        })?;
        Ok(Some(contents))
    }
}
