/* A program that knows nothing of samebits: one sum, of which any fixed order but one
 * loses the 1, and the question at its end whether samebits evaluated it. The counters
 * are looked up by name, so that the linker has no symbol to keep the library for. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <mpi.h>
#include <stdint.h>
#include <stdio.h>

static long counted(const char *name)
{
    union {
        void *object;
        uint64_t (*function)(void);
    } counter;
    counter.object = dlsym(RTLD_DEFAULT, name);
    return counter.object == NULL ? -1 : (long)counter.function();
}

int main(int argc, char **argv)
{
    static const double contributions[3] = {1.0, 1e300, -1e300};
    double sum = 0;
    int rank, ranks;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    if (ranks != 3) {
        printf("started on %d ranks, and not on 3\n", ranks);
        MPI_Abort(MPI_COMM_WORLD, 2);
    }
    MPI_Allreduce(&contributions[rank], &sum, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);

    long seen = counted("samebits_calls_intercepted");
    long ours = counted("samebits_calls_reproduced");
    int wrong = sum != 1.0 || seen != 1 || ours != 1;
    if (wrong)
        printf("the sum is %g, and not 1; of one call samebits saw %ld and evaluated %ld\n", sum, seen, ours);
    MPI_Finalize();
    return wrong;
}
