/* An intercommunicator of the ranks of the world, and reductions on it. */
#ifndef GROUPS_H
#define GROUPS_H

#include "by_request.h"

#include <stddef.h>

extern MPI_Comm comm;
/* Of this rank: its group, 0 or 1, its rank there, and how many ranks both groups have. */
extern int side, rank, local, remote;

/* Starts a program; how many ranks there are for groups. */
int start_for_groups(int *argc, char ***argv);

/* Splits the world: the first ranks, so many, and the others, or every other rank; perhaps in
 * the opposite order. */
void make_groups(int first, int reversed);

/* How often a reduction in a way counts: a persistent one each time it is started. */
int calls_by(enum way way);

/* Reduces in one of three ways, with large counts or not, twice if it is persistent, when the result
 * is overwritten, so many bytes; returns an error code. */
int reduce_intercomm(enum intercomm_call which, enum way way, int large, const void *send, void *recv,
                     size_t bytes, int count, const int *counts, MPI_Datatype type, MPI_Op op, int root);

#endif
