/* A fast path in front of a function: where it cannot tell the rounding, the function itself, here
 * with its name's end in _whole, is called.
 *
 * The fast paths are for processors with a fused multiply-add. Their results are correctly rounded,
 * as the functions' are, so nobody sees which of the two was used. None is zero, subnormal, infinite
 * or a NaN.
 */
#ifndef SAMEBITS_MATH_FAST_ENTRY_H
#define SAMEBITS_MATH_FAST_ENTRY_H

#include "entry.h"

/* Whether |x| is at least 2^least and less than 2^most. */
static inline int samebits_between(double x, int least, int most)
{
    uint64_t bits, low = (uint64_t)(2 * (1023 + least)) << 52;
    memcpy(&bits, &x, sizeof bits);
    return bits * 2 - low < ((uint64_t)(2 * (1023 + most)) << 52) - low;
}

/* A result before its rounding: high + low, with an error of at most `bound`, which is not
 * negative. */
typedef struct {
    double high, low, bound;
} samebits_estimate;

/* Whether all that the exact result can be is rounded alike, in the caller's mode. (Each bound covers
 * the rounding of low + bound, too.) */
static inline int samebits_rounds_alike(samebits_estimate sum, double *result)
{
    double upper = sum.high + (sum.low + sum.bound), lower = sum.high + (sum.low - sum.bound);
    *result = upper;
    return __builtin_expect(!(upper > lower), 1);
}

#define SAMEBITS_FAST_ONE(type, name, symbol, subnormals, rules)                                       \
    __attribute__((noinline)) SAMEBITS_ONE(type, name, symbol##_whole, subnormals, rules) type symbol( \
        type x)                                                                                        \
    {                                                                                                  \
        type result;                                                                                   \
        if (__builtin_expect(samebits_fast_##name(x, &result), 1))                                     \
            return result;                                                                             \
        return symbol##_whole(x);                                                                      \
    }

/* (Of positive numbers alone, so that gamma's sign is known.) */
#define SAMEBITS_FAST_LGAMMA(type, name, symbol, subnormals, rules)                                       \
    __attribute__((noinline)) SAMEBITS_LGAMMA(type, name, symbol##_whole, subnormals, rules) type symbol( \
        type x)                                                                                           \
    {                                                                                                     \
        type result;                                                                                      \
        if (__builtin_expect(!samebits_fast_##name(x, &result), 0))                                       \
            return symbol##_whole(x);                                                                     \
        if (&__signgam != NULL)                                                                           \
            __signgam = 1;                                                                                \
        return result;                                                                                    \
    }

#define SAMEBITS_FAST_LGAMMA_R(type, name, symbol, subnormals, rules)                                       \
    __attribute__((noinline)) SAMEBITS_LGAMMA_R(type, name, symbol##_whole, subnormals, rules) type symbol( \
        type x, int *sign)                                                                                  \
    {                                                                                                       \
        type result;                                                                                        \
        if (__builtin_expect(!samebits_fast_##name(x, &result), 0))                                         \
            return symbol##_whole(x, sign);                                                                 \
        *sign = 1;                                                                                          \
        return result;                                                                                      \
    }

#define SAMEBITS_FAST_BOTH(wrapper, type, name, symbol, subnormals, rules)                               \
    __attribute__((noinline)) wrapper(type, name, symbol##_whole, subnormals, rules) type symbol(type x, \
                                                                                                 type y) \
    {                                                                                                    \
        type result;                                                                                     \
        if (__builtin_expect(samebits_fast_##name(x, y, &result), 1))                                    \
            return result;                                                                               \
        return symbol##_whole(x, y);                                                                     \
    }

#define SAMEBITS_FAST_TWO(type, name, symbol, subnormals, rules) \
    SAMEBITS_FAST_BOTH(SAMEBITS_TWO, type, name, symbol, subnormals, rules)
#define SAMEBITS_FAST_POW(type, name, symbol, subnormals, rules) \
    SAMEBITS_FAST_BOTH(SAMEBITS_POW, type, name, symbol, subnormals, rules)

/* clang-format off */
#define SAMEBITS_FAST_SINCOS(type, name, symbol, subnormals, rules)                                   \
    __attribute__((noinline)) SAMEBITS_SINCOS(type, name, symbol##_whole, subnormals, rules)          \
    void symbol(type x, type *sine, type *cosine) {                                                   \
        if (__builtin_expect(!samebits_fast_##name(x, sine, cosine), 0))                              \
            symbol##_whole(x, sine, cosine);                                                          \
    }
/* clang-format on */

#endif
