/* MPI_THREAD_MULTIPLE: threads reduce on communicators of their own at once, while
 * another one sends messages. The first reductions of the process race too, for all
 * that is made only once: no thread reduces before they start together. */
#include "driver.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

enum { REDUCERS = 3, LONG = 9000 };

/* MPICH polls without yielding: with more ranks than cores a round takes long. */
static int rounds(int ranks) { return ranks > 2 ? 5 : 60; }

/* What a round reduces: a scalar, a vector that is gathered, one in slices. */
static const int counts[] = {1, 700, LONG};

/* In a round: three sums, as many to a root, a user-defined operator, integers, and
 * the first sum on a new communicator. */
enum { CALLS = 9, REPRODUCED = 8 };

struct work {
    MPI_Comm comm;
    int thread, rank, ranks, wrong;
};

static pthread_barrier_t together;
static MPI_Op second;

static void take_second(void *left, void *right, int *count, MPI_Datatype *type)
{
    (void)left, (void)right, (void)count, (void)type;
}

static void round_of(struct work *work, int round, double *in, double *out)
{
    int ranks = work->ranks;
    for (int i = 0; i < LONG; i++)
        in[i] = work->thread * 1000 + round + i;
    for (size_t c = 0; c < sizeof counts / sizeof *counts; c++) {
        int root = round % ranks, count = counts[c];
        MPI_Allreduce(in, out, count, MPI_DOUBLE, MPI_SUM, work->comm);
        for (int i = 0; i < count; i++)
            work->wrong += out[i] != in[i] * ranks;
        out[count - 1] = -1;
        MPI_Reduce(in, out, count, MPI_DOUBLE, MPI_SUM, root, work->comm);
        work->wrong += out[count - 1] != (work->rank == root ? in[count - 1] * ranks : -1);
    }
    double mine = work->rank, last = -1;
    MPI_Allreduce(&mine, &last, 1, MPI_DOUBLE, second, work->comm);
    work->wrong += last != ranks - 1;
    int one = 1, sum = -1;
    MPI_Allreduce(&one, &sum, 1, MPI_INT, MPI_SUM, work->comm);
    work->wrong += sum != ranks;

    MPI_Comm brief;
    MPI_Comm_dup(work->comm, &brief);
    MPI_Allreduce(&mine, &last, 1, MPI_DOUBLE, MPI_SUM, brief);
    work->wrong += last != ranks * (ranks - 1) / 2;
    MPI_Comm_free(&brief);
}

static void *reduce(void *argument)
{
    struct work *work = argument;
    double *in = malloc(LONG * sizeof *in), *out = malloc(LONG * sizeof *out);
    pthread_barrier_wait(&together);
    for (int round = 0; round < rounds(work->ranks); round++)
        round_of(work, round, in, out);
    free(in);
    free(out);
    return NULL;
}

/* Messages around the ring of ranks, as long as the others may reduce. */
static void *send_around(void *argument)
{
    struct work *work = argument;
    double *out = malloc(LONG * sizeof *out), *in = malloc(LONG * sizeof *in);
    int next = (work->rank + 1) % work->ranks, previous = (work->rank + work->ranks - 1) % work->ranks;
    pthread_barrier_wait(&together);
    for (int round = 0; round < rounds(work->ranks); round++) {
        MPI_Request request;
        for (int i = 0; i < LONG; i++)
            out[i] = work->rank * 1e6 + round + i;
        MPI_Isend(out, LONG, MPI_DOUBLE, next, round, work->comm, &request);
        MPI_Recv(in, LONG, MPI_DOUBLE, previous, round, work->comm, MPI_STATUS_IGNORE);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        for (int i = 0; i < LONG; i++)
            work->wrong += in[i] != previous * 1e6 + round + i;
    }
    free(in);
    free(out);
    return NULL;
}

int main(int argc, char **argv)
{
    int provided;
    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
    if (provided < MPI_THREAD_MULTIPLE) {
        printf("this MPI provides no MPI_THREAD_MULTIPLE\n");
        MPI_Finalize();
        return 77;
    }
    started();
    struct work work[REDUCERS + 1];
    pthread_t threads[REDUCERS + 1];
    look_at_counters();
    pthread_barrier_init(&together, NULL, REDUCERS + 1);
    MPI_Op_create(take_second, 0, &second);
    for (int t = 0; t <= REDUCERS; t++) {
        work[t].thread = t;
        work[t].wrong = 0;
        MPI_Comm_rank(MPI_COMM_WORLD, &work[t].rank);
        MPI_Comm_size(MPI_COMM_WORLD, &work[t].ranks);
        MPI_Comm_dup(MPI_COMM_WORLD, &work[t].comm);
    }
    for (int t = 0; t <= REDUCERS; t++)
        pthread_create(&threads[t], NULL, t < REDUCERS ? reduce : send_around, &work[t]);
    for (int t = 0; t <= REDUCERS; t++)
        pthread_join(threads[t], NULL);
    for (int t = 0; t <= REDUCERS; t++) {
        CHECK(work[t].wrong == 0, "thread %d: %d wrong results", t, work[t].wrong);
        MPI_Comm_free(&work[t].comm);
    }
    int times = REDUCERS * rounds(work[0].ranks);
    check_counters(times * CALLS, times * REPRODUCED, "threads");
    MPI_Op_free(&second);
    pthread_barrier_destroy(&together);
    return finish();
}
