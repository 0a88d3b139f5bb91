/* log by a table and a short series (natural_logarithm.h). */
#include "natural_logarithm.h"

static inline int samebits_fast_log(double x, double *result)
{
    return __builtin_expect(samebits_is_positive(x), 1) &&
        samebits_rounds_alike(samebits_natural_logarithm(x, 0), result);
}
