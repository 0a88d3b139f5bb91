/* The same call again and again: what was found out for one must not serve another that
 * differs in anything, nor outlive the communicator, the operator or the datatype, whose
 * handle the next one may get, nor what was chosen for it. */
#include "driver.h"
#include "samebits.h"

#include <stdint.h>
#include <string.h>

enum { TIMES = 6, LONGEST = 9 };

static int rank, ranks;

/* What a rank contributes; small enough for products in any order. */
static int value(int of, int index, int turn) { return (of + index + turn) % 3 + 1; }

static double expected(MPI_Op op, int size, int index, int turn)
{
    double result = op == MPI_PROD ? 1 : 0;
    for (int of = 0; of < size; of++)
        result = op == MPI_PROD ? result * value(of, index, turn) : result + value(of, index, turn);
    return result;
}

/* One call, of MPI_Allreduce where the root is -1. */
static void check_call(MPI_Comm comm, MPI_Datatype type, MPI_Op op, int count, int root, int turn,
                       const char *what)
{
    int own, size;
    double send[LONGEST], recv[LONGEST];
    float short_send[LONGEST], short_recv[LONGEST];
    MPI_Comm_rank(comm, &own);
    MPI_Comm_size(comm, &size);
    for (int i = 0; i < LONGEST; i++) {
        send[i] = short_send[i] = (float)value(own, i, turn);
        recv[i] = short_recv[i] = -1;
    }
    const void *from = type == MPI_DOUBLE ? (void *)send : (void *)short_send;
    void *to = type == MPI_DOUBLE ? (void *)recv : (void *)short_recv;
    look_at_counters();
    if (root < 0)
        MPI_Allreduce(from, to, count, type, op, comm);
    else
        MPI_Reduce(from, to, count, type, op, root, comm);
    check_counters(1, 1, what);
    for (int i = 0; i < LONGEST; i++) {
        double got = type == MPI_DOUBLE ? recv[i] : short_recv[i];
        int written = i < count && (root < 0 || root == own);
        double want = written ? expected(op, size, i, turn) : -1;
        CHECK(got == want, "%s: %d elements to %d, turn %d: element %d is %g, not %g", what, count, root,
              turn, i, got, want);
    }
}

/* Calls that differ in one thing each, in turn. */
static void check_all(MPI_Comm comm, const char *what)
{
    int size;
    MPI_Comm_size(comm, &size);
    for (int turn = 0; turn < TIMES; turn++) {
        for (int count = 1; count <= LONGEST; count += 4)
            check_call(comm, MPI_DOUBLE, MPI_SUM, count, -1, turn, what);
        check_call(comm, MPI_DOUBLE, MPI_SUM, 1, -1, turn, what);
        check_call(comm, MPI_FLOAT, MPI_SUM, 1, -1, turn, what);
        check_call(comm, MPI_DOUBLE, MPI_SUM, 1, -1, turn, what);
        check_call(comm, MPI_DOUBLE, MPI_PROD, 1, -1, turn, what);
        check_call(comm, MPI_DOUBLE, MPI_SUM, 1, -1, turn, what);
        check_call(MPI_COMM_SELF, MPI_DOUBLE, MPI_SUM, 1, -1, turn, what);
        check_call(comm, MPI_DOUBLE, MPI_SUM, 1, -1, turn, what);
        for (int root = 0; root < size; root++)
            check_call(comm, MPI_DOUBLE, MPI_SUM, 1, root, turn, what);
        check_call(comm, MPI_DOUBLE, MPI_SUM, 1, -1, turn, what);
    }
}

/* Communicators of other sizes and orders, one after the other. */
static void check_handles(void)
{
    MPI_Comm last = MPI_COMM_NULL, comm;
    int again = 0;
    for (int i = 0; i < 12; i++) {
        const int colours[] = {0, rank / 2, 0, rank}, keys[] = {-rank, rank, rank, 0};
        MPI_Comm_split(MPI_COMM_WORLD, colours[i % 4], keys[i % 4], &comm);
        again += comm == last;
        last = comm;
        check_all(comm, "a communicator after another one");
        MPI_Comm_free(&comm);
    }
    CHECK(again > 0, "no handle was used again");
}

static double sum_of(MPI_Comm comm, double contribution)
{
    double sum;
    MPI_Allreduce(&contribution, &sum, 1, MPI_DOUBLE, MPI_SUM, comm);
    return sum;
}

/* What is chosen for a communicator counts from then on. */
static void check_choices(void)
{
    MPI_Comm comm;
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    /* One and small ones: the exact sum is rounded once. */
    double contribution = rank == 0 ? 1 : 0x1p-53, one = 1 + 0x1p-52;
    double exact = ranks == 3 ? one : 1 + 0x1p-51, tree = ranks == 3 ? 1 : one;
    const char *arithmetics[] = {"exact", "tree", "auto", "tree"};
    const char *schedules[] = {"node", "gather", "auto", "exchange", "halving"};
    for (int i = 0; i < 20; i++) {
        const char *arithmetic = arithmetics[i % 4];
        samebits_set(comm, "arithmetic", arithmetic);
        samebits_set(comm, "schedule", schedules[i % 5]);
        for (int turn = 0; turn < TIMES; turn++) {
            double sum = sum_of(comm, contribution);
            double want = strcmp(arithmetic, "tree") == 0 ? tree : exact;
            if (ranks == 3 || ranks == 4)
                CHECK(sum == want, "%s, schedule %s: %a, not %a", arithmetic, schedules[i % 5], sum, want);
        }
        check_all(comm, arithmetic);
    }
    look_at_counters();
    samebits_set(comm, "arithmetic", "native");
    sum_of(comm, contribution);
    check_counters(1, 0, "native");
    MPI_Comm_free(&comm);
}

/* A call that was right once may be wrong in its buffers. */
static void check_buffers(void)
{
    double x = 1, y = 0;
    MPI_Comm comm;
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    MPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN);
    /* Open MPI 4.1 says there what is wrong with a buffer. */
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    for (int i = 0; i < TIMES; i++) {
        sum_of(comm, 1);
        y = 1;
        MPI_Allreduce(MPI_IN_PLACE, &y, 1, MPI_DOUBLE, MPI_SUM, comm);
        CHECK(y == ranks, "in place: %g", y);
    }
    CHECK(MPI_Allreduce(&x, MPI_IN_PLACE, 1, MPI_DOUBLE, MPI_SUM, comm) != MPI_SUCCESS,
          "the result in place");
    CHECK(sum_of(comm, 1) == ranks, "after what was wrong");
    MPI_Comm_free(&comm);
}

/* --- operators and datatypes of the user's: whoever comes next may get their handle --- */

enum { LONGEST_ELEMENT = 7, ELEMENTS = 2 };

/* The doubles of an element, and how far one is from the next: there are as many bytes of data,
 * and they span the extent. */
static void shape_of(MPI_Datatype type, int *blocks, int *stride)
{
    int size;
    MPI_Aint lower, extent;
    MPI_Type_size(type, &size);
    MPI_Type_get_extent(type, &lower, &extent);
    *blocks = size / (int)sizeof(double);
    *stride = *blocks > 1 ? ((int)(extent / sizeof(double)) - 1) / (*blocks - 1) : 1;
}

static double add(double x, double y) { return x + y; }
static double multiply(double x, double y) { return x * y; }
static double left(double x, double y)
{
    (void)y;
    return x;
}
static double right(double x, double y)
{
    (void)x;
    return y;
}

enum { OPERATORS = 5, SHAPES = 6 };

static void apply(double (*combine)(double, double), double *in, double *inout, int n, MPI_Datatype type)
{
    int blocks, stride;
    shape_of(type, &blocks, &stride);
    for (int element = 0; element < n; element++)
        for (int block = 0; block < blocks; block++) {
            int at = element * ((blocks - 1) * stride + 1) + block * stride;
            inout[at] = combine(in[at], inout[at]);
        }
}

#define OPERATOR(combine)                                                        \
    static void combine##_all(void *in, void *inout, int *n, MPI_Datatype *type) \
    {                                                                            \
        apply(combine, in, inout, *n, *type);                                    \
    }
OPERATOR(add)
OPERATOR(multiply)
OPERATOR(left)
OPERATOR(right)

static const struct {
    double (*combine)(double, double);
    MPI_User_function *function;
    int commutes;
} operators[OPERATORS] = {{add, add_all, 1},
                          {left, left_all, 0},
                          {multiply, multiply_all, 1},
                          {right, right_all, 0},
                          {add, add_all, 0}};

static const struct {
    int blocks, stride;
} shapes[SHAPES] = {{2, 1}, {3, 1}, {2, 2}, {2, 3}, {3, 3}, {1, 1}};

/* A reduction to all of a few elements, whose gaps stay as they are. */
static void check_user(MPI_Datatype type, MPI_Op op, double (*combine)(double, double), int turn)
{
    int blocks, stride;
    double send[ELEMENTS * LONGEST_ELEMENT], recv[ELEMENTS * LONGEST_ELEMENT];
    shape_of(type, &blocks, &stride);
    int length = (blocks - 1) * stride + 1;
    for (int i = 0; i < ELEMENTS * LONGEST_ELEMENT; i++) {
        send[i] = value(rank, i, turn);
        recv[i] = -1;
    }
    look_at_counters();
    MPI_Allreduce(send, recv, ELEMENTS, type, op, MPI_COMM_WORLD);
    check_counters(1, 1, "a user's operator");
    for (int i = 0; i < ELEMENTS * LONGEST_ELEMENT; i++) {
        double want = -1;
        if (i < ELEMENTS * length && i % length % stride == 0) {
            want = value(0, i, turn);
            for (int of = 1; of < ranks; of++)
                want = combine(want, value(of, i, turn));
        }
        CHECK(recv[i] == want, "%d doubles %d apart, turn %d: number %d is %g, not %g", blocks, stride, turn,
              i, recv[i], want);
    }
}

static void check_operators(void)
{
    int again = 0;
    MPI_Op before[20]; /* (A library may take turns with what was freed.) */
    for (int i = 0; i < 20; i++) {
        int of = i * 3 % OPERATORS;
        MPI_Op op;
        MPI_Op_create(operators[of].function, operators[of].commutes, &op);
        for (int j = 0; j < i; j++)
            again += op == before[j];
        before[i] = op;
        for (int turn = 0; turn < TIMES; turn++)
            check_user(MPI_DOUBLE, op, operators[of].combine, turn);
        MPI_Op_free(&op);
    }
    CHECK(again > 0, "no operator's handle was used again");
}

static void check_datatypes(void)
{
    int again = 0, number = 0;
    MPI_Datatype before[48], same, type;
    MPI_Op op;
    MPI_Op_create(add_all, 1, &op);
    for (int i = 0; i < 24; i++) {
        int of = i * 5 % SHAPES;
        MPI_Type_vector(shapes[of].blocks, 1, shapes[of].stride, MPI_DOUBLE, &type);
        MPI_Type_commit(&type);
        for (int j = 0; j < number; j++)
            again += type == before[j];
        before[number++] = type;
        for (int turn = 0; turn < TIMES; turn++)
            check_user(type, op, add, turn);
        MPI_Type_dup(type, &same);
        MPI_Type_free(&type);
        check_user(same, op, add, 0);
        before[number++] = same;
        MPI_Type_free(&same);
    }
    CHECK(again > 0, "no datatype's handle was used again");
    MPI_Op_free(&op);
}

int main(int argc, char **argv)
{
    start(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    check_all(MPI_COMM_WORLD, "MPI_COMM_WORLD");
    check_handles();
    check_choices();
    check_buffers();
    check_operators();
    check_datatypes();
    return finish();
}
