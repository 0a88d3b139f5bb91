/* Rounding to integers, the same in every rounding mode. Floats go through them as doubles, which
 * changes nothing. They may raise inexact. */
#ifndef SAMEBITS_MATH_INTEGERS_H
#define SAMEBITS_MATH_INTEGERS_H

#include <stdint.h>

static inline double samebits_trunc(double x) {
    if (!__builtin_isless(__builtin_fabs(x), 0x1p52)) /* (which raises nothing for NaN) */
        return x; /* an integer, infinite or no number */
    return __builtin_copysign((double)(int64_t)x, x);
}

static inline double samebits_floor(double x) {
    double integer = samebits_trunc(x);
    return integer > x ? integer - 1.0 : integer;
}

static inline double samebits_round(double x) { /* halves away from zero */
    double integer = samebits_trunc(x);
    if (__builtin_fabs(x - integer) >= 0.5)
        integer += __builtin_copysign(1.0, x);
    return integer;
}

static inline double samebits_roundeven(double x) {
    double integer = samebits_trunc(x);
    double rest = __builtin_fabs(x - integer);
    if (rest > 0.5 || (rest == 0.5 && ((int64_t)integer & 1)))
        integer += __builtin_copysign(1.0, x);
    return integer;
}

#endif
