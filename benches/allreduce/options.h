/* The options of the benchmark. */
#ifndef OPTIONS_H
#define OPTIONS_H

#include "calls.h"

#include <stddef.h>

enum datatype { DOUBLE, FLOAT, PAIR };

struct options {
    int datatype; /* of the elements: one of the above */
    int is_user;  /* by an operator of the user's, not MPI_SUM */
    struct call call;
    int csv;         /* comma-separated values, not a table */
    size_t smallest; /* bytes of the shortest vector */
    size_t largest;  /* bytes of the longest one at most */
    double duration; /* seconds in the timed calls of one size, at least */
};

/* Reads the arguments. Where one is wrong, rank 0 says what is accepted and
 * the return value is 0 on every rank. */
int read_options(int argc, char **argv, int rank, struct options *options);

#endif
