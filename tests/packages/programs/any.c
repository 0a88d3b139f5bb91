/* A program that knows nothing of samebits, on any number of ranks. It fails unless its sum was
 * ours: a function of samebits' is looked for in the process. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <mpi.h>
#include <stdint.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    double contribution, sum;
    int rank, wrong;
    void *found;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    contribution = 0.1 * (rank + 1);
    MPI_Allreduce(&contribution, &sum, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    found = dlsym(RTLD_DEFAULT, "samebits_calls_reproduced");
    wrong = !found || ((uint64_t(*)(void))found)() != 1;
    if (wrong)
        fprintf(stderr, "rank %d: %s\n", rank, found ? "its sum was passed on" : "samebits is not in front");
    else if (rank == 0)
        printf("%a\n", sum);
    MPI_Finalize();
    return wrong;
}
