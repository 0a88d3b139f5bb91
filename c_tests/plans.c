/* Plans: arrays whose shares stay as they are, reduced again and again, one or many at
 * once, in rank order or not, at every root; and many arrays without a plan. */
#include "array_driver.h"
#include "driver.h"
#include "oracle.h"
#include "samebits.h"
#include "values.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int rank, ranks;

enum { MOST = 500 };

static struct many {
    int arrays;
    size_t length[MOST], start[MOST], n[MOST];
    uint64_t starts[MOST];
    double *elements[MOST], expected[MOST];
    const void *locals[MOST];
} many;

/* Arrays of many lengths, some of them empty, each cut in another way. */
static void make_arrays(int arrays, size_t longest)
{
    many.arrays = arrays;
    for (int i = 0; i < arrays; i++) {
        many.length[i] = i % 7 == 3 ? 0 : noise(91, 0, i) % longest + 1;
        many.elements[i] = malloc(many.length[i] * sizeof(double) + 1);
        cut_share(many.length[i], i % CUTS, MPI_COMM_WORLD, &many.start[i], &many.n[i]);
        many.starts[i] = many.start[i];
        many.locals[i] = many.n[i] ? many.elements[i] + many.start[i] : NULL;
    }
}

static void fill_arrays(int round)
{
    for (int i = 0; i < many.arrays; i++) {
        for (size_t j = 0; j < many.length[i]; j++)
            many.elements[i][j] = i % 5 ? hostile_double((int)j + round, (i + round) % 5)
                                        : (double)(int64_t)noise(92 + round, i, j) * 0x1p-50;
        many.expected[i] = many.length[i] ? oracle_sum_double(many.elements[i], (int)many.length[i], 1) : 0.0;
    }
}

static void check_results(const double *results, const char *how)
{
    CHECK(memcmp(results, many.expected, many.arrays * sizeof *results) == 0,
          "%d arrays by %s: another result than expected", many.arrays, how);
}

static void free_arrays(void)
{
    for (int i = 0; i < many.arrays; i++)
        free(many.elements[i]);
}

static void check_many(int arrays, size_t longest)
{
    static double results[MOST];
    make_arrays(arrays, longest);
    samebits_plan *plan, *regions;
    CHECK(samebits_plan_arrays(arrays, many.n, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD, &plan) == MPI_SUCCESS,
          "%s", samebits_error_message());
    CHECK(samebits_plan_regions(arrays, many.starts, many.n, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD, &regions) ==
              MPI_SUCCESS,
          "%s", samebits_error_message());
    for (int round = 0; round < 3; round++) {
        fill_arrays(round);
        memset(results, 0x77, sizeof results);
        samebits_allreduce_arrays(arrays, many.locals, many.n, results, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
        check_results(results, "samebits_allreduce_arrays");
        memset(results, 0x77, sizeof results);
        samebits_plan_allreduce(plan, many.locals, results);
        check_results(results, "samebits_plan_allreduce");
        memset(results, 0x77, sizeof results);
        samebits_plan_allreduce(regions, many.locals, results);
        check_results(results, "samebits_plan_allreduce of regions");
        for (int root = 0; root < ranks; root++) {
            double *out = rank == root ? results : NULL;
            memset(results, 0x77, sizeof results);
            samebits_reduce_arrays(arrays, many.locals, many.n, out, MPI_DOUBLE, MPI_SUM, root,
                                   MPI_COMM_WORLD);
            if (out)
                check_results(results, "samebits_reduce_arrays");
            memset(results, 0x77, sizeof results);
            samebits_plan_reduce(root % 2 ? plan : regions, many.locals, out, root);
            if (out)
                check_results(results, "samebits_plan_reduce");
        }
    }
    samebits_plan_free(&plan);
    samebits_plan_free(&regions);
    CHECK(plan == NULL && samebits_plan_free(&plan) == MPI_SUCCESS, "samebits_plan_free");
    free_arrays();
}

/* Plans of one program live side by side, on communicators of their own, and keep to what
 * was chosen when they were made. */
static void check_side_by_side(void)
{
    double x[3] = {1, 0x1p-53, 0x1p-53}, exact, by_tree;
    MPI_Comm comms[2];
    samebits_plan *plans[2];
    size_t n = rank == ranks - 1 ? 3 : 0;
    const void *local = x;
    for (int i = 0; i < 2; i++) {
        MPI_Comm_split(MPI_COMM_WORLD, 0, i ? -rank : rank, &comms[i]);
        samebits_set(comms[i], "arithmetic", i ? "tree" : "exact");
        samebits_plan_arrays(1, &n, MPI_DOUBLE, MPI_SUM, comms[i], &plans[i]);
        samebits_set(comms[i], "arithmetic", "auto");
    }
    samebits_plan_allreduce(plans[0], &local, &exact);
    samebits_plan_allreduce(plans[1], &local, &by_tree);
    CHECK(exact == 1 + 0x1p-52 && by_tree == 1, "%a and %a", exact, by_tree);
    for (int i = 0; i < 2; i++) {
        samebits_plan_free(&plans[i]);
        MPI_Comm_free(&comms[i]);
    }
}

int main(int argc, char **argv)
{
    start(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    check_many(0, 1);
    check_many(1, 5000);
    check_many(17, 900);
    check_many(MOST, 40);
    check_side_by_side();
    return finish();
}
