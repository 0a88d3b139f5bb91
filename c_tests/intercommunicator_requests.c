/* Nonblocking and persistent reductions on intercommunicators: in which order they are started, who
 * waits for whom, and which of them comes first. (Their results: intercommunicators.c.) */
#include "driver.h"
#include "groups.h"

#include <stdlib.h>

/* A call that is left to the MPI library, which the root's neighbours do not know. */
static void check_passed_on(void)
{
    for (int turn = 0; turn < 4; turn++) {
        int ints[2] = {rank + 1, 1}, sums[2] = {-1, -1}, root = turn % 2 ? local - 1 : 0;
        int root_side = turn / 2, count = turn % 2;
        MPI_Request requests[2];
        if (side != root_side)
            root = turn % 2 ? remote - 1 : 0;
        int gets = side == root_side && rank == root;
        if (side != root_side || gets)
            MPI_Ireduce(ints, sums, count, MPI_INT, MPI_SUM, gets ? MPI_ROOT : root, comm, &requests[0]);
        else if (turn % 2)
            MPI_Ireduce(NULL, NULL, 0, MPI_DOUBLE, MPI_SUM, MPI_PROC_NULL, comm, &requests[0]);
        else
            MPI_Ireduce(ints, sums, 1, MPI_FLOAT, MPI_SUM, MPI_PROC_NULL, comm, &requests[0]);
        double x = rank + 1, sum = -1;
        MPI_Iallreduce(&x, &sum, 1, MPI_DOUBLE, MPI_SUM, comm, &requests[1]);
        MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
        int all = remote * (remote + 1) / 2;
        CHECK(sums[0] == (gets && count ? all : -1), "passed on: %d", sums[0]);
        CHECK(sum == all, "after one that was passed on: %g", sum);
    }
}

/* Persistent ones, which each rank starts in another order if it may, nonblocking ones between. */
static void check_orders(void)
{
    enum { N = 3 };
    double x[N], sums[N], y = rank, between;
    MPI_Request requests[N], request;
    int all = remote * (remote + 1) / 2;
    for (int i = 0; i < N; i++)
        call_intercomm(i == 1 ? IN_BLOCKS : TO_ALL, &x[i], &sums[i], 1, NULL, NULL, MPI_DOUBLE, MPI_SUM, 0,
                       i == 1 && local * remote > 1 ? MPI_COMM_SELF : comm, PERSISTENT, 0, &requests[i]);
    for (int round = 1; round < 4; round++) {
        for (int i = 0; i < N; i++) {
            int which = in_any_order() ? (i + rank + side) % N : i;
            x[which] = (which + 1) * round * (rank + 1);
            MPI_Start(&requests[which]);
            if (i == 1)
                MPI_Iallreduce(&y, &between, 1, MPI_DOUBLE, MPI_SUM, comm, &request);
        }
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        MPI_Waitall(N, requests, MPI_STATUSES_IGNORE);
        CHECK(between == all - remote, "between persistent ones: %g", between);
        for (int i = 0; i < N; i++) {
            int of_one = i == 1 && local * remote > 1;
            CHECK(sums[i] == (i + 1) * round * (of_one ? rank + 1 : all), "persistent %d: %g", i, sums[i]);
        }
    }
    for (int i = 0; i < N; i++)
        MPI_Request_free(&requests[i]);
}

/* Each rank in turn waits, after its call, for a message that the others send when they have the
 * result. */
static void check_progress(enum way way)
{
    int world, ranks;
    MPI_Comm_rank(MPI_COMM_WORLD, &world);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    enum { LONG = 20000 };
    static double x[LONG], sums[LONG];
    for (int sits = 0; sits < ranks; sits++)
        for (int n = 1; n <= LONG; n += LONG - 1) {
            MPI_Request request;
            for (int i = 0; i < n; i++)
                x[i] = rank + i + 1;
            call_intercomm(TO_ALL, x, sums, n, NULL, NULL, MPI_DOUBLE, MPI_SUM, 0, comm, way, 0, &request);
            if (way == PERSISTENT)
                MPI_Start(&request);
            char message = 1;
            for (int r = 0; world == sits && r < ranks; r++)
                if (r != sits)
                    MPI_Recv(&message, 1, MPI_CHAR, r, 8, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
            MPI_Wait(&request, MPI_STATUS_IGNORE);
            if (world != sits)
                MPI_Send(&message, 1, MPI_CHAR, sits, 8, MPI_COMM_WORLD);
            double want = remote * (remote + 1) / 2 + (double)remote * (n - 1);
            CHECK(sums[n - 1] == want, "while one sits: %g, not %g", sums[n - 1], want);
            if (way == PERSISTENT)
                MPI_Request_free(&request);
        }
}

/* Policies are compared in the first reduction: of each pair of ways, one comes first. */
static void check_first(int first, enum intercomm_call one, enum way way, enum intercomm_call other,
                        enum way next)
{
    make_groups(first, 0);
    const enum intercomm_call which[] = {one, other};
    const enum way ways[] = {way, next};
    for (int i = 0; i < 2; i++) {
        int most = local * remote, to_root = which[i] == TO_ROOT;
        double *x = malloc(most * sizeof *x), *sums = malloc(most * sizeof *x);
        int counts[16] = {0}, n = which[i] == IN_BLOCKS ? remote : 1;
        counts[local - 1] = 1;
        for (int k = 0; k < most; k++)
            x[k] = rank + 1;
        sums[0] = -1;
        int root = side == 1 ? 0 : rank == 0 ? MPI_ROOT : MPI_PROC_NULL;
        if (to_root && root == MPI_PROC_NULL)
            reduce_intercomm(TO_ROOT, ways[i], 0, NULL, NULL, 0, 0, NULL, MPI_INT, MPI_MAX, root);
        else
            reduce_intercomm(which[i], ways[i], 0, x, sums, most * sizeof *x, n,
                             which[i] == IN_SOME_BLOCKS ? counts : NULL, MPI_DOUBLE, MPI_SUM, root);
        int gets = to_root ? root == MPI_ROOT : which[i] != IN_SOME_BLOCKS || rank == local - 1;
        CHECK(!gets || sums[0] == remote * (remote + 1) / 2, "%s first, then %s: %g",
              intercomm_call_name(one, way), intercomm_call_name(other, next), sums[0]);
        free(x);
        free(sums);
    }
    MPI_Comm_free(&comm);
}

static void check_groups(int first)
{
    make_groups(first, 0);
    check_passed_on();
    check_orders();
    check_progress(NONBLOCKING);
    check_progress(PERSISTENT);
    MPI_Comm_free(&comm);
    for (enum intercomm_call one = TO_ROOT; one <= IN_SOME_BLOCKS; one++)
        for (enum way way = BLOCKING; way <= PERSISTENT; way++)
            for (enum way next = BLOCKING; next <= PERSISTENT; next++) {
                check_first(first, one, way, TO_ALL, next);
                check_first(first, TO_ALL, way, one, next);
                check_first(first, TO_ROOT, way, one, next);
            }
}

int main(int argc, char **argv)
{
    int ranks = start_for_groups(&argc, &argv);
    if (ranks == 1)
        return skip("there is one group only");
    if (!with_samebits())
        return skip("what the MPI libraries' own ones do is not ours to test");
    check_groups(1);
    if (ranks > 2)
        check_groups(ranks - 1);
    return finish();
}
