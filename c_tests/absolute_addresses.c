/* MPI_BOTTOM with datatypes made of absolute addresses, for a user-defined
 * operator, in MPI_Allreduce and at every root of MPI_Reduce. */
#include "driver.h"

#include <stdlib.h>

/* With MPI_BOTTOM the operator gets addresses of copies in whatever place the
 * MPI library likes: only the offsets between the parts are the datatype's. */
static double *first_part, *second_part;

static MPI_Datatype absolute(double *first, double *second)
{
    int lengths[] = {1, 1};
    MPI_Aint places[2];
    MPI_Datatype type;
    MPI_Get_address(first, &places[0]);
    MPI_Get_address(second, &places[1]);
    MPI_Type_create_hindexed(2, lengths, places, MPI_DOUBLE, &type);
    MPI_Type_commit(&type);
    return type;
}

/* Not commutative: left * 2 + right, on both parts. */
static void twice_and(void *in, void *inout, int *n, MPI_Datatype *type)
{
    (void)type;
    CHECK(*n == 1, "%d elements", *n);
    MPI_Aint first, second;
    MPI_Get_address(first_part, &first);
    MPI_Get_address(second_part, &second);
    double *x = (double *)((char *)in + first), *y = (double *)((char *)inout + first);
    *y = *x * 2 + *y;
    x = (double *)((char *)in + second);
    y = (double *)((char *)inout + second);
    *y = *x * 2 + *y;
}

static double expected(int ranks, double offset)
{
    double value[64];
    for (int i = 0; i < ranks; i++)
        value[i] = i + offset;
    /* The tree, level by level: neighbours meet, one that is left over waits. */
    for (int n = ranks; n > 1; n = (n + 1) / 2)
        for (int i = 0; i < (n + 1) / 2; i++)
            value[i] = 2 * i + 1 < n ? value[2 * i] * 2 + value[2 * i + 1] : value[2 * i];
    return value[0];
}

int main(int argc, char **argv)
{
    start(&argc, &argv);
    int rank, ranks;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    first_part = malloc(sizeof(double));
    second_part = malloc(sizeof(double));
    MPI_Datatype type = absolute(first_part, second_part);
    MPI_Op op;
    MPI_Op_create(twice_and, 0, &op);
    /* MPI_BOTTOM on both sides would alias, so the data are reduced in place. */
    look_at_counters();
    for (int root = -1; root < ranks; root++) {
        *first_part = rank + 0.25;
        *second_part = rank + 100.5;
        if (root < 0)
            MPI_Allreduce(MPI_IN_PLACE, MPI_BOTTOM, 1, type, op, MPI_COMM_WORLD);
        else
            MPI_Reduce(rank == root ? MPI_IN_PLACE : MPI_BOTTOM, MPI_BOTTOM, 1, type, op, root,
                       MPI_COMM_WORLD);
        check_counters(1, 1, "MPI_BOTTOM");
        if ((root < 0 || rank == root) && with_samebits())
            CHECK(*first_part == expected(ranks, 0.25) && *second_part == expected(ranks, 100.5),
                  "root %d: %g and %g, not %g and %g", root, *first_part, *second_part, expected(ranks, 0.25),
                  expected(ranks, 100.5));
    }
    MPI_Op_free(&op);
    MPI_Type_free(&type);
    free(first_part);
    free(second_part);
    return finish();
}
