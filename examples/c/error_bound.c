/* How many digits of a sum are right: a bound of its error, from the number of its terms,
 * their largest magnitude and the sum alone. The terms are a hundred thousand million times as
 * large as the sum, and cancel: some arithmetics promise its first digits even so, and for
 * "tree" and "prerounded:1" the bound says that there may be none.
 *
 *     mpicc -I ../../include error_bound.c ../../build/libsamebits.so -lm -o error_bound
 *     LD_LIBRARY_PATH=../../build mpiexec -n 3 ./error_bound */
#include <math.h>
#include <mpi.h>
#include <samebits.h>
#include <stdio.h>
#include <stdlib.h>

enum { LENGTH = 100000 };

int main(int argc, char **argv)
{
    static const char *const arithmetics[] = {"exact", "tree", "prerounded:1", "prerounded2:2",
                                              "binned:3"};
    int rank, ranks;
    uint64_t start, count;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    if (samebits_share("upper", LENGTH, ranks, rank, &start, &count) != MPI_SUCCESS)
        MPI_Abort(MPI_COMM_WORLD, 1);
    double *terms = malloc((count > 0 ? count : 1) * sizeof *terms), largest = 0, sum, bound;
    if (!terms)
        MPI_Abort(MPI_COMM_WORLD, 1);
    for (uint64_t i = 0; i < count; i++) {
        terms[i] = ((start + i) % 2 ? -1e12 : 1e12) + 1.0 / (double)(start + i + 1);
        largest = fmax(largest, fabs(terms[i]));
    }
    MPI_Allreduce(MPI_IN_PLACE, &largest, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);

    for (size_t i = 0; i < sizeof arithmetics / sizeof *arithmetics; i++) {
        samebits_set(MPI_COMM_WORLD, "arithmetic", arithmetics[i]);
        samebits_allreduce_array(terms, count, &sum, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
        if (samebits_error_bound(arithmetics[i], LENGTH, largest, sum, &bound) != MPI_SUCCESS) {
            fprintf(stderr, "%s\n", samebits_error_message());
            MPI_Abort(MPI_COMM_WORLD, 1);
        }
        if (rank == 0)
            printf("%-13s %a within %.2g\n", arithmetics[i], sum, bound);
    }
    free(terms);
    MPI_Finalize();
    return 0;
}
