/* before.c with a sum that does not depend on the number of ranks: the numbers go into
 * an array instead of a running sum, and samebits reduces the array. All else is as it
 * was.
 *
 *     mpicc -I ../../include after.c ../../build/libsamebits.so -o after
 *     for n in 1 2 3; do LD_LIBRARY_PATH=../../build mpiexec -n $n ./after; done */
#include <mpi.h>
#include <samebits.h>
#include <stdio.h>
#include <stdlib.h>

enum { PARTICLES = 100000 };

/* Some system: what a particle's kinetic energy is. */
static double energy_of(int particle)
{
    double mass = 1 + particle % 7;
    double velocity = 1.0 / (1 + particle % 1000);
    return 0.5 * mass * velocity * velocity;
}

int main(int argc, char **argv)
{
    int rank, ranks;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    int first = (int)((long long)PARTICLES * rank / ranks);
    int n = (int)((long long)PARTICLES * (rank + 1) / ranks) - first;

    double *own = malloc((n > 0 ? n : 1) * sizeof *own), energy;
    if (!own)
        MPI_Abort(MPI_COMM_WORLD, 1);
    for (int i = 0; i < n; i++)
        own[i] = energy_of(first + i);
    samebits_allreduce_array(own, n, &energy, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);

    if (rank == 0)
        printf("energy %a %.9g\n", energy, energy);
    free(own);
    MPI_Finalize();
    return 0;
}
