/* The oracle of the order-free sums by levels: slow and obvious. */
#ifndef LEVEL_ORACLE_H
#define LEVEL_ORACLE_H

#include <stddef.h>
#include <stdint.h>

/* The sum of n numbers, `stride` numbers apart, by an arithmetic as SAMEBITS_ARITHMETIC
 * names it with its levels ("prerounded:3", "prerounded2:1", "binned:4"), where pre-rounded
 * sums are to take `summands` of them. NaN and infinities as for the exact sum; zero is
 * +0.0. */
double oracle_levels_double(const char *arithmetic, const double *numbers, size_t n, size_t stride,
                            uint64_t summands);
float oracle_levels_float(const char *arithmetic, const float *numbers, size_t n, size_t stride,
                          uint64_t summands);

#endif
