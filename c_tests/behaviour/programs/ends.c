/* Sums on MPI_COMM_WORLD and ends as the argument says: `finalize`, `exit`
 * (without MPI_Finalize), `abort` (rank 0 calls MPI_Abort while the others wait
 * in a reduction), `fork` (a child that exits too, and then MPI_Finalize). */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

int main(int argc, char **argv)
{
    const char *end = argc > 1 ? argv[1] : "finalize";
    double in = 1, sum = 0;
    int rank;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Allreduce(&in, &sum, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    if (strcmp(end, "exit") == 0) {
        exit(0);
    } else if (strcmp(end, "abort") == 0) {
        if (rank == 0)
            MPI_Abort(MPI_COMM_WORLD, 3);
        MPI_Allreduce(&in, &sum, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    } else if (strcmp(end, "fork") == 0) {
        pid_t child = fork();
        if (child == 0)
            exit(0);
        waitpid(child, NULL, 0);
    }
    MPI_Finalize();
    return 0;
}
