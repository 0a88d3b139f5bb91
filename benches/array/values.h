/* The elements of the arrays, and what their sums have to be: slow and obvious. */
#ifndef VALUES_H
#define VALUES_H

#include <stddef.h>
#include <stdint.h>

/* Writes the n elements from the index start on of the array of that number. */
void fill(double *to, uint64_t start, size_t n, int number);

/* The root of the binary tree over n numbers, which are overwritten. n is not 0. */
double tree_sum(double *numbers, size_t n);

/* The exact sum of the first n elements of the array of that number, rounded once. */
double exact_sum(size_t n, int number);

#endif
