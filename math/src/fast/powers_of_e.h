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

#define SAMEBITS_TABLE_POWERS_OF_E
#include "tables.h"

/* r, and k in the lower bits of `bits`. |x| < 512 */
static inline double samebits_reduced(double x, uint64_t *bits) {
    double steps = samebits_steps(x, SAMEBITS_STEPS, bits);
    return __builtin_fma(-steps, SAMEBITS_STEP_REST, __builtin_fma(-steps, SAMEBITS_STEP_SHORT, x));
}

#endif
