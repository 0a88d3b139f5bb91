/* A dot product of two vectors whose elements never lie in an array: each is computed where
 * it is needed, and added to an accumulator. The exact sum of the products, rounded once: the
 * same bits on any number of ranks, whichever of them computes which element.
 *
 *     mpicc -I ../../include accumulator.c ../../build/libsamebits.so -o accumulator
 *     for n in 1 2 3; do LD_LIBRARY_PATH=../../build mpiexec -n $n ./accumulator; done */
#include <mpi.h>
#include <samebits.h>
#include <stdio.h>

enum { LENGTH = 1000000 };

int main(int argc, char **argv)
{
    int rank, ranks;
    samebits_accumulator *sum;
    double product;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);

    if (samebits_accumulator_create("exact", 0, MPI_DOUBLE, &sum) != MPI_SUCCESS)
        MPI_Abort(MPI_COMM_WORLD, 1); /* it has said why */
    for (int i = rank; i < LENGTH; i += ranks) {
        double x = 1.0 / (i + 1), y = 1.0 / (i + 2);
        samebits_accumulator_add_products(sum, &x, &y, 1);
    }
    samebits_accumulator_allreduce(sum, MPI_COMM_WORLD);
    samebits_accumulator_value(sum, &product);
    samebits_accumulator_free(&sum);

    if (rank == 0)
        printf("product %a %.9g\n", product, product); /* LENGTH / (LENGTH + 1), nearly */
    MPI_Finalize();
    return 0;
}
