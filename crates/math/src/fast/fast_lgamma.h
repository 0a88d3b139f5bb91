/* lgamma of positive numbers.
 *
 * From 1/2 to 8.25 it is in a table of rows (rows.h), whose polynomials leave out 2^-69, or 2^-66 of the
 * result where that has a root. For x below 1/2 it is that of 1 + x, less ln x (natural_logarithm.h).
 *
 * From 8.25 on it is (x - 1/2)(ln x - 1) + (ln(2 pi) - 1)/2 + s(1/x^2)/x, where x - 1/2 and ln x - 1 are
 * exact, or the latter is so in two doubles. u = 2^-52. The last term is below 0.084/x; it has three
 * roundings, and two sums and that with the bound round it again: 0.5 u/x. The polynomial leaves out
 * 2^-55/x. The low part of the logarithm, x times, is rounded four times, which is no more than the
 * logarithm's own bound: that counts twice.
 */
#include "natural_logarithm.h"
#include "rows.h"

/* That of x + whole, which is from 1/2 to 8.25; whole is 0 or 1. */
static inline samebits_estimate samebits_gamma_row(double x, double whole)
{
    double place = x + whole;
    uint64_t bits;
    memcpy(&bits, &place, sizeof place);
    const double *c = samebits_gammas[(bits - SAMEBITS_GAMMA_ROW) >> 48];
    samebits_estimate logarithm = samebits_at_row(c, x - (c[0] - whole));
    logarithm.bound += __builtin_fma(__builtin_fabs(logarithm.high), 0x1p-66, 0x1p-69);
    return logarithm;
}

static inline samebits_estimate samebits_stirling(double x)
{
    samebits_estimate logarithm = samebits_natural_logarithm(x, 0);
    double factor = x - 0.5, other = logarithm.high - 1, z = 1 / x, z2 = z * z, z4 = z2 * z2;
    double product = factor * other, lost = __builtin_fma(factor, other, -product);
    double a = __builtin_fma(z2, SAMEBITS_STIRLING_1, SAMEBITS_STIRLING_0);
    double b = __builtin_fma(z2, SAMEBITS_STIRLING_3, SAMEBITS_STIRLING_2);
    double c = __builtin_fma(z2, SAMEBITS_STIRLING_5, SAMEBITS_STIRLING_4);
    double series = z * __builtin_fma(z4, __builtin_fma(z4, c, b), a);
    double sum = product + SAMEBITS_STIRLING;
    double left = ((product - sum) + SAMEBITS_STIRLING) + (lost + SAMEBITS_STIRLING_LOW);
    return (samebits_estimate){sum, __builtin_fma(factor, logarithm.low, left) + series,
                               __builtin_fma(2 * x, logarithm.bound, z * (0.75 * 0x1p-52))};
}

static inline samebits_estimate samebits_estimate_lgamma(double x)
{
    if (x >= 8.25)
        return samebits_stirling(x);
    if (x >= 0.5)
        return samebits_gamma_row(x, 0);
    samebits_estimate logarithm = samebits_natural_logarithm(x, 0), row = samebits_gamma_row(x, 1);
    double sum = row.high - logarithm.high, left = (-logarithm.high - sum) + row.high;
    return (samebits_estimate){sum, left + (row.low - logarithm.low), 1.5 * (row.bound + logarithm.bound)};
}

static inline int samebits_fast_lgamma(double x, double *result)
{
    const uint64_t least = UINT64_C(1023 - 100) << 52, most = UINT64_C(1023 + 40) << 52;
    uint64_t bits;
    memcpy(&bits, &x, sizeof x);
    return __builtin_expect(bits - least < most - least, 1) &&
        samebits_rounds_alike(samebits_estimate_lgamma(x), result);
}
