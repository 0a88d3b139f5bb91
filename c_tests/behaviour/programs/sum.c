/* Says how far it gets: before MPI_Init, behind it, and what a sum gave.
 *
 *   sum [thread] [reduce] [before] [nonblocking] [test] [long] [late]
 *
 * thread: calls MPI_Init_thread, and never MPI_Init
 * reduce: MPI_Reduce to rank 0 instead of MPI_Allreduce
 * before: an MPI_Allreduce before everything else
 * nonblocking: MPI_Iallreduce or MPI_Ireduce, and MPI_Wait
 * test: after a nonblocking one, MPI_Test until it is complete
 * long: of 1000 floats instead of one
 * late: rank 1 begins two seconds later */
#include <mpi.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static int asked(int argc, char **argv, const char *word)
{
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], word) == 0) {
            return 1;
        }
    }
    return 0;
}

int main(int argc, char **argv)
{
    /* A rank that is stopped must not lose what it has printed. */
    setvbuf(stdout, NULL, _IOLBF, 1024);
    printf("starting\n");
    if (asked(argc, argv, "thread")) {
        int provided;
        MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &provided);
    } else {
        MPI_Init(&argc, &argv);
    }
    int rank;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    printf("rank %d is up\n", rank);

    static float mine[1000], sum[1000];
    int n = asked(argc, argv, "long") ? 1000 : 1;
    for (int i = 0; i < n; i++) {
        mine[i] = (float)(rank + 1);
        sum[i] = -1;
    }
    if (rank == 1 && asked(argc, argv, "late"))
        sleep(2);
    if (asked(argc, argv, "before")) {
        float one = 1, all;
        MPI_Allreduce(&one, &all, 1, MPI_FLOAT, MPI_SUM, MPI_COMM_WORLD);
    }
    MPI_Request request;
    if (asked(argc, argv, "nonblocking")) {
        if (asked(argc, argv, "reduce"))
            MPI_Ireduce(mine, sum, n, MPI_FLOAT, MPI_SUM, 0, MPI_COMM_WORLD, &request);
        else
            MPI_Iallreduce(mine, sum, n, MPI_FLOAT, MPI_SUM, MPI_COMM_WORLD, &request);
        int done = !asked(argc, argv, "test");
        if (done)
            MPI_Wait(&request, MPI_STATUS_IGNORE);
        while (!done)
            MPI_Test(&request, &done, MPI_STATUS_IGNORE);
    } else if (asked(argc, argv, "reduce")) {
        MPI_Reduce(mine, sum, n, MPI_FLOAT, MPI_SUM, 0, MPI_COMM_WORLD);
    } else {
        MPI_Allreduce(mine, sum, n, MPI_FLOAT, MPI_SUM, MPI_COMM_WORLD);
    }
    if (rank == 0 || !asked(argc, argv, "reduce")) {
        printf("rank %d has the sum %g\n", rank, (double)sum[0]);
    }
    MPI_Finalize();
    return 0;
}
