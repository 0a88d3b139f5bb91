/* Vectors that are long enough for several threads at a rank: the oracle's bits, in the schedules
 * in which much is done in one place; that threads are started there (pthread_create of this
 * program counts), and none for an operator of the program's own, nor where there is to be one
 * only. The ranks have different numbers of threads. */
#define _GNU_SOURCE
#include "driver.h"
#include "level_oracle.h"
#include "oracle.h"
#include "samebits.h"
#include "values.h"

#include <dlfcn.h>
#include <fenv.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static atomic_int created;

int pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*start)(void *),
                   void *argument)
{
    int (*next)(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *);
    *(void **)&next = dlsym(RTLD_NEXT, "pthread_create");
    atomic_fetch_add(&created, 1);
    return next(thread, attributes, start, argument);
}

static void fill_double(void *element, int rank, size_t index)
{
    *(double *)element = hostile_double(rank, index);
}

static void exact_double(void *result, const void *contributions, int ranks)
{
    *(double *)result = oracle_sum_double(contributions, ranks, 1);
}

static void binned_double(void *result, const void *contributions, int ranks)
{
    *(double *)result = oracle_levels_double("binned:3", contributions, ranks, 1, ranks);
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

/* The last one: associative, and not commutative. */
static void take_second(void *in, void *inout, int *n, MPI_Datatype *type)
{
    (void)in, (void)inout, (void)n, (void)type;
}

static void expect_last(void *result, const void *contributions, int ranks)
{
    memcpy(result, (const double *)contributions + ranks - 1, sizeof(double));
}

static void with(const char *name, const char *value)
{
    CHECK(samebits_set(MPI_COMM_WORLD, name, value) == MPI_SUCCESS, "%s=%s is accepted", name, value);
}

/* Checks an operation, and whether this rank starts threads for it. */
static void check_threads(const struct operation *operation, int count, int wanted)
{
    struct operation blocking = *operation;
    blocking.without_requests = 1;
    int before = atomic_load(&created);
    check_operation_on(&blocking, count, MPI_COMM_WORLD);
    int more = atomic_load(&created) - before;
    CHECK(wanted ? more > 0 : more == 0, "%s, %d elements: %d threads were started", operation->name, count,
          more);
}

int main(int argc, char **argv)
{
    setenv("SAMEBITS_UNSUPPORTED", "error", 1);
    start(&argc, &argv);
    int rank, ranks;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    MPI_Op op;
    MPI_Op_create(take_second, 0, &op);
    struct operation exact = {"exact sum", MPI_DOUBLE,   MPI_SUM, sizeof(double),       sizeof(double),
                              fill_double, exact_double, 1,       .without_prefixes = 1};
    struct operation tree = exact, binned = exact, users = exact;
    tree.name = "tree sum";
    tree.expect = tree_double;
    binned.name = "binned sum";
    binned.expect = binned_double;
    binned.by_levels = 1;
    users.name = "user's operator";
    users.op = op;
    users.expect = expect_last;
    /* Half a megabyte of a binned sum has to be folded or merged in one place: a block in
     * `slices`, two contributions to a slice in `halving` and `ring`. That much takes the tree
     * no longer than it takes to start a thread. */
    int block = 70001, slices = 40000 * ranks + 1;
    fesetround(FE_UPWARD);
    with("schedule", "slices");
    with("arithmetic", "binned:3");
    /* What the environment says: SAMEBITS_THREADS, or OMP_NUM_THREADS. */
    int threads = atoi(getenv("TEST_THREADS"));
    check_threads(&binned, block, threads > 1);
    static const char *const schedules[] = {"slices", "halving", "ring"};
    with("block", "4194304");
    for (size_t i = 0; i < sizeof schedules / sizeof *schedules && threads > 1; i++) {
        /* (Of three ranks that halve a vector the second one has handed its own to the first.) */
        int merges = strcmp(schedules[i], "halving") != 0 || ranks != 3 || rank != 1;
        char number[12];
        snprintf(number, sizeof number, "%d", 2 + rank);
        with("schedule", schedules[i]);
        with("threads", number);
        with("arithmetic", "exact");
        check_operation_on(&exact, block, MPI_COMM_WORLD);
        with("arithmetic", "tree");
        check_threads(&tree, slices, 0);
        check_threads(&users, slices, 0);
        with("arithmetic", "binned:3");
        check_threads(&binned, slices, merges);
        if (i == 0) {
            with("threads", "1");
            check_threads(&binned, slices, 0);
        }
    }
    CHECK(fegetround() == FE_UPWARD, "the rounding mode was changed");
    MPI_Op_free(&op);
    return finish();
}
