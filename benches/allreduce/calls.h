/* The reductions that are measured: who gets what, and how a call completes. */
#ifndef CALLS_H
#define CALLS_H

#include <mpi.h>

enum { MPIS_OWN, OURS, LIBRARIES };
enum reduction { ALLREDUCE, REDUCE, REDUCE_SCATTER_BLOCK, REDUCE_SCATTER, SCAN, EXSCAN };
enum completion { BLOCKING, NONBLOCKING, PERSISTENT };

struct call {
    enum reduction reduction; /* MPI_Reduce to rank 0, MPI_Reduce_scatter of equal blocks */
    enum completion completion;
};

/* Reads a name: "allreduce", "iallreduce" or "allreduce_init". Returns 0 for any other text. */
int read_call(struct call *call, const char *name);

/* The name of the function that is called, such as MPI_Allreduce. */
const char *function_name(struct call call);

struct arguments {
    const void *from;
    void *to;
    int count;         /* elements that each rank gets the result of */
    const int *counts; /* that of each rank */
    MPI_Datatype datatype;
    MPI_Op op;
};

/* Calls MPI's own function or ours on MPI_COMM_WORLD. What is nonblocking or persistent stores a
 * request. */
void make_call(struct call call, int library, struct arguments arguments, MPI_Request *request);

/* What follows on a nonblocking call: MPI_Wait; on a persistent one: MPI_Start and MPI_Wait. */
void complete(struct call call, int library, MPI_Request *request);

#endif
