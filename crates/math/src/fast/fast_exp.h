/* exp by a table and a short series (powers_of_e.h).
 *
 * With t the table's number, e^x = t + t r (1 + r q(r)) without its exponent. The series leaves out
 * 2^-46 r^2, below u/8 of r. Of m = t r, m times: 2.1 u by r, 1 u by the rounding of t r, 1 u by that of
 * the series and u/8 by what it leaves out, 1 u by the last sum, 1 u by that with the bound: below
 * 6.3 u |m|. The table's low part and the last bit of r add 2^-77.
 */
#include "powers_of_e.h"

static inline samebits_estimate samebits_estimate_exp(double x, uint64_t *k)
{
    double r = samebits_reduced(x, k);
    const double *t = samebits_powers[*k & 255];
    double m = t[0] * r;
    samebits_estimate power = {t[0], __builtin_fma(m, samebits_exp_series(r, r * r), t[1]),
                               __builtin_fma(__builtin_fabs(m), 6.3 * 0x1p-52, 0x1p-76)};
    return power;
}

static inline int samebits_fast_exp(double x, double *result)
{
    if (__builtin_expect(!samebits_between(x, -100, 9), 0))
        return 0;
    uint64_t k;
    int alike = samebits_rounds_alike(samebits_estimate_exp(x, &k), result);
    *result = samebits_times_power(*result, k);
    return alike;
}
