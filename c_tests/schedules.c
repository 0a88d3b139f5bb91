/* Every schedule gives the oracle's bits, with operators that commute and one that does not,
 * for vectors within a block, around the edges of blocks, and over many of them; and those
 * that send messages do with sparse vectors, packed in each way, in blocks of an odd length
 * and with several threads. The schedules are chosen for a communicator, one after the other,
 * so that one launch tests them all; and none of them is passed over: SAMEBITS_UNSUPPORTED
 * is `error`, and those that cannot serve are named here.
 *
 * TEST_SCHEDULE in the environment is the only one to be tested. TEST_SAMPLE asks for a part of
 * all this: where ranks that outnumber the cores wait long for each other. */
#include "driver.h"
#include "maps.h"
#include "oracle.h"
#include "samebits.h"
#include "values.h"

#include <stdlib.h>
#include <string.h>

static void fill_double(void *element, int rank, size_t index)
{
    *(double *)element = hostile_double(rank, index);
}

/* Most elements are zero, all of their bits, on most ranks. */
static void fill_sparse(void *element, int rank, size_t index)
{
    double zero = 0;
    fill_double(element, rank, index);
    if (noise(8, rank, index) % 16)
        *(double *)element = zero;
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

static void fill_maps(void *element, int rank, size_t index) { fill_map(element, 7, rank, index); }

static void expect_map(void *result, const void *contributions, int ranks)
{
    oracle_tree(result, contributions, ranks, sizeof(struct map), compose_maps);
}

static void with(const char *name, const char *value)
{
    CHECK(samebits_set(MPI_COMM_WORLD, name, value) == MPI_SUCCESS, "%s=%s is accepted", name, value);
}

/* A schedule, and whether it is one of messages between two ranks. */
struct schedule {
    const char *name;
    int messages;
};

static const struct schedule schedules[] = {
#define SCHEDULE(name, messages) {#name, messages},
#include "schedule_table.h"
#undef SCHEDULE
    {"fnomial:2", 1},
    {"fnomial:3", 1},
};
enum { SCHEDULES = sizeof schedules / sizeof *schedules };

/* The vectors of an operation. */
enum { COUNTS = 5 };
static const int counts[COUNTS] = {1, 7, 8192, 8193, 40001};

static void make_vectors(struct vector *vectors[COUNTS], const struct operation *operation)
{
    for (int c = 0; c < COUNTS; c++)
        vectors[c] = make_vector(operation, counts[c], MPI_COMM_WORLD);
}

static void free_vectors(struct vector *vectors[COUNTS])
{
    for (int c = 0; c < COUNTS; c++)
        free_vector(vectors[c]);
}

/* Whether the schedule is left out: TEST_SCHEDULE names the only one. */
static int left_out(const struct schedule *schedule)
{
    const char *only = getenv("TEST_SCHEDULE");
    return only && strcmp(schedule->name, only) != 0;
}

/* On every schedule; `exchange` and `offload` if these take the operation. */
static void check_all(struct vector *vectors[COUNTS], int exchange, int offload, int sample)
{
    int ranks;
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    for (int s = 0; s < SCHEDULES; s++) {
        const struct schedule *schedule = &schedules[s];
        int served = strcmp(schedule->name, "exchange") == 0 ? ranks == 2 && exchange
            : strcmp(schedule->name, "offload") == 0         ? offload
                                                             : 1;
        if (!served || left_out(schedule))
            continue;
        with("schedule", schedule->name);
        for (int c = 0; c < COUNTS; c++)
            if (!sample || c == 1 || c == 3)
                check_vector(vectors[c]);
    }
}

/* Sparse vectors, packed in some of the ways. (`node` sends messages where there are several
 * nodes, and is then the only one.) */
static void check_packed(struct vector *vectors[COUNTS], const char *const packings[])
{
    with("block", "12345");
    with("threads", "3");
    for (int s = 0; s < SCHEDULES; s++) {
        const char *name = schedules[s].name;
        int node = strcmp(name, "node") == 0 && getenv("TEST_SCHEDULE");
        if (left_out(&schedules[s]) || strchr(name, ':') || !(schedules[s].messages || node))
            continue;
        with("schedule", name);
        for (int i = 0; packings[i]; i++) {
            with("compress", packings[i]);
            check_vector(vectors[i == 0 ? 4 : 3]);
        }
    }
    with("compress", "");
    with("threads", "");
    with("block", "");
}

int main(int argc, char **argv)
{
    setenv("SAMEBITS_UNSUPPORTED", "error", 1);
    start(&argc, &argv);
    int sample = getenv("TEST_SAMPLE") != NULL;
    MPI_Op op;
    MPI_Op_create(map_operator, 0, &op);
    struct operation exact = {"exact sum",    MPI_DOUBLE,  MPI_SUM,      sizeof(double),
                              sizeof(double), fill_double, exact_double, 1};
    struct operation map = {"map",     MPI_2INT,   op, sizeof(struct map), sizeof(struct map),
                            fill_maps, expect_map, 1};
    struct operation tree = exact, sparse_exact = exact, sparse_tree = exact;
    tree.name = "tree sum", tree.expect = tree_double;
    sparse_exact.name = "sparse exact sum", sparse_exact.fill = fill_sparse;
    sparse_tree.name = "sparse tree sum", sparse_tree.fill = fill_sparse;
    sparse_tree.expect = tree_double;
    struct vector *vectors[COUNTS];
    const struct {
        const struct operation *operation;
        const char *arithmetic, *packings[4];
    } all[] = {{&exact, "exact", {NULL}},
               {&tree, "tree", {NULL}},
               {&map, "tree", {NULL}},
               {&sparse_exact, "exact", {"bits", "idx", "auto", NULL}},
               {&sparse_tree, "tree", {"idx", NULL}}};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        const struct operation *operation = all[i].operation;
        if (sample && operation != &exact && operation != &sparse_tree)
            continue;
        with("arithmetic", all[i].arithmetic);
        make_vectors(vectors, operation);
        if (all[i].packings[0])
            check_packed(vectors, all[i].packings);
        else
            check_all(vectors, operation != &map, operation == &exact, sample);
        free_vectors(vectors);
    }
    with("schedule", "auto");
    MPI_Op_free(&op);
    return finish();
}
