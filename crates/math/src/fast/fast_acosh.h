/* acosh by a root and a logarithm (natural_logarithm.h), for arguments from 1.125 to 256.
 *
 * acosh x = ln(x + s), s = sqrt(x^2 - 1). u = 2^-52. x^2 is exact in two doubles, and so is x^2 - 1, by
 * the size of x. The root in two doubles has an error of a few u^2, and so has its sum with x, h + l.
 * ln(h + l) = ln h + l/h, but for l^2. 1/(x + s) = x - s: as a double it has an error of u x, at most
 * 2^18 u = 2^-34 of it. |l/h| <= 1.5 u: this and the squares are below 2^-85.
 */
#include "natural_logarithm.h"

static inline samebits_estimate samebits_estimate_acosh(double x)
{
    double square = x * x, lost = __builtin_fma(x, x, -square), radicand = square - 1;
    double root = __builtin_sqrt(radicand), inverse = 0.5 / radicand;
    double root_low = (lost - __builtin_fma(root, root, -radicand)) * (root * inverse);
    double sum = x + root, sum_low = ((x - sum) + root) + root_low;
    samebits_estimate logarithm = samebits_natural_logarithm(sum, sum_low * (x - root));
    logarithm.bound += 0x1p-85;
    return logarithm;
}

static inline int samebits_fast_acosh(double x, double *result)
{
    const uint64_t least = UINT64_C(0x3ff2) << 48, most = UINT64_C(0x4070) << 48; /* 1.125, 256 */
    uint64_t bits;
    memcpy(&bits, &x, sizeof x);
    return __builtin_expect(bits - least < most - least, 1) &&
        samebits_rounds_alike(samebits_estimate_acosh(x), result);
}
