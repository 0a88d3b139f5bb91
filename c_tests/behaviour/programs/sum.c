/* Says how far it gets: before MPI_Init, behind it, and what a sum gave.
 *
 *   sum [thread] [reduce]
 *
 * thread: calls MPI_Init_thread, and never MPI_Init
 * reduce: MPI_Reduce to rank 0 instead of MPI_Allreduce */
#include <mpi.h>
#include <stdio.h>
#include <string.h>

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

    float mine = (float)(rank + 1), sum = -1;
    if (asked(argc, argv, "reduce")) {
        MPI_Reduce(&mine, &sum, 1, MPI_FLOAT, MPI_SUM, 0, MPI_COMM_WORLD);
    } else {
        MPI_Allreduce(&mine, &sum, 1, MPI_FLOAT, MPI_SUM, MPI_COMM_WORLD);
    }
    if (rank == 0 || !asked(argc, argv, "reduce")) {
        printf("rank %d has the sum %g\n", rank, (double)sum);
    }
    MPI_Finalize();
    return 0;
}
