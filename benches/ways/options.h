/* The options of the benchmark. */
#ifndef OPTIONS_H
#define OPTIONS_H

#include "schedules.h"

#include <stddef.h>

enum { WAYS = 32, ZEROS = 16, SETTINGS = 4 };

/* A way of reducing: its name, and what samebits_set is told. */
struct way {
    char label[SCHEDULE_NAME];
    const char *names[SETTINGS], *values[SETTINGS];
};

struct options {
    struct way ways[WAYS];
    int n_ways;
    double zeros[ZEROS]; /* shares of the contributions that are zero */
    int n_zeros;
    int csv;         /* comma-separated values, not a table */
    int deciles;     /* shown around each way's median, and all of them in microseconds */
    size_t smallest; /* bytes of the shortest vector */
    size_t largest;  /* bytes of the longest one at most */
    size_t factor;   /* from one to the next */
    double duration; /* seconds in the timed calls of one size, at least */
};

/* Reads the arguments, which it cuts up and keeps. Where one is wrong, rank 0 says what is
 * accepted and the return value is 0 on every rank. */
int read_options(int argc, char **argv, int rank, struct options *options);

#endif
