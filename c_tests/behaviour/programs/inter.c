/* A sum three times between two groups of ranks, rank 0 and the others: each group gets that of the
 * other one.
 *
 *   inter [nonblocking | persistent] [reduce]
 *
 * nonblocking, persistent: by a request (a persistent one is started three times)
 * reduce: MPI_Reduce and its like, to rank 0, instead of MPI_Allreduce */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <mpi.h>
#include <stdio.h>
#include <string.h>

static MPI_Comm between;
static double mine, sum;
static int root;

static void make_groups(int rank)
{
    MPI_Comm group;
    MPI_Comm_split(MPI_COMM_WORLD, rank > 0, rank, &group);
    MPI_Intercomm_create(group, 0, MPI_COMM_WORLD, rank > 0 ? 0 : 1, 5, &between);
    MPI_Comm_free(&group);
}

static void reduce(int to_root)
{
    if (to_root)
        MPI_Reduce(&mine, &sum, 1, MPI_DOUBLE, MPI_SUM, root, between);
    else
        MPI_Allreduce(&mine, &sum, 1, MPI_DOUBLE, MPI_SUM, between);
}

static void start(int to_root, MPI_Request *request)
{
    if (to_root)
        MPI_Ireduce(&mine, &sum, 1, MPI_DOUBLE, MPI_SUM, root, between, request);
    else
        MPI_Iallreduce(&mine, &sum, 1, MPI_DOUBLE, MPI_SUM, between, request);
}

/* These are not in every MPI library. */
static void prepare(int to_root, MPI_Request *request)
{
    int (*all)(const void *, void *, int, MPI_Datatype, MPI_Op, MPI_Comm, MPI_Info, MPI_Request *);
    int (*one)(const void *, void *, int, MPI_Datatype, MPI_Op, int, MPI_Comm, MPI_Info, MPI_Request *);
    *(void **)&all = dlsym(RTLD_DEFAULT, "MPI_Allreduce_init");
    *(void **)&one = dlsym(RTLD_DEFAULT, "MPI_Reduce_init");
    if (!all || !one) {
        printf("there are no persistent reductions\n");
        MPI_Abort(MPI_COMM_WORLD, 3);
    } else if (to_root) {
        one(&mine, &sum, 1, MPI_DOUBLE, MPI_SUM, root, between, MPI_INFO_NULL, request);
    } else {
        all(&mine, &sum, 1, MPI_DOUBLE, MPI_SUM, between, MPI_INFO_NULL, request);
    }
}

int main(int argc, char **argv)
{
    int rank, nonblocking = 0, persistent = 0, to_root = 0;
    for (int i = 1; i < argc; i++) {
        nonblocking |= strcmp(argv[i], "nonblocking") == 0;
        persistent |= strcmp(argv[i], "persistent") == 0;
        to_root |= strcmp(argv[i], "reduce") == 0;
    }
    setvbuf(stdout, NULL, _IOLBF, 1024);
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    make_groups(rank);
    root = rank == 0 ? MPI_ROOT : 0;
    MPI_Request request;
    if (persistent)
        prepare(to_root, &request);
    for (int call = 1; call <= 3; call++) {
        mine = rank + 1, sum = -1;
        if (persistent)
            MPI_Start(&request);
        else if (nonblocking)
            start(to_root, &request);
        else
            reduce(to_root);
        if (persistent || nonblocking)
            MPI_Wait(&request, MPI_STATUS_IGNORE);
        if (!to_root || rank == 0)
            printf("rank %d has the sum %g\n", rank, sum);
    }
    if (persistent)
        MPI_Request_free(&request);
    /* Open MPI 4.1's launcher may crash if one rank ends MPI while another one aborts. */
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Comm_free(&between);
    MPI_Finalize();
    return 0;
}
