/* Intercommunicators: each group gets the reduction of the other group's contributions, in the
 * order of that group's ranks, with the bits that these ranks would get by themselves. In
 * MPI_Reduce the arguments of the root's neighbours mean nothing. */
#include "by_request.h"
#include "datatypes.h"
#include "driver.h"
#include "groups.h"
#include "maps.h"
#include "oracle.h"
#include "values.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What a rank of a group contributes. */
static void fill(const struct operation *operation, void *element, int of_side, int of, size_t index)
{
    operation->fill(element, of + 40 * of_side, index);
}

static void compare(const struct operation *operation, const char *call, const unsigned char *got,
                    const unsigned char *want, int n, int total)
{
    size_t size = operation->size;
    for (int i = 0; i < n && with_samebits(); i++)
        CHECK(memcmp(got + i * size, want + i * size, operation->significant) == 0,
              "%s, %s between %d and %d ranks, %d elements: element %d is wrong", operation->name,
              call, local, remote, total, i);
    for (size_t i = n * size; i < (total + 1) * size; i++)
        if (got[i] != 0xee)
            CHECK(0, "%s, %s: byte %zu behind the result was written", operation->name, call, i);
}

static void reduce_to(const struct operation *operation, enum way way, int count, int root_side,
                      int root, const unsigned char *send, unsigned char *recv,
                      const unsigned char *want)
{
    const char *call = name_between(TO_ROOT, way);
    int bystander = side == root_side && rank != root;
    int says_nothing = bystander && root % 2 == 0; /* what this rank says means nothing */
    size_t bytes = (count + 1) * operation->size;
    MPI_Datatype type = operation->type;
    MPI_Op op = operation->op;
    look_at_counters();
    int code;
    if (says_nothing)
        code = reduce_between(TO_ROOT, way, NULL, NULL, 0, 0, NULL, MPI_INT, MPI_MAX, MPI_PROC_NULL);
    else if (side == root_side) /* where MPICH 4.0 by itself does not take a null contribution */
        code = reduce_between(TO_ROOT, way, operation->reproduced ? NULL : send,
                              bystander ? NULL : recv, bytes, count, NULL, type, op,
                              bystander ? MPI_PROC_NULL : MPI_ROOT);
    else
        code = reduce_between(TO_ROOT, way, send, NULL, 0, count, NULL, type, op, root);
    CHECK(code == MPI_SUCCESS, "%s, %s: error %d", operation->name, call, code);
    int knows = way == BLOCKING || !says_nothing;
    check_counters(1, count > 0 && operation->reproduced && knows, call);
    int gets = side == root_side && !bystander;
    compare(operation, call, recv, want, gets ? count : 0, count);
}

/* By every call, in one way. The count is one that both groups can divide evenly, `odd` any. */
static void check_way(const struct operation *operation, enum way way, int odd,
                      const unsigned char *send, unsigned char *recv, const unsigned char *want)
{
    int most = odd * local * remote;
    size_t size = operation->size, bytes = (most + 1) * size;
    int *counts = malloc(local * sizeof *counts);
    for (int r = 0; r < local; r++)
        counts[r] = start_of_block(r + 1, local, odd) - start_of_block(r, local, odd);
    int start = start_of_block(rank, local, odd), own = counts[rank];
    int ours = odd > 0 && operation->reproduced;
    MPI_Datatype type = operation->type;
    MPI_Op op = operation->op;

    memset(recv, 0xee, bytes);
    look_at_counters();
    const char *call = name_between(TO_ALL, way);
    int code = reduce_between(TO_ALL, way, send, recv, bytes, odd, NULL, type, op, 0);
    CHECK(code == MPI_SUCCESS, "%s, %s: error %d", operation->name, call, code);
    check_counters(1, ours, call);
    compare(operation, call, recv, want, odd, odd);

    memset(recv, 0xee, bytes);
    int block = most / local;
    call = name_between(IN_BLOCKS, way);
    code = reduce_between(IN_BLOCKS, way, send, recv, bytes, block, NULL, type, op, 0);
    CHECK(code == MPI_SUCCESS, "%s, %s: error %d", operation->name, call, code);
    check_counters(1, ours, call);
    compare(operation, call, recv, want + rank * block * size, block, most);

    memset(recv, 0xee, bytes);
    call = name_between(IN_SOME_BLOCKS, way);
    code = reduce_between(IN_SOME_BLOCKS, way, send, own || !ours ? recv : NULL, bytes, 0, counts,
                          type, op, 0);
    CHECK(code == MPI_SUCCESS, "%s, %s: error %d", operation->name, call, code);
    check_counters(1, ours, call);
    compare(operation, call, recv, want + start * size, own, odd);
    /* MPI forbids this, but these libraries take it, and other ranks do not know of it. */
    if (ours && way != PERSISTENT) {
        if (rank == 0)
            memcpy(recv, send, odd * size);
        code = reduce_between(IN_SOME_BLOCKS, way, rank == 0 ? recv : send, recv, bytes, 0, counts,
                              type, op, 0);
        CHECK(code == MPI_SUCCESS, "%s, aliased blocks: error %d", operation->name, code);
        check_counters(1, 1, "aliased blocks");
        for (int i = 0; i < own && with_samebits(); i++)
            CHECK(memcmp(recv + i * size, want + (start + i) * size, operation->significant) == 0,
                  "%s, aliased blocks: element %d is wrong", operation->name, i);
    }
    free(counts);
    for (int root_side = 0; root_side < 2; root_side++)
        for (int root = 0; root < (root_side == side ? local : remote); root++) {
            memset(recv, 0xee, bytes);
            reduce_to(operation, way, odd, root_side, root, send, recv, want);
        }
}

/* By every call. */
static void check_count(const struct operation *operation, int odd)
{
    int most = odd * local * remote;
    size_t size = operation->size, bytes = (most + 1) * size;
    unsigned char *send = calloc(most + 1, size), *recv = malloc(bytes);
    unsigned char *want = calloc(most + 1, size), *column = calloc(remote, size);
    enum { PERIOD = 8191 };
    for (int i = 0; i < most; i++) {
        if (i >= PERIOD) {
            memcpy(send + i * size, send + (i - PERIOD) * size, size);
            memcpy(want + i * size, want + (i - PERIOD) * size, size);
            continue;
        }
        fill(operation, send + i * size, side, rank, i);
        memset(column, 0, remote * size);
        for (int r = 0; r < remote; r++)
            fill(operation, column + r * size, !side, r, i);
        operation->expect(want + i * size, column, remote);
    }
    check_way(operation, BLOCKING, odd, send, recv, want);
    /* What the MPI libraries' own ones do is not ours to test. */
    if (with_samebits() && operation->reproduced && odd > 0) {
        check_way(operation, NONBLOCKING, odd, send, recv, want);
        check_way(operation, PERSISTENT, odd, send, recv, want);
    }
    free(send);
    free(recv);
    free(want);
    free(column);
}

/* --- every predefined operator on every predefined datatype --- */

static struct element element;
static int operator_kind;

static void fill_pair(void *to, int of, size_t index)
{
    fill_element(&element, operator_kind, to, of, index);
}

static void expect_pair(void *result, const void *contributions, int n)
{
    reduce_elements(&element, operator_kind, result, contributions, n);
}

static void check_pairs(void)
{
    int size;
    for (size_t i = 0; i < datatypes_length; i++) {
        const struct datatype *datatype = &datatypes[i];
        if (datatype->type == MPI_DATATYPE_NULL || MPI_Type_size(datatype->type, &size) || size == 0)
            continue; /* this MPI has a name for it only */
        element = datatype->element;
        for (operator_kind = 0; operator_kind < OPERATORS; operator_kind++) {
            MPI_Op op = operators[operator_kind].op;
            double send, recv;
            /* Whether this MPI has it at all. */
            if (!is_defined(&element, operator_kind) ||
                PMPI_Reduce_local(&send, &recv, 0, datatype->type, op) != MPI_SUCCESS)
                continue;
            if (!is_floating(&element) && operator_kind != SUM)
                continue; /* left to the MPI library */
            char name[100];
            snprintf(name, sizeof name, "%s on %s", operators[operator_kind].name, datatype->name);
            const struct operation operation = {
                name, datatype->type, op, element_size(&element), element_data(&element),
                fill_pair, expect_pair, is_floating(&element), 0, 0};
            check_count(&operation, 13);
        }
    }
}

/* --- operators of the user's --- */

static void fill_maps(void *to, int of, size_t index) { fill_map(to, 3, of, index); }

static void expect_maps(void *result, const void *contributions, int ranks)
{
    oracle_tree(result, contributions, ranks, sizeof(struct map), compose_maps);
}

/* Two doubles with a gap between and behind them, whose results depend on the order. */
struct gappy {
    double a, gap, b, behind;
};

static void gappy_combine(void *result, const void *left, const void *right)
{
    const struct gappy *x = left, *y = right;
    struct gappy *to = result;
    double a = x->a * 0.75 + y->a, b = x->b - y->b;
    to->a = a;
    to->b = b;
}

static void gappy_operator(void *in, void *inout, int *n, MPI_Datatype *type)
{
    (void)type;
    for (int i = 0; i < *n; i++)
        gappy_combine((struct gappy *)inout + i, (struct gappy *)in + i, (struct gappy *)inout + i);
}

static void gappy_fill(void *to, int of, size_t index)
{
    struct gappy *x = to;
    x->a = (double)(noise(70, of, index) >> 11);
    x->b = (double)(noise(71, of, index) >> 11);
    /* As the receive buffer is filled, which keeps its gaps. */
    memset(&x->gap, 0xee, sizeof x->gap);
    memset(&x->behind, 0xee, sizeof x->behind);
}

static void gappy_expect(void *result, const void *contributions, int ranks)
{
    memset(result, 0xee, sizeof(struct gappy));
    struct gappy tree;
    memcpy(&tree, contributions, sizeof tree);
    oracle_tree(&tree, contributions, ranks, sizeof tree, gappy_combine);
    ((struct gappy *)result)->a = tree.a;
    ((struct gappy *)result)->b = tree.b;
}

static void check_user(int longest)
{
    MPI_Datatype bare, gappy;
    MPI_Op compose, mix;
    MPI_Type_vector(2, 1, 2, MPI_DOUBLE, &bare);
    MPI_Type_create_resized(bare, 0, sizeof(struct gappy), &gappy);
    MPI_Type_commit(&gappy);
    MPI_Op_create(map_operator, 0, &compose);
    MPI_Op_create(gappy_operator, 0, &mix);
    const struct operation operations[] = {
        {"maps", MPI_2INT, compose, 8, 8, fill_maps, expect_maps, 1, 0, 0},
        {"gaps", gappy, mix, 32, 32, gappy_fill, gappy_expect, 1, 0, 0}};
    const int counts[] = {0, 1, 7, 10000};
    for (int i = 0; i < 2; i++)
        for (int k = 0; k < (longest ? 4 : 3); k++)
            check_count(&operations[i], counts[k]);
    MPI_Op_free(&compose);
    MPI_Op_free(&mix);
    MPI_Type_free(&gappy);
    MPI_Type_free(&bare);
}

/* --- long vectors --- */

static void fill_double(void *to, int of, size_t index)
{
    *(double *)to = hostile_double(of, index);
}

static void multiply(void *result, const void *left, const void *right)
{
    *(double *)result = *(const double *)left * *(const double *)right;
}

static void expect_product(void *result, const void *contributions, int ranks)
{
    oracle_tree(result, contributions, ranks, sizeof(double), multiply);
    *(double *)result = canonical_double(*(double *)result);
}

static void expect_sum(void *result, const void *contributions, int ranks)
{
    *(double *)result = oracle_sum_double(contributions, ranks, 1);
}

static void check_long(int longest)
{
    const struct operation operations[] = {
        {"product", MPI_DOUBLE, MPI_PROD, 8, 8, fill_double, expect_product, 1, 0, 0},
        {"sum", MPI_DOUBLE, MPI_SUM, 8, 8, fill_double, expect_sum, 1, 0, 0}};
    /* The last in several blocks between any groups. */
    const int counts[] = {0, 1, 7, 10000, 140001};
    for (int i = 0; i < 2; i++)
        for (int k = 0; k < (longest ? 5 : 3); k++)
            check_count(&operations[i], counts[k]);
}

/* --- what MPI does not define there it rejects in its own words --- */

static void check_rejected(void)
{
    double x = 1, y = 1;
    int ours, theirs;
#define SAME_ERROR(call, ...)                                                              \
    do {                                                                                   \
        MPI_Error_class(P##call(__VA_ARGS__), &theirs);                                    \
        look_at_counters();                                                                \
        MPI_Error_class(call(__VA_ARGS__), &ours);                                         \
        check_counters(1, 0, #call);                                                       \
        CHECK(theirs != MPI_SUCCESS, #call " is no error");                                \
        CHECK(ours == theirs, #call ": error class %d, not %d", ours, theirs);             \
    } while (0)
    SAME_ERROR(MPI_Scan, &x, &y, 1, MPI_DOUBLE, MPI_SUM, comm);
#ifndef OPEN_MPI /* 4.1 crashes by itself */
    SAME_ERROR(MPI_Exscan, &x, &y, 1, MPI_DOUBLE, MPI_SUM, comm);
#endif
    SAME_ERROR(MPI_Reduce, &x, &y, 1, MPI_DOUBLE, MPI_SUM, remote, comm);
    SAME_ERROR(MPI_Reduce, &x, &y, 1, MPI_DOUBLE, MPI_SUM, MPI_UNDEFINED, comm);
    SAME_ERROR(MPI_Allreduce, &x, &y, 1, MPI_DOUBLE, MPI_BAND, comm);
    SAME_ERROR(MPI_Allreduce, &x, &y, 1, MPI_DOUBLE, MPI_OP_NULL, comm);
    SAME_ERROR(MPI_Allreduce, &x, MPI_IN_PLACE, 1, MPI_DOUBLE, MPI_SUM, comm);
    SAME_ERROR(MPI_Allreduce, MPI_IN_PLACE, &y, 1, MPI_DOUBLE, MPI_SUM, comm);
}

int main(int argc, char **argv)
{
    start(&argc, &argv);
    int ranks;
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    if (ranks == 1)
        return skip("there is one group only");
    /* Errors in Open MPI's calls without a valid communicator. */
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    for (int first = 1; first < ranks; first++) {
        make_groups(first, first % 2 == 0);
        int some = first == 1 || first == ranks - 1;
        check_rejected();
        check_long(some);
        check_user(some);
        if (some && ranks <= 4)
            check_pairs();
        MPI_Comm_free(&comm);
    }
    /* A reduction to a root as the first one, in which nobody knows what its neighbours know. */
    const struct operation sum = {"sum", MPI_DOUBLE, MPI_SUM, 8, 8, fill_double, expect_sum, 1, 0, 0};
    for (int reversed = 0; reversed < 2; reversed++) {
        make_groups(0, reversed);
        double one = 1, total = -1;
        int root = side == 0 ? (rank == 0 ? MPI_ROOT : MPI_PROC_NULL) : 0;
        look_at_counters();
        if (root == MPI_PROC_NULL)
            MPI_Reduce(NULL, NULL, 0, MPI_INT, MPI_MAX, root, comm);
        else
            MPI_Reduce(&one, &total, 1, MPI_DOUBLE, MPI_SUM, root, comm);
        check_counters(1, 1, "the first reduction");
        CHECK(total == (root == MPI_ROOT ? remote : -1), "the first reduction: %g", total);
        check_count(&sum, 7);
        MPI_Comm_free(&comm);
    }
    return finish();
}
