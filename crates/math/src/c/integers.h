/* Rounding to integers, the same in every rounding mode. Floats go through them as doubles, which
 * changes nothing. They may raise inexact. */
#ifndef SAMEBITS_MATH_INTEGERS_H
#define SAMEBITS_MATH_INTEGERS_H

#include <stdint.h>

/* Whether x is an integer by its size, infinite or no number. (The comparison raises nothing for NaN.) */
static inline int samebits_is_large(double x) { return !__builtin_isless(__builtin_fabs(x), 0x1p52); }

static inline double samebits_trunc(double x)
{
    if (samebits_is_large(x))
        return x;
    return __builtin_copysign((double)(int64_t)x, x);
}

static inline double samebits_floor(double x)
{
    if (samebits_is_large(x))
        return x;
    double integer = samebits_trunc(x);
    return __builtin_copysign(integer > x ? integer - 1.0 : integer, x);
}

static inline double samebits_round(double x)
{ /* halves away from zero */
    if (samebits_is_large(x))
        return x;
    double integer = samebits_trunc(x);
    if (__builtin_fabs(x - integer) >= 0.5)
        integer += __builtin_copysign(1.0, x);
    return __builtin_copysign(integer, x);
}

static inline double samebits_roundeven(double x)
{
    if (samebits_is_large(x))
        return x;
    double integer = samebits_trunc(x);
    double rest = __builtin_fabs(x - integer);
    if (rest > 0.5 || (rest == 0.5 && ((int64_t)integer & 1)))
        integer += __builtin_copysign(1.0, x);
    return integer;
}

#endif
