/* Intercommunicators: each group gets the reduction of the other group's contributions, in the
 * order of that group's ranks, with the bits that these ranks would get by themselves. In
 * MPI_Reduce the arguments of the root's neighbours mean nothing. */
#include "datatypes.h"
#include "driver.h"
#include "groups.h"
#include "intercomm.h"
#include "maps.h"
#include "oracle.h"
#include "values.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- every predefined operator on every predefined datatype --- */

static void check_pairs(void)
{
    int size;
    for (size_t i = 0; i < datatypes_length; i++) {
        const struct datatype *datatype = &datatypes[i];
        if (datatype->type == MPI_DATATYPE_NULL || MPI_Type_size(datatype->type, &size) || size == 0)
            continue; /* this MPI has a name for it only */
        const struct element element = datatype->element;
        for (int operator_kind = 0; operator_kind < OPERATORS; operator_kind++) {
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
            const struct operation operation = operation_on(name, datatype->type, &element, operator_kind);
            check_intercomm(&operation, 13);
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
    const struct operation operations[] = {{"maps", MPI_2INT, compose, 8, 8, fill_maps, expect_maps, 1, 0, 0},
                                           {"gaps", gappy, mix, 32, 32, gappy_fill, gappy_expect, 1, 0, 0}};
    const int counts[] = {0, 1, 7, 10000};
    for (int i = 0; i < 2; i++)
        for (int k = 0; k < (longest ? 4 : 3); k++)
            check_intercomm(&operations[i], counts[k]);
    MPI_Op_free(&compose);
    MPI_Op_free(&mix);
    MPI_Type_free(&gappy);
    MPI_Type_free(&bare);
}

/* --- long vectors --- */

static void fill_double(void *to, int of, size_t index) { *(double *)to = hostile_double(of, index); }

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
            check_intercomm(&operations[i], counts[k]);
}

/* --- what MPI does not define there it rejects in its own words --- */

static void check_rejected(void)
{
    double x = 1, y = 1;
    int ours, theirs;
#define SAME_ERROR(call, ...)                                                  \
    do {                                                                       \
        MPI_Error_class(P##call(__VA_ARGS__), &theirs);                        \
        look_at_counters();                                                    \
        MPI_Error_class(call(__VA_ARGS__), &ours);                             \
        check_counters(1, 0, #call);                                           \
        CHECK(theirs != MPI_SUCCESS, #call " is no error");                    \
        CHECK(ours == theirs, #call ": error class %d, not %d", ours, theirs); \
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
    int ranks = start_for_groups(&argc, &argv);
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
        check_intercomm(&sum, 7);
        MPI_Comm_free(&comm);
    }
    return finish();
}
