/* A few sums and products, for numbers of ranks at which everything is slow, and for
 * the ways in which programs are built. */
#include "driver.h"
#include "oracle.h"
#include "values.h"

static void fill(void *element, int rank, size_t index) { *(double *)element = hostile_double(rank, index); }

static void exact(void *result, const void *contributions, int ranks)
{
    *(double *)result = oracle_sum_double(contributions, ranks, 1);
}

static void fill_float(void *element, int rank, size_t index)
{
    *(float *)element = hostile_float(rank, index);
}

static void exact_float(void *result, const void *contributions, int ranks)
{
    *(float *)result = oracle_sum_float(contributions, ranks, 1);
}

static void fill_complex(void *element, int rank, size_t index)
{
    fill(element, rank, index);
    fill((double *)element + 1, rank, index + 7);
}

static void exact_complex(void *result, const void *contributions, int ranks)
{
    const double *parts = contributions;
    for (int part = 0; part < 2; part++)
        ((double *)result)[part] = oracle_sum_double(parts + part, ranks, 2);
}

static void multiply(void *result, const void *left, const void *right)
{
    *(double *)result = *(const double *)left * *(const double *)right;
}

static void tree(void *result, const void *contributions, int ranks)
{
    oracle_tree(result, contributions, ranks, sizeof(double), multiply);
    *(double *)result = canonical_double(*(double *)result);
}

int main(int argc, char **argv)
{
    start(&argc, &argv);
    const struct operation sum = {"sum", MPI_DOUBLE, MPI_SUM, 8, 8, fill, exact, 1};
    const struct operation floats = {"sum of floats", MPI_FLOAT, MPI_SUM, 4, 4, fill_float, exact_float, 1};
    const struct operation complexes = {"complex sum", MPI_C_DOUBLE_COMPLEX, MPI_SUM, 16, 16,
                                        fill_complex,  exact_complex,        1};
    const struct operation product = {"product", MPI_DOUBLE, MPI_PROD, 8, 8, fill, tree, 1};
    check_operation_on(&sum, 200, MPI_COMM_WORLD);
    check_operation_on(&floats, 200, MPI_COMM_WORLD);
    check_operation_on(&complexes, 200, MPI_COMM_WORLD);
    check_operation_on(&product, 1700, MPI_COMM_WORLD);
    return finish();
}
