/* tanh by a power of e (powers_of_e.h), for arguments from 1/4 to 16.
 *
 * tanh |x| = 1 - 2/(e^2|x| + 1). u = 2^-52. With t the table's number and its exponent, the power is
 * t + m (1 + r q(r)) where m = t r: of |m|, it has an error of 2.1 u by r, 1 u by the rounding of m, 1.1 u
 * by the series, 1 u by the sum with t's low part and 1 u by that with 1, which is exact in two doubles
 * otherwise. So the divisor has an error of 6.3 u |m|, and is h + l, |l| <= u h. The quotient in two doubles
 * is w + v with an error of a few u^2 w; by the divisor it has one of (w/2) w 6.3 u |m|. Its difference
 * from 1 is exact in two doubles. The rest is below 2^-100.
 */
#include "powers_of_e.h"

static inline samebits_estimate samebits_estimate_tanh(double x)
{
    uint64_t k;
    double r = samebits_reduced(2 * __builtin_fabs(x), &k), scale = samebits_times_power(1, k);
    double t = samebits_powers[k & 255][0] * scale, m = t * r;
    double low = __builtin_fma(m, samebits_exp_series(r, r * r), samebits_powers[k & 255][1] * scale);
    double sum = t + 1, sum_low = ((t - sum) + 1) + low;
    double h = sum + sum_low, l = (sum - h) + sum_low;
    double w = 2 / h, half = 0.5 * w;
    double v = __builtin_fma(-w, l, __builtin_fma(-w, h, 2)) * half;
    double high = 1 - w, rest = ((1 - high) - w) - v;
    double bound = __builtin_fma(w * half, __builtin_fabs(m) * (6.3 * 0x1p-52), 0x1p-100);
    double sign = __builtin_copysign(1, x);
    return (samebits_estimate){high * sign, rest * sign, bound};
}

static inline int samebits_fast_tanh(double x, double *result)
{
    return __builtin_expect(samebits_between(x, -2, 4), 1) &&
        samebits_rounds_alike(samebits_estimate_tanh(x), result);
}
