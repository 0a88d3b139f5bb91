/* A profiling library: counts the calls that reach it on their way to MPI, and hands them on
 *
 *   as most do, to the PMPI_ functions;
 *   with -DLOOKED_UP, to these, too, which it looks up by their names;
 *   with -DHANDS_ON, to whoever defines the function next;
 *   with -DCOMPLETES, only those that complete a request. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <mpi.h>
#include <stdio.h>

#if defined(HANDS_ON)
#define ON(name) ((__typeof__(PMPI_##name) *)dlsym(RTLD_NEXT, "MPI_" #name))
#elif defined(LOOKED_UP)
#define ON(name) ((__typeof__(PMPI_##name) *)dlsym(RTLD_NEXT, "PMPI_" #name))
#else
#define ON(name) PMPI_##name
#endif

#ifdef COMPLETES
int MPI_Wait(MPI_Request *request, MPI_Status *status) { return ON(Wait)(request, status); }

int MPI_Test(MPI_Request *request, int *done, MPI_Status *status) { return ON(Test)(request, done, status); }
#else
static int inits, allreduces, reduces;

int MPI_Init(int *argc, char ***argv)
{
    inits++;
    return ON(Init)(argc, argv);
}

int MPI_Allreduce(const void *send, void *recv, int count, MPI_Datatype type, MPI_Op op, MPI_Comm comm)
{
    allreduces++;
    return ON(Allreduce)(send, recv, count, type, op, comm);
}

int MPI_Reduce(const void *send, void *recv, int count, MPI_Datatype type, MPI_Op op, int root, MPI_Comm comm)
{
    reduces++;
    return ON(Reduce)(send, recv, count, type, op, root, comm);
}

int MPI_Finalize(void)
{
    int rank;
    PMPI_Comm_rank(MPI_COMM_WORLD, &rank);
    printf("the tool on rank %d saw: MPI_Init %d, MPI_Allreduce %d, MPI_Reduce %d\n", rank, inits, allreduces,
           reduces);
    fflush(stdout);
    return ON(Finalize)();
}
#endif
