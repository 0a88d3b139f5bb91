/* What random reductions are of: kinds of elements and operators with their oracle, and
 * communicators. */
#ifndef DRAWN_H
#define DRAWN_H

#include <mpi.h>
#include <stddef.h>

enum { MOST_RANKS = 64, KINDS = 4 };

struct kind {
    MPI_Datatype type;
    MPI_Op op;
    size_t size;
};

/* The kinds. Returns the operator of the last one, to be freed. */
MPI_Op make_kinds(struct kind kinds[KINDS]);

/* What the contribution of a rank of MPI_COMM_WORLD to a call has at an index. */
void fill_drawn(int kind, void *to, int rank, size_t call, size_t index);

/* What the contributions of so many ranks to an element give. */
void expect_drawn(int kind, void *result, const void *contributions, int ranks);

/* A communicator: its ranks in MPI_COMM_WORLD, in its order. */
struct group {
    MPI_Comm comm;
    int rank, ranks, world[MOST_RANKS];
};
struct group group_of(MPI_Comm comm);

/* A number from the environment. */
long setting(const char *name, long otherwise);

#endif
