/* One rank may have no more memory than it has, and is asked for large elements. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>

static void keep(void *in, void *inout, int *n, MPI_Datatype *type)
{
    (void)in, (void)inout, (void)n, (void)type;
}

int main(int argc, char **argv)
{
    enum { BYTES = 64 << 20 };
    MPI_Init(&argc, &argv);
    int rank;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Datatype large;
    MPI_Type_contiguous(BYTES, MPI_BYTE, &large);
    MPI_Type_commit(&large);
    MPI_Op op;
    MPI_Op_create(keep, 1, &op);
    char *in = calloc(BYTES, 1), *out = calloc(BYTES, 1);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    /* What the MPI library itself needs it has after a first reduction. */
    MPI_Allreduce(in, out, 1, MPI_BYTE, op, MPI_COMM_WORLD);
    if (rank == 1) {
        /* What is free in the heap may go on being used. */
        struct rlimit limit = {1 << 20, RLIM_INFINITY};
        setrlimit(RLIMIT_AS, &limit);
    }
    MPI_Allreduce(in, out, 1, large, op, MPI_COMM_WORLD);
    printf("rank %d goes on\n", rank);
    MPI_Finalize();
    return 0;
}
