/* A few reductions on as many ranks as a simulated cluster has, where the driver's every
 * root and every count would take too long: sums, exact and of user-defined kind, and
 * products by the tree, small and large, to all ranks and to a root, against the oracles. */
#include "driver.h"
#include "oracle.h"
#include "values.h"

#include <stdlib.h>
#include <string.h>

static int rank, ranks;

static void multiply(void *result, const void *left, const void *right)
{
    *(double *)result = *(const double *)left * *(const double *)right;
}

/* Neither commutative nor associative. */
static void take_part(void *result, const void *left, const void *right)
{
    *(double *)result = 0.75 * *(const double *)left + *(const double *)right;
}

static void operator_function(void *in, void *inout, int *n, MPI_Datatype *type)
{
    (void)type;
    for (int i = 0; i < *n; i++)
        take_part((double *)inout + i, (double *)in + i, (double *)inout + i);
}

static double exact(const double *column) { return oracle_sum_double(column, ranks, 1); }

static double product(const double *column)
{
    double result;
    oracle_tree(&result, column, ranks, sizeof result, multiply);
    return canonical_double(result);
}

static double users(const double *column)
{
    double result;
    oracle_tree(&result, column, ranks, sizeof result, take_part);
    return result;
}

static void check_result(const double *got, const double *want, int count, const char *what)
{
    check_counters(1, 1, what);
    for (int i = 0; i < count; i++)
        CHECK(memcmp(got + i, want + i, sizeof *got) == 0, "%s: element %d of %d is %a, not %a", what, i,
              count, got[i], want[i]);
}

static void check_reduction(MPI_Op op, double expect(const double *), int tame, int count, const char *what)
{
    double *own = malloc(count * sizeof *own), *want = malloc(count * sizeof *want);
    double *got = malloc(count * sizeof *got), *column = malloc(ranks * sizeof *column);
    for (int i = 0; i < count; i++) {
        for (int r = 0; r < ranks; r++)
            column[r] = tame ? (double)(int64_t)noise(7, r, i) * 0x1p-62 : hostile_double(r, i);
        own[i] = column[rank];
        want[i] = expect(column);
    }
    look_at_counters();
    MPI_Allreduce(own, got, count, MPI_DOUBLE, op, MPI_COMM_WORLD);
    check_result(got, want, count, what);
    int root = ranks * 2 / 3;
    MPI_Reduce(own, got, count, MPI_DOUBLE, op, root, MPI_COMM_WORLD);
    check_result(rank == root ? got : want, want, count, what);
    memcpy(got, own, count * sizeof *got);
    MPI_Allreduce(MPI_IN_PLACE, got, count, MPI_DOUBLE, op, MPI_COMM_WORLD);
    check_result(got, want, count, what);
    free(own);
    free(want);
    free(got);
    free(column);
}

int main(int argc, char **argv)
{
    start(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    MPI_Op op;
    MPI_Op_create(operator_function, 0, &op);
    static const int counts[] = {1, 13, 1025, 4099};
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
        check_reduction(MPI_SUM, exact, 0, counts[i], "sum");
        check_reduction(MPI_PROD, product, 0, counts[i], "product");
        check_reduction(op, users, 1, counts[i], "user-defined");
    }
    MPI_Op_free(&op);
    return finish();
}
