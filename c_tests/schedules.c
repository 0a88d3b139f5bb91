/* Every schedule gives the oracle's bits, with operators that commute and one that does not,
 * for vectors within a block, around the edges of blocks, and over many of them. The
 * schedules are chosen for a communicator, one after the other, so that one launch tests
 * them all, or the one that TEST_SCHEDULE names; and none of them is passed over:
 * SAMEBITS_UNSUPPORTED is `error`, and those that cannot serve are named here. */
#include "driver.h"
#include "oracle.h"
#include "samebits.h"
#include "values.h"

#include <stdlib.h>
#include <string.h>

static void fill_double(void *element, int rank, size_t index)
{
    *(double *)element = hostile_double(rank, index);
}

static void exact_double(void *result, const void *contributions, int ranks)
{
    *(double *)result = oracle_sum_double(contributions, ranks, 1);
}

static void add_double(void *result, const void *left, const void *right)
{
    *(double *)result = *(const double *)left + *(const double *)right;
}

static void tree_double(void *result, const void *contributions, int ranks)
{
    oracle_tree(result, contributions, ranks, sizeof(double), add_double);
    *(double *)result = canonical_double(*(double *)result);
}

/* Affine maps x -> a x + b of whole numbers modulo 2^32: composing them is associative and
 * does not commute. */
struct map {
    uint32_t a, b;
};

static void compose(void *result, const void *left, const void *right)
{
    struct map x = *(const struct map *)left, y = *(const struct map *)right;
    *(struct map *)result = (struct map){x.a * y.a, x.a * y.b + x.b};
}

static void map_operator(void *in, void *inout, int *n, MPI_Datatype *type)
{
    (void)type;
    for (int i = 0; i < *n; i++)
        compose((struct map *)inout + i, (struct map *)in + i, (struct map *)inout + i);
}

static void fill_map(void *element, int rank, size_t index)
{
    uint64_t bits = noise(7, rank, index);
    *(struct map *)element = (struct map){(uint32_t)bits | 1, (uint32_t)(bits >> 32)};
}

static void expect_map(void *result, const void *contributions, int ranks)
{
    oracle_tree(result, contributions, ranks, sizeof(struct map), compose);
}

static void with(const char *name, const char *value)
{
    CHECK(samebits_set(MPI_COMM_WORLD, name, value) == MPI_SUCCESS, "%s=%s is accepted", name, value);
}

int main(int argc, char **argv)
{
    setenv("SAMEBITS_UNSUPPORTED", "error", 1);
    start(&argc, &argv);
    int ranks;
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    MPI_Op op;
    MPI_Op_create(map_operator, 0, &op);
    struct operation exact = {"exact sum", MPI_DOUBLE, MPI_SUM, sizeof(double), sizeof(double),
                              fill_double, exact_double, 1};
    struct operation tree = exact, map = {"map", MPI_2INT, op, sizeof(struct map),
                                          sizeof(struct map), fill_map, expect_map, 1};
    tree.name = "tree sum";
    tree.expect = tree_double;
    static const char *const schedules[] = {
        "gather", "slices", "swap",  "node",   "fnomial", "fnomial:2", "fnomial:3", "split",
        "halving", "ring",  "chain", "chain2", "bintree", "bintree2",  "offload",
    };
    static const int counts[] = {1, 7, 8192, 8193, 40001};
    for (size_t i = 0; i < sizeof schedules / sizeof *schedules; i++) {
        const char *schedule = schedules[i], *only = getenv("TEST_SCHEDULE");
        if (only && strcmp(schedule, only) != 0)
            continue;
        int pairs = strcmp(schedule, "swap") == 0, sums = strcmp(schedule, "offload") == 0;
        if (pairs && ranks != 2)
            continue;
        with("schedule", schedule);
        for (size_t c = 0; c < sizeof counts / sizeof *counts; c++) {
            with("arithmetic", "exact");
            check_operation_on(&exact, counts[c], MPI_COMM_WORLD);
            if (sums)
                continue;
            with("arithmetic", "tree");
            check_operation_on(&tree, counts[c], MPI_COMM_WORLD);
            if (!pairs)
                check_operation_on(&map, counts[c], MPI_COMM_WORLD);
        }
    }
    with("schedule", "auto");
    MPI_Op_free(&op);
    return finish();
}
