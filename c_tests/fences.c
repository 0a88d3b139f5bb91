/* What goes on in a program while it waits in a reduction is not disturbed: a user's operator
 * that the MPI library calls meanwhile runs in the program's own floating-point environment. */
#define _DEFAULT_SOURCE
#include "driver.h"

#include <fenv.h>
#include <samebits.h>
#include <unistd.h>

enum { ROUNDS = 10, LATE = 2000 /* microseconds */ };

static int rank, ranks, waits, meanwhile, elsewhere;

static int rounds_up(void)
{
    volatile double one = 1, tiny = 1e-30;
    return one + tiny > 1;
}

static void largest(void *in, void *inout, int *count, MPI_Datatype *datatype)
{
    (void)datatype;
    int *left = in, *right = inout;
    for (int i = 0; i < *count; i++)
        right[i] = left[i] > right[i] ? left[i] : right[i];
    meanwhile += waits;
    elsewhere += waits && !rounds_up();
}

/* A reduction of the MPI library's own is under way while rank 0 waits in one of ours, by that
 * schedule, for rank 1, which comes late to both. */
static void operators(const char *schedule)
{
    MPI_Comm comm;
    MPI_Op op;
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    MPI_Op_create(largest, 1, &op);
    CHECK(samebits_set(comm, "schedule", schedule) == MPI_SUCCESS, "%s", samebits_error_message());
    double one = 1, sum = 0;
    MPI_Allreduce(&one, &sum, 1, MPI_DOUBLE, MPI_SUM, comm);
    fesetround(FE_UPWARD);
    meanwhile = elsewhere = 0;
    for (int round = 0; round < ROUNDS; round++) {
        int mine = rank, all = -1;
        MPI_Request request;
        if (rank == 1)
            usleep(LATE);
        PMPI_Iallreduce(&mine, &all, 1, MPI_INT, op, MPI_COMM_WORLD, &request);
        if (rank == 1)
            usleep(LATE);
        waits = 1;
        MPI_Allreduce(&one, &sum, 1, MPI_DOUBLE, MPI_SUM, comm);
        waits = 0;
        CHECK(rounds_up(), "%s: the rounding mode is another after it", schedule);
        PMPI_Wait(&request, MPI_STATUS_IGNORE);
        CHECK(all == ranks - 1 && sum == ranks, "%s: %d and %g", schedule, all, sum);
    }
    fesetround(FE_TONEAREST);
    CHECK(rank != 0 || meanwhile > 0, "%s: no operator was called while rank 0 waited", schedule);
    CHECK(elsewhere == 0, "%s: %d of %d calls were not in the program's environment", schedule, elsewhere,
          meanwhile);
    MPI_Op_free(&op);
    MPI_Comm_free(&comm);
}

int main(int argc, char **argv)
{
    start(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    operators("node");
    operators("gather");
    return finish();
}
