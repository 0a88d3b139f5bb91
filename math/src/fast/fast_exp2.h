/* exp2 by a table and a short series.
 *
 * x = k/128 + h exactly, |h| <= 1/256, since k is rounded to nearest in every mode. The result is
 * 2^(k/128) (1 + h p(h)), where the series leaves out (h ln 2)^7/7! < 2^-72. With t the table's
 * number, t h p(h) is below 2^-8.5 t and has at most four roundings, the sum with the low part of t
 * one: below 5 * 2^-52 * 2^-8.5 t < 2^-58 t in any mode. t < 2: the bound is 2^-57.
 */
#define SAMEBITS_TABLE_POWERS
#include "tables.h"

static inline int samebits_fast_exp2(double x, double *result) {
    const double bound = 0x1p-57;
    if (__builtin_expect(!samebits_between(x, -100, 9), 0))
        return 0;
    double steps = __builtin_roundeven(x * 128), h = __builtin_fma(steps, -0x1p-7, x), h2 = h * h;
    int64_t k = (int64_t)steps;
    const double *t = samebits_powers[k & 127];
    double p = __builtin_fma(h, SAMEBITS_EXP2_2, SAMEBITS_EXP2_1);
    double q = __builtin_fma(h, SAMEBITS_EXP2_4, SAMEBITS_EXP2_3);
    double r = __builtin_fma(h, SAMEBITS_EXP2_6, SAMEBITS_EXP2_5);
    double series = __builtin_fma(h2, __builtin_fma(h2, r, q), p);
    double low = __builtin_fma(t[0] * h, series, t[1]);
    double upper = t[0] + (low + bound), lower = t[0] + (low - bound);
    uint64_t bits;
    memcpy(&bits, &upper, sizeof bits);
    bits += (uint64_t)(k >> 7) << 52;
    memcpy(result, &bits, sizeof bits);
    return upper == lower;
}
