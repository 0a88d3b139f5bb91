/* Distributed arrays: the bits are those of the recursion over all elements, or of the
 * exact sum, however the array is cut; user-defined operators, datatypes with gaps, long
 * arrays; what is chosen for a communicator. */
#include "array_driver.h"
#include "driver.h"
#include "level_oracle.h"
#include "oracle.h"
#include "samebits.h"
#include "values.h"

#include <fenv.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

static int rank, ranks;

/* --- sums of doubles --- */

/* Rounds at every addition. */
static double tame(size_t i) { return (double)(int64_t)noise(80, 0, i) * 0x1p-60; }

static void add(void *result, const void *left, const void *right)
{
    *(double *)result = *(const double *)left + *(const double *)right;
}

/* The recursion, without a copy of anything. */
static double sum_of(const double *x, size_t n)
{
    size_t half = 1;
    if (n == 1)
        return x[0];
    while (2 * half < n)
        half *= 2;
    return sum_of(x, half) + sum_of(x + half, n - half);
}

static void check_sums(size_t n, int hostile)
{
    double *x = calloc(n, sizeof *x), by_tree, exact;
    for (size_t i = 0; i < n; i++)
        x[i] = hostile ? hostile_double((int)i, n % 16) : tame(i);
    by_tree = canonical_double(sum_of(x, n));
    exact = oracle_sum_double(x, (int)n, 1);
    if (n < 300) { /* the two oracles know nothing of each other */
        double other;
        oracle_tree(&other, x, (int)n, sizeof other, add);
        other = canonical_double(other);
        CHECK(memcmp(&other, &by_tree, sizeof other) == 0, "the oracles differ");
    }
    MPI_Comm comm;
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    struct array array = {"exact sum", MPI_DOUBLE, MPI_SUM, 8, 8, n, x, &exact};
    check_array(&array, comm);
    CHECK(samebits_set(comm, "arithmetic", "tree") == MPI_SUCCESS, "samebits_set");
    array.name = "sum";
    array.expected = &by_tree;
    check_array(&array, comm);
    CHECK(samebits_set(comm, "ARITHMETIC", "exact") == MPI_SUCCESS, "samebits_set");
    static const char *const by_levels[] = {"prerounded:3", "prerounded2:2", "binned:3"};
    for (int i = 0; i < 3; i++) {
        if (n > 1000 && i != (int)(n % 7 % 3)) /* long ones by one of them */
            continue;
        double sum = oracle_levels_double(by_levels[i], x, n, 1, n);
        CHECK(samebits_set(comm, "arithmetic", by_levels[i]) == MPI_SUCCESS, "samebits_set");
        array.name = by_levels[i];
        array.expected = &sum;
        check_array(&array, comm);
    }
    CHECK(samebits_set(comm, "arithmetic", "exact") == MPI_SUCCESS, "samebits_set");
    array.name = "exact sum again";
    array.expected = &exact;
    check_array(&array, comm);
    MPI_Comm_free(&comm);
    free(x);
}

/* --- 2x2 matrices, which do not commute, with a gap behind each --- */

struct matrix {
    double a[4];
    char gap[8];
};

static void multiply(void *to, const void *x, const void *y)
{
    const double *a = x, *b = y;
    double product[4];
    for (int i = 0; i < 4; i++)
        product[i] = a[i & 2] * b[i & 1] + a[(i & 2) + 1] * b[2 + (i & 1)];
    memcpy(to, product, sizeof product);
}

static void dense_operator(void *in, void *inout, int *n, MPI_Datatype *type)
{
    (void)type;
    for (int i = 0; i < *n; i++)
        multiply((double *)inout + 4 * i, (double *)in + 4 * i, (double *)inout + 4 * i);
}

static void gappy_operator(void *in, void *inout, int *n, MPI_Datatype *type)
{
    (void)type;
    for (int i = 0; i < *n; i++)
        multiply((struct matrix *)inout + i, (struct matrix *)in + i, (struct matrix *)inout + i);
}

static void check_matrices(size_t n)
{
    double *dense = malloc(n * 4 * sizeof *dense), want[4];
    struct matrix *gappy = malloc(n * sizeof *gappy);
    memset(gappy, 0x33, n * sizeof *gappy);
    for (size_t i = 0; i < 4 * n; i++)
        dense[i] = 0.25 + 0.5 * (double)(noise(81, 0, i) >> 11) * 0x1p-53;
    for (size_t i = 0; i < n; i++)
        memcpy(gappy[i].a, dense + 4 * i, sizeof gappy[i].a);
    oracle_tree(want, dense, (int)n, sizeof want, multiply);

    MPI_Datatype four, whole;
    MPI_Op on_dense, on_gappy;
    MPI_Type_contiguous(4, MPI_DOUBLE, &four);
    MPI_Type_create_resized(four, 0, sizeof(struct matrix), &whole);
    MPI_Type_commit(&four);
    MPI_Type_commit(&whole);
    MPI_Op_create(dense_operator, 0, &on_dense);
    MPI_Op_create(gappy_operator, 0, &on_gappy);
    const struct array arrays[] = {
        {"matrices", four, on_dense, sizeof want, sizeof want, n, dense, want},
        {"matrices with gaps", whole, on_gappy, sizeof *gappy, sizeof want, n, gappy, want},
    };
    for (int i = 0; i < 2; i++)
        check_array(&arrays[i], MPI_COMM_WORLD);
    for (size_t i = 0; i < n; i++)
        for (int j = 0; j < 8; j++)
            CHECK(gappy[i].gap[j] == 0x33, "a gap of the caller's was written");
    MPI_Op_free(&on_dense);
    MPI_Op_free(&on_gappy);
    MPI_Type_free(&four);
    MPI_Type_free(&whole);
    free(dense);
    free(gappy);
}

/* --- floats, complex numbers and extrema, long enough for the kernels --- */

static void check_other_kinds(size_t n)
{
    float *x = malloc(2 * n * sizeof *x), sum[2], exact[2];
    for (size_t i = 0; i < 2 * n; i++)
        x[i] = (float)(int64_t)noise(82, 0, i) * 0x1p-40f;
    MPI_Comm comm;
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    for (int part = 0; part < 2; part++)
        exact[part] = oracle_sum_float(x + part, (int)n, 2);
    struct array array = {"exact complex sum", MPI_C_FLOAT_COMPLEX, MPI_SUM, 8, 8, n, x, exact};
    check_array(&array, comm);
    CHECK(samebits_set(comm, "arithmetic", "tree") == MPI_SUCCESS, "samebits_set");
    float *level = malloc(2 * n * sizeof *level);
    memcpy(level, x, 2 * n * sizeof *level);
    for (size_t m = n; m > 1; m = (m + 1) / 2) {
        for (size_t i = 0; i < m / 2; i++)
            for (int part = 0; part < 2; part++)
                level[2 * i + part] = level[4 * i + part] + level[4 * i + 2 + part];
        if (m % 2)
            memmove(level + m - 1, level + 2 * m - 2, 2 * sizeof *level);
    }
    memcpy(sum, level, sizeof sum);
    array.name = "complex sum";
    array.expected = sum;
    check_array(&array, comm);
    static const char *const by_levels[] = {"prerounded:2", "prerounded2:3", "binned:2"};
    for (int i = 0; i < 3; i++) {
        for (int part = 0; part < 2; part++)
            sum[part] = oracle_levels_float(by_levels[i], x + part, n, 2, n);
        CHECK(samebits_set(comm, "arithmetic", by_levels[i]) == MPI_SUCCESS, "samebits_set");
        array.name = by_levels[i];
        check_array(&array, comm);
    }
    CHECK(samebits_set(comm, "arithmetic", "tree") == MPI_SUCCESS, "samebits_set");

    float largest = x[0];
    for (size_t i = 1; i < n; i++)
        largest = x[i] > largest ? x[i] : largest;
    struct array maximum = {"maximum", MPI_FLOAT, MPI_MAX, 4, 4, n, x, &largest};
    check_array(&maximum, comm);
    free(x);
    free(level);
    MPI_Comm_free(&comm);
}

/* --- the caller's floating-point environment --- */

static void check_environment(void)
{
    size_t start, n;
    double x[1000], sum, want;
    for (int i = 0; i < 1000; i++)
        x[i] = tame(i);
    want = oracle_sum_double(x, 1000, 1);
    cut_share(1000, 0, MPI_COMM_WORLD, &start, &n);
    fesetround(FE_UPWARD);
    feclearexcept(FE_ALL_EXCEPT);
    samebits_allreduce_array(x + start, n, &sum, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    int mode = fegetround(), flags = fetestexcept(FE_ALL_EXCEPT);
    fesetround(FE_TONEAREST);
    CHECK(memcmp(&sum, &want, sizeof sum) == 0, "another rounding mode gives another sum");
    CHECK(mode == FE_UPWARD, "the rounding mode was changed");
    CHECK(flags == 0, "floating-point flags %x were raised", flags);
}

/* On MPICH's family a handle has 32 bits, and what is in the upper half of its register
 * means nothing. */
static void check_upper_halves(void)
{
    if (sizeof(MPI_Comm) != 4)
        return;
    typedef int with_words(const void *, size_t, void *, uint64_t, uint64_t, uint64_t);
    with_words *allreduce = (with_words *)(void *)samebits_allreduce_array;
    const uint64_t rubbish = 0xdeadbeef00000000u;
    double one = 1, sum = 0;
    int code = allreduce(&one, 1, &sum, rubbish | (uint32_t)(intptr_t)MPI_DOUBLE,
                         rubbish | (uint32_t)(intptr_t)MPI_SUM, rubbish | (uint32_t)(intptr_t)MPI_COMM_WORLD);
    CHECK(code == MPI_SUCCESS && sum == ranks, "code %d, sum %g", code, sum);
}

/* What is chosen for a communicator holds for what is intercepted on it, too, and not for
 * its duplicates. */
static void check_choices(void)
{
    MPI_Comm comm, duplicate;
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    double x = hostile_double(rank, 1), sums[3], all[64];
    MPI_Allgather(&x, 1, MPI_DOUBLE, all, 1, MPI_DOUBLE, comm);
    CHECK(samebits_set(comm, "arithmetic", "tree") == MPI_SUCCESS &&
              samebits_set(comm, "schedule", "gather") == MPI_SUCCESS &&
              samebits_set(comm, "threads", "2") == MPI_SUCCESS,
          "samebits_set");
    MPI_Comm_dup(comm, &duplicate);
    look_at_counters();
    MPI_Allreduce(&x, &sums[0], 1, MPI_DOUBLE, MPI_SUM, comm);
    MPI_Allreduce(&x, &sums[1], 1, MPI_DOUBLE, MPI_SUM, duplicate);
    samebits_set(comm, "arithmetic", "");
    MPI_Allreduce(&x, &sums[2], 1, MPI_DOUBLE, MPI_SUM, comm);
    check_counters(3, 3, "sums on communicators with choices");
    double exact = oracle_sum_double(all, ranks, 1), by_tree;
    oracle_tree(&by_tree, all, ranks, sizeof by_tree, add);
    CHECK(sums[0] == by_tree, "not by the tree");
    CHECK(sums[1] == exact && sums[2] == exact, "not exact");
    MPI_Comm_free(&duplicate);
    MPI_Comm_free(&comm);
}

int main(int argc, char **argv)
{
    start(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    static const size_t lengths[] = {1, 2, 3, 4, 5, 7, 8, 9, 31, 63, 64, 65, 460, 767, 1000, 4097};
    for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i += is_slow(MPI_COMM_WORLD) ? 3 : 1) {
        check_sums(lengths[i], 0);
        if (lengths[i] < 100)
            check_sums(lengths[i], 1);
    }
    check_sums(65536 + (size_t)ranks, 0);
    check_sums(99991, 0);
    if (getenv("SAMEBITS_THREADS")) /* shares that are cut among threads */
        check_sums(1300003, 0);
    check_matrices(1);
    check_matrices(13);
    check_matrices(3001);
    check_other_kinds(5);
    check_other_kinds(4099);
    check_environment();
    check_upper_halves();
    check_choices();
    return finish();
}
