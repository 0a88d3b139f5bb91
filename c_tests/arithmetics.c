/* Each arithmetic, set on a communicator: the sums that it decides, by every call, blocking,
 * nonblocking and persistent, in place and not, with the oracle's bits; what it does not decide has
 * the bits that it has with every other one; and `native` leaves all of it to the MPI library. By a
 * request contributions come together in memory that the ranks share, once the communicator has it,
 * and by messages on one that is to have none. (Between two groups: sum.c.) */
#include "by_request.h"
#include "datatypes.h"
#include "maps.h"
#include "oracle.h"
#include "samebits.h"
#include "sums.h"

#include <stdio.h>
#include <string.h>

static const char *const arithmetics[] = {"exact",         "tree",          "prerounded:1",  "prerounded:2",
                                          "prerounded:3",  "prerounded:4",  "prerounded2:1", "prerounded2:2",
                                          "prerounded2:3", "prerounded2:4", "binned:2",      "binned:3",
                                          "binned:4"};

static void with(MPI_Comm comm, const char *name, const char *value)
{
    CHECK(samebits_set(comm, name, value) == MPI_SUCCESS, "%s=%s is accepted", name, value);
}

/* --- what no arithmetic decides --- */

static void fill_maps(void *to, int rank, size_t index) { fill_map(to, 7, rank, index); }

static void expect_maps(void *result, const void *contributions, int ranks)
{
    oracle_tree(result, contributions, ranks, sizeof(struct map), compose_maps);
}

static void check_other(MPI_Datatype type, enum shape shape, enum number value, int kind)
{
    static const double send[8];
    static double recv[8];
    const struct element element = {shape, value, INT32};
    if (PMPI_Reduce_local(send, recv, 0, type, operators[kind].op) != MPI_SUCCESS)
        return; /* this MPI does not have it */
    const struct operation operation = operation_on(operators[kind].name, type, &element, kind);
    check_operation_on(&operation, 13, MPI_COMM_WORLD);
}

static void check_others(MPI_Op compose)
{
    const struct operation maps = {"maps",    MPI_2INT,    compose, sizeof(struct map), sizeof(struct map),
                                   fill_maps, expect_maps, 1};
    check_operation_on(&maps, 13, MPI_COMM_WORLD);
    check_other(MPI_DOUBLE, REAL, DOUBLE, PROD);
    check_other(MPI_C_FLOAT_COMPLEX, COMPLEX, FLOAT, PROD);
    check_other(MPI_FLOAT, REAL, FLOAT, MAX);
    check_other(MPI_DOUBLE_INT, PAIR, DOUBLE, MINLOC);
    check_other(MPI_LONG_DOUBLE, REAL, LONG_DOUBLE, SUM);
    check_other(MPI_C_LONG_DOUBLE_COMPLEX, COMPLEX, LONG_DOUBLE, SUM);
}

/* --- `native` --- */

static void check_native(void)
{
    int rank, ranks, counts[16];
    double ones[16], sums[16];
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    with(MPI_COMM_WORLD, "arithmetic", "native");
    for (int i = 0; i < 16; i++)
        counts[i] = ones[i] = 1;
    /* (The MPI libraries' own persistent ones do not all work.) */
    for (enum way way = BLOCKING; way <= NONBLOCKING; way++)
        for (int root = 0; root >= -5; root--) {
            MPI_Request request = MPI_REQUEST_NULL;
            look_at_counters();
            int code = call_by_name(ones, sums, 1, root == -3 ? counts : NULL, NULL, MPI_DOUBLE, MPI_SUM,
                                    root, MPI_COMM_WORLD, way, 0, &request);
            MPI_Wait(&request, MPI_STATUS_IGNORE);
            CHECK(code == MPI_SUCCESS, "native, call %d: error %d", -root, code);
            check_counters(1, 0, "native");
            int gets = root == 0 ? rank == 0 : root == -5 ? rank > 0 : 1;
            int of = root == -4 ? rank + 1 : root == -5 ? rank : ranks;
            CHECK(!gets || sums[0] == of, "native, call %d: %g", -root, sums[0]);
        }
    with(MPI_COMM_WORLD, "arithmetic", "");
}

int main(int argc, char **argv)
{
    start(&argc, &argv);
    MPI_Op compose;
    MPI_Op_create(map_operator, 0, &compose);
    MPI_Comm messages;
    MPI_Comm_dup(MPI_COMM_WORLD, &messages);
    /* From the first reduction on: a communicator that has the memory keeps it. */
    with(messages, "schedule", "gather");
    /* So often that a persistent one gets memory, too. */
    persistent_starts = 6;
    for (size_t a = 0; a < sizeof arithmetics / sizeof *arithmetics; a++) {
        struct operation sums[SUMS];
        make_sums(sums, arithmetics[a]);
        with(MPI_COMM_WORLD, "arithmetic", arithmetics[a]);
        with(messages, "arithmetic", arithmetics[a]);
        for (int i = 0; i < SUMS; i++) {
            check_operation_on(&sums[i], 13, MPI_COMM_WORLD);
            check_operation_on(&sums[i], 777, MPI_COMM_WORLD);
            check_operation_on(&sums[i], 1, messages);
            check_operation_on(&sums[i], 13, messages);
        }
        check_others(compose);
    }
    persistent_starts = 2;
    MPI_Comm_free(&messages);
    check_native();
    MPI_Op_free(&compose);
    return finish();
}
