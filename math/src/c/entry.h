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

static inline uint64_t samebits_magnitude_double(double x) { /* the bits, twice, without the sign */
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    return bits << 1;
}

static inline uint32_t samebits_magnitude_float(float x) {
    uint32_t bits;
    memcpy(&bits, &x, sizeof bits);
    return bits << 1;
}

static inline int samebits_ordinary_double(double result) {
    const uint64_t least = UINT64_C(2 * 123) << 53; /* 2^-900 */
    const uint64_t largest = (UINT64_C(0x7ff) << 53) - 2;
    return samebits_magnitude_double(result) - least < largest - least;
}

static inline int samebits_ordinary_float(float result) {
    const uint32_t least = UINT32_C(27) << 24; /* 2^-100 */
    const uint32_t largest = (UINT32_C(0xff) << 24) - 2;
    return samebits_magnitude_float(result) - least < largest - least;
}

static inline int samebits_subnormal_double(double x) {
    return samebits_magnitude_double(x) - 1 < (UINT64_C(1) << 53) - 1;
}

static inline int samebits_subnormal_float(float x) {
    return samebits_magnitude_float(x) - 1 < (UINT32_C(1) << 24) - 1;
}

#define SAMEBITS_ORDINARY(type, result, subnormals, argument)                                        \
    __builtin_expect(samebits_ordinary_##type(result) & !((subnormals) && (argument)), 1)

#define SAMEBITS_ONE(type, name, symbol, subnormals, rules)                                     \
    type symbol(type x) {                                                                            \
        type result = cr_##name(x);                                                                   \
        if (SAMEBITS_ORDINARY(type, result, subnormals, samebits_subnormal_##type(x)))                \
            return result;                                                                            \
        return samebits_settle_one_##type(x, result, symbol, rules);                             \
    }

#define SAMEBITS_TWO(type, name, symbol, subnormals, rules)                                     \
    type symbol(type x, type y) {                                                                    \
        type result = cr_##name(x, y);                                                                \
        if (SAMEBITS_ORDINARY(type, result, subnormals,                                               \
                              samebits_subnormal_##type(x) | samebits_subnormal_##type(y)))           \
            return result;                                                                            \
        return samebits_settle_two_##type(x, y, result, symbol, rules);                          \
    }

/* x^y is the same for all y beyond 2^80 (where x is not 1, it is infinite or zero: all such y are even
 * integers), and for all below 2^-100 (it is 1, or next to it). With y moved there nothing on the way
 * overflows or underflows, and no flag is raised that the result does not raise. */
static inline double samebits_exponent_double(double y) {
    const uint64_t least = UINT64_C(923 * 2) << 52, most = UINT64_C(1103 * 2) << 52;
    uint64_t magnitude = samebits_magnitude_double(y);
    if (__builtin_expect(magnitude - least > most - least, 0)) {
        if (magnitude != 0 && magnitude < UINT64_C(0x7ff) << 53)
            return __builtin_copysign(magnitude < least ? 0x1p-100 : 0x1p80, y);
    }
    return y;
}

static inline float samebits_exponent_float(float y) {
    return y;
}

#define SAMEBITS_POW(type, name, symbol, subnormals, rules)                                          \
    type symbol(type x, type y) {                                                                    \
        type result = cr_##name(x, samebits_exponent_##type(y));                                      \
        if (SAMEBITS_ORDINARY(type, result, subnormals,                                               \
                              samebits_subnormal_##type(x) | samebits_subnormal_##type(y)))           \
            return result;                                                                            \
        return samebits_settle_two_##type(x, y, result, symbol, rules);                               \
    }

/* Where x and y are both very large or both very small, they are brought nearer to one: the angle stays,
 * and on the way nothing is lost to subnormal numbers, nor raises a flag. (With one of each kind there
 * is no need.) */
static inline double samebits_nearer_double(double x, double y) {
    const uint64_t least = UINT64_C(923 * 2) << 52, most = UINT64_C(2023 * 2) << 52; /* 2^-100, 2^1000 */
    uint64_t mx = samebits_magnitude_double(x), my = samebits_magnitude_double(y);
    uint64_t larger = mx > my ? mx : my, smaller = mx > my ? my : mx;
    if (__builtin_expect(larger - least > most - least, 0)) {
        if (larger < least)
            return 0x1p700;
        if (larger < UINT64_C(0x7ff) << 53 && smaller > UINT64_C(123 * 2) << 52) /* 2^-900 */
            return 0x1p-100;
    }
    return 1;
}

static inline float samebits_nearer_float(float x, float y) {
    return 1;
}

#define SAMEBITS_ATAN2(type, name, symbol, subnormals, rules)                                        \
    type symbol(type x, type y) {                                                                    \
        type scale = samebits_nearer_##type(x, y), nearer_x = x, nearer_y = y;                        \
        if (__builtin_expect(scale != 1, 0)) {                                                        \
            nearer_x *= scale;                                                                        \
            nearer_y *= scale;                                                                        \
        }                                                                                             \
        type result = cr_##name(nearer_x, nearer_y);                                                  \
        if (SAMEBITS_ORDINARY(type, result, subnormals,                                               \
                              samebits_subnormal_##type(x) | samebits_subnormal_##type(y)))           \
            return result;                                                                            \
        return samebits_settle_two_##type(x, y, result, symbol, rules);                               \
    }

#define SAMEBITS_SINCOS(type, name, symbol, subnormals, rules)                                  \
    void symbol(type x, type *sine, type *cosine) {                                                  \
        cr_##name(x, sine, cosine);                                                                   \
        if (__builtin_expect(samebits_ordinary_##type(*sine) & samebits_ordinary_##type(*cosine), 1))  \
            return;                                                                                   \
        samebits_settle_sincos_##type(x, sine, cosine, symbol, rules);                                       \
    }

#endif
