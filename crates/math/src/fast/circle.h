/* What sin, cos, sincos and tan have in common: the argument's place on the circle, and sine and
 * cosine there, each as the sum of two doubles.
 *
 * x = k pi/256 + r, where |r| < 2^-7.3 (1 + 2^-30); k is rounded to nearest in every mode. With
 * |k| <= 2^21, k STEP_1 cancels x exactly but for r0: both are multiples of 2^-59, the ulp of
 * STEP_1, or k is 0. The rest of the subtraction is carried in two doubles; its error is below
 * 2^-93 (a sum by two operations that is not exact where |r0| < |k STEP_2| < 2^-39).
 *
 * sin(k pi/256 + r) = S cos r + C sin r, where S and C are from a table, in two doubles:
 *     S + C rh  exactly, in three doubles, of which the low ones are at most 2^-53 (|S| + |C rh|)
 *     + C (rl + rh^3 p(rh^2)) + S (rh^2 q(rh^2) - rh rl) + what is low of S and C
 * The series leave out at most rh^8/9! and rh^8/8!, relative to rh and S: 2^-73. The rounded terms
 * are at most |C rh| 2^-17 and |S| 2^-15.6, with at most four roundings each, and their sums with
 * six: below 10 * 2^-52 * 2^-15.5 (|S| + |C rh|) < 2^-64 (|S| + |C rh|) in any mode. The sum of
 * both is at least 1/3 of (|S| + |C rh|): for S is 0 or at least 2 |C rh| (1 - 2^-6). BOUND,
 * 2^-62 times the result, covers that where the result is at least 2^-30.
 */
#ifndef SAMEBITS_FAST_CIRCLE_H
#define SAMEBITS_FAST_CIRCLE_H

#include "tables.h"

#define SAMEBITS_CIRCLE_BOUND 0x1p-62
#define SAMEBITS_CIRCLE_LEAST 0x1p-30

typedef struct {
    double high, low;
} samebits_pair;

typedef struct {
    int64_t k;
    double high, low, square;
} samebits_place;

/* Whether x is in the range. */
static inline int samebits_place_of(double x, samebits_place *place)
{
    if (__builtin_expect(!samebits_between(x, -100, 14), 0))
        return 0;
    double k = __builtin_roundeven(x * SAMEBITS_PER_STEP);
    double first = __builtin_fma(-k, SAMEBITS_STEP_1, x);
    double part = k * SAMEBITS_STEP_2, lost = __builtin_fma(k, SAMEBITS_STEP_2, -part);
    place->high = first - part;
    place->low = ((first - place->high) - part) - __builtin_fma(k, SAMEBITS_STEP_3, lost);
    place->square = place->high * place->high;
    place->k = (int64_t)k;
    return 1;
}

/* The sine of the place `turned` steps further on. */
static inline samebits_pair samebits_sine_at(samebits_place place, int64_t turned)
{
    const double *s = samebits_circle[(place.k + turned) & 511];
    const double *c = samebits_circle[((place.k + turned) & 511) + 128];
    double r = place.high, r2 = place.square;
    double p = __builtin_fma(r2, __builtin_fma(r2, SAMEBITS_SINE_7, SAMEBITS_SINE_5), SAMEBITS_SINE_3);
    double q = __builtin_fma(r2, __builtin_fma(r2, SAMEBITS_COSINE_6, SAMEBITS_COSINE_4), SAMEBITS_COSINE_2);
    double product = c[0] * r, lost = __builtin_fma(c[0], r, -product);
    samebits_pair sine;
    sine.high = s[0] + product;
    double left = ((s[0] - sine.high) + product) + lost;
    double curve = r2 * __builtin_fma(s[0], q, product * p);
    double small = __builtin_fma(place.low, __builtin_fma(-s[0], r, c[0]), __builtin_fma(c[1], r, s[1]));
    sine.low = curve + (small + left);
    return sine;
}

/* Whether the sum of two doubles rounds alike wherever the result is, within `bound` times it. */
static inline int samebits_circle_rounds(samebits_pair sum, double bound, double *result)
{
    double size = __builtin_fabs(sum.high);
    samebits_estimate estimate = {sum.high, sum.low, bound * size};
    return samebits_rounds_alike(estimate, result) & (size > SAMEBITS_CIRCLE_LEAST);
}

#endif
