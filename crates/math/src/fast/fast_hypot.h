/* hypot by a sum of squares and a root of twice the precision.
 *
 * With u = 2^-53 (2^-52 in a directed mode): the squares are a2 + da and b2 + db exactly, and their
 * sum is r + d, where |d| <= 3u r; d has an error of at most 4 u^2 r. The root of r is h with
 * h^2 = r + s exactly, |s| <= 2.1 u r. So the result is h sqrt(1 + (d - s)/h^2), which
 * h + (d - s)/(2h) misses by at most (5.1 u)^2/8 h < 4 u^2 h. (d - s)/(2h) is computed as
 * (d - s) (h (1/2)/r): at most 2.6 u h, by five roundings and by r in place of h^2, wrong by
 * 2.6 u (5 u + 2.1 u) h < 19 u^2 h. Together below 32 u^2 h <= 2^-99 h: BOUND is twice that, and
 * covers the rounding of the sum in which it stands.
 */
static inline int samebits_fast_hypot(double x, double y, double *result)
{
    const double bound = 0x1p-98;
    double big = __builtin_fabs(x), small = __builtin_fabs(y);
    uint64_t big_bits, small_bits;
    memcpy(&big_bits, &big, sizeof big_bits);
    memcpy(&small_bits, &small, sizeof small_bits);
    uint64_t most = big_bits > small_bits ? big_bits : small_bits;
    uint64_t least = big_bits > small_bits ? small_bits : big_bits;
    /* Between 2^-400 and 2^500 no square and no error of one is lost. */
    if (__builtin_expect((least < UINT64_C(1023 - 400) << 52) | (most > UINT64_C(1023 + 500) << 52), 0))
        return 0;
    memcpy(&big, &most, sizeof big);
    memcpy(&small, &least, sizeof small);
    double a2 = big * big, da = __builtin_fma(big, big, -a2);
    double b2 = small * small, db = __builtin_fma(small, small, -b2);
    double r = a2 + b2, d = ((a2 - r) + b2) + (da + db);
    double h = __builtin_sqrt(r), half = 0.5 / r;
    double left = d - __builtin_fma(h, h, -r);
    double low = left * (h * half);
    samebits_estimate estimate = {h, low, bound * h};
    if (samebits_rounds_alike(estimate, result))
        return 1;
    /* The root of an exact sum of exact squares, as of 9 and 16. */
    *result = h;
    return da == 0 && db == 0 && d == 0 && left == 0;
}
