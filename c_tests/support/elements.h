/* Elements of every kind that MPI reduces, and what each predefined operator makes
 * of them: slow, obvious, and knowing nothing of MPI. */
#ifndef ELEMENTS_H
#define ELEMENTS_H

#include <stddef.h>

/* The formats of numbers. */
enum number {
    INT8,
    INT16,
    INT32,
    INT64,
    INT128,
    UINT8,
    UINT16,
    UINT32,
    UINT64,
    HALF,
    FLOAT,
    DOUBLE,
    LONG_DOUBLE,
    BINARY128,
    NUMBERS
};

/* The predefined operators that reduce. */
enum operator_kind { MAX, MIN, SUM, PROD, LAND, BAND, LOR, BOR, LXOR, BXOR, MINLOC, MAXLOC, OPERATORS };

/* The standard's classes of datatypes; MPI_AINT and its like are integers of
 * Fortran too. A pair has a value and an index. */
enum shape { C_INTEGER, FORTRAN_INTEGER, LOGICAL, BYTES, REAL, COMPLEX, PAIR };

struct element {
    enum shape shape;
    enum number value, index; /* index: in pairs */
};

/* Whether the MPI standard defines the operator on the element's class. */
int is_defined(const struct element *element, int operator_kind);

/* Whether rounding or NaNs can tell orders of evaluation apart. */
int is_floating(const struct element *element);

/* Bytes of an element in an array of them, and to the end of its last number. */
size_t element_size(const struct element *element);
size_t element_data(const struct element *element);

/* Rank's contribution at an index of the vector, for an operator. */
void fill_element(const struct element *element, int operator_kind, void *to, int rank, size_t index);

/* What the contributions of all ranks, in rank order, give: exact sums, or else the
 * tree over the ranks. */
void reduce_elements(const struct element *element, int operator_kind, void *result,
                     const void *contributions, int ranks);

#endif
