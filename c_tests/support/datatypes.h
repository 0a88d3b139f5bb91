/* MPI's predefined operators and datatypes, and what their elements are. */
#ifndef DATATYPES_H
#define DATATYPES_H

#include "driver.h"
#include "elements.h"

#include <mpi.h>

struct operator
{
    const char *name;
    MPI_Op op;
};

/* By enum operator_kind. */
extern const struct operator operators[OPERATORS];

struct datatype {
    const char *name;
    MPI_Datatype type;
    struct element element;
};

/* Those that this MPI has a name for. */
extern const struct datatype datatypes[];
extern const size_t datatypes_length;

/* An operator on the elements of a datatype, for the driver, with its fill and its oracle. There is
 * one at a time. */
struct operation operation_on(const char *name, MPI_Datatype type, const struct element *element,
                              int operator_kind);

#endif
