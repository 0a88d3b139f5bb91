#include "groups.h"
#include "driver.h"

#include <string.h>

enum { MOST_RANKS = 64 };

MPI_Comm comm;
int side, rank, local, remote;

int start_for_groups(int *argc, char ***argv)
{
    int ranks;
    start(argc, argv);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    return ranks;
}

void make_groups(int first, int reversed)
{
    MPI_Comm group;
    int world, size;
    MPI_Comm_rank(MPI_COMM_WORLD, &world);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    side = first ? world >= first : world % 2;
    MPI_Comm_split(MPI_COMM_WORLD, side, reversed ? -world : world, &group);
    /* The first rank of the other group. */
    int begin = first ? first : 1, end = first ? first : size - 1 - size % 2;
    int leaders[] = {reversed ? (first ? first - 1 : size - 2 + size % 2) : 0,
                     reversed ? (first ? size - 1 : end) : begin};
    MPI_Intercomm_create(group, 0, MPI_COMM_WORLD, leaders[!side], 5, &comm);
    MPI_Comm_free(&group);
    MPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN);
    MPI_Comm_rank(comm, &rank);
    MPI_Comm_size(comm, &local);
    MPI_Comm_remote_size(comm, &remote);
}

int calls_by(enum way way) { return way == PERSISTENT ? (int)PERSISTENT : 1; }

int reduce_intercomm(enum intercomm_call which, enum way way, int large, const void *send, void *recv,
                     size_t bytes, int count, const int *counts, MPI_Datatype type, MPI_Op op, int root)
{
    static int turn;
    MPI_Request request = MPI_REQUEST_NULL;
    long long large_counts[MOST_RANKS];
    CHECK(local <= MOST_RANKS, "%d ranks", local);
    for (int r = 0; counts && r < local; r++)
        large_counts[r] = counts[r];
    int code = call_intercomm(which, send, recv, count, counts, large_counts, type, op, root, comm, way,
                              large, &request);
    for (int starts = 0; code == MPI_SUCCESS && starts < (int)way; starts++) {
        if (starts > 0 && recv)
            memset(recv, 0xee, bytes);
        if (way == PERSISTENT)
            MPI_Start(&request);
        complete(&request, turn++);
    }
    if (way == PERSISTENT && code == MPI_SUCCESS)
        MPI_Request_free(&request);
    CHECK(request == MPI_REQUEST_NULL, "%s: a request is left", intercomm_call_name(which, way));
    return code;
}
