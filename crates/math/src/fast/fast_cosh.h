/* cosh by a table and two short series (powers_of_e.h).
 *
 * |x| = k ln 2/256 + r. With p and m half of 2^(k/256) and of 2^(-k/256), and s and d their sum and
 * difference, the result is s + s c(r^2) + d r (1 + r^2 q(r^2)): s is exact in two doubles, and a little is
 * added by the low parts of p and m. The series leave out 2^-46 r^2 and less, below u/8 of r.
 *
 * u = 2^-52. Of d r, d r times: 2.1 u by r, 1 u by d, 1.1 u by the odd series, 1 u by the last sum and
 * 1 u by that with the bound; of s c, which is less than s r/350: u/50. Below 6.3 u s |r|. The last bit of
 * r and the low parts add 2^-77 s.
 */
#include "powers_of_e.h"

static inline samebits_estimate samebits_estimate_cosh(double x)
{
    uint64_t k;
    double r = samebits_reduced(__builtin_fabs(x), &k), r2 = r * r;
    const double *upper = samebits_powers[k & 255], *lower = samebits_powers[-k & 255];
    double scale = samebits_times_power(0.5, k), other = samebits_times_power(0.5, -k);
    double p = upper[0] * scale, m = lower[0] * other, s = p + m, d = p - m;
    double left = ((p - s) + m) + __builtin_fma(scale, upper[1], other * lower[1]);
    double even = r2 * __builtin_fma(r2, SAMEBITS_COSH_4, SAMEBITS_COSH_2);
    double odd = __builtin_fma(r * r2, __builtin_fma(r2, SAMEBITS_SINH_5, SAMEBITS_SINH_3), r);
    samebits_estimate cosine = {s, __builtin_fma(d, odd, __builtin_fma(s, even, left)),
                                s * __builtin_fma(__builtin_fabs(r), 6.3 * 0x1p-52, 0x1p-76)};
    return cosine;
}

static inline int samebits_fast_cosh(double x, double *result)
{
    return __builtin_expect(samebits_between(x, -100, 9), 1) &&
        samebits_rounds_alike(samebits_estimate_cosh(x), result);
}
