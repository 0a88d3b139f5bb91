//! The handles of the predefined datatypes and operators in each ABI family. A row for each name;
//! "" or 0 where a family lacks it. SMPI's symbols follow from the names.

use super::family::{Family, Handle};
use super::locate::Object;
use samebits_kernel::{Kind, Operator};

/// What the elements of a predefined datatype are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Class {
    /// Floating-point numbers: the order of evaluation shows.
    Floating(Kind),
    /// Integers, logicals, bytes, pairs of integers: every operator on them is associative.
    Associative,
    /// MPI defines no reduction on them.
    NoReduction,
}

/// How a datatype is classified once its size is known.
#[derive(Clone, Copy, Debug)]
pub enum Row {
    /// C's or Fortran's reals.
    Real,
    Complex,
    /// C's long double: 16 bytes are x87's on x86.
    LongDouble,
    LongDoubleComplex,
    FloatInt,
    DoubleInt,
    LongDoubleInt,
    /// Fortran's pairs of reals.
    TwoReals,
    Exactly(Class),
}

const ASSOCIATIVE: Row = Row::Exactly(Class::Associative);
const NONE: Row = Row::Exactly(Class::NoReduction);

/// A predefined datatype or operator.
#[derive(Clone, Copy, Debug)]
pub struct Named<T> {
    /// Its name in C.
    pub name: &'static str,
    openmpi: &'static str,
    pub(super) mpich: u32,
    standard: u32,
    pub what: T,
}

/// A name, Open MPI's symbol, MPICH's value, the standard ABI's value, and what it is.
const fn row<T: Copy>(
    name: &'static str,
    openmpi: &'static str,
    mpich: u32,
    standard: u32,
    what: T,
) -> Named<T> {
    Named { name, openmpi, mpich, standard, what }
}

/// The datatypes. Of synonyms the first is reported.
#[rustfmt::skip]
pub const DATATYPES: &[Named<Row>] = &[
    row("MPI_FLOAT", "ompi_mpi_float", 0x4c00040a, 0x210, Row::Real),
    row("MPI_DOUBLE", "ompi_mpi_double", 0x4c00080b, 0x214, Row::Real),
    row("MPI_LONG_DOUBLE", "ompi_mpi_long_double", 0x4c00100c, 0x220, Row::LongDouble),
    row("MPIX_C_FLOAT16", "ompi_mpi_short_float", 0x4c000246, 0x2f8, Row::Real),
    row("MPIX_SHORT_FLOAT", "ompi_mpi_short_float", 0, 0, Row::Real),
    row("MPIX_C_SHORT_FLOAT_COMPLEX", "ompi_mpi_c_short_float_complex", 0, 0, Row::Complex),
    row("MPIX_CXX_SHORT_FLOAT_COMPLEX", "ompi_mpi_cxx_sfltcplex", 0, 0, Row::Complex),
    row("MPI_C_FLOAT_COMPLEX", "ompi_mpi_c_float_complex", 0x4c000840, 0x212, Row::Complex),
    row("MPI_C_DOUBLE_COMPLEX", "ompi_mpi_c_double_complex", 0x4c001041, 0x216, Row::Complex),
    row("MPI_C_LONG_DOUBLE_COMPLEX", "ompi_mpi_c_long_double_complex", 0x4c002042, 0x224, Row::LongDoubleComplex),
    row("MPI_CXX_FLOAT_COMPLEX", "ompi_mpi_cxx_cplex", 0x4c000834, 0x213, Row::Complex),
    row("MPI_CXX_DOUBLE_COMPLEX", "ompi_mpi_cxx_dblcplex", 0x4c001035, 0x217, Row::Complex),
    row("MPI_CXX_LONG_DOUBLE_COMPLEX", "ompi_mpi_cxx_ldblcplex", 0x4c002036, 0x225, Row::LongDoubleComplex),
    row("MPI_REAL", "ompi_mpi_real", 0x4c00041c, 0x21a, Row::Real),
    row("MPI_DOUBLE_PRECISION", "ompi_mpi_dblprec", 0x4c00081f, 0x21c, Row::Real),
    row("MPI_REAL2", "ompi_mpi_real2", 0x4c000226, 0x2ca, Row::Real),
    row("MPI_REAL4", "ompi_mpi_real4", 0x4c000427, 0x2d2, Row::Real),
    row("MPI_REAL8", "ompi_mpi_real8", 0x4c000829, 0x2da, Row::Real),
    row("MPI_REAL16", "ompi_mpi_real16", 0x4c00102b, 0x2e2, Row::Real),
    row("MPI_COMPLEX", "ompi_mpi_cplex", 0x4c00081e, 0x21b, Row::Complex),
    row("MPI_DOUBLE_COMPLEX", "ompi_mpi_dblcplex", 0x4c001022, 0x21d, Row::Complex),
    row("MPI_COMPLEX4", "ompi_mpi_complex4", 0x4c00042e, 0x2d3, Row::Complex),
    row("MPI_COMPLEX8", "ompi_mpi_complex8", 0x4c000828, 0x2db, Row::Complex),
    row("MPI_COMPLEX16", "ompi_mpi_complex16", 0x4c00102a, 0x2e3, Row::Complex),
    row("MPI_COMPLEX32", "ompi_mpi_complex32", 0x4c00202c, 0x2eb, Row::Complex),
    row("MPI_FLOAT_INT", "ompi_mpi_float_int", 0x8c000000, 0x228, Row::FloatInt),
    row("MPI_DOUBLE_INT", "ompi_mpi_double_int", 0x8c000001, 0x229, Row::DoubleInt),
    row("MPI_LONG_DOUBLE_INT", "ompi_mpi_longdbl_int", 0x8c000004, 0x22d, Row::LongDoubleInt),
    row("MPI_2REAL", "ompi_mpi_2real", 0x4c000821, 0x230, Row::TwoReals),
    row("MPI_2DOUBLE_PRECISION", "ompi_mpi_2dblprec", 0x4c001023, 0x231, Row::TwoReals),
    row("MPI_LONG_INT", "ompi_mpi_long_int", 0x8c000002, 0x22a, ASSOCIATIVE),
    row("MPI_SHORT_INT", "ompi_mpi_short_int", 0x8c000003, 0x22c, ASSOCIATIVE),
    row("MPI_2INT", "ompi_mpi_2int", 0x4c000816, 0x22b, ASSOCIATIVE),
    row("MPI_2LONG", "", 0, 0, ASSOCIATIVE),
    row("MPI_2INTEGER", "ompi_mpi_2integer", 0x4c000820, 0x232, ASSOCIATIVE),
    row("MPI_SIGNED_CHAR", "ompi_mpi_signed_char", 0x4c000118, 0x244, ASSOCIATIVE),
    row("MPI_UNSIGNED_CHAR", "ompi_mpi_unsigned_char", 0x4c000102, 0x245, ASSOCIATIVE),
    row("MPI_SHORT", "ompi_mpi_short", 0x4c000203, 0x208, ASSOCIATIVE),
    row("MPI_UNSIGNED_SHORT", "ompi_mpi_unsigned_short", 0x4c000204, 0x20c, ASSOCIATIVE),
    row("MPI_INT", "ompi_mpi_int", 0x4c000405, 0x209, ASSOCIATIVE),
    row("MPI_UNSIGNED", "ompi_mpi_unsigned", 0x4c000406, 0x20d, ASSOCIATIVE),
    row("MPI_LONG", "ompi_mpi_long", 0x4c000807, 0x20a, ASSOCIATIVE),
    row("MPI_UNSIGNED_LONG", "ompi_mpi_unsigned_long", 0x4c000808, 0x20e, ASSOCIATIVE),
    row("MPI_LONG_LONG", "ompi_mpi_long_long_int", 0x4c000809, 0x20b, ASSOCIATIVE),
    row("MPI_UNSIGNED_LONG_LONG", "ompi_mpi_unsigned_long_long", 0x4c000819, 0x20f, ASSOCIATIVE),
    row("MPI_INT8_T", "ompi_mpi_int8_t", 0x4c000137, 0x240, ASSOCIATIVE),
    row("MPI_INT16_T", "ompi_mpi_int16_t", 0x4c000238, 0x248, ASSOCIATIVE),
    row("MPI_INT32_T", "ompi_mpi_int32_t", 0x4c000439, 0x250, ASSOCIATIVE),
    row("MPI_INT64_T", "ompi_mpi_int64_t", 0x4c00083a, 0x258, ASSOCIATIVE),
    row("MPI_UINT8_T", "ompi_mpi_uint8_t", 0x4c00013b, 0x241, ASSOCIATIVE),
    row("MPI_UINT16_T", "ompi_mpi_uint16_t", 0x4c00023c, 0x249, ASSOCIATIVE),
    row("MPI_UINT32_T", "ompi_mpi_uint32_t", 0x4c00043d, 0x251, ASSOCIATIVE),
    row("MPI_UINT64_T", "ompi_mpi_uint64_t", 0x4c00083e, 0x259, ASSOCIATIVE),
    row("MPI_AINT", "ompi_mpi_aint", 0x4c000843, 0x201, ASSOCIATIVE),
    row("MPI_OFFSET", "ompi_mpi_offset", 0x4c000844, 0x203, ASSOCIATIVE),
    row("MPI_COUNT", "ompi_mpi_count", 0x4c000845, 0x202, ASSOCIATIVE),
    row("MPI_C_BOOL", "ompi_mpi_c_bool", 0x4c00013f, 0x238, ASSOCIATIVE),
    row("MPI_CXX_BOOL", "ompi_mpi_cxx_bool", 0x4c000133, 0x239, ASSOCIATIVE),
    row("MPI_BYTE", "ompi_mpi_byte", 0x4c00010d, 0x247, ASSOCIATIVE),
    row("MPI_INTEGER", "ompi_mpi_integer", 0x4c00041b, 0x219, ASSOCIATIVE),
    row("MPI_INTEGER1", "ompi_mpi_integer1", 0x4c00012d, 0x2c1, ASSOCIATIVE),
    row("MPI_INTEGER2", "ompi_mpi_integer2", 0x4c00022f, 0x2c9, ASSOCIATIVE),
    row("MPI_INTEGER4", "ompi_mpi_integer4", 0x4c000430, 0x2d1, ASSOCIATIVE),
    row("MPI_INTEGER8", "ompi_mpi_integer8", 0x4c000831, 0x2d9, ASSOCIATIVE),
    row("MPI_INTEGER16", "ompi_mpi_integer16", 0x4c001032, 0x2e1, ASSOCIATIVE),
    row("MPI_LOGICAL", "ompi_mpi_logical", 0x4c00041d, 0x218, ASSOCIATIVE),
    row("MPI_LOGICAL1", "ompi_mpi_logical1", 0x4c000147, 0x2c0, ASSOCIATIVE),
    row("MPI_LOGICAL2", "ompi_mpi_logical2", 0x4c000248, 0x2c8, ASSOCIATIVE),
    row("MPI_LOGICAL4", "ompi_mpi_logical4", 0x4c000449, 0x2d0, ASSOCIATIVE),
    row("MPI_LOGICAL8", "ompi_mpi_logical8", 0x4c00084a, 0x2d8, ASSOCIATIVE),
    row("MPI_LOGICAL16", "", 0x4c00104b, 0x2e0, ASSOCIATIVE),
    row("MPI_CHAR", "ompi_mpi_char", 0x4c000101, 0x243, NONE),
    row("MPI_WCHAR", "ompi_mpi_wchar", 0x4c00040e, 0x23c, NONE),
    row("MPI_CHARACTER", "ompi_mpi_character", 0x4c00011a, 0x21e, NONE),
    row("MPI_PACKED", "ompi_mpi_packed", 0x4c00010f, 0x207, NONE),
    row("MPI_2COMPLEX", "ompi_mpi_2cplex", 0, 0, NONE),
    row("MPI_2DOUBLE_COMPLEX", "ompi_mpi_2dblcplex", 0, 0, NONE),
];

#[rustfmt::skip]
pub const OPERATORS: &[Named<Operator>] = &[
    row("MPI_MAX", "ompi_mpi_op_max", 0x58000001, 0x23, Operator::Max),
    row("MPI_MIN", "ompi_mpi_op_min", 0x58000002, 0x22, Operator::Min),
    row("MPI_SUM", "ompi_mpi_op_sum", 0x58000003, 0x21, Operator::Sum),
    row("MPI_PROD", "ompi_mpi_op_prod", 0x58000004, 0x24, Operator::Prod),
    row("MPI_LAND", "ompi_mpi_op_land", 0x58000005, 0x30, Operator::Land),
    row("MPI_BAND", "ompi_mpi_op_band", 0x58000006, 0x28, Operator::Band),
    row("MPI_LOR", "ompi_mpi_op_lor", 0x58000007, 0x31, Operator::Lor),
    row("MPI_BOR", "ompi_mpi_op_bor", 0x58000008, 0x29, Operator::Bor),
    row("MPI_LXOR", "ompi_mpi_op_lxor", 0x58000009, 0x32, Operator::Lxor),
    row("MPI_BXOR", "ompi_mpi_op_bxor", 0x5800000a, 0x2a, Operator::Bxor),
    row("MPI_MINLOC", "ompi_mpi_op_minloc", 0x5800000b, 0x38, Operator::Minloc),
    row("MPI_MAXLOC", "ompi_mpi_op_maxloc", 0x5800000c, 0x39, Operator::Maxloc),
    row("MPI_REPLACE", "ompi_mpi_op_replace", 0x5800000d, 0x3c, Operator::Replace),
    row("MPI_NO_OP", "ompi_mpi_op_no_op", 0x5800000e, 0x3d, Operator::NoOp),
];

/// SMPI's symbols are `smpi_` and the name in C, except for these, which are synonyms there.
const SMPI_SYNONYMS: &[(&str, &str)] = &[
    ("MPI_COMPLEX", "MPI_C_FLOAT_COMPLEX"),
    ("MPI_DOUBLE_COMPLEX", "MPI_C_DOUBLE_COMPLEX"),
    ("MPI_DOUBLE_PRECISION", "MPI_DOUBLE"),
    ("MPI_2REAL", "MPI_2FLOAT"),
    ("MPI_2DOUBLE_PRECISION", "MPI_2DOUBLE"),
    ("MPI_INTEGER", "MPI_INT"),
    ("MPI_2INTEGER", "MPI_2INT"),
    ("MPI_LOGICAL", "MPI_INT"),
    ("MPI_LOGICAL1", "MPI_UINT8_T"),
    ("MPI_LOGICAL2", "MPI_UINT16_T"),
    ("MPI_LOGICAL4", "MPI_UINT32_T"),
    ("MPI_LOGICAL8", "MPI_UINT64_T"),
    ("MPI_CHARACTER", "MPI_CHAR"),
];

impl<T> Named<T> {
    /// The handle in a family, whose library is the object; none where it lacks it.
    pub fn handle(&self, family: Family, object: &Object) -> Option<Handle> {
        match family {
            Family::OpenMpi if self.openmpi.is_empty() => None,
            Family::OpenMpi => object.data(self.openmpi),
            Family::Mpich => (self.mpich != 0).then(|| family.handle(self.mpich as usize)),
            Family::Standard => (self.standard != 0).then_some(self.standard as usize),
            Family::Smpi => {
                let synonym = SMPI_SYNONYMS.iter().find(|(synonym, _)| *synonym == self.name);
                object.data(&format!("smpi_{}", synonym.map_or(self.name, |(_, name)| name)))
            }
        }
    }
}
