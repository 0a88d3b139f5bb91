/* The libraries that are compared. */
#ifndef LIBRARY_H
#define LIBRARY_H

#include <stdint.h>

/* Finds samebits, or ends the benchmark in words. */
void find_samebits(void);

/* Whether a program that calls MPI's function of that name calls samebits. */
int is_intercepted(const char *function);

/* The calls that it has evaluated so far, on this rank. */
uint64_t reproduced(void);

/* What the MPI library says of itself, in short. */
const char *mpi_version(void);

#endif
