/* What stands around each of the CORE-MATH project's functions.
 *
 * Its result is almost always the function's result, and is returned after one test of its bits. What
 * is tiny, infinite or no number goes to settle.h first: there the rules for NaN are applied, and
 * what a processor that flushes subnormal numbers made of it is computed anew.
 */
#ifndef SAMEBITS_MATH_ENTRY_H
#define SAMEBITS_MATH_ENTRY_H

#include <math.h>
#include <stdint.h>
#include <string.h>

#include "settle.h"

static inline int samebits_ordinary_double(double result) {
    uint64_t bits;
    memcpy(&bits, &result, sizeof bits);
    bits <<= 1; /* without the sign */
    const uint64_t least = UINT64_C(2 * 123) << 53; /* 2^-900 */
    return bits - least < (UINT64_C(0x7ff) << 53) - least;
}

static inline int samebits_ordinary_float(float result) {
    uint32_t bits;
    memcpy(&bits, &result, sizeof bits);
    bits <<= 1;
    const uint32_t least = UINT32_C(27) << 24; /* 2^-100 */
    return bits - least < (UINT32_C(0xff) << 24) - least;
}

#define SAMEBITS_ONE(type, name, symbol)                                                              \
    type symbol(type x) {                                                                            \
        type result = cr_##name(x);                                                                   \
        if (__builtin_expect(samebits_ordinary_##type(result), 1))                                    \
            return result;                                                                            \
        return samebits_settle_one_##type(x, result, symbol);                                         \
    }

#define SAMEBITS_TWO(type, name, symbol)                                                              \
    type symbol(type x, type y) {                                                                    \
        type result = cr_##name(x, y);                                                                \
        if (__builtin_expect(samebits_ordinary_##type(result), 1))                                    \
            return result;                                                                            \
        return samebits_settle_two_##type(x, y, result, symbol);                                      \
    }

#define SAMEBITS_SINCOS(type, name, symbol)                                                           \
    void symbol(type x, type *sine, type *cosine) {                                                  \
        cr_##name(x, sine, cosine);                                                                   \
        if (__builtin_expect(samebits_ordinary_##type(*sine) & samebits_ordinary_##type(*cosine), 1))  \
            return;                                                                                   \
        samebits_settle_sincos_##type(x, sine, cosine, symbol);                                       \
    }

#endif
