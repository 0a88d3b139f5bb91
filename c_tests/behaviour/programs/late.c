/* A call that is an error on all ranks, where errors end the job: rank 0 comes to it a second
 * after the others.
 *
 *   late allreduce|iallreduce|set */
#include <mpi.h>
#include <samebits.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

int main(int argc, char **argv)
{
    int rank;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    const char *what = argc > 1 ? argv[1] : "";
    double mine = rank, sum = 0;
    MPI_Request request;
    if (rank == 0)
        sleep(1);
    if (strcmp(what, "allreduce") == 0)
        MPI_Allreduce(&mine, &sum, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    else if (strcmp(what, "iallreduce") == 0)
        MPI_Iallreduce(&mine, &sum, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD, &request);
    else if (strcmp(what, "set") == 0)
        samebits_set(MPI_COMM_WORLD, "schedule", "nosuch");
    printf("rank %d: went on\n", rank);
    MPI_Finalize();
    return 0;
}
