#ifndef TIMING_H
#define TIMING_H

/* Seconds on a clock that only goes on. */
double now(void);

/* Which of n things is the turn-th in a repetition: each is first as often as the others, and
 * does not always come after the same one. */
int in_turn(int repetition, int turn, int n);

/* Three percentiles of some numbers: the one asked for, the 50th, and as many
 * percent from the top. */
struct spread {
    double low, median, high;
};

/* Sorts the numbers, of which there is one at least. */
struct spread spread_of(double *numbers, int n, int percentile);

#endif
