/* A program as many are: each rank adds up what it owns, and MPI_Allreduce adds the
 * ranks' sums. Where the array is cut decides in which order numbers are added, so the
 * last digits are others on another number of ranks. after.c is the same without that.
 *
 *     mpicc before.c -o before
 *     for n in 1 2 3; do mpiexec -n $n ./before; done */
#include <mpi.h>
#include <stdio.h>

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

    double own = 0, energy;
    for (int i = 0; i < n; i++)
        own += energy_of(first + i);
    MPI_Allreduce(&own, &energy, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);

    if (rank == 0)
        printf("energy %a %.9g\n", energy, energy);
    MPI_Finalize();
    return 0;
}
