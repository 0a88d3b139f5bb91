/* Preloaded behind samebits: the MPI library, of which another thread sets an error handler on a
 * communicator while another communicator is made of it. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <mpi.h>

/* samebits looks for the MPI library where this function is. */
int PMPI_Allreduce(const void *send, void *recv, int count, MPI_Datatype type, MPI_Op op, MPI_Comm comm)
{
    int (*allreduce)(const void *, void *, int, MPI_Datatype, MPI_Op, MPI_Comm);
    *(void **)&allreduce = dlsym(RTLD_NEXT, "PMPI_Allreduce");
    return allreduce(send, recv, count, type, op, comm);
}

int PMPI_Comm_create(MPI_Comm comm, MPI_Group group, MPI_Comm *made)
{
    int (*create)(MPI_Comm, MPI_Group, MPI_Comm *);
    *(void **)&create = dlsym(RTLD_NEXT, "PMPI_Comm_create");
    int code = create(comm, group, made);
    PMPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN);
    return code;
}
