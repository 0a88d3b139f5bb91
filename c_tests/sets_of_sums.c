/* Sets of sums: however they are filled, by whom and on which rank, each sum is that of the
 * accumulator to which the same was added; several at once in one exchange. */
#include "driver.h"
#include "samebits.h"

#include <complex.h>
#include <math.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { K = 7, N = 1500, THREADS = 3 };

static int rank, ranks;
static MPI_Datatype types[4];
static const int components[] = {1, 1, 2, 2}, is_float[] = {0, 1, 0, 1};
static size_t size_of[4];
static char x[N * 16], y[N * 16];
static int weights[N];
static int64_t indices[N];

static double number(uint64_t i, int t)
{
    uint64_t bits = (i + 1) * 0x9e3779b97f4a7c15u;
    bits = (bits ^ bits >> 29) * 0xbf58476d1ce4e5b9u;
    bits ^= bits >> 32;
    int range = is_float[t] ? 60 : 530;
    double value = ldexp(1 + (double)(bits >> 40) / (1 << 24), (int)(bits % (2 * range)) - range);
    return bits >> 33 & 1 ? value : -value;
}

static double part(const char *row, int t, int i, int c)
{
    int at = components[t] * i + c;
    return is_float[t] ? ((const float *)row)[at] : ((const double *)row)[at];
}

static void fill(int t)
{
    for (int i = 0; i < N * components[t]; i++)
        for (int which = 0; which < 2; which++) {
            double value = number((uint64_t)(2 * i + which), t);
            if (is_float[t])
                ((float *)(which ? y : x))[i] = (float)value;
            else
                ((double *)(which ? y : x))[i] = value;
        }
    for (int i = 0; i < N; i++) {
        weights[i] = i * 7919 % 1001 - 500;
        indices[i] = (int64_t)i * 7 % N;
    }
}

static const char *at(const char *row, int t, int i) { return row + (size_t)i * size_of[t]; }

/* What sum k gets of elements from one on, by the set, and by an accumulator. */
static void add(samebits_sums *sums, int k, int t, int from, int n)
{
    const char *a = at(x, t, from), *b = at(y, t, from);
    switch (k) {
    case 0:
        for (int i = from; i < from + n; i++) {
            if (components[t] == 2)
                samebits_sums_add_complex(sums, k, part(x, t, i, 0), part(x, t, i, 1));
            else if (is_float[t])
                samebits_sums_add_float(sums, k, ((float *)x)[i]);
            else
                samebits_sums_add_double(sums, k, ((double *)x)[i]);
        }
        return;
    case 1:
        for (int i = from; i < from + n; i++) {
            if (is_float[t])
                samebits_sums_add_product_float(sums, k, (float)part(x, t, i, 0), (float)part(y, t, i, 0));
            else
                samebits_sums_add_product_double(sums, k, part(x, t, i, 0), part(y, t, i, 0));
        }
        return;
    case 2: samebits_sums_add_array(sums, k, a, (size_t)n); return;
    case 3: samebits_sums_add_products(sums, k, a, b, (size_t)n); return;
    case 4: samebits_sums_add_conjugated_products(sums, k, a, b, (size_t)n); return;
    case 5: samebits_sums_add_weighted(sums, k, a, weights + from, MPI_INT, (size_t)n); return;
    default:
        for (int i = from; i < from + n; i += 3)
            samebits_sums_add(sums, k, at(x, t, i));
        samebits_sums_add_strided(sums, k, at(x, t, from + 1), 3, (size_t)(n + 1) / 3);
        samebits_sums_add_strided(sums, k, at(x, t, from + 2 + (n / 3 - 1) * 3), -3, (size_t)n / 3);
    }
}

static void expect(int k, int t, void *value)
{
    samebits_accumulator *sum = NULL;
    samebits_accumulator_create("exact", 0, types[t], &sum);
    for (int i = 0; i < N; i++) {
        if (k == 1) { /* into the real part */
            if (components[t] == 1) {
                samebits_accumulator_add_products(sum, at(x, t, i), at(y, t, i), 1);
            } else if (is_float[t]) {
                float complex a = ((float *)x)[2 * i], b = ((float *)y)[2 * i];
                samebits_accumulator_add_products(sum, &a, &b, 1);
            } else {
                double complex a = ((double *)x)[2 * i], b = ((double *)y)[2 * i];
                samebits_accumulator_add_products(sum, &a, &b, 1);
            }
        } else if (k == 3 || k == 4) {
            (k == 3 ? samebits_accumulator_add_products
                    : samebits_accumulator_add_conjugated_products)(sum, at(x, t, i), at(y, t, i), 1);
        } else if (k == 5) {
            float w1 = (float)weights[i];
            double w2 = weights[i];
            float complex w3 = w1;
            double complex w4 = w2;
            const void *w[] = {&w2, &w1, &w4, &w3};
            samebits_accumulator_add_products(sum, at(x, t, i), w[t], 1);
        } else {
            samebits_accumulator_add(sum, at(x, t, i));
        }
    }
    samebits_accumulator_value(sum, value);
    samebits_accumulator_free(&sum);
}

static void compare(int t, samebits_sums *sums, const char *how)
{
    char blocking[K * 16], later[K * 16];
    MPI_Request request;
    int code = samebits_sums_iallreduce(sums, later, MPI_COMM_WORLD, &request);
    CHECK(code == MPI_SUCCESS, "%s", samebits_error_message());
    code = samebits_sums_allreduce(sums, blocking, MPI_COMM_WORLD);
    CHECK(code == MPI_SUCCESS, "%s", samebits_error_message());
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    for (int k = 0; k < K; k++) {
        char expected[16];
        expect(k, t, expected);
        const char *got = blocking + (size_t)k * size_of[t];
        CHECK(memcmp(got, expected, size_of[t]) == 0, "%s, type %d, sum %d: %a, not %a", how, t, k,
              part(got, t, 0, 0), part(expected, t, 0, 0));
        CHECK(memcmp(got, later + (size_t)k * size_of[t], size_of[t]) == 0,
              "%s, nonblocking, type %d, sum %d", how, t, k);
    }
}

/* Each of several threads fills sums of its own, or adds rows to those of all. */
static struct {
    samebits_sums *all;
    int t, from, n;
} shared;

static void *work(void *argument)
{
    int thread = (int)(intptr_t)argument, t = shared.t;
    int n = shared.n / 3 / THREADS * 3, from = shared.from + thread * n;
    samebits_sums *own = NULL;
    if (thread == THREADS - 1)
        n = shared.from + shared.n - from;
    samebits_sums_create(K, types[t], &own);
    for (int k = 0; k < K; k++)
        add(k < 2 ? own : shared.all, k, t, from, n);
    samebits_sums_merge(shared.all, own);
    samebits_sums_free(&own);
    return NULL;
}

static void check_filling(int t)
{
    samebits_sums *sums = NULL;
    CHECK(samebits_sums_create(K, types[t], &sums) == MPI_SUCCESS, "%s", samebits_error_message());
    int third = N / 3 / ranks * 3, from = rank * third, n = rank == ranks - 1 ? N - from : third;
    for (int again = 0; again < 2; again++) {
        for (int k = 0; k < K; k++)
            add(sums, k, t, from, n);
        compare(t, sums, "in rank order");
        samebits_sums_clear(sums);
    }
    if (rank == ranks - 1) /* on one rank alone, piece by piece */
        for (int k = 0; k < K; k++)
            for (int i = 0; i < N; i += 300)
                add(sums, k, t, i, 300);
    compare(t, sums, "on one rank");
    samebits_sums_clear(sums);
    pthread_t threads[THREADS];
    shared.all = sums, shared.t = t, shared.from = from, shared.n = n;
    for (int i = 0; i < THREADS; i++)
        pthread_create(&threads[i], NULL, work, (void *)(intptr_t)i);
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    compare(t, sums, "by threads");
    /* The program goes on filling while the exchange is under way. */
    samebits_sums_clear(sums);
    char later[K * 16], value[16];
    MPI_Request request;
    samebits_sums_add_double(sums, 3, 1.5);
    samebits_sums_iallreduce(sums, later, MPI_COMM_WORLD, &request);
    samebits_sums_add_double(sums, 3, 1e300);
    samebits_sums_clear(sums);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    CHECK(part(later + 3 * size_of[t], t, 0, 0) == 1.5 * ranks, "while it is filled again: %g",
          part(later + 3 * size_of[t], t, 0, 0));
    samebits_sums_add_indexed(sums, 0, x, indices, N);
    samebits_sums_value(sums, 0, value);
    char expected[16];
    expect(2, t, expected);
    CHECK(memcmp(value, expected, size_of[t]) == 0, "by indices, type %d", t);
    samebits_sums_free(&sums);
    CHECK(sums == NULL, "the handle of freed sums");
}

static int class_of(int code)
{
    int class;
    MPI_Error_class(code, &class);
    return class;
}

static void check_errors(void)
{
    samebits_sums *sums = NULL, *others = NULL;
    double value = 1, room[3];
#define WRONG(call, class, words)                                                               \
    do {                                                                                        \
        int code = class_of(call);                                                              \
        CHECK(code == class && strstr(samebits_error_message(), words), #call ": %d, %s", code, \
              samebits_error_message());                                                        \
    } while (0)
    WRONG(samebits_sums_create(-1, MPI_DOUBLE, &sums), MPI_ERR_COUNT, "is -1");
    WRONG(samebits_sums_create(1, MPI_INT, &sums), MPI_ERR_TYPE, "MPI_INT");
    WRONG(samebits_sums_create(1, MPI_DOUBLE, NULL), MPI_ERR_ARG, "null");
    samebits_sums_create(3, MPI_DOUBLE, &sums);
    samebits_sums_create(2, MPI_DOUBLE, &others);
    WRONG(samebits_sums_add(sums, 3, &value), MPI_ERR_ARG,
          "i=3 is not accepted; the set's sums are numbered from 0 to 2");
    WRONG(samebits_sums_add(sums, 0, NULL), MPI_ERR_BUFFER, "null");
    WRONG(samebits_sums_add_array(NULL, 0, &value, 1), MPI_ERR_ARG, "null");
    WRONG(samebits_sums_add_weighted(sums, 0, &value, &value, MPI_CHAR, 1), MPI_ERR_TYPE, "MPI_CHAR");
    WRONG(samebits_sums_merge(sums, others), MPI_ERR_ARG, "3 and 2");
    WRONG(samebits_sums_merge(sums, NULL), MPI_ERR_ARG, "null");
    WRONG(samebits_sums_value(sums, -1, &value), MPI_ERR_ARG, "i=-1");
    CHECK(samebits_sums_add_array(sums, 2, NULL, 0) == MPI_SUCCESS, "nothing is added");
    CHECK(samebits_sums_merge(sums, sums) == MPI_SUCCESS, "into itself");
    CHECK(samebits_sums_allreduce(sums, room, MPI_COMM_WORLD) == MPI_SUCCESS && room[2] == 0, "empty sums");
    samebits_sums_free(&sums);
    samebits_sums_free(&others);
    samebits_sums_free(&others);
    samebits_sums_create(0, MPI_DOUBLE, &sums);
    CHECK(samebits_sums_allreduce(sums, NULL, MPI_COMM_WORLD) == MPI_SUCCESS, "no sums");
    samebits_sums_free(&sums);
}

int main(int argc, char **argv)
{
    start(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    MPI_Datatype all[] = {MPI_DOUBLE, MPI_FLOAT, MPI_C_DOUBLE_COMPLEX, MPI_C_FLOAT_COMPLEX};
    for (int t = 0; t < 4; t++) {
        types[t] = all[t];
        size_of[t] = (size_t)components[t] * (is_float[t] ? 4 : 8);
        fill(t);
        check_filling(t);
    }
    check_errors();
    return finish();
}
