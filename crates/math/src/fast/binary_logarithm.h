/* The logarithm to the base 2 by a table and a short series (logarithm.h).
 *
 * log2 x = (e - log2 i) + z/ln 2 + z^2 p(z). The first is in two parts, of which the high one has 42 bits
 * after the point and is exact; z/ln 2 is in two doubles, with an error of 2^-104 z; the sum of both
 * high parts is exact in two doubles, but for 2^-104 of it in a directed mode.
 *
 * u = 2^-52. p is less than 0.73 in size. It has an error of u/4 by its first coefficient, 0.7 u by what
 * the series leaves out, u/2 by its last rounding and u/50 by the others. Of z^2, z^2 times: 0.75 u by
 * the rounding of z^2, 1.5 u by p, 0.75 u by the last sum and 0.75 u by that with the bound: below
 * 3.8 u z^2. What else is in the low part is less than 2^-42, or the last bit of the sum, and is rounded
 * five times: less than 2^-91. So logarithms below 2^-38 are never settled here.
 */
#ifndef SAMEBITS_FAST_BINARY_LOGARITHM_H
#define SAMEBITS_FAST_BINARY_LOGARITHM_H

#include "logarithm.h"

static inline samebits_estimate samebits_binary_logarithm(double x)
{
    samebits_reduction at = samebits_reduce(x, samebits_binary_logs);
    double z = at.z, z2 = z * z;
    double product = z * SAMEBITS_LOG2E, lost = __builtin_fma(z, SAMEBITS_LOG2E, -product);
    double high = at.e + at.row[1], sum = high + product;
    double left = (at.row[2] + ((high - sum) + product)) + __builtin_fma(z, SAMEBITS_LOG2E_LOW, lost);
    double a = __builtin_fma(z, SAMEBITS_BINARY_LOG_3, SAMEBITS_BINARY_LOG_2);
    double b = __builtin_fma(z, SAMEBITS_BINARY_LOG_5, SAMEBITS_BINARY_LOG_4);
    double c = __builtin_fma(z, SAMEBITS_BINARY_LOG_7, SAMEBITS_BINARY_LOG_6);
    double p = __builtin_fma(z2, __builtin_fma(z2, c, b), a);
    samebits_estimate logarithm = {sum, __builtin_fma(z2, p, left),
                                   __builtin_fma(z2, 3.8 * 0x1p-52, 0x1p-91)};
    return logarithm;
}

#endif
