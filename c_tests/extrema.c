/* MIN and MAX of float and double by IEEE 754-2019: a NaN wins, -0.0 < +0.0. */
#include "driver.h"
#include "oracle.h"
#include "values.h"

static void fill_double(void *element, int rank, size_t index)
{
    *(double *)element = hostile_double(rank, index);
}

static void fill_float(void *element, int rank, size_t index)
{
    *(float *)element = hostile_float(rank, index);
}

/* The order does not matter, so a loop is the oracle; long double holds all. */
#define EXTREMUM(real, which)                                                      \
    static void which##_##real(void *result, const void *contributions, int ranks) \
    {                                                                              \
        const real *x = contributions;                                             \
        long double best = x[0];                                                   \
        for (int i = 1; i < ranks; i++)                                            \
            best = oracle_##which(best, x[i]);                                     \
        *(real *)result = canonical_##real((real)best);                            \
    }

EXTREMUM(double, minimum)
EXTREMUM(double, maximum)
EXTREMUM(float, minimum)
EXTREMUM(float, maximum)

int main(int argc, char **argv)
{
    start(&argc, &argv);
    const struct operation operations[] = {
        {"MIN double", MPI_DOUBLE, MPI_MIN, 8, 8, fill_double, minimum_double, 1},
        {"MAX double", MPI_DOUBLE, MPI_MAX, 8, 8, fill_double, maximum_double, 1},
        {"MIN float", MPI_FLOAT, MPI_MIN, 4, 4, fill_float, minimum_float, 1},
        {"MAX float", MPI_FLOAT, MPI_MAX, 4, 4, fill_float, maximum_float, 1},
    };
    for (size_t i = 0; i < sizeof operations / sizeof *operations; i++)
        check_operation(&operations[i]);
    return finish();
}
