/* User-defined operators: always the binary tree over the ranks, the left operand
 * that of the lower ranks; what they return is never touched; they run in the
 * caller's floating-point environment; gaps in a derived datatype stay as they are. */
#include "driver.h"
#include "oracle.h"
#include "values.h"

#include <fenv.h>
#include <math.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

/* --- 2x2 matrices, which do not commute --- */

static void multiply_matrices(double *to, const double *x, const double *y)
{
    double product[4];
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 2; j++)
            product[2 * i + j] = x[2 * i] * y[j] + x[2 * i + 1] * y[2 + j];
    memcpy(to, product, sizeof product);
}

static void matrix_operator(void *in, void *inout, int *n, MPI_Datatype *type)
{
    (void)type;
    for (int i = 0; i < *n; i++)
        multiply_matrices((double *)inout + 4 * i, (double *)in + 4 * i, (double *)inout + 4 * i);
}

static void matrix_combine(void *result, const void *left, const void *right)
{
    multiply_matrices(result, left, right);
}

static void matrix_fill(void *element, int rank, size_t index)
{
    for (int i = 0; i < 4; i++)
        ((double *)element)[i] = 0.5 + (double)(noise(50 + i, rank, index) >> 11) * 0x1p-53;
}

static void matrix_expect(void *result, const void *contributions, int ranks)
{
    oracle_tree(result, contributions, ranks, 4 * sizeof(double), matrix_combine);
}

/* --- a float operator that marks its result with the payload of a NaN --- */

static float payload(uint32_t bits)
{
    float number;
    bits |= 0xffc00000u;
    memcpy(&number, &bits, 4);
    return number;
}

static uint32_t payload_of(float number)
{
    uint32_t bits;
    memcpy(&bits, &number, 4);
    return bits & 0xfffff;
}

/* Depends on the shape of the tree: the payloads are mixed unevenly. */
static void nan_combine(void *result, const void *left, const void *right)
{
    float mixed =
        payload((payload_of(*(const float *)left) * 5 + payload_of(*(const float *)right)) & 0xfffff);
    memcpy(result, &mixed, 4);
}

static void nan_operator(void *in, void *inout, int *n, MPI_Datatype *type)
{
    (void)type;
    for (int i = 0; i < *n; i++) {
        float mixed;
        nan_combine(&mixed, (float *)in + i, (float *)inout + i);
        memcpy((float *)inout + i, &mixed, 4);
    }
}

static void nan_fill(void *element, int rank, size_t index)
{
    float number = payload((uint32_t)noise(60, rank, index) & 0xfffff);
    memcpy(element, &number, 4);
}

static void nan_expect(void *result, const void *contributions, int ranks)
{
    oracle_tree(result, contributions, ranks, 4, nan_combine);
}

/* --- elements that are aligned to 16 bytes, as some types have to be; an operator that commutes --- */

struct wide {
    _Alignas(16) double a;
    double b;
};

static void wide_combine(void *result, const void *left, const void *right)
{
    const struct wide *x = left, *y = right;
    *(struct wide *)result = (struct wide){x->a + y->a, x->b + y->b};
}

static void wide_operator(void *in, void *inout, int *n, MPI_Datatype *type)
{
    (void)type;
    CHECK((uintptr_t)in % 16 == 0 && (uintptr_t)inout % 16 == 0, "operands at %p and %p", in, inout);
    for (int i = 0; i < *n; i++)
        wide_combine((struct wide *)inout + i, (struct wide *)in + i, (struct wide *)inout + i);
}

static void wide_fill(void *element, int rank, size_t index)
{
    ((struct wide *)element)->a = hostile_double(rank, index % 7);
    ((struct wide *)element)->b = (double)(noise(80, rank, index) >> 9);
}

static void wide_expect(void *result, const void *contributions, int ranks)
{
    oracle_tree(result, contributions, ranks, sizeof(struct wide), wide_combine);
}

/* --- a derived datatype with a gap in the middle and a lower bound --- */

struct gappy {
    char before[8];
    double a;
    char gap[8];
    float b;
    char after[4];
};

static void gappy_operator(void *in, void *inout, int *n, MPI_Datatype *type)
{
    MPI_Aint lower, extent;
    MPI_Type_get_extent(*type, &lower, &extent);
    CHECK(extent == sizeof(struct gappy), "the operator's datatype has extent %ld", (long)extent);
    for (int i = 0; i < *n; i++) {
        struct gappy *x = (struct gappy *)in + i, *y = (struct gappy *)inout + i;
        y->a = x->a * 0.75 + y->a;
        y->b = x->b - y->b;
    }
}

static void gappy_combine(void *result, const void *left, const void *right)
{
    const struct gappy *x = left, *y = right;
    ((struct gappy *)result)->a = x->a * 0.75 + y->a;
    ((struct gappy *)result)->b = x->b - y->b;
}

static void check_gappy(int count)
{
    enum { MOST = 5000 };
    static struct gappy send[MOST], recv[MOST], column[64], want;
    int rank, ranks;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    int lengths[] = {1, 1};
    MPI_Aint places[] = {offsetof(struct gappy, a), offsetof(struct gappy, b)};
    MPI_Datatype parts[] = {MPI_DOUBLE, MPI_FLOAT}, bare, type;
    MPI_Type_create_struct(2, lengths, places, parts, &bare);
    MPI_Type_create_resized(bare, 0, sizeof(struct gappy), &type);
    MPI_Type_commit(&type);
    MPI_Op op;
    MPI_Op_create(gappy_operator, 0, &op);
    memset(send, 0x11, sizeof send);
    memset(recv, 0x77, sizeof recv);
    for (int i = 0; i < count; i++) {
        send[i].a = hostile_double(rank, i % 3);
        send[i].b = (float)(noise(70, rank, i) >> 40);
    }
    look_at_counters();
    MPI_Allreduce(send, recv, count, type, op, MPI_COMM_WORLD);
    check_counters(1, 1, "a derived datatype with gaps");
    for (int i = 0; i < count; i++) {
        for (int r = 0; r < ranks; r++) {
            column[r].a = hostile_double(r, i % 3);
            column[r].b = (float)(noise(70, r, i) >> 40);
        }
        oracle_tree(&want, column, ranks, sizeof want, gappy_combine);
        if (with_samebits())
            CHECK(recv[i].a == want.a && recv[i].b == want.b, "gappy element %d of %d", i, count);
        for (size_t j = 0; j < 8; j++)
            CHECK(recv[i].before[j] == 0x77 && recv[i].gap[j] == 0x77 && recv[i].after[j % 4] == 0x77,
                  "a gap of element %d was written", i);
    }
    MPI_Op_free(&op);
    MPI_Type_free(&bare);
    MPI_Type_free(&type);
}

/* --- the caller's environment --- */

static int seen_mode = -1;

static void mode_operator(void *in, void *inout, int *n, MPI_Datatype *type)
{
    (void)type;
    seen_mode = fegetround();
    for (int i = 0; i < *n; i++)
        ((double *)inout)[i] += ((double *)in)[i];
}

static void check_environment(void)
{
    int ranks, rank;
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Op op;
    MPI_Op_create(mode_operator, 1, &op);
    double one = 1, sum = 0;
    look_at_counters();
    fesetround(FE_UPWARD);
    MPI_Allreduce(&one, &sum, 1, MPI_DOUBLE, op, MPI_COMM_WORLD);
    int after = fegetround();
    fesetround(FE_TONEAREST);
    check_counters(1, 1, "an operator in another rounding mode");
    CHECK(after == FE_UPWARD, "the rounding mode was changed");
    CHECK(sum == ranks, "%d ones give %g", ranks, sum);
    if (with_samebits() && seen_mode != -1) /* not every rank has to run it */
        CHECK(seen_mode == FE_UPWARD, "the operator ran in another rounding mode");
    MPI_Op_free(&op);
}

/* --- an operator that reduces by itself --- */

static int nested_calls;

static void nested_operator(void *in, void *inout, int *n, MPI_Datatype *type)
{
    nested_calls++;
    MPI_Reduce_local(in, inout, *n, *type, MPI_SUM);
}

static void add(void *result, const void *left, const void *right)
{
    *(double *)result = canonical_double(*(const double *)left + *(const double *)right);
}

static void check_nested(int count)
{
    int ranks, rank;
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    double *mine = malloc(count * sizeof *mine), *sum = malloc(count * sizeof *sum);
    double *column = malloc(ranks * sizeof *column), want;
    MPI_Op op;
    MPI_Op_create(nested_operator, 1, &op);
    for (int i = 0; i < count; i++)
        mine[i] = hostile_double(rank, i);
    for (int call = 0; call < 3; call++) {
        look_at_counters();
        nested_calls = 0;
        MPI_Allreduce(mine, sum, count, MPI_DOUBLE, op, MPI_COMM_WORLD);
        check_counters(1 + nested_calls, 1 + nested_calls, "an operator that calls MPI_Reduce_local");
        for (int i = 0; i < count && with_samebits(); i++) {
            for (int r = 0; r < ranks; r++)
                column[r] = hostile_double(r, i);
            oracle_tree(&want, column, ranks, sizeof want, add);
            if (ranks == 1)
                want = sum[i] = column[0];
            CHECK(memcmp(&sum[i], &want, sizeof want) == 0, "element %d of %d is %a, not %a", i, count,
                  sum[i], want);
        }
    }
    MPI_Op_free(&op);
    free(mine);
    free(sum);
    free(column);
}

int main(int argc, char **argv)
{
    start(&argc, &argv);
    MPI_Datatype matrix, wide;
    MPI_Type_contiguous(4, MPI_DOUBLE, &matrix);
    MPI_Type_commit(&matrix);
    MPI_Type_contiguous(2, MPI_DOUBLE, &wide);
    MPI_Type_commit(&wide);
    MPI_Op matrix_op, nan_op, wide_op;
    MPI_Op_create(matrix_operator, 0, &matrix_op);
    MPI_Op_create(nan_operator, 0, &nan_op);
    MPI_Op_create(wide_operator, 1, &wide_op);
    const struct operation operations[] = {
        {"matrices", matrix, matrix_op, 32, 32, matrix_fill, matrix_expect, 1},
        {"payloads", MPI_FLOAT, nan_op, 4, 4, nan_fill, nan_expect, 1},
        {"pairs", wide, wide_op, 16, 16, wide_fill, wide_expect, 1},
    };
    for (size_t i = 0; i < sizeof operations / sizeof *operations; i++) {
        check_operation(&operations[i]);
        /* Several blocks of each rank, in shared memory too. */
        check_operation_on(&operations[i], 300000 / (int)operations[i].size, MPI_COMM_WORLD);
    }
    check_gappy(1);
    check_gappy(37);
    check_gappy(4999);
    check_environment();
    check_nested(1);
    check_nested(500);
    check_nested(20000);
    MPI_Op_free(&matrix_op);
    MPI_Op_free(&nan_op);
    MPI_Op_free(&wide_op);
    MPI_Type_free(&matrix);
    MPI_Type_free(&wide);
    return finish();
}
