/* A profiling library: counts the calls that reach it on their way to MPI. */
#include <mpi.h>
#include <stdio.h>

static int inits, allreduces, reduces;

int MPI_Init(int *argc, char ***argv)
{
    inits++;
    return PMPI_Init(argc, argv);
}

int MPI_Allreduce(const void *send, void *recv, int count, MPI_Datatype type, MPI_Op op,
                  MPI_Comm comm)
{
    allreduces++;
    return PMPI_Allreduce(send, recv, count, type, op, comm);
}

int MPI_Reduce(const void *send, void *recv, int count, MPI_Datatype type, MPI_Op op, int root,
               MPI_Comm comm)
{
    reduces++;
    return PMPI_Reduce(send, recv, count, type, op, root, comm);
}

int MPI_Finalize(void)
{
    int rank;
    PMPI_Comm_rank(MPI_COMM_WORLD, &rank);
    printf("the tool on rank %d saw: MPI_Init %d, MPI_Allreduce %d, MPI_Reduce %d\n", rank, inits,
           allreduces, reduces);
    fflush(stdout);
    return PMPI_Finalize();
}
