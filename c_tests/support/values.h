/* Deterministic values: every rank can tell every other rank's contribution. */
#ifndef VALUES_H
#define VALUES_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* 64 bits that depend on nothing but the arguments. */
uint64_t noise(uint64_t seed, int rank, size_t index);

/* Rank's number at an index. The index decides what kind of numbers meet there:
 * tame ones, wide spreads, cancellation, ties, subnormals, overflow of partial
 * sums, signed zeros, infinities, NaNs. */
double hostile_double(int rank, size_t index);
float hostile_float(int rank, size_t index);
long double hostile_long_double(int rank, size_t index);

#ifdef __cplusplus
}
#endif

#endif
