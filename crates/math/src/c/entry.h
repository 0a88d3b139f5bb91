/* What stands around each of the CORE-MATH project's functions.
 *
 * Its result is almost always the function's result, and is returned after one test of its bits. What
 * is tiny, infinite, the largest number or no number goes to settle.h first: there errno is set, the
 * rules for NaN are applied, and what a processor that flushes subnormal numbers made of it is
 * computed anew. Where a subnormal argument matters to other results too, the argument is looked at
 * as well (`subnormals`, a constant).
 */
#ifndef SAMEBITS_MATH_ENTRY_H
#define SAMEBITS_MATH_ENTRY_H

#include <math.h>
#include <stdint.h>
#include <string.h>

#include "base.h"
#include "settle.h"

static inline uint64_t samebits_magnitude_double(double x)
{ /* the bits, twice, without the sign */
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    return bits << 1;
}

static inline uint32_t samebits_magnitude_float(float x)
{
    uint32_t bits;
    memcpy(&bits, &x, sizeof bits);
    return bits << 1;
}

static inline int samebits_ordinary_double(double result)
{
    const uint64_t least = UINT64_C(2 * 123) << 53; /* 2^-900 */
    const uint64_t largest = (UINT64_C(0x7ff) << 53) - 2;
    return samebits_magnitude_double(result) - least < largest - least;
}

static inline int samebits_ordinary_float(float result)
{
    const uint32_t least = UINT32_C(27) << 24; /* 2^-100 */
    const uint32_t largest = (UINT32_C(0xff) << 24) - 2;
    return samebits_magnitude_float(result) - least < largest - least;
}

static inline int samebits_subnormal_double(double x)
{
    return samebits_magnitude_double(x) - 1 < (UINT64_C(1) << 53) - 1;
}

static inline int samebits_subnormal_float(float x)
{
    return samebits_magnitude_float(x) - 1 < (UINT32_C(1) << 24) - 1;
}

#define SAMEBITS_ORDINARY(type, result, subnormals, argument) \
    __builtin_expect(samebits_ordinary_##type(result) & !((subnormals) && (argument)), 1)

#define SAMEBITS_ONE(type, name, symbol, subnormals, rules)                            \
    type symbol(type x)                                                                \
    {                                                                                  \
        type result = cr_##name(x);                                                    \
        if (SAMEBITS_ORDINARY(type, result, subnormals, samebits_subnormal_##type(x))) \
            return result;                                                             \
        return samebits_settle_one_##type(x, result, symbol, rules);                   \
    }

#define SAMEBITS_TWO(type, name, symbol, subnormals, rules)                                 \
    type symbol(type x, type y)                                                             \
    {                                                                                       \
        type result = cr_##name(x, y);                                                      \
        if (SAMEBITS_ORDINARY(type, result, subnormals,                                     \
                              samebits_subnormal_##type(x) | samebits_subnormal_##type(y))) \
            return result;                                                                  \
        return samebits_settle_two_##type(x, y, result, symbol, rules);                     \
    }

/* x^y is the same for all y beyond 2^80 (where x is not 1, it is infinite or zero: all such y are even
 * integers), and for all below 2^-100 (it is 1, or next to it). With y moved there nothing on the way
 * overflows or underflows, and no flag is raised that the result does not raise. */
static inline double samebits_exponent_double(double y)
{
    const uint64_t least = UINT64_C(923 * 2) << 52, most = UINT64_C(1103 * 2) << 52;
    uint64_t magnitude = samebits_magnitude_double(y);
    if (__builtin_expect(magnitude - least > most - least, 0)) {
        if (magnitude != 0 && magnitude < UINT64_C(0x7ff) << 53)
            return __builtin_copysign(magnitude < least ? 0x1p-100 : 0x1p80, y);
    }
    return y;
}

static inline float samebits_exponent_float(float y) { return y; }

#define SAMEBITS_POW(type, name, symbol, subnormals, rules)                                 \
    type symbol(type x, type y)                                                             \
    {                                                                                       \
        type result = cr_##name(x, samebits_exponent_##type(y));                            \
        if (SAMEBITS_ORDINARY(type, result, subnormals,                                     \
                              samebits_subnormal_##type(x) | samebits_subnormal_##type(y))) \
            return result;                                                                  \
        return samebits_settle_two_##type(x, y, result, symbol, rules);                     \
    }

/* Arguments of atan2 that are both very large or both very small are brought nearer to one, and where
 * one is so much smaller that it only says to which side of a multiple of a right angle the result lies,
 * it is made larger. The result stays; on the way nothing is lost to subnormal numbers, nor raises a flag
 * that the result does not raise. */
#define SAMEBITS_EXPONENTS(n) (UINT64_C(n) << 53) /* n exponents, in what samebits_magnitude_double gives */

static __attribute__((noinline, unused)) void samebits_bring_nearer(double *x, double *y)
{
    uint64_t mx = samebits_magnitude_double(*x), my = samebits_magnitude_double(*y);
    uint64_t larger = mx > my ? mx : my, smaller = mx > my ? my : mx;
    if (larger >= SAMEBITS_EXPONENTS(0x7ff) || smaller == 0)
        return;
    if (larger < SAMEBITS_EXPONENTS(923)) {
        *x *= 0x1p700;
        *y *= 0x1p700;
    } else if (larger > SAMEBITS_EXPONENTS(2023) && smaller > SAMEBITS_EXPONENTS(123)) {
        *x *= 0x1p-100;
        *y *= 0x1p-100;
    }
    if (larger - smaller > SAMEBITS_EXPONENTS(100)) {
        if (mx < my)
            *x = __builtin_copysign(*y * 0x1p-100, *x);
        else if (*x < 0)
            *y = __builtin_copysign(*x * 0x1p-100, *y);
    }
}

static inline void samebits_nearer_double(double *x, double *y)
{
    uint64_t mx = samebits_magnitude_double(*x), my = samebits_magnitude_double(*y);
    uint64_t larger = mx > my ? mx : my, smaller = mx > my ? my : mx;
    uint64_t least = SAMEBITS_EXPONENTS(923), most = SAMEBITS_EXPONENTS(2023); /* 2^-100, 2^1000 */
    if (__builtin_expect((larger - least > most - least) | (larger - smaller > SAMEBITS_EXPONENTS(100)), 0))
        samebits_bring_nearer(x, y);
}

static inline void samebits_nearer_float(float *x, float *y) { (void)x, (void)y; /* computed in doubles */ }

#define SAMEBITS_ATAN2(type, name, symbol, subnormals, rules)                               \
    type symbol(type y, type x)                                                             \
    {                                                                                       \
        type nearer_y = y, nearer_x = x;                                                    \
        samebits_nearer_##type(&nearer_x, &nearer_y);                                       \
        type result = cr_##name(nearer_y, nearer_x);                                        \
        if (SAMEBITS_ORDINARY(type, result, subnormals,                                     \
                              samebits_subnormal_##type(x) | samebits_subnormal_##type(y))) \
            return result;                                                                  \
        return samebits_settle_two_##type(y, x, result, symbol, rules);                     \
    }

#define SAMEBITS_SINCOS(type, name, symbol, subnormals, rules)                                        \
    void symbol(type x, type *sine, type *cosine)                                                     \
    {                                                                                                 \
        cr_##name(x, sine, cosine);                                                                   \
        if (__builtin_expect(samebits_ordinary_##type(*sine) & samebits_ordinary_##type(*cosine), 1)) \
            return;                                                                                   \
        samebits_settle_sincos_##type(x, sine, cosine, symbol, rules);                                \
    }

#endif
