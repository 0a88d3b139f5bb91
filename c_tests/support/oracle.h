/* The oracle of the C tests: slow and obvious. */
#ifndef ORACLE_H
#define ORACLE_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/* result = left op right; the elements do not overlap. */
typedef void combine_function(void *result, const void *left, const void *right);

/* The binary tree of Stelz 2022, chapter 2, over n leaves of `size` bytes each:
 * node (x,y) is node (x,y-1) where x + 2^(y-1) >= n, else
 * node (x,y-1) op node (x+2^(y-1),y-1). Writes the root, (0, ceil(log2 n)). */
void oracle_tree(void *result, const void *leaves, int n, size_t size, combine_function *combine);

/* The exact sum of n numbers, `stride` numbers apart, rounded once to nearest
 * even: a fixed-point number long enough for every double. Any NaN or both
 * infinities give the default NaN; zero is -0.0 only if all numbers are. */
double oracle_sum_double(const double *numbers, int n, int stride);
float oracle_sum_float(const float *numbers, int n, int stride);

/* IEEE 754-2019 minimum and maximum of long doubles (and so of all below). */
long double oracle_minimum(long double a, long double b);
long double oracle_maximum(long double a, long double b);

/* Whether a comes before b: the order of numbers, -0 before +0. */
int oracle_precedes(long double a, long double b);

/* The number itself, or the positive default quiet NaN. */
double canonical_double(double number);
float canonical_float(float number);
long double canonical_long_double(long double number);

#ifdef __cplusplus
}
#endif

#endif
