/* The dot product of two vectors that are distributed over the ranks: the same bits on
 * any number of them. The products are formed locally, into a buffer, and the buffer is
 * what is reduced.
 *
 *     mpicc -I ../../include dot_product.c ../../build/libsamebits.so -o dot_product
 *     for n in 1 2 3; do LD_LIBRARY_PATH=../../build mpiexec -n $n ./dot_product; done */
#include <mpi.h>
#include <samebits.h>
#include <stdio.h>
#include <stdlib.h>

enum { LENGTH = 1000000 };

static double *room_for(uint64_t numbers)
{
    double *room = malloc((size_t)(numbers > 0 ? numbers : 1) * sizeof *room);
    if (!room)
        MPI_Abort(MPI_COMM_WORLD, 1);
    return room;
}

/* x . y over all ranks, of whose vectors n elements are here; `products` has room for
 * as many. A product that is stored is rounded: in a loop that adds them up a compiler
 * may leave that out (-ffp-contract). */
static double dot(const double *x, const double *y, size_t n, double *products, MPI_Comm comm)
{
    double sum;
    for (size_t i = 0; i < n; i++)
        products[i] = x[i] * y[i];
    samebits_allreduce_array(products, n, &sum, MPI_DOUBLE, MPI_SUM, comm);
    return sum;
}

int main(int argc, char **argv)
{
    int rank, ranks;
    uint64_t start, count;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    /* Any other way to cut the vectors will do; this one asks for few messages. */
    if (samebits_share("optimized", LENGTH, ranks, rank, &start, &count) != MPI_SUCCESS)
        MPI_Abort(MPI_COMM_WORLD, 1);

    double *x = room_for(count), *y = room_for(count), *products = room_for(count);
    for (uint64_t i = 0; i < count; i++) {
        x[i] = 1.0 / (double)(start + i + 1);
        y[i] = 1.0 / (double)(start + i + 2);
    }
    double product = dot(x, y, count, products, MPI_COMM_WORLD);

    if (rank == 0)
        printf("product %a %.9g\n", product, product); /* LENGTH / (LENGTH + 1), nearly */
    free(x);
    free(y);
    free(products);
    MPI_Finalize();
    return 0;
}
