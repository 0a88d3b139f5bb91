/* What random reductions are of: kinds of elements and operators with their oracle, communicators,
 * and those that complete by a request. */
#ifndef DRAWN_H
#define DRAWN_H

#include "by_request.h"

#include <mpi.h>
#include <stddef.h>
#include <stdint.h>

enum { MOST_RANKS = 64, KINDS = 5 };

struct kind {
    MPI_Datatype type;
    MPI_Op op;
    size_t size;
};

/* The kinds. Returns the operator among them that is to be freed. */
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

/* A reduction that completes by a request, as one of the ranks sees it. */
struct reduction {
    const struct group *group;
    const struct kind *of;
    int kind, count;
    int root;         /* as in driver.c */
    int receives;     /* whether this rank gets a result, */
    int contributors; /* of so many ranks, the first ones, */
    int first, n;     /* and which elements */
    int counts[MOST_RANKS];
};

/* From 64 bits that are the same on all ranks; as many of each order of magnitude. */
struct reduction draw_reduction(uint64_t drawn, const struct kind kinds[KINDS], const struct group *group,
                                int longest);

/* Whether the MPI library may drive it to its end: no operator of the program's, and no blocks. (One of
 * those may be an operation of the MPI library's own, or samebits' part of it is done by the call that
 * completes it.) */
int may_be_driven(const struct reduction *reduction);

/* Writes this rank's contribution, in the call of that number. */
void fill_reduction(const struct reduction *reduction, void *to, long call);

/* Starts it or prepares it; it is kept until the request is complete. */
void start_reduction(const struct reduction *reduction, const void *from, void *to, enum way way,
                     MPI_Request *request);

/* Compares so many elements of this rank's result, if it gets one, with the oracle. Returns the
 * index of one that is wrong, or -1. */
int wrong_element(const struct reduction *reduction, const void *result, long call, int looks);

/* A number from the environment. */
long setting(const char *name, long otherwise);

#endif
