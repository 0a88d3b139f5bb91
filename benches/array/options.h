/* The options of the benchmark. */
#ifndef OPTIONS_H
#define OPTIONS_H

#include <stddef.h>

enum { MOST_SIZES = 64 };

struct options {
    size_t sizes[MOST_SIZES]; /* elements of the arrays, over all ranks */
    int n_sizes;
    const char *arithmetic;   /* what samebits_set takes */
    int csv;                  /* comma-separated values, not a table */
    double duration;          /* seconds in the timed calls of one size, at least */
};

/* Reads the arguments. Where one is wrong, rank 0 says what is accepted and
 * the return value is 0 on every rank. */
int read_options(int argc, char **argv, int rank, struct options *options);

#endif
