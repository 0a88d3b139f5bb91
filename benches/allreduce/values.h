/* The contributions, and what their sum has to be. */
#ifndef VALUES_H
#define VALUES_H

#include <stddef.h>
#include <stdint.h>

/* Fills a buffer with rank's contribution to the reduction of that number. */
void fill(void *buffer, size_t count, int is_float, int rank, uint64_t number);

/* From now on that share of the contributions is zero, below 1: on each rank other ones. */
void leave_out(double share);

/* Whether a result holds the exact sums, rounded once, of all ranks'
 * contributions; every stride-th element is looked at. Where not, `wrong` is
 * the first one that is not right. */
int is_exact_sum(const void *result, size_t count, int is_float, int ranks, uint64_t number, size_t stride,
                 size_t *wrong);

/* Likewise whether it holds the sums over the binary tree of the ranks, each rounded. */
int is_tree_sum(const void *result, size_t count, int is_float, int ranks, uint64_t number, size_t stride,
                size_t *wrong);

/* Likewise whether it holds sums in any order, which are near the exact ones. */
int is_near_sum(const void *result, size_t count, int is_float, int ranks, uint64_t number, size_t stride,
                size_t *wrong);

#endif
