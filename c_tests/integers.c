/* Integer, logical and bitwise operators are associative as they are: the MPI
 * library does them, and the calls are seen and counted all the same. */
#include "driver.h"
#include "values.h"

static void fill_int(void *element, int rank, size_t index)
{
    *(int *)element = (int)(noise(40, rank, index) % 2001) - 1000;
}

static void fill_logical(void *element, int rank, size_t index)
{
    *(int *)element = noise(42, rank, index) % 4 != 0;
}

static void fill_unsigned_long_long(void *element, int rank, size_t index)
{
    *(unsigned long long *)element = noise(41, rank, index);
}

static void fill_int_pair(void *element, int rank, size_t index)
{
    fill_int(element, rank, index % 5);
    ((int *)element)[1] = rank;
}

#define LOOP(name, type, start, step)                                    \
    static void name(void *result, const void *contributions, int ranks) \
    {                                                                    \
        const type *x = contributions;                                   \
        type total = start;                                              \
        for (int i = 0; i < ranks; i++)                                  \
            step;                                                        \
        *(type *)result = total;                                         \
    }

LOOP(sum, int, 0, total += x[i])
LOOP(largest, int, x[0], total = x[i] > total ? x[i] : total)
LOOP(both, int, 1, total = total && x[i])
LOOP(bits_or, unsigned long long, 0, total |= x[i])
LOOP(bits_xor, unsigned long long, 0, total ^= x[i])

static void least_location(void *result, const void *contributions, int ranks)
{
    const int *x = contributions;
    int *best = result;
    best[0] = x[0];
    best[1] = x[1];
    for (int i = 1; i < ranks; i++)
        if (x[2 * i] < best[0]) {
            best[0] = x[2 * i];
            best[1] = x[2 * i + 1];
        }
}

int main(int argc, char **argv)
{
    start(&argc, &argv);
    const struct operation operations[] = {
        {"SUM int", MPI_INT, MPI_SUM, 4, 4, fill_int, sum, 0},
        {"MAX int", MPI_INT, MPI_MAX, 4, 4, fill_int, largest, 0},
        {"LAND int", MPI_INT, MPI_LAND, 4, 4, fill_logical, both, 0},
        {"BOR", MPI_UNSIGNED_LONG_LONG, MPI_BOR, 8, 8, fill_unsigned_long_long, bits_or, 0},
        {"BXOR", MPI_UINT64_T, MPI_BXOR, 8, 8, fill_unsigned_long_long, bits_xor, 0},
        {"MINLOC 2INT", MPI_2INT, MPI_MINLOC, 8, 8, fill_int_pair, least_location, 0},
    };
    for (size_t i = 0; i < sizeof operations / sizeof *operations; i++)
        check_operation(&operations[i]);
    return finish();
}
