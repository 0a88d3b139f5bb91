/* What the powers have in common: 2^(k/256) from a table, and the result's exponent.
 */
#ifndef SAMEBITS_FAST_POWERS_H
#define SAMEBITS_FAST_POWERS_H

#include "tables.h"

/* x steps, rounded to an integer in the caller's mode: as a double, and, in the lower bits of `bits`, as
 * an integer. Less than 2^50 steps. */
static inline double samebits_steps(double x, double steps, uint64_t *bits)
{
    double shifted = __builtin_fma(x, steps, 0x1.8p52);
    memcpy(bits, &shifted, sizeof shifted);
    return shifted - 0x1.8p52;
}

/* x times 2^(bits/256), where that is a whole power and nothing leaves the range. */
static inline double samebits_times_power(double x, uint64_t bits)
{
    uint64_t number;
    memcpy(&number, &x, sizeof x);
    number += bits >> 8 << 52;
    memcpy(&x, &number, sizeof x);
    return x;
}

/* 2^(bits/256 + h) without its exponent.
 *
 * |h| <= 2^-8 (in a directed mode, else half of that). With t the table's number and u = 2^-52, which no
 * rounding of any mode exceeds: the result is t + t h p(h), where p is 0.69 and has an error of 2^-54 by
 * its first coefficient, less by the others and by what it leaves out, and u/2 by its last rounding. Of
 * m = t h, m times: 0.7 u by the rounding of t h, 0.75 u by p, 0.7 u by the last sum and 0.7 u by that
 * with the bound: below 2.9 u |m|. The table's low part, of 2^-53, adds 2^-104. `more` u |m| are for an
 * error of h. */
static inline samebits_estimate samebits_power_of_2(double h, uint64_t bits, double more)
{
    const double *t = samebits_powers[bits & 255];
    double m = t[0] * h, h2 = h * h;
    double p = __builtin_fma(h, SAMEBITS_EXP2_3, SAMEBITS_EXP2_2);
    double q = __builtin_fma(h, SAMEBITS_EXP2_5, SAMEBITS_EXP2_4);
    double series = __builtin_fma(h, __builtin_fma(h2, q, p), SAMEBITS_EXP2_1);
    samebits_estimate power = {t[0], __builtin_fma(m, series, t[1]),
                               __builtin_fma(__builtin_fabs(m), (2.9 + more) * 0x1p-52, 0x1p-103)};
    return power;
}

#endif
