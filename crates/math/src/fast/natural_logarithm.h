/* The natural logarithm by a table and a short series (logarithm.h).
 *
 * ln x = (e ln 2 - ln i) + z + z^2 p(z). The first is in two parts, of which the high one has 42 bits
 * after the point and is exact; its sum with z is exact in two doubles, but for 2^-104 of it in a
 * directed mode.
 *
 * u = 2^-52. p is less than 0.51 in size. It has an error of u/4 by its first coefficient, u/2 by what
 * the series leaves out, u/2 by its last rounding and u/50 by the others. Of z^2, z^2 times: 0.6 u by
 * the rounding of z^2, 1.3 u by p, 0.6 u by the last sum and 0.6 u by that with the bound: below
 * 3.2 u z^2. What else is in the low part is less than 2^-33, by e ln 2, and is rounded four times: less
 * than 2^-83. (So logarithms below 2^-31 are never settled here.)
 */
#ifndef SAMEBITS_FAST_NATURAL_LOGARITHM_H
#define SAMEBITS_FAST_NATURAL_LOGARITHM_H

#include "logarithm.h"

/* The logarithm of x, and `more`, which is at most 2^-50. */
static inline samebits_estimate samebits_natural_logarithm(double x, double more)
{
    samebits_reduction at = samebits_reduce(x, samebits_logs);
    double z = at.z, z2 = z * z;
    double high = __builtin_fma(at.e, SAMEBITS_LN2_SHORT, at.row[1]), sum = high + z;
    double left = __builtin_fma(at.e, SAMEBITS_LN2_REST, at.row[2]) + (((high - sum) + z) + more);
    double a = __builtin_fma(z, SAMEBITS_LOG_3, SAMEBITS_LOG_2);
    double b = __builtin_fma(z, SAMEBITS_LOG_5, SAMEBITS_LOG_4);
    double c = __builtin_fma(z, SAMEBITS_LOG_7, SAMEBITS_LOG_6);
    double p = __builtin_fma(z2, __builtin_fma(z2, c, b), a);
    samebits_estimate logarithm = {sum, __builtin_fma(z2, p, left),
                                   __builtin_fma(z2, 3.2 * 0x1p-52, 0x1p-83)};
    return logarithm;
}

#endif
