/* The options of the benchmark. */
#ifndef OPTIONS_H
#define OPTIONS_H

#include <stddef.h>

enum { MOST_SIZES = 64 };

enum shape {
    ONE,      /* an array in rank order, whose shares stay as they are */
    MANY,     /* eight of them in each call */
    PIECES,   /* one in blocks of 64 elements, dealt round-robin */
    CHANGING, /* one, cut in another way in each call */
    SHAPES
};

struct options {
    size_t sizes[MOST_SIZES]; /* elements of the arrays, over all ranks */
    int n_sizes;
    enum shape shape;       /* how the arrays lie, and what changes */
    const char *arithmetic; /* what samebits_set takes */
    int csv;                /* comma-separated values, not a table */
    double duration;        /* seconds in the timed calls of one size, at least */
};

/* Reads the arguments. Where one is wrong, rank 0 says what is accepted and
 * the return value is 0 on every rank. */
int read_options(int argc, char **argv, int rank, struct options *options);

#endif
