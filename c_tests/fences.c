/* What goes on in a program while it waits in a reduction is not disturbed: a user's operator
 * that the MPI library calls meanwhile runs in the program's own floating-point environment, and
 * an error handler that another thread sets meanwhile stays. */
#define _GNU_SOURCE
#include "driver.h"

#include <fenv.h>
#include <pthread.h>
#include <samebits.h>
#include <sched.h>
#include <stdatomic.h>
#include <unistd.h>

enum { ROUNDS = 10, COMMUNICATORS = 150, LATE = 2000 /* microseconds */ };

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
    CHECK(elsewhere == 0, "%s: %d of %d calls were not in the program's environment", schedule,
          elsewhere, meanwhile);
    MPI_Op_free(&op);
    MPI_Comm_free(&comm);
}

static MPI_Errhandler handler; /* that the other thread sets */
static MPI_Comm its_comm;
static atomic_int turn, done;

static void ignore(MPI_Comm *comm, int *code, ...)
{
    (void)comm, (void)code;
}

static void *sets_handlers(void *unused)
{
    for (int number = 1; number <= COMMUNICATORS; number++) {
        while (atomic_load(&turn) < number)
            sched_yield();
        /* Anywhere in the call of the other thread, which takes some 100 microseconds. */
        for (volatile int i = 0; i < number * 7919 % 80021; i++)
            ;
        MPI_Comm_set_errhandler(its_comm, handler);
        atomic_store(&done, number);
    }
    return unused;
}

/* A schedule that needs messages makes a communicator for them at the first reduction, and its
 * errors are no affair of the caller's handler. */
static void handlers(void)
{
    pthread_t thread;
    int lost = 0;
    MPI_Comm_create_errhandler(ignore, &handler);
    pthread_create(&thread, NULL, sets_handlers, NULL);
    for (int number = 1; number <= COMMUNICATORS; number++) {
        double one = 1, sum = 0;
        MPI_Comm_dup(MPI_COMM_WORLD, &its_comm);
        CHECK(samebits_set(its_comm, "schedule", "fnomial") == MPI_SUCCESS, "%s",
              samebits_error_message());
        MPI_Barrier(its_comm);
        atomic_store(&turn, number);
        MPI_Allreduce(&one, &sum, 1, MPI_DOUBLE, MPI_SUM, its_comm);
        while (atomic_load(&done) < number)
            sched_yield();
        MPI_Errhandler now;
        MPI_Comm_get_errhandler(its_comm, &now);
        lost += now != handler;
        MPI_Errhandler_free(&now);
        CHECK(sum == ranks, "the sum %g", sum);
        MPI_Comm_free(&its_comm);
    }
    pthread_join(thread, NULL);
    MPI_Errhandler_free(&handler);
    /* (In the moment between a look at it and the return of the old one it can be lost.) */
    CHECK(lost <= COMMUNICATORS / 50, "%d of %d handlers were lost", lost, COMMUNICATORS);
}

int main(int argc, char **argv)
{
    int provided;
    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
    started();
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    operators("node");
    operators("gather");
    if (provided == MPI_THREAD_MULTIPLE)
        handlers();
    return finish();
}
