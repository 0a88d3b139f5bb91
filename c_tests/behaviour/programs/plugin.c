/* What plugs_in.c loads: a sum by a direct call. */
#include <mpi.h>
#include <samebits.h>

double sum_of(const double *numbers, size_t n)
{
    double sum = -1;
    samebits_allreduce_array(numbers, n, &sum, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    return sum;
}
