/* MPI_Allreduce three times between two groups of ranks, rank 0 and the others:
 * each group gets the sum of the other one. */
#include <mpi.h>
#include <stdio.h>

static MPI_Comm between;

static void make_groups(int rank)
{
    MPI_Comm group;
    MPI_Comm_split(MPI_COMM_WORLD, rank > 0, rank, &group);
    MPI_Intercomm_create(group, 0, MPI_COMM_WORLD, rank > 0 ? 0 : 1, 5, &between);
    MPI_Comm_free(&group);
}

int main(int argc, char **argv)
{
    int rank;
    setvbuf(stdout, NULL, _IOLBF, 1024);
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    make_groups(rank);
    for (int call = 1; call <= 3; call++) {
        double mine = rank + 1, sum = -1;
        MPI_Allreduce(&mine, &sum, 1, MPI_DOUBLE, MPI_SUM, between);
        printf("rank %d has the sum %g\n", rank, sum);
    }
    MPI_Comm_free(&between);
    MPI_Finalize();
    return 0;
}
