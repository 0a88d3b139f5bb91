/* What a program does today, before it calls MPI_Allreduce. */
#ifndef PEER_H
#define PEER_H

#include <stddef.h>

/* The sum of this rank's numbers, in their order: a plain loop. In a file of its own,
 * so that it is compiled as it would be elsewhere, and never as part of its caller. */
double sum_in_order(const double *x, size_t n);

#endif
