/* Stands between samebits and the MPI library, and counts the collective operations that are under
 * way there: samebits calls the PMPI_ functions here. Nothing may be under way when the functions
 * that end something arrive, after samebits has seen to what it has to. */
#define _GNU_SOURCE
#include "counting.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum { MOST = 1024 };
static MPI_Request known[MOST];
static int number, seen, reduced;

int operations_under_way(void) { return number; }
int operations_seen(void) { return seen; }

#define NEXT(name) ((__typeof__(name) *)dlsym(RTLD_NEXT, #name))

static int begun(int code, const MPI_Request *request)
{
    if (code != MPI_SUCCESS)
        return code;
    if (number == MOST)
        abort();
    known[number++] = *request;
    seen++;
    return code;
}

static void ended(MPI_Request request)
{
    for (int i = 0; i < number; i++)
        if (known[i] == request) {
            known[i] = known[--number];
            return;
        }
}

static void nothing_is_under_way(const char *where)
{
    if (number == 0)
        return;
    fprintf(stderr, "FAILED %s: %d operations of samebits' are under way\n", where, number);
    _exit(1); /* what the MPI library does now may be anything */
}

#define DATA const void *from, void *to, int count, MPI_Datatype type, MPI_Op op
#define STARTS(name, parameters, arguments) \
    int PMPI_##name parameters { return begun(NEXT(PMPI_##name) arguments, request); }
STARTS(Iallreduce, (DATA, MPI_Comm comm, MPI_Request *request), (from, to, count, type, op, comm, request))
STARTS(Ireduce, (DATA, int root, MPI_Comm comm, MPI_Request *request),
       (from, to, count, type, op, root, comm, request))
STARTS(Iscan, (DATA, MPI_Comm comm, MPI_Request *request), (from, to, count, type, op, comm, request))
STARTS(Iexscan, (DATA, MPI_Comm comm, MPI_Request *request), (from, to, count, type, op, comm, request))
STARTS(Iallgather,
       (const void *from, int n, MPI_Datatype type, void *to, int m, MPI_Datatype into, MPI_Comm comm,
        MPI_Request *request),
       (from, n, type, to, m, into, comm, request))
STARTS(Igather,
       (const void *from, int n, MPI_Datatype type, void *to, int m, MPI_Datatype into, int root,
        MPI_Comm comm, MPI_Request *request),
       (from, n, type, to, m, into, root, comm, request))
STARTS(Ialltoallv,
       (const void *from, const int *n, const int *at, MPI_Datatype type, void *to, const int *m,
        const int *places, MPI_Datatype into, MPI_Comm comm, MPI_Request *request),
       (from, n, at, type, to, m, places, into, comm, request))
STARTS(Start, (MPI_Request * request), (request))

int PMPI_Test(MPI_Request *request, int *flag, MPI_Status *status)
{
    MPI_Request before = *request;
    int code = NEXT(PMPI_Test)(request, flag, status);
    if (code == MPI_SUCCESS && *flag)
        ended(before);
    return code;
}

int PMPI_Wait(MPI_Request *request, MPI_Status *status)
{
    MPI_Request before = *request;
    int code = NEXT(PMPI_Wait)(request, status);
    if (code == MPI_SUCCESS)
        ended(before);
    return code;
}

/* By this samebits finds the MPI library, to which this one belongs then. */
int PMPI_Allreduce(DATA, MPI_Comm comm)
{
    reduced++;
    return NEXT(PMPI_Allreduce)(from, to, count, type, op, comm);
}

/* The ends. */
int MPI_Comm_free(MPI_Comm *comm)
{
    nothing_is_under_way("MPI_Comm_free");
    return PMPI_Comm_free(comm);
}

int MPI_Comm_disconnect(MPI_Comm *comm)
{
    nothing_is_under_way("MPI_Comm_disconnect");
    return PMPI_Comm_disconnect(comm);
}

int MPI_Finalize(void)
{
    nothing_is_under_way("MPI_Finalize");
    return PMPI_Finalize();
}

#if MPI_VERSION >= 4
int MPI_Session_finalize(MPI_Session *session)
{
    nothing_is_under_way("MPI_Session_finalize");
    return PMPI_Session_finalize(session);
}
#endif
