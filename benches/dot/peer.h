/* What a program does today, before it calls MPI_Allreduce; compiled by itself. */
#ifndef PEER_H
#define PEER_H

#include <stddef.h>

double peer_dot(const double *x, const double *y, size_t n);

/* Of x with eight vectors. */
void peer_dots(const double *x, const double *const ys[8], size_t n, double results[8]);

/* Of every eighth number. */
void peer_sums(const double *x, size_t n, double results[8]);

#endif
