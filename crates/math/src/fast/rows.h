/* Functions by a table of polynomials: a row has the middle of its arguments, the first two coefficients
 * in two doubles each, and nine more.
 *
 * f = c0 + c1 d + d^2 p(d), where d is the distance from the middle, and exact. The first sum is exact in
 * two doubles, where |c1 d| < |c0| or c0 is 0. With |p - c2| < c2/9 and u = 2^-52, d^2 p has an error of
 * 1.1 u by d^2, 1.3 u by p, 1.1 u by the sum and 1.1 u by that with the bound, |c2| d^2 times: below
 * 4.6 u |c2| d^2, which is the bound here. What the polynomial leaves out is to be added.
 */
#ifndef SAMEBITS_FAST_ROWS_H
#define SAMEBITS_FAST_ROWS_H

#include "tables.h"

static inline samebits_estimate samebits_at_row(const double *c, double d)
{
    double d2 = d * d, d4 = d2 * d2;
    double product = c[3] * d, sum = c[1] + product;
    double left = ((c[1] - sum) + product) + c[2];
    left += __builtin_fma(c[4], d, __builtin_fma(c[3], d, -product));
    double p = __builtin_fma(d2, __builtin_fma(d, c[9], c[8]), __builtin_fma(d, c[7], c[6]));
    double q = __builtin_fma(d2, __builtin_fma(d, c[13], c[12]), __builtin_fma(d, c[11], c[10]));
    double low = __builtin_fma(d2, __builtin_fma(d, __builtin_fma(d4, q, p), c[5]), left);
    return (samebits_estimate){sum, low, d2 * c[5] * (4.6 * 0x1p-52)};
}

#endif
