/* Nonblocking reductions of simulated ranks, which go on with them in the calls that complete them
 * (SAMEBITS_PROGRESS=always): the bits are those of blocking ones, in whatever way and order they
 * are completed, beside messages of the program's, and on communicators that are freed meanwhile. */
#include "driver.h"

#include <stdlib.h>
#include <string.h>

enum { LONGEST = 20000, COMMUNICATORS = 3, OUTSTANDING = 12, KINDS = 4 };

static const int counts[] = {1, 100, 5000, LONGEST};
enum { COUNTS = sizeof counts / sizeof *counts };

static int rank, ranks;
static double in[LONGEST], expected[LONGEST], out[OUTSTANDING][LONGEST];

static double contribution(int of, int i, int call)
{
    return (of % 2 ? -1 : 1) * 1e16 / (1 + of + call) + 1.0 / (1 + i + of);
}

static void fill(int call, int n)
{
    for (int i = 0; i < n; i++)
        in[i] = contribution(rank, i, call);
}

static void blocking(int kind, int n, MPI_Comm comm)
{
    switch (kind) {
    case 0: MPI_Allreduce(in, expected, n, MPI_DOUBLE, MPI_SUM, comm); break;
    case 1: MPI_Reduce(in, expected, n, MPI_DOUBLE, MPI_SUM, ranks - 1, comm); break;
    case 2: MPI_Scan(in, expected, n, MPI_DOUBLE, MPI_SUM, comm); break;
    default: MPI_Allreduce(in, expected, n, MPI_DOUBLE, MPI_MAX, comm);
    }
}

static MPI_Request start_one(int kind, double *result, int n, MPI_Comm comm)
{
    MPI_Request request;
    memset(result, 0xff, n * sizeof *result);
    switch (kind) {
    case 0: MPI_Iallreduce(in, result, n, MPI_DOUBLE, MPI_SUM, comm, &request); break;
    case 1: MPI_Ireduce(in, result, n, MPI_DOUBLE, MPI_SUM, ranks - 1, comm, &request); break;
    case 2: MPI_Iscan(in, result, n, MPI_DOUBLE, MPI_SUM, comm, &request); break;
    default: MPI_Iallreduce(in, result, n, MPI_DOUBLE, MPI_MAX, comm, &request);
    }
    return request;
}

static void look(const char *what, int kind, const double *result, int n)
{
    if (kind == 1 && rank != ranks - 1)
        return;
    CHECK(memcmp(result, expected, n * sizeof *result) == 0, "%s: kind %d, %d elements: other bits", what,
          kind, n);
}

static void one_by_one(MPI_Comm comm)
{
    for (int c = 0; c < COUNTS; c++)
        for (int kind = 0; kind < KINDS; kind++) {
            int n = counts[c], flag = 0;
            fill(c, n);
            blocking(kind, n, comm);
            MPI_Request request = start_one(kind, out[0], n, comm);
            MPI_Wait(&request, MPI_STATUS_IGNORE);
            look("waited for", kind, out[0], n);
            request = start_one(kind, out[0], n, comm);
            while (!flag)
                MPI_Test(&request, &flag, MPI_STATUS_IGNORE);
            CHECK(request == MPI_REQUEST_NULL, "a request that is complete is not null");
            look("tested", kind, out[0], n);
        }
}

/* Each rank completes them in an order and by calls of its own. */
static void each_in_its_order(const MPI_Comm comms[])
{
    MPI_Request requests[OUTSTANDING];
    int n = 700;
    for (int way = 0; way < 4; way++) {
        fill(way, n);
        blocking(0, n, MPI_COMM_WORLD);
        for (int i = 0; i < OUTSTANDING; i++)
            requests[i] = start_one(0, out[i], n, comms[i % COMMUNICATORS]);
        int done = 0;
        switch ((way + rank) % 4) {
        case 0:
            for (int i = OUTSTANDING; i-- > 0;)
                MPI_Wait(&requests[(i * 5 + rank) % OUTSTANDING], MPI_STATUS_IGNORE);
            break;
        case 1: MPI_Waitall(OUTSTANDING, requests, MPI_STATUSES_IGNORE); break;
        case 2:
            for (int i = 0, index; i < OUTSTANDING; i++)
                MPI_Waitany(OUTSTANDING, requests, &index, MPI_STATUS_IGNORE);
            break;
        default:
            while (!done)
                MPI_Testall(OUTSTANDING, requests, &done, MPI_STATUSES_IGNORE);
        }
        for (int i = 0; i < OUTSTANDING; i++)
            look("in any order", 0, out[i], n);
    }
}

/* Messages to the next rank are completed together with a reduction. */
static void beside_messages(MPI_Comm comm)
{
    MPI_Request requests[3];
    int sent = rank, got = -1, before = (rank + ranks - 1) % ranks, n = 900;
    fill(7, n);
    blocking(0, n, comm);
    MPI_Irecv(&got, 1, MPI_INT, before, 3, comm, &requests[0]);
    requests[1] = start_one(0, out[0], n, comm);
    MPI_Isend(&sent, 1, MPI_INT, (rank + 1) % ranks, 3, comm, &requests[2]);
    MPI_Waitall(3, requests, MPI_STATUSES_IGNORE);
    CHECK(got == before, "got %d of rank %d", got, before);
    look("beside messages", 0, out[0], n);
}

static void freed_meanwhile(void)
{
    MPI_Comm comm;
    for (int before = 0; before < 2; before++) {
        MPI_Comm_dup(MPI_COMM_WORLD, &comm);
        fill(9, 50);
        blocking(0, 50, before ? comm : MPI_COMM_WORLD);
        MPI_Request request = start_one(0, out[0], 50, comm);
        MPI_Comm_free(&comm);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        look("freed meanwhile", 0, out[0], 50);
    }
}

int main(int argc, char **argv)
{
    start(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    MPI_Comm comms[COMMUNICATORS] = {MPI_COMM_WORLD};
    for (int i = 1; i < COMMUNICATORS; i++)
        MPI_Comm_dup(MPI_COMM_WORLD, &comms[i]);
    for (int i = 0; i < COMMUNICATORS; i++)
        one_by_one(comms[i]);
    each_in_its_order(comms);
    beside_messages(MPI_COMM_WORLD);
    freed_meanwhile();
    for (int i = 1; i < COMMUNICATORS; i++)
        MPI_Comm_free(&comms[i]);
    return finish();
}
