/* The options of the benchmark. */
#ifndef OPTIONS_H
#define OPTIONS_H

#include <stddef.h>

enum { COMPUTATIONS = 16 };

struct options {
    double computations[COMPUTATIONS]; /* microseconds of each */
    int n_computations;
    int csv;         /* comma-separated values, not a table */
    size_t smallest; /* bytes of the shortest vector */
    size_t largest;  /* bytes of the longest one at most */
    size_t factor;   /* from one to the next */
    double duration; /* seconds in the timed calls of one size, at least */
};

/* Reads the arguments, which it cuts up. Where one is wrong, rank 0 says what is accepted and the
 * return value is 0 on every rank. */
int read_options(int argc, char **argv, int rank, struct options *options);

#endif
