/* What is reduced: the datatype and the operator, and how its results are checked. */
#ifndef OPERATION_H
#define OPERATION_H

#include "options.h"

#include <mpi.h>
#include <stddef.h>
#include <stdint.h>

struct operation {
    const char *datatype_name, *operator_name;
    MPI_Datatype datatype;
    MPI_Op op;
    size_t element; /* bytes of an element */
    int is_float;   /* it consists of floats, not of doubles */
    int is_user;    /* the operator is the user's, not MPI_SUM */
};

/* The operation that the options ask for. */
struct operation make_operation(const struct options *options);

/* Frees what was made for it. */
void free_operation(struct operation *operation);

/* Whether so many bytes of results have the right bits: those of the exact sum, or of the
 * user's operator over the binary tree of the ranks. As of is_exact_sum. */
int is_right(const struct operation *operation, const void *result, size_t bytes, int ranks, uint64_t number,
             size_t stride, size_t *wrong);

/* Likewise whether they are sums in any order. */
int is_near(const struct operation *operation, const void *result, size_t bytes, int ranks, uint64_t number,
            size_t stride, size_t *wrong);

#endif
