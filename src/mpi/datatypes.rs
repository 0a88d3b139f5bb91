//! The predefined datatypes and operators of the library in use, by handle, and
//! what a reduction may do with them.

use super::by_handle::ByHandle;
use super::family::{Family, Handle};
use super::locate::Object;
pub use super::names::Class;
use super::names::{named_datatypes, named_operators, Row, DATATYPES, OPERATORS};
use crate::kernel::{Format, Kind, Operator};
use libc::c_int;
use once_cell::sync::OnceCell;

/// A predefined datatype.
#[derive(Clone, Copy, Debug)]
pub struct Datatype {
    /// Its name in C.
    pub name: &'static str,
    /// What its elements are.
    pub class: Class,
}

/// MPI_Type_size.
pub type TypeSize = unsafe extern "C-unwind" fn(Handle, *mut c_int) -> c_int;

/// What MPI_Type_size says; none where it fails or an int is too short for it.
pub fn size_of(type_size: TypeSize, datatype: Handle) -> Option<i32> {
    let mut size = 0;
    // SAFETY: a handle of the library whose function it is.
    let code = unsafe { type_size(datatype, &mut size) };
    (code == 0 && size >= 0).then_some(size)
}

/// C's long double on this processor.
pub const C_LONG_DOUBLE: Format =
    if cfg!(target_arch = "x86_64") { Format::LongDouble } else { Format::Quad };

/// The class of a row whose elements have this size; none where the library
/// has no such type, or one that we do not know.
fn class(row: Row, size: i32) -> Option<Class> {
    let fortran_or_c = |size| match size {
        2 => Some(Format::Half),
        4 => Some(Format::Float),
        8 => Some(Format::Double),
        16 => Some(Format::Quad),
        _ => None,
    };
    let long_double = |size| match size {
        16 => Some(C_LONG_DOUBLE),
        8 => Some(Format::Double),
        _ => None,
    };
    let kind = match row {
        Row::Exactly(class) => return Some(class),
        Row::Real => Kind::Real(fortran_or_c(size)?),
        Row::Complex => Kind::Complex(fortran_or_c(size / 2)?),
        Row::LongDouble => Kind::Real(long_double(size)?),
        Row::LongDoubleComplex => Kind::Complex(long_double(size / 2)?),
        Row::FloatInt => Kind::ValueInt(Format::Float),
        Row::DoubleInt => Kind::ValueInt(Format::Double),
        Row::LongDoubleInt => Kind::ValueInt(C_LONG_DOUBLE),
        Row::TwoReals => Kind::ValueReal(fortran_or_c(size / 2)?),
    };
    Some(Class::Floating(kind))
}

/// The real or complex kind whose elements have this size: for datatypes made
/// by MPI_Type_create_f90_real and _complex. Reals of 16 bytes may be of two
/// formats, and `wide` tells which.
pub fn f90_kind(complex: bool, size: i32, wide: impl FnOnce() -> Option<Format>) -> Option<Kind> {
    let row = if complex { Row::Complex } else { Row::Real };
    match class(row, size)? {
        Class::Floating(Kind::Real(Format::Quad)) => wide().map(Kind::Real),
        Class::Floating(Kind::Complex(Format::Quad)) => wide().map(Kind::Complex),
        Class::Floating(kind) => Some(kind),
        _ => None,
    }
}

/// A row of the table in the library in use.
#[derive(Debug)]
struct Known {
    name: &'static str,
    row: Row,
    /// None where the size says that it is no datatype that we know.
    class: OnceCell<Option<Class>>,
}

/// The predefined datatypes and operators of the library in use, by handle.
#[derive(Debug)]
pub struct Predefined {
    family: Family,
    type_size: TypeSize,
    datatypes: ByHandle<Known>,
    operators: ByHandle<(&'static str, Operator)>,
}

impl Predefined {
    /// Reads the tables for a family. The library is asked for the size of a
    /// datatype only when a call comes with it: for one that the library was built
    /// without the question is an error, which ends the job.
    pub fn read(family: Family, object: &Object, type_size: TypeSize) -> Self {
        let mut datatypes = Vec::new();
        for (named, &(name, _, mpich, _, row)) in named_datatypes().zip(DATATYPES) {
            let Some(handle) = named.handle(family, object) else { continue };
            let mut add = |handle, size: Option<i32>| {
                let class = size.map_or_else(OnceCell::new, |size| class(row, size).into());
                datatypes.push((handle, Known { name, row, class }));
            };
            match family {
                // The size is in the handle, and not the same in every build
                // (Fortran's default kinds): one entry for each possible size.
                Family::Mpich => mpich_sizes(mpich)
                    .into_iter()
                    .for_each(|size| add(family.handle(mpich_with_size(mpich, size)), Some(size))),
                Family::Standard => add(handle, standard_size(handle)),
                // The library is asked when it is first needed.
                _ => add(handle, None),
            }
        }
        let operators = named_operators()
            .zip(OPERATORS)
            .filter_map(|(named, &(name, .., operator))| {
                Some((named.handle(family, object)?, (name, operator)))
            })
            .collect();
        Predefined {
            family,
            type_size,
            datatypes: ByHandle::new(datatypes),
            operators: ByHandle::new(operators),
        }
    }

    /// The predefined datatype behind a handle; MPI must be initialised.
    #[inline]
    pub fn datatype(&self, handle: Handle) -> Option<Datatype> {
        let handle = self.family.handle(handle);
        let known = self.datatypes.get(handle)?;
        let class = match known.row {
            Row::Exactly(class) => class,
            row => {
                (*known
                    .class
                    .get_or_init(|| size_of(self.type_size, handle).and_then(|n| class(row, n))))?
            }
        };
        Some(Datatype { name: known.name, class })
    }

    /// Whether the handle is that of a datatype or operator in the tables.
    pub fn has(&self, handle: Handle) -> bool {
        let handle = self.family.handle(handle);
        self.datatypes.get(handle).is_some() || self.operators.get(handle).is_some()
    }

    /// The predefined operator behind a handle, and its name.
    #[inline]
    pub fn operator(&self, handle: Handle) -> Option<(&'static str, Operator)> {
        self.operators.get(self.family.handle(handle)).copied()
    }
}

/// The size in a handle of the standard ABI, where it is a datatype of fixed size:
/// its binary logarithm, in bits 3 to 5. (From 0x2f8 on are Intel MPI's own.)
fn standard_size(handle: Handle) -> Option<i32> {
    (0x240..0x2f8).contains(&handle).then_some(1 << (handle >> 3 & 7))
}

/// Whether an MPICH handle is a built-in one, which carries its size in bits 8
/// to 15.
fn mpich_has_size(handle: u32) -> bool {
    handle >> 24 == 0x4c
}

fn mpich_with_size(handle: u32, size: i32) -> usize {
    if mpich_has_size(handle) {
        (handle & !0xff00 | (size as u32) << 8) as usize
    } else {
        handle as usize
    }
}

/// The sizes under which a type may appear: Fortran's default kinds depend on
/// how the library was configured, every other type has one.
fn mpich_sizes(handle: u32) -> Vec<i32> {
    // REAL, DOUBLE PRECISION, COMPLEX, DOUBLE COMPLEX, INTEGER, LOGICAL, 2REAL, …
    const FORTRAN: [u32; 9] = [0x1b, 0x1c, 0x1d, 0x1e, 0x1f, 0x20, 0x21, 0x22, 0x23];
    let configured = (handle >> 8 & 0xff) as i32;
    if !mpich_has_size(handle) {
        vec![1]
    } else if FORTRAN.contains(&(handle & 0xff)) {
        vec![configured, configured * 2]
    } else if handle & 0xff == 0x0c || handle & 0xff == 0x42 {
        // long double and its complex kind: 16 bytes, or 8 where it is double.
        vec![configured, configured / 2]
    } else {
        vec![configured]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_standard_abi_has_sizes_in_handles() {
        // MPI_REAL2, MPI_INT32_T, MPI_COMPLEX32; MPI_REAL's depends on the compiler,
        // and MPIX_C_FLOAT16 is none of the standard's.
        let sizes = [0x2ca, 0x250, 0x2eb, 0x21a, 0x2f8].map(standard_size);
        assert_eq!(sizes, [Some(2), Some(4), Some(32), None, None]);
    }
}
