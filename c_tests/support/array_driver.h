/* Reduces a distributed array in every way that samebits.h offers, cut among the
 * ranks in many ways, and compares each result with what is expected of the whole. */
#ifndef ARRAY_DRIVER_H
#define ARRAY_DRIVER_H

#include <mpi.h>
#include <stddef.h>

/* An array, which every rank knows whole, and its reduction. */
struct array {
    const char *name;
    MPI_Datatype type;
    MPI_Op op;
    size_t extent;      /* bytes from one element to the next */
    size_t significant; /* leading bytes of an element that are compared */
    size_t n;
    const void *elements;
    const void *expected; /* one element */
};

/* This rank's share, cut from n elements in the way number `cut`: evenly, or with
 * empty shares, or anyhow. */
void cut_share(size_t n, int cut, MPI_Comm comm, size_t *start, size_t *length);
enum { CUTS = 6 };

/* Whether this MPI's ranks wait for each other at every step, as MPICH's do beyond the
 * cores: then fewer of everything has to do. */
int is_slow(MPI_Comm comm);

/* Every function, cut in every way. */
void check_array(const struct array *array, MPI_Comm comm);

/* Compares a result on this rank. */
void check_result(const struct array *array, const void *result, const char *how, int cut);

#endif
