#include "datatypes.h"

const struct operator operators[OPERATORS] = {
    [MAX] = {"MPI_MAX", MPI_MAX},          [MIN] = {"MPI_MIN", MPI_MIN},
    [SUM] = {"MPI_SUM", MPI_SUM},          [PROD] = {"MPI_PROD", MPI_PROD},
    [LAND] = {"MPI_LAND", MPI_LAND},       [BAND] = {"MPI_BAND", MPI_BAND},
    [LOR] = {"MPI_LOR", MPI_LOR},          [BOR] = {"MPI_BOR", MPI_BOR},
    [LXOR] = {"MPI_LXOR", MPI_LXOR},       [BXOR] = {"MPI_BXOR", MPI_BXOR},
    [MINLOC] = {"MPI_MINLOC", MPI_MINLOC}, [MAXLOC] = {"MPI_MAXLOC", MPI_MAXLOC},
};

#define TYPE(type, ...)              \
    {                                \
#type, type, { __VA_ARGS__ } \
    }
const struct datatype datatypes[] = {
    TYPE(MPI_SIGNED_CHAR, C_INTEGER, INT8, 0),
    TYPE(MPI_UNSIGNED_CHAR, C_INTEGER, UINT8, 0),
    TYPE(MPI_SHORT, C_INTEGER, INT16, 0),
    TYPE(MPI_UNSIGNED_SHORT, C_INTEGER, UINT16, 0),
    TYPE(MPI_INT, C_INTEGER, INT32, 0),
    TYPE(MPI_UNSIGNED, C_INTEGER, UINT32, 0),
    TYPE(MPI_LONG, C_INTEGER, INT64, 0),
    TYPE(MPI_UNSIGNED_LONG, C_INTEGER, UINT64, 0),
    TYPE(MPI_LONG_LONG, C_INTEGER, INT64, 0),
    TYPE(MPI_LONG_LONG_INT, C_INTEGER, INT64, 0),
    TYPE(MPI_UNSIGNED_LONG_LONG, C_INTEGER, UINT64, 0),
    TYPE(MPI_INT8_T, C_INTEGER, INT8, 0),
    TYPE(MPI_INT16_T, C_INTEGER, INT16, 0),
    TYPE(MPI_INT32_T, C_INTEGER, INT32, 0),
    TYPE(MPI_INT64_T, C_INTEGER, INT64, 0),
    TYPE(MPI_UINT8_T, C_INTEGER, UINT8, 0),
    TYPE(MPI_UINT16_T, C_INTEGER, UINT16, 0),
    TYPE(MPI_UINT32_T, C_INTEGER, UINT32, 0),
    TYPE(MPI_UINT64_T, C_INTEGER, UINT64, 0),
    TYPE(MPI_AINT, FORTRAN_INTEGER, INT64, 0),
    TYPE(MPI_OFFSET, FORTRAN_INTEGER, UINT64, 0), /* Open MPI 4.1 compares without the sign */
    TYPE(MPI_COUNT, FORTRAN_INTEGER, INT64, 0),
    TYPE(MPI_C_BOOL, LOGICAL, UINT8, 0),
    TYPE(MPI_CXX_BOOL, LOGICAL, UINT8, 0),
    TYPE(MPI_BYTE, BYTES, UINT8, 0),
    TYPE(MPI_FLOAT, REAL, FLOAT, 0),
    TYPE(MPI_DOUBLE, REAL, DOUBLE, 0),
    TYPE(MPI_LONG_DOUBLE, REAL, LONG_DOUBLE, 0),
    TYPE(MPI_C_COMPLEX, COMPLEX, FLOAT, 0),
    TYPE(MPI_C_FLOAT_COMPLEX, COMPLEX, FLOAT, 0),
    TYPE(MPI_C_DOUBLE_COMPLEX, COMPLEX, DOUBLE, 0),
    TYPE(MPI_C_LONG_DOUBLE_COMPLEX, COMPLEX, LONG_DOUBLE, 0),
    TYPE(MPI_CXX_FLOAT_COMPLEX, COMPLEX, FLOAT, 0),
    TYPE(MPI_CXX_DOUBLE_COMPLEX, COMPLEX, DOUBLE, 0),
    TYPE(MPI_CXX_LONG_DOUBLE_COMPLEX, COMPLEX, LONG_DOUBLE, 0),
    TYPE(MPI_FLOAT_INT, PAIR, FLOAT, INT32),
    TYPE(MPI_DOUBLE_INT, PAIR, DOUBLE, INT32),
    TYPE(MPI_LONG_DOUBLE_INT, PAIR, LONG_DOUBLE, INT32),
    TYPE(MPI_SHORT_INT, PAIR, INT16, INT32),
    TYPE(MPI_2INT, PAIR, INT32, INT32),
    TYPE(MPI_LONG_INT, PAIR, INT64, INT32),
    TYPE(MPI_INTEGER, FORTRAN_INTEGER, INT32, 0),
    TYPE(MPI_LOGICAL, LOGICAL, INT32, 0),
    TYPE(MPI_REAL, REAL, FLOAT, 0),
    TYPE(MPI_DOUBLE_PRECISION, REAL, DOUBLE, 0),
    TYPE(MPI_COMPLEX, COMPLEX, FLOAT, 0),
    TYPE(MPI_DOUBLE_COMPLEX, COMPLEX, DOUBLE, 0),
    TYPE(MPI_2INTEGER, PAIR, INT32, INT32),
    TYPE(MPI_2REAL, PAIR, FLOAT, FLOAT),
    TYPE(MPI_2DOUBLE_PRECISION, PAIR, DOUBLE, DOUBLE),
/* Kinds that an MPI may lack. */
#ifdef MPI_INTEGER1
    TYPE(MPI_INTEGER1, FORTRAN_INTEGER, INT8, 0),
#endif
#ifdef MPI_INTEGER2
    TYPE(MPI_INTEGER2, FORTRAN_INTEGER, INT16, 0),
#endif
#ifdef MPI_INTEGER4
    TYPE(MPI_INTEGER4, FORTRAN_INTEGER, INT32, 0),
#endif
#ifdef MPI_INTEGER8
    TYPE(MPI_INTEGER8, FORTRAN_INTEGER, INT64, 0),
#endif
#ifdef MPI_INTEGER16
    TYPE(MPI_INTEGER16, FORTRAN_INTEGER, INT128, 0),
#endif
#ifdef MPI_LOGICAL1
    TYPE(MPI_LOGICAL1, LOGICAL, INT8, 0),
    TYPE(MPI_LOGICAL2, LOGICAL, INT16, 0),
    TYPE(MPI_LOGICAL4, LOGICAL, INT32, 0),
    TYPE(MPI_LOGICAL8, LOGICAL, INT64, 0),
#endif
#ifdef MPI_REAL2
    TYPE(MPI_REAL2, REAL, HALF, 0),
#endif
#ifdef MPI_REAL4
    TYPE(MPI_REAL4, REAL, FLOAT, 0),
#endif
#ifdef MPI_REAL8
    TYPE(MPI_REAL8, REAL, DOUBLE, 0),
#endif
#ifdef MPI_REAL16
    TYPE(MPI_REAL16, REAL, BINARY128, 0),
#endif
#ifdef MPI_COMPLEX4
    TYPE(MPI_COMPLEX4, COMPLEX, HALF, 0),
#endif
#ifdef MPI_COMPLEX8
    TYPE(MPI_COMPLEX8, COMPLEX, FLOAT, 0),
#endif
#ifdef MPI_COMPLEX16
    TYPE(MPI_COMPLEX16, COMPLEX, DOUBLE, 0),
#endif
#ifdef MPI_COMPLEX32
    TYPE(MPI_COMPLEX32, COMPLEX, BINARY128, 0),
#endif
#ifdef MPIX_C_FLOAT16
    TYPE(MPIX_C_FLOAT16, REAL, HALF, 0),
#endif
};

const size_t datatypes_length = sizeof datatypes / sizeof *datatypes;

static struct element element;
static int operator_kind;

static void fill(void *to, int rank, size_t index) { fill_element(&element, operator_kind, to, rank, index); }

static void expect(void *result, const void *contributions, int n)
{
    reduce_elements(&element, operator_kind, result, contributions, n);
}

struct operation operation_on(const char *name, MPI_Datatype type, const struct element *of, int kind)
{
    element = *of;
    operator_kind = kind;
    return (struct operation){name, type,   operators[kind].op, element_size(of), element_data(of),
                              fill, expect, is_floating(of)};
}
