#define _POSIX_C_SOURCE 199309L
#include "timing.h"

#include <stdlib.h>
#include <time.h>

double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec + 1e-9 * time.tv_nsec;
}

static int common_divisor(int a, int b) { return b == 0 ? a : common_divisor(b, a % b); }

int in_turn(int repetition, int turn, int n)
{
    int step = 1 + repetition % n;
    while (common_divisor(step, n) != 1)
        step = 1 + step % n;
    return (int)((repetition + (long)turn * step) % n);
}

static int ascending(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

struct spread spread_of(double *numbers, int n, int percentile)
{
    int outside = (int)((long)n * percentile / 100);
    qsort(numbers, n, sizeof *numbers, ascending);
    return (struct spread){numbers[outside], numbers[n / 2], numbers[n - 1 - outside]};
}
