/* MPI's Fortran procedures as a library has them that was built with INTEGERs of eight bytes: as Open
 * MPI's, which go to PMPI functions, or as MPICH's, which call the C functions by their MPI names. Those
 * of MPICH's mpi_f08 complete requests by PMPI names. */
#include <mpi.h>
#include <stddef.h>
#include <stdint.h>

typedef int64_t integer;

#ifdef OPEN_MPI
#define CALL(name) PMPI_##name
#else
#define CALL(name) MPI_##name
#endif

static void get_version(integer *version, integer *subversion, integer *ierror)
{
    int numbers[2];
    *ierror = PMPI_Get_version(&numbers[0], &numbers[1]);
    *version = numbers[0];
    *subversion = numbers[1];
}

static void allreduce(const void *send, void *recv, integer *count, integer *datatype, integer *op,
                      integer *comm, integer *ierror)
{
    *ierror = CALL(Allreduce)(send, recv, (int)*count, MPI_Type_f2c((MPI_Fint)*datatype),
                              MPI_Op_f2c((MPI_Fint)*op), MPI_Comm_f2c((MPI_Fint)*comm));
}

static void iallreduce(const void *send, void *recv, integer *count, integer *datatype, integer *op,
                       integer *comm, integer *request, integer *ierror)
{
    MPI_Request started;
    *ierror = CALL(Iallreduce)(send, recv, (int)*count, MPI_Type_f2c((MPI_Fint)*datatype),
                               MPI_Op_f2c((MPI_Fint)*op), MPI_Comm_f2c((MPI_Fint)*comm), &started);
    *request = MPI_Request_c2f(started);
}

static void waitall(int (*complete)(int, MPI_Request *, MPI_Status *), integer *count, integer *requests,
                    integer *ierror)
{
    MPI_Request all[8];
    for (int i = 0; i < *count; i++)
        all[i] = MPI_Request_f2c((MPI_Fint)requests[i]);
    *ierror = complete((int)*count, all, MPI_STATUSES_IGNORE);
    for (int i = 0; i < *count; i++)
        requests[i] = MPI_Request_c2f(all[i]);
}

void mpi_get_version_(integer *version, integer *subversion, integer *ierror)
{
    get_version(version, subversion, ierror);
}

void mpi_get_version_f08_(integer *version, integer *subversion, integer *ierror)
{
    get_version(version, subversion, ierror);
}

void mpi_init_(integer *ierror) { *ierror = CALL(Init)(NULL, NULL); }

void mpi_finalize_(integer *ierror) { *ierror = CALL(Finalize)(); }

void mpi_allreduce_(const void *send, void *recv, integer *count, integer *datatype, integer *op,
                    integer *comm, integer *ierror)
{
    allreduce(send, recv, count, datatype, op, comm, ierror);
}

void mpi_allreduce_f08_(const void *send, void *recv, integer *count, integer *datatype, integer *op,
                        integer *comm, integer *ierror)
{
    allreduce(send, recv, count, datatype, op, comm, ierror);
}

void mpi_iallreduce_(const void *send, void *recv, integer *count, integer *datatype, integer *op,
                     integer *comm, integer *request, integer *ierror)
{
    iallreduce(send, recv, count, datatype, op, comm, request, ierror);
}

void mpi_iallreduce_f08_(const void *send, void *recv, integer *count, integer *datatype, integer *op,
                         integer *comm, integer *request, integer *ierror)
{
    iallreduce(send, recv, count, datatype, op, comm, request, ierror);
}

void mpi_waitall_(integer *count, integer *requests, integer *statuses, integer *ierror)
{
    (void)statuses;
    waitall(CALL(Waitall), count, requests, ierror);
}

void mpi_waitall_f08_(integer *count, integer *requests, integer *statuses, integer *ierror)
{
    (void)statuses;
    waitall(PMPI_Waitall, count, requests, ierror);
}
