/* Reduces until something ends it, or a minute has passed: in the call that the argument names, of one number and
 * of many in turn. What it gets is checked.
 *
 *   for_ever allreduce|reduce|scan|iallreduce|persistent */
#include <mpi.h>
#include <stdio.h>
#include <string.h>

enum { LONG = 100000 };

static int rank, ranks;
static double mine[LONG], sum[LONG];

/* (Before MPI 4 there are none: nonblocking ones, then.) */
static void persistent(void)
{
    static MPI_Request request = MPI_REQUEST_NULL;
#if MPI_VERSION >= 4
    if (request == MPI_REQUEST_NULL)
        MPI_Allreduce_init(mine, sum, LONG, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD, MPI_INFO_NULL, &request);
    MPI_Start(&request);
#else
    MPI_Iallreduce(mine, sum, LONG, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD, &request);
#endif
    MPI_Wait(&request, MPI_STATUS_IGNORE);
}

int main(int argc, char **argv)
{
    const char *kind = argc > 1 ? argv[1] : "allreduce";
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    for (int i = 0; i < LONG; i++)
        mine[i] = 1 + i % 3;
    double begun = MPI_Wtime();
    for (int call = 0; MPI_Wtime() < begun + 60; call++) {
        int count = call % 2 ? LONG : 1, receives = 1, terms = ranks;
        MPI_Request request;
        if (strcmp(kind, "allreduce") == 0) {
            MPI_Allreduce(mine, sum, count, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
        } else if (strcmp(kind, "reduce") == 0) {
            MPI_Reduce(mine, sum, count, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD);
            receives = rank == 0;
        } else if (strcmp(kind, "scan") == 0) {
            MPI_Scan(mine, sum, count, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
            terms = rank + 1;
        } else if (strcmp(kind, "iallreduce") == 0) {
            MPI_Iallreduce(mine, sum, count, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD, &request);
            MPI_Wait(&request, MPI_STATUS_IGNORE);
        } else if (strcmp(kind, "persistent") == 0) {
            persistent();
        } else {
            fprintf(stderr, "for_ever: unknown kind %s\n", kind);
            return 2;
        }
        if (receives && (sum[0] != terms || sum[count - 1] != mine[count - 1] * terms)) {
            fprintf(stderr, "wrong: call %d has %g and %g\n", call, sum[0], sum[count - 1]);
            MPI_Abort(MPI_COMM_WORLD, 1);
        }
        if (call == 1 && rank == 0) {
            puts("reducing");
            fflush(stdout);
        }
    }
    MPI_Finalize();
    return 0;
}
