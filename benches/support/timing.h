#ifndef TIMING_H
#define TIMING_H

/* Seconds on a clock that only goes on. */
double now(void);

/* The 10th, 50th and 90th percentile of some numbers. */
struct spread {
    double low, median, high;
};

/* Sorts the numbers, of which there is one at least. */
struct spread spread_of(double *numbers, int n);

#endif
