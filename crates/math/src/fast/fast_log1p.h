/* log1p by the logarithm (natural_logarithm.h), for arguments whose size is from 2^-20 to 2^50.
 *
 * 1 + x = h + l exactly, but for 2^-104 h in a directed mode. ln(h + l) = ln h + l/h, but for the square of
 * the latter: together below 2^-102.
 */
#include "natural_logarithm.h"

static inline samebits_estimate samebits_estimate_log1p(double x, double high)
{
    double larger = x > 1 ? x : 1, smaller = x > 1 ? 1 : x;
    return samebits_natural_logarithm(high, ((larger - high) + smaller) / high);
}

static inline int samebits_fast_log1p(double x, double *result)
{
    if (__builtin_expect(!samebits_between(x, -20, 50), 0))
        return 0;
    double high = 1 + x;
    return __builtin_expect(samebits_is_positive(high), 1) &&
        samebits_rounds_alike(samebits_estimate_log1p(x, high), result);
}
