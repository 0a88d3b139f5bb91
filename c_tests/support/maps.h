/* Affine maps x -> a x + b of whole numbers modulo 2^32, in elements of MPI_2INT: composing them
 * is associative and does not commute. */
#ifndef MAPS_H
#define MAPS_H

#include <mpi.h>
#include <stddef.h>
#include <stdint.h>

struct map {
    uint32_t a, b;
};

/* For oracle_tree, and the same as an operator of the user's. */
void compose_maps(void *result, const void *left, const void *right);
void map_operator(void *in, void *inout, int *n, MPI_Datatype *type);

/* Rank's map at an index. */
void fill_map(void *element, uint64_t seed, int rank, size_t index);

#endif
