/* What the functions made of powers of e have in common: e^x = 2^(k/256) e^r.
 *
 * r = x - k ln 2/256, |r| < 2^-8.52 (in a directed mode, else half of that). k times the first part of
 * ln 2/256, which has 33 bits, is exact, and so is its difference from x where k is rounded to nearest;
 * the rest is subtracted with one rounding more. u = 2^-52: r has an error of at most 2 u |r|, and of
 * 2^-78 by the last bit of that rest.
 */
#ifndef SAMEBITS_FAST_POWERS_OF_E_H
#define SAMEBITS_FAST_POWERS_OF_E_H

#include "powers.h"

/* r, and k in the lower bits of `bits`. |x| < 512 */
static inline double samebits_reduced(double x, uint64_t *bits)
{
    double steps = samebits_steps(x, SAMEBITS_STEPS, bits);
    return __builtin_fma(-steps, SAMEBITS_STEP_REST, __builtin_fma(-steps, SAMEBITS_STEP_SHORT, x));
}

/* (e^r - 1)/r, where the series leaves out 2^-46 r^2. */
static inline double samebits_exp_series(double r, double r2)
{
    double p = __builtin_fma(r, SAMEBITS_EXP_3, SAMEBITS_EXP_2);
    double q = __builtin_fma(r, SAMEBITS_EXP_5, SAMEBITS_EXP_4);
    return __builtin_fma(r, __builtin_fma(r2, q, p), 1);
}

#endif
