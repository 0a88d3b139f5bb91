/* log2 by a table and a short series (binary_logarithm.h). */
#include "binary_logarithm.h"

static inline int samebits_fast_log2(double x, double *result)
{
    return __builtin_expect(samebits_is_positive(x), 1) &&
        samebits_rounds_alike(samebits_binary_logarithm(x), result);
}
