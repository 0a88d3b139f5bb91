/* Long double and its complex kind: the binary tree over the ranks, in the full
 * precision of the format. The bytes that x87's format leaves unused are zero. */
#include "driver.h"
#include "oracle.h"
#include "values.h"

#include <complex.h>

static void fill(void *element, int rank, size_t index)
{
    *(long double *)element = hostile_long_double(rank, index);
}

static void fill_pair(void *element, int rank, size_t index)
{
    fill(element, rank, index);
    fill((long double *)element + 1, rank, index + 7);
}

static void add(void *result, const void *left, const void *right)
{
    *(long double *)result = *(const long double *)left + *(const long double *)right;
}

static void multiply(void *result, const void *left, const void *right)
{
    *(long double *)result = *(const long double *)left * *(const long double *)right;
}

static void minimum(void *result, const void *left, const void *right)
{
    *(long double *)result = oracle_minimum(*(const long double *)left, *(const long double *)right);
}

static void maximum(void *result, const void *left, const void *right)
{
    *(long double *)result = oracle_maximum(*(const long double *)left, *(const long double *)right);
}

static void add_pair(void *result, const void *left, const void *right)
{
    add(result, left, right);
    add((long double *)result + 1, (const long double *)left + 1, (const long double *)right + 1);
}

static void multiply_pair(void *result, const void *left, const void *right)
{
    const long double *x = left, *y = right;
    long double ac = x[0] * y[0], bd = x[1] * y[1], ad = x[0] * y[1], bc = x[1] * y[0];
    ((long double *)result)[0] = ac - bd;
    ((long double *)result)[1] = ad + bc;
}

static void tree(void *result, const void *contributions, int ranks, int components,
                 combine_function *combine)
{
    long double *number = result;
    oracle_tree(result, contributions, ranks, components * sizeof *number, combine);
    for (int i = 0; i < components; i++)
        number[i] = canonical_long_double(number[i]);
}

#define EXPECT(combine, components)                                                  \
    static void expect_##combine(void *result, const void *contributions, int ranks) \
    {                                                                                \
        tree(result, contributions, ranks, components, combine);                     \
    }
EXPECT(add, 1)
EXPECT(multiply, 1)
EXPECT(minimum, 1)
EXPECT(maximum, 1)
EXPECT(add_pair, 2)
EXPECT(multiply_pair, 2)

int main(int argc, char **argv)
{
    start(&argc, &argv);
    const struct operation operations[] = {
        {"SUM", MPI_LONG_DOUBLE, MPI_SUM, 16, 16, fill, expect_add, 1},
        {"PROD", MPI_LONG_DOUBLE, MPI_PROD, 16, 16, fill, expect_multiply, 1},
        {"MIN", MPI_LONG_DOUBLE, MPI_MIN, 16, 16, fill, expect_minimum, 1},
        {"MAX", MPI_LONG_DOUBLE, MPI_MAX, 16, 16, fill, expect_maximum, 1},
        {"complex SUM", MPI_C_LONG_DOUBLE_COMPLEX, MPI_SUM, 32, 32, fill_pair, expect_add_pair, 1},
        {"complex PROD", MPI_C_LONG_DOUBLE_COMPLEX, MPI_PROD, 32, 32, fill_pair, expect_multiply_pair, 1},
    };
    for (size_t i = 0; i < sizeof operations / sizeof *operations; i++)
        check_operation(&operations[i]);
    return finish();
}
