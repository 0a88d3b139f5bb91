/* exp2 by a table and a short series (powers.h). x = k/256 + h exactly, but where k is not 0 for an x below
 * 2^-9, in a directed mode: there h is rounded, which is 0.7 u |m| in the result. */
#include "powers.h"

static inline samebits_estimate samebits_estimate_exp2(double x, uint64_t *k)
{
    double h = __builtin_fma(samebits_steps(x, 256, k), -0x1p-8, x);
    return samebits_power_of_2(h, *k, 0.7);
}

static inline int samebits_fast_exp2(double x, double *result)
{
    if (__builtin_expect(!samebits_between(x, -100, 9), 0))
        return 0;
    uint64_t k;
    int alike = samebits_rounds_alike(samebits_estimate_exp2(x, &k), result);
    *result = samebits_times_power(*result, k);
    return alike;
}
