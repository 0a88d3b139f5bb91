/* Products of float, double and their complex kinds: the binary tree over the
 * ranks; complex ones as (ac-bd, ad+bc), each operation rounded once. */
#include "driver.h"
#include "oracle.h"
#include "values.h"

#include <complex.h>

/* Tame and hostile values; not so large that everything overflows. */
static void fill_double(void *element, int rank, size_t index)
{
    *(double *)element = hostile_double(rank, index);
}

static void fill_float(void *element, int rank, size_t index)
{
    *(float *)element = hostile_float(rank, index);
}

static void fill_double_pair(void *element, int rank, size_t index)
{
    fill_double(element, rank, index);
    fill_double((double *)element + 1, rank, index + 7);
}

static void fill_float_pair(void *element, int rank, size_t index)
{
    fill_float(element, rank, index);
    fill_float((float *)element + 1, rank, index + 7);
}

/* The product of two numbers, of two complex ones, and the tree of it. */
#define PRODUCTS(real)                                                                     \
    static void multiply_##real(void *result, const void *left, const void *right)         \
    {                                                                                      \
        *(real *)result = *(const real *)left * *(const real *)right;                      \
    }                                                                                      \
    static void multiply_##real##_pair(void *result, const void *left, const void *right)  \
    {                                                                                      \
        const real *x = left, *y = right;                                                  \
        real ac = x[0] * y[0], bd = x[1] * y[1], ad = x[0] * y[1], bc = x[1] * y[0];       \
        ((real *)result)[0] = ac - bd;                                                     \
        ((real *)result)[1] = ad + bc;                                                     \
    }                                                                                      \
    static void expect_##real(void *result, const void *contributions, int ranks)          \
    {                                                                                      \
        oracle_tree(result, contributions, ranks, sizeof(real), multiply_##real);          \
        *(real *)result = canonical_##real(*(real *)result);                               \
    }                                                                                      \
    static void expect_##real##_pair(void *result, const void *contributions, int ranks)   \
    {                                                                                      \
        real *pair = result;                                                               \
        oracle_tree(pair, contributions, ranks, 2 * sizeof(real), multiply_##real##_pair); \
        pair[0] = canonical_##real(pair[0]);                                               \
        pair[1] = canonical_##real(pair[1]);                                               \
    }

PRODUCTS(double)
PRODUCTS(float)

int main(int argc, char **argv)
{
    start(&argc, &argv);
    const struct operation operations[] = {
        {"double", MPI_DOUBLE, MPI_PROD, 8, 8, fill_double, expect_double, 1},
        {"float", MPI_FLOAT, MPI_PROD, 4, 4, fill_float, expect_float, 1},
        {"double complex", MPI_C_DOUBLE_COMPLEX, MPI_PROD, 16, 16, fill_double_pair, expect_double_pair, 1},
        {"float complex", MPI_C_FLOAT_COMPLEX, MPI_PROD, 8, 8, fill_float_pair, expect_float_pair, 1},
    };
    for (size_t i = 0; i < sizeof operations / sizeof *operations; i++)
        check_operation(&operations[i]);
    return finish();
}
