/* asinh by a root and a logarithm (natural_logarithm.h), for arguments from 1/16 to 256.
 *
 * asinh |x| = ln(|x| + s), s = sqrt(x^2 + 1). u = 2^-52. x^2 is exact in two doubles, and so is its high
 * part's sum with 1. The root in two doubles has an error of a few u^2, and so has its sum with |x|, h + l.
 * ln(h + l) = ln h + l/h, but for l^2. 1/(|x| + s) = s - |x|: as a double it has an error of u s, at most
 * 2^18 u = 2^-34 of it. |l/h| <= 1.5 u: this and the squares are below 2^-85.
 */
#include "natural_logarithm.h"

static inline samebits_estimate samebits_estimate_asinh(double x)
{
    double size = __builtin_fabs(x), square = x * x, lost = __builtin_fma(x, x, -square);
    double larger = square > 1 ? square : 1, smaller = square > 1 ? 1 : square;
    double radicand = larger + smaller;
    lost += (larger - radicand) + smaller;
    double root = __builtin_sqrt(radicand), inverse = 0.5 / radicand;
    double root_low = (lost - __builtin_fma(root, root, -radicand)) * (root * inverse);
    double sum = root + size, sum_low = ((root - sum) + size) + root_low;
    samebits_estimate logarithm = samebits_natural_logarithm(sum, sum_low * (root - size));
    double sign = __builtin_copysign(1, x);
    return (samebits_estimate){logarithm.high * sign, logarithm.low * sign, logarithm.bound + 0x1p-85};
}

static inline int samebits_fast_asinh(double x, double *result)
{
    return __builtin_expect(samebits_between(x, -4, 8), 1) &&
        samebits_rounds_alike(samebits_estimate_asinh(x), result);
}
