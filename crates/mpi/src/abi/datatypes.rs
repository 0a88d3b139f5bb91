//! The predefined datatypes and operators of the library in use, by handle.

use super::family::{Family, Handle};
pub use super::names::Class;
use super::names::{Row, DATATYPES, OPERATORS};
use super::{by_handle::ByHandle, locate::Object};
use libc::c_int;
use once_cell::sync::OnceCell;
use samebits_kernel::{Format, Kind, Operator};

#[derive(Clone, Copy, Debug)]
pub struct Datatype {
    pub name: &'static str,
    pub class: Class,
}

type TypeSize = unsafe extern "C-unwind" fn(Handle, *mut c_int) -> c_int;

/// By MPI_Type_size; none where it fails or an int is too short for it.
pub fn size_of(type_size: TypeSize, datatype: Handle) -> Option<i32> {
    let mut size = 0;
    // SAFETY: a handle of the function's library.
    let code = unsafe { type_size(datatype, &mut size) };
    (code == 0 && size >= 0).then_some(size)
}

/// C's long double on this processor.
const C_LONG_DOUBLE: Format =
    if cfg!(target_arch = "x86_64") { Format::LongDouble } else { Format::Quad };

/// The class of a row whose elements have this size; none if there are none such.
fn class(row: Row, size: i32) -> Option<Class> {
    let format = |size| match size {
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
        Row::Real => Kind::Real(format(size)?),
        Row::Complex => Kind::Complex(format(size / 2)?),
        Row::LongDouble => Kind::Real(long_double(size)?),
        Row::LongDoubleComplex => Kind::Complex(long_double(size / 2)?),
        Row::FloatInt => Kind::ValueInt(Format::Float),
        Row::DoubleInt => Kind::ValueInt(Format::Double),
        Row::LongDoubleInt => Kind::ValueInt(C_LONG_DOUBLE),
        Row::TwoReals => Kind::ValueReal(format(size / 2)?),
    };
    Some(Class::Floating(kind))
}

/// The class of the datatype of that name in C, without an MPI library: where its size depends on the
/// library's configuration, that of the usual one. None where there is no such size.
pub fn usual_class(name: &str) -> Option<Class> {
    let row = DATATYPES.iter().find(|row| row.name == name)?;
    let size = mpich_handles(row.mpich).first().map(|(_, size)| *size)?;
    class(row.what, size)
}

/// The kind of a datatype of MPI_Type_create_f90_real or _complex, by its size. Reals of 16 bytes have
/// either of two formats: `wide`.
pub fn f90_kind(complex: bool, size: i32, wide: impl FnOnce() -> Option<Format>) -> Option<Kind> {
    let row = if complex { Row::Complex } else { Row::Real };
    match class(row, size)? {
        Class::Floating(Kind::Real(Format::Quad)) => wide().map(Kind::Real),
        Class::Floating(Kind::Complex(Format::Quad)) => wide().map(Kind::Complex),
        Class::Floating(kind) => Some(kind),
        _ => None,
    }
}

#[derive(Debug)]
struct Entry {
    name: &'static str,
    row: Row,
    /// Found out on first use; none where the size is not one of a known datatype.
    class: OnceCell<Option<Class>>,
}

/// The predefined datatypes and operators of the library in use, by handle.
#[derive(Debug)]
pub struct Predefined {
    family: Family,
    type_size: TypeSize,
    datatypes: ByHandle<Entry>,
    operators: ByHandle<(&'static str, Operator)>,
}

impl Predefined {
    /// Reads the tables for a family. A datatype's size is found out on first use: for one that the
    /// library was built without, asking is an error, which ends the job.
    pub fn read(family: Family, object: &Object, type_size: TypeSize) -> Self {
        let mut datatypes = Vec::new();
        for named in DATATYPES {
            let (name, row) = (named.name, named.what);
            let Some(handle) = named.handle(family, object) else { continue };
            let mut add = |handle, size: Option<i32>| {
                let class = size.map_or_else(OnceCell::new, |size| class(row, size).into());
                datatypes.push((handle, Entry { name, row, class }));
            };
            match family {
                // The size is in the handle: an entry for each possible one.
                Family::Mpich => mpich_handles(named.mpich)
                    .into_iter()
                    .for_each(|(handle, size)| add(family.handle(handle), Some(size))),
                Family::Standard => add(handle, standard_size(handle)),
                _ => add(handle, None),
            }
        }
        let operators = OPERATORS
            .iter()
            .filter_map(|named| Some((named.handle(family, object)?, (named.name, named.what))));
        let (datatypes, operators) = (ByHandle::new(datatypes), ByHandle::new(operators.collect()));
        Predefined { family, type_size, datatypes, operators }
    }

    /// The predefined datatype behind a handle; MPI must be initialised.
    #[inline]
    pub fn datatype(&self, handle: Handle) -> Option<Datatype> {
        let handle = self.family.handle(handle);
        let &Entry { name, row, ref class } = self.datatypes.get(handle)?;
        let by_size = || size_of(self.type_size, handle).and_then(|size| self::class(row, size));
        let class = match row {
            Row::Exactly(class) => class,
            _ => (*class.get_or_init(by_size))?,
        };
        Some(Datatype { name, class })
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

/// The binary logarithm of the size is in bits 3 to 5, if the size is fixed. (From 0x2f8 on are
/// Intel MPI's own.)
fn standard_size(handle: Handle) -> Option<i32> {
    (0x240..0x2f8).contains(&handle).then_some(1 << (handle >> 3 & 7))
}

/// The handles that a type may have, and its sizes: some depend on the library's configuration.
fn mpich_handles(handle: u32) -> Vec<(Handle, i32)> {
    // A built-in handle has the size in bits 8 to 15.
    if handle >> 24 != 0x4c {
        return vec![(handle as Handle, 1)];
    }
    let size = handle >> 8 & 0xff;
    let sizes = match handle & 0xff {
        // REAL, DOUBLE PRECISION, COMPLEX, DOUBLE COMPLEX, INTEGER, LOGICAL, 2REAL, …
        0x1b..=0x23 => vec![size, size * 2],
        // long double and its complex kind: 16 bytes, or 8 where it is double.
        0x0c | 0x42 => vec![size, size / 2],
        _ => vec![size],
    };
    let with_size = |size| ((handle & !0xff00 | size << 8) as Handle, size as i32);
    sizes.into_iter().map(with_size).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn datatypes_are_known_by_name() {
        let double = Some(Class::Floating(Kind::Real(Format::Double)));
        assert_eq!(usual_class("MPI_DOUBLE"), double);
        assert_eq!(usual_class("MPI_DOUBLE_PRECISION"), double);
        let complex = Some(Class::Floating(Kind::Complex(Format::Float)));
        assert_eq!(usual_class("MPI_C_FLOAT_COMPLEX"), complex);
        assert_eq!(usual_class("MPI_INT"), Some(Class::Associative));
        assert_eq!(usual_class("MPIX_SHORT_FLOAT"), None);
        assert_eq!(usual_class("MPI_DUOBLE"), None);
    }

    #[test]
    fn the_standard_abis_handles_have_sizes() {
        // MPI_REAL2, MPI_INT32_T, MPI_COMPLEX32; MPI_REAL's depends on the compiler, and
        // MPIX_C_FLOAT16 is not in the standard.
        let sizes = [0x2ca, 0x250, 0x2eb, 0x21a, 0x2f8].map(standard_size);
        assert_eq!(sizes, [Some(2), Some(4), Some(32), None, None]);
    }
}
