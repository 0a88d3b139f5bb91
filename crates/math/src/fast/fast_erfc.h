/* erfc by a power of e and a table of polynomials (powers_of_e.h).
 *
 * erfc |x| = e^(-x^2) g(|x|), and erfc(-|x|) is what that leaves of 2. u = 2^-52.
 *
 * x^2 is exact in two doubles. -x^2 = k ln 2/256 + r, with an error of r below 2.1 u |r|. With t the table's
 * number, the power is t + m (1 + r q(r)) where m = t r: it has an error of 2.1 u by r, 1 u by the
 * rounding of m, 1.1 u by the series and 1 u by the last sum, |m| times.
 *
 * g is in a table of rows (rows.h), whose polynomials leave out 2^-64.6 g. Its bound has 1 u c2 d^2 for
 * the last sum, which stands for one of the following.
 *
 * The product t g is exact in two doubles. The rest of the product of both, t times g's low part and
 * the power's low part times g, rounds five times, with the sums with the rest of 2 and with the bound:
 * 5 u |m| g and 4.4 u t c2 d^2. Together below t g (10.4 u |r| + 2^-64) and 1.75 times t and g's bound; and
 * 2^-103 for the rounding of what is left of 2.
 */
#include "powers_of_e.h"
#include "rows.h"

static inline samebits_estimate samebits_estimate_erfc(double x)
{
    double square = x * x, lost = __builtin_fma(x, x, -square);
    uint64_t k, row;
    double steps = samebits_steps(-square, SAMEBITS_STEPS, &k);
    double r =
        __builtin_fma(-steps, SAMEBITS_STEP_SHORT, -square) - __builtin_fma(steps, SAMEBITS_STEP_REST, lost);
    double r2 = r * r, scale = samebits_times_power(1, k);
    double power = samebits_powers[k & 255][0] * scale, m = power * r;
    double series = samebits_exp_series(r, r2);
    double power_low = __builtin_fma(m, series, samebits_powers[k & 255][1] * scale);

    double place = 1 + __builtin_fabs(x);
    memcpy(&row, &place, sizeof place);
    const double *c = samebits_erfcx[(row >> 48) - 0x3ff0];
    samebits_estimate g = samebits_at_row(c, __builtin_fabs(x) - c[0]);

    double high = power * g.high;
    double rest = __builtin_fma(power_low, g.high + g.low, __builtin_fma(power, g.high, -high));
    rest = __builtin_fma(power, g.low, rest);
    double part = __builtin_fma(__builtin_fabs(r), 10.4 * 0x1p-52, 0x1p-64);
    double bound = power * __builtin_fma(g.high, part, 1.75 * g.bound);
    /* Of a negative x, what is left of 2. */
    double two = x < 0 ? 2 : 0, sign = __builtin_copysign(1, x);
    double signed_high = high * sign, whole = two + signed_high;
    samebits_estimate complement = {whole, ((two - whole) + signed_high) + rest * sign,
                                    __builtin_fma(two, 0x1p-104, bound)};
    return complement;
}

static inline int samebits_fast_erfc(double x, double *result)
{
    /* From 2^-100 to 15.5: then 1 + |x|, however it is rounded, has a row. */
    const uint64_t least = (uint64_t)(2 * (1023 - 100)) << 52, most = (uint64_t)(2 * 0x402f) << 48;
    uint64_t bits;
    memcpy(&bits, &x, sizeof x);
    return __builtin_expect(bits * 2 - least < most - least, 1) &&
        samebits_rounds_alike(samebits_estimate_erfc(x), result);
}
