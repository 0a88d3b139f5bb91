/* MINLOC and MAXLOC: a NaN wins, -0.0 < +0.0, the lower index at a tie (all NaNs
 * tie), and the value and the index come from the same rank. */
#include "driver.h"
#include "oracle.h"
#include "values.h"

#include <math.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

struct float_int {
    float value;
    int index;
};
struct double_int {
    double value;
    int index;
};
struct long_double_int {
    long double value;
    int index;
};

/* Few different values, so that ties are common; indices not in rank order. */
static long double few_values(int rank, size_t index)
{
    switch (noise(20, rank, index) % (index % 3 ? 5 : 8)) {
    case 0: return 0.0L;
    case 1: return -0.0L;
    case 2: return 1.5L;
    case 3: return -1.5L;
    case 4: return index % 2 ? INFINITY : 1.5L;
    case 5: return NAN;
    case 6: return -(long double)NAN;
    default: return -INFINITY;
    }
}

static int location_index(int rank, size_t index) { return (int)(noise(21, rank, index) % 9) - 2; }

/* `bytes` of a value mean something; the rest is padding and left zero. */
#define LOCATIONS(name, real, bytes)                                                                         \
    static void fill_##name(void *element, int rank, size_t index)                                           \
    {                                                                                                        \
        struct name##_int *pair = element;                                                                   \
        long double value = few_values(rank, index);                                                         \
        memcpy(&pair->value, &(real){(real)value}, bytes);                                                   \
        pair->index = location_index(rank, index);                                                           \
    }                                                                                                        \
    static void locate_##name(void *result, const void *contributions, int ranks, int minimum)               \
    {                                                                                                        \
        const struct name##_int *x = contributions;                                                          \
        struct name##_int best = x[0];                                                                       \
        for (int i = 1; i < ranks; i++) {                                                                    \
            int old_nan = isnan(best.value), new_nan = isnan(x[i].value);                                    \
            int wins =                                                                                       \
                minimum ? oracle_precedes(x[i].value, best.value) : oracle_precedes(best.value, x[i].value); \
            int loses =                                                                                      \
                minimum ? oracle_precedes(best.value, x[i].value) : oracle_precedes(x[i].value, best.value); \
            if (old_nan || new_nan) {                                                                        \
                wins = new_nan && !old_nan;                                                                  \
                loses = old_nan && !new_nan;                                                                 \
            }                                                                                                \
            if (wins)                                                                                        \
                best = x[i];                                                                                 \
            else if (!loses && x[i].index < best.index)                                                      \
                best.index = x[i].index;                                                                     \
        }                                                                                                    \
        real value = canonical_##name(best.value);                                                           \
        struct name##_int *to = result;                                                                      \
        memcpy(&to->value, &value, bytes);                                                                   \
        to->index = best.index;                                                                              \
    }                                                                                                        \
    static void minimum_##name(void *result, const void *contributions, int ranks)                           \
    {                                                                                                        \
        locate_##name(result, contributions, ranks, 1);                                                      \
    }                                                                                                        \
    static void maximum_##name(void *result, const void *contributions, int ranks)                           \
    {                                                                                                        \
        locate_##name(result, contributions, ranks, 0);                                                      \
    }

LOCATIONS(float, float, 4)
LOCATIONS(double, double, 8)
LOCATIONS(long_double, long double, (__LDBL_MANT_DIG__ == 64 ? 10 : 16))

/* The value's bytes that mean something, and then the index. */
#define SIGNIFICANT(name) (offsetof(struct name##_int, index) + sizeof(int))

/* What lies behind the index is the caller's: programs keep things there. */
static void check_padding(int count)
{
    struct keeper {
        double value;
        int index, own;
    } * send, *recv;
    int rank, ranks;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    send = calloc(count, sizeof *send);
    recv = calloc(count, sizeof *recv);
    look_at_counters();
    for (int root = -1; root < ranks; root++)
        for (int in_place = 0; in_place < 2; in_place++) {
            int receives = root < 0 || root == rank;
            if (in_place && root > 0 && !with_samebits())
                continue; /* MPICH 4.0 crashes by itself */
            for (int i = 0; i < count; i++) {
                send[i] = (struct keeper){(rank + i) % ranks, rank, 1000 + rank};
                recv[i] = in_place ? send[i] : (struct keeper){0, 0, 0};
                recv[i].own = 100 + rank;
            }
            void *from = in_place && receives ? MPI_IN_PLACE : (void *)send;
            if (root < 0)
                MPI_Allreduce(from, recv, count, MPI_DOUBLE_INT, MPI_MAXLOC, MPI_COMM_WORLD);
            else
                MPI_Reduce(from, recv, count, MPI_DOUBLE_INT, MPI_MAXLOC, root, MPI_COMM_WORLD);
            check_counters(1, 1, "a pair with something behind it");
            for (int i = 0; i < count && receives && with_samebits(); i++) {
                CHECK(recv[i].value == ranks - 1, "element %d of %d is %g", i, count, recv[i].value);
                CHECK(recv[i].own == 100 + rank, "element %d of %d: padding became %d", i, count,
                      recv[i].own);
            }
        }
    free(send);
    free(recv);
}

int main(int argc, char **argv)
{
    start(&argc, &argv);
    check_padding(1);
    check_padding(37);
    check_padding(20001);
    const struct operation operations[] = {
        {"MINLOC FLOAT_INT", MPI_FLOAT_INT, MPI_MINLOC, sizeof(struct float_int), SIGNIFICANT(float),
         fill_float, minimum_float, 1},
        {"MAXLOC FLOAT_INT", MPI_FLOAT_INT, MPI_MAXLOC, sizeof(struct float_int), SIGNIFICANT(float),
         fill_float, maximum_float, 1},
        {"MINLOC DOUBLE_INT", MPI_DOUBLE_INT, MPI_MINLOC, sizeof(struct double_int), SIGNIFICANT(double),
         fill_double, minimum_double, 1},
        {"MAXLOC DOUBLE_INT", MPI_DOUBLE_INT, MPI_MAXLOC, sizeof(struct double_int), SIGNIFICANT(double),
         fill_double, maximum_double, 1},
        {"MINLOC LONG_DOUBLE_INT", MPI_LONG_DOUBLE_INT, MPI_MINLOC, sizeof(struct long_double_int),
         SIGNIFICANT(long_double), fill_long_double, minimum_long_double, 1},
        {"MAXLOC LONG_DOUBLE_INT", MPI_LONG_DOUBLE_INT, MPI_MAXLOC, sizeof(struct long_double_int),
         SIGNIFICANT(long_double), fill_long_double, maximum_long_double, 1},
    };
    for (size_t i = 0; i < sizeof operations / sizeof *operations; i++)
        check_operation(&operations[i]);
    return finish();
}
