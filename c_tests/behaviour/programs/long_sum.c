/* A sum of long vectors, so long that each part of the work takes its time. */
#include <mpi.h>

#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    enum { LENGTH = 300000 };
    int rank;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    double *in = malloc(LENGTH * sizeof *in), *out = malloc(LENGTH * sizeof *out);
    for (int i = 0; i < LENGTH; i++)
        in[i] = rank + i / 7.0;
    MPI_Allreduce(in, out, LENGTH, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    if (rank == 0)
        printf("done\n");
    free(in);
    free(out);
    MPI_Finalize();
    return 0;
}
