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

#define SAMEBITS_ONE(type, name, symbol, subnormals, underflows)                                     \
    type symbol(type x) {                                                                            \
        type result = cr_##name(x);                                                                   \
        if (SAMEBITS_ORDINARY(type, result, subnormals, samebits_subnormal_##type(x)))                \
            return result;                                                                            \
        return samebits_settle_one_##type(x, result, symbol, underflows);                             \
    }

#define SAMEBITS_TWO(type, name, symbol, subnormals, underflows)                                     \
    type symbol(type x, type y) {                                                                    \
        type result = cr_##name(x, y);                                                                \
        if (SAMEBITS_ORDINARY(type, result, subnormals,                                               \
                              samebits_subnormal_##type(x) | samebits_subnormal_##type(y)))           \
            return result;                                                                            \
        return samebits_settle_two_##type(x, y, result, symbol, underflows);                          \
    }

#define SAMEBITS_SINCOS(type, name, symbol, subnormals, underflows)                                  \
    void symbol(type x, type *sine, type *cosine) {                                                  \
        cr_##name(x, sine, cosine);                                                                   \
        if (__builtin_expect(samebits_ordinary_##type(*sine) & samebits_ordinary_##type(*cosine), 1))  \
            return;                                                                                   \
        samebits_settle_sincos_##type(x, sine, cosine, symbol);                                       \
    }

#endif
