/* pow by the logarithm to the base 2 (binary_logarithm.h) and a power of two (powers.h).
 *
 * The logarithm, in two doubles, is high + rest, |rest| <= 2^-52 |high|, where the sum that gives high
 * loses 2^-104 of it. w + small = y (high + rest), where |small| <= 2^-51 |w| < 2^-41 has an error of
 * 2^-92; h = (w - k/256) + small is rounded once, and the difference too where k is not 0 for a tiny w, in a
 * directed mode: u |h| each, which are 1.4 u |m| in the result. The error of the logarithm, y times, is
 * 2 ln 2 times as large at most in the result, as is 2^-92.
 */
#include "binary_logarithm.h"
#include "powers.h"

static inline samebits_estimate samebits_estimate_pow(double x, double y, double *w, uint64_t *k)
{
    samebits_estimate logarithm = samebits_binary_logarithm(x);
    double high = logarithm.high + logarithm.low, rest = (logarithm.high - high) + logarithm.low;
    *w = y * high;
    double small = __builtin_fma(y, rest, __builtin_fma(y, high, -*w));
    double h = __builtin_fma(samebits_steps(*w, 256, k), -0x1p-8, *w) + small;
    samebits_estimate power = samebits_power_of_2(h, *k, 1.5);
    power.bound = __builtin_fma(1.4 * __builtin_fabs(y), logarithm.bound, power.bound + 0x1p-91);
    return power;
}

static inline int samebits_fast_pow(double x, double y, double *result)
{
    if (__builtin_expect(!samebits_is_positive(x) | !samebits_between(y, -100, 80), 0))
        return 0;
    uint64_t k;
    double w;
    int alike = samebits_rounds_alike(samebits_estimate_pow(x, y, &w, &k), result);
    *result = samebits_times_power(*result, k);
    return alike & (__builtin_fabs(w) < 1000);
}
