/* tan by sine and cosine in two doubles (circle.h) and a division.
 *
 * Each of the two has a relative error of 2^-62, and first becomes a double with a rest that is at
 * most an ulp of it. The quotient q = fl(s fl(1/c)) is within 2^-50 (in any mode) of s/c, and s - q c
 * is exact; what is added to it and the product with fl(1/c) have relative errors of 2^-50 of a
 * correction below 2^-49. All together below 2^-60.9: the bound is 2^-60. With a sine above 2^-30 the
 * result is no less; with a cosine above it, no more than 2^30.
 */
#include "circle.h"

static inline samebits_pair samebits_normal(samebits_pair sum)
{
    samebits_pair normal;
    normal.high = sum.high + sum.low;
    normal.low = (sum.high - normal.high) + sum.low;
    return normal;
}

static inline int samebits_fast_tan(double x, double *result)
{
    samebits_place place;
    if (__builtin_expect(!samebits_place_of(x, &place), 0))
        return 0;
    samebits_pair s = samebits_normal(samebits_sine_at(place, 0));
    samebits_pair c = samebits_normal(samebits_sine_at(place, 128)), tangent;
    double inverse = 1 / c.high;
    tangent.high = s.high * inverse;
    double left = __builtin_fma(-tangent.high, c.high, s.high);
    tangent.low = (left + __builtin_fma(-tangent.high, c.low, s.low)) * inverse;
    return samebits_circle_rounds(tangent, 0x1p-60, result) &
        (__builtin_fabs(c.high) > SAMEBITS_CIRCLE_LEAST);
}
