/* MPI_THREAD_MULTIPLE: two threads reduce on two communicators at once. */
#include "driver.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

enum { ROUNDS = 300, COUNT = 700 };

struct work {
    MPI_Comm comm;
    int thread, ranks, wrong;
};

static void *reduce(void *argument)
{
    struct work *work = argument;
    double *in = malloc(COUNT * sizeof *in), *out = malloc(COUNT * sizeof *out);
    for (int round = 0; round < ROUNDS; round++) {
        for (int i = 0; i < COUNT; i++)
            in[i] = work->thread * 1000 + round + i;
        MPI_Allreduce(in, out, COUNT, MPI_DOUBLE, MPI_SUM, work->comm);
        for (int i = 0; i < COUNT; i++)
            work->wrong += out[i] != in[i] * work->ranks;
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
    struct work work[2];
    pthread_t threads[2];
    look_at_counters();
    for (int t = 0; t < 2; t++) {
        work[t].thread = t;
        work[t].wrong = 0;
        MPI_Comm_size(MPI_COMM_WORLD, &work[t].ranks);
        MPI_Comm_dup(MPI_COMM_WORLD, &work[t].comm);
    }
    for (int t = 0; t < 2; t++)
        pthread_create(&threads[t], NULL, reduce, &work[t]);
    for (int t = 0; t < 2; t++)
        pthread_join(threads[t], NULL);
    for (int t = 0; t < 2; t++) {
        CHECK(work[t].wrong == 0, "thread %d: %d wrong results", t, work[t].wrong);
        MPI_Comm_free(&work[t].comm);
    }
    check_counters(2 * ROUNDS, 2 * ROUNDS, "two threads");
    return finish();
}
