#ifndef TIMING_H
#define TIMING_H

/* Seconds on a clock that only goes on. */
double now(void);

/* Three percentiles of some numbers: the one asked for, the 50th, and as many
 * percent from the top. */
struct spread {
    double low, median, high;
};

/* Sorts the numbers, of which there is one at least. */
struct spread spread_of(double *numbers, int n, int percentile);

#endif
