/* What lgamma and tgamma say of gamma's sign. As in glibc, lgamma sets the variable that <math.h>
 * declares as signgam, under its reserved name: a program may use the other name for something else.
 */
#ifndef SAMEBITS_MATH_GAMMA_H
#define SAMEBITS_MATH_GAMMA_H

#include "entry.h"

/* The C library's. Null where a program has no libm. */
extern int __signgam __attribute__((weak));

/* That of the sources is not wanted. */
static int samebits_ignored_sign __attribute__((unused));
#define signgam samebits_ignored_sign

/* The sign of gamma(x): 1 where it has none, at negative integers and for NaN. */
static inline int samebits_sign_of_gamma(double x)
{
    if (!__builtin_signbit(x) || x != x)
        return 1;
    if (x == 0)
        return -1;
    if (x <= -0x1p52)
        return 1;
    int64_t above = (int64_t)x; /* towards zero */
    return (double)above == x || above % 2 != 0 ? 1 : -1;
}

#define SAMEBITS_LGAMMA(type, name, symbol, subnormals, rules)                         \
    type symbol(type x)                                                                \
    {                                                                                  \
        if (&__signgam != NULL)                                                        \
            __signgam = samebits_sign_of_gamma(x);                                     \
        type result = cr_##name(x);                                                    \
        if (SAMEBITS_ORDINARY(type, result, subnormals, samebits_subnormal_##type(x))) \
            return result;                                                             \
        return samebits_settle_one_##type(x, result, symbol, rules);                   \
    }

#define SAMEBITS_LGAMMA_R(type, name, symbol, subnormals, rules)                       \
    type symbol(type x, int *sign)                                                     \
    {                                                                                  \
        *sign = samebits_sign_of_gamma(x);                                             \
        type result = cr_##name(x);                                                    \
        if (SAMEBITS_ORDINARY(type, result, subnormals, samebits_subnormal_##type(x))) \
            return result;                                                             \
        return samebits_settle_sign_##type(x, result, sign, symbol, rules);            \
    }

/* The magnitude of gamma(x). */
#define SAMEBITS_GAMMA_R(type, name, symbol, subnormals, rules)                        \
    type symbol(type x, int *sign)                                                     \
    {                                                                                  \
        type result = cr_##name(x);                                                    \
        *sign = __builtin_signbit(result) && result == result ? -1 : 1;                \
        type magnitude = *sign < 0 ? -result : result;                                 \
        if (SAMEBITS_ORDINARY(type, result, subnormals, samebits_subnormal_##type(x))) \
            return magnitude;                                                          \
        return samebits_settle_sign_##type(x, magnitude, sign, symbol, rules);         \
    }

#endif
