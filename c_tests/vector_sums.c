/* Sums over distributed vectors: the bits do not depend on how the vectors are distributed, nor on
 * whether the call is blocking, and they are those of the exact sum. */
#define _GNU_SOURCE
#include "driver.h"
#include "samebits.h"

#include <complex.h>
#include <dlfcn.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { N = 3000, K = 5, FUNCTIONS = 12 };

static int rank, ranks;

static struct {
    const char *name;
    MPI_Datatype type, real;
    size_t size;
    int is_float, components;
} types[4];

static char x[N * 16], w[N * 16], ys[K][N * 16];
static int integers[N];
static uint64_t long_integers[N];
static unsigned char mask[N];

static void name_types(void)
{
    MPI_Datatype all[] = {MPI_DOUBLE, MPI_FLOAT, MPI_C_DOUBLE_COMPLEX, MPI_C_FLOAT_COMPLEX};
    const char *names[] = {"double", "float", "double complex", "float complex"};
    for (int t = 0; t < 4; t++) {
        int is_float = t % 2, components = 1 + t / 2;
        types[t].name = names[t];
        types[t].type = all[t];
        types[t].real = all[is_float];
        types[t].size = (size_t)components * (is_float ? 4 : 8);
        types[t].is_float = is_float;
        types[t].components = components;
    }
}

/* Numbers of all magnitudes whose products overflow and underflow in doubles, or moderate ones. */
static double number(uint64_t i, int t, int wide)
{
    uint64_t bits = (i + 1) * 0x9e3779b97f4a7c15u;
    bits = (bits ^ bits >> 29) * 0xbf58476d1ce4e5b9u;
    bits ^= bits >> 32;
    int range = !wide ? 20 : types[t].is_float ? 60 : 530;
    double x = ldexp(1 + (double)(bits >> 40) / (1 << 24), (int)(bits % (2 * range)) - range);
    return bits >> 33 & 1 ? x : -x;
}

static void put(char *row, int t, int i, uint64_t seed, int wide)
{
    for (int c = 0; c < types[t].components; c++) {
        double value = number(seed * N * 2 + 2 * (uint64_t)i + (uint64_t)c, t, wide);
        if (types[t].is_float)
            ((float *)row)[types[t].components * i + c] = (float)value;
        else
            ((double *)row)[types[t].components * i + c] = value;
    }
}

static void fill(int t, int wide)
{
    for (int i = 0; i < N; i++) {
        put(x, t, i, 1, wide);
        put(w, t, i, 2, wide);
        for (int k = 0; k < K; k++)
            put(ys[k], t, i, 3 + (uint64_t)k, wide);
        integers[i] = (int)(number((uint64_t)i, 0, 0) * 1000);
        long_integers[i] = ((uint64_t)i + 3) * 0x9e3779b97f4a7c15u;
        mask[i] = i % 3 != 1 ? (unsigned char)(i % 7 + 1) : 0;
    }
}

/* A function by its number over n elements from one on; the request is NULL where it blocks. */
static int call(int f, int t, int masked, int from, int n, void *result, MPI_Comm comm, MPI_Request *q)
{
    size_t at = (size_t)from * types[t].size, m = (size_t)n;
    MPI_Datatype type = types[t].type;
    const char *a = n ? x + at : NULL, *b = n ? ys[0] + at : NULL, *c = n ? w + at : NULL;
    const unsigned char *s = masked && n ? mask + from : NULL;
    const void *list[K];
    for (int k = 0; k < K; k++)
        list[k] = n ? ys[k] + at : NULL;
#define EITHER(name, ...) \
    (q ? samebits_iallreduce_##name(__VA_ARGS__, comm, q) : samebits_allreduce_##name(__VA_ARGS__, comm))
    switch (f) {
    case 0: return EITHER(dot, a, b, m, result, type);
    case 1: return EITHER(conjugated_dot, a, b, m, result, type);
    case 2: return EITHER(dots, K, a, list, m, result, type);
    case 3: return EITHER(conjugated_dots, K, a, list, m, result, type);
    case 4: return EITHER(norm2, a, m, result, type);
    case 5: return EITHER(sum_abs, a, s, m, result, type);
    case 6: return EITHER(weighted_sum, a, c, type, s, m, result, type);
    case 7: return EITHER(weighted_sum, a, integers + from, MPI_INT, s, m, result, type);
    case 8: return EITHER(weighted_squares, a, c, s, m, result, type);
    case 9: return EITHER(weighted_dot, a, b, c, s, m, result, type);
    case 10: return EITHER(mean, a, s, m, result, type);
    default: return EITHER(variance, a, s, m, 1, result, type);
    }
}

/* The share of a rank, in one of several cuts; some are empty. */
static void cut(int which, int *from, int *n)
{
    int part = N / ranks, first = rank * part;
    switch (which) {
    case 0: *from = first, *n = rank == ranks - 1 ? N - first : part; return;
    case 1: *from = 0, *n = rank == ranks - 1 ? N : 0; return;
    default: *from = rank ? 7 : 0, *n = ranks == 1 ? N : rank == 0 ? 7 : rank == 1 ? N - 7 : 0;
    }
}

static void check_cuts(int t, int wide)
{
    fill(t, wide);
    for (int f = 0; f < FUNCTIONS; f++)
        for (int masked = 0; masked < 2; masked++) {
            char whole[K * 16], parts[K * 16], later[K * 16];
            memset(whole, 1, sizeof whole);
            int code = call(f, t, masked, 0, N, whole, MPI_COMM_SELF, NULL);
            CHECK(code == MPI_SUCCESS, "%s, function %d: %s", types[t].name, f, samebits_error_message());
            for (int which = 0; which < 3; which++) {
                int from, n;
                MPI_Request request;
                cut(which, &from, &n);
                memset(parts, 1, sizeof parts);
                memset(later, 1, sizeof later);
                call(f, t, masked, from, n, parts, MPI_COMM_WORLD, NULL);
                code = call(f, t, masked, from, n, later, MPI_COMM_WORLD, &request);
                CHECK(code == MPI_SUCCESS, "%s", samebits_error_message());
                MPI_Wait(&request, MPI_STATUS_IGNORE);
                CHECK(memcmp(whole, parts, sizeof whole) == 0, "%s, function %d, cut %d: %a, not %a",
                      types[t].name, f, which, *(double *)parts, *(double *)whole);
                CHECK(memcmp(whole, later, sizeof whole) == 0, "%s, nonblocking %d, cut %d: %a, not %a",
                      types[t].name, f, which, *(double *)later, *(double *)whole);
            }
        }
}

/* The same by accumulators, whose sums other tests check. */
static void check_sums(int t)
{
    samebits_accumulator *sum = NULL;
    char expected[16] = {0}, got[K * 16] = {0};
    fill(t, 1);
    samebits_accumulator_create("exact", 0, types[t].type, &sum);
    for (int conjugated = 0; conjugated < 2; conjugated++) {
        call(2 + conjugated, t, 0, 0, N, got, MPI_COMM_SELF, NULL);
        for (int k = 0; k < K; k++) {
            samebits_accumulator_clear(sum);
            (conjugated ? samebits_accumulator_add_conjugated_products
                        : samebits_accumulator_add_products)(sum, x, ys[k], N);
            samebits_accumulator_value(sum, expected);
            CHECK(memcmp(expected, got + (size_t)k * types[t].size, types[t].size) == 0, "%s, dot %d",
                  types[t].name, k);
        }
    }
    samebits_accumulator_free(&sum);
    /* Magnitudes and squares are of real numbers. */
    size_t all = (size_t)N * (size_t)types[t].components;
    samebits_accumulator_create("exact", 0, types[t].real, &sum);
    for (size_t i = 0; i < all; i++) {
        double magnitude = types[t].is_float ? fabsf(((float *)x)[i]) : fabs(((double *)x)[i]);
        float narrow = (float)magnitude;
        samebits_accumulator_add(sum, types[t].is_float ? (void *)&narrow : (void *)&magnitude);
    }
    samebits_accumulator_value(sum, expected);
    call(5, t, 0, 0, N, got, MPI_COMM_SELF, NULL);
    CHECK(memcmp(expected, got, types[t].is_float ? 4 : 8) == 0, "%s, magnitudes", types[t].name);
    if (types[t].components == 1) {
        samebits_accumulator_clear(sum);
        for (int i = 0; i < N; i++)
            if (mask[i]) {
                if (types[t].is_float) {
                    float p = ((float *)w)[i] * ((float *)x)[i];
                    samebits_accumulator_add_products(sum, &p, (float *)ys[0] + i, 1);
                } else {
                    double p = ((double *)w)[i] * ((double *)x)[i];
                    samebits_accumulator_add_products(sum, &p, (double *)ys[0] + i, 1);
                }
            }
        samebits_accumulator_value(sum, expected);
        call(9, t, 1, 0, N, got, MPI_COMM_SELF, NULL);
        CHECK(memcmp(expected, got, types[t].size) == 0, "%s, weighted dot", types[t].name);
    }
    samebits_accumulator_free(&sum);
}

/* What can be computed in the head. */
static void check_known(void)
{
    double a[] = {0x3p700, 0, 0x4p700}, ones[] = {1, 1, 1}, result = 0;
    int counts[] = {2, -3, 5};
    size_t n = rank == ranks - 1 ? 3 : 0;
    samebits_allreduce_norm2(a, n, &result, MPI_DOUBLE, MPI_COMM_WORLD);
    CHECK(result == 0x5p700, "a norm without overflow: %g", result);
    float tiny[] = {3e-42f, 4e-42f}, root = 0;
    samebits_allreduce_norm2(tiny, n ? 2 : 0, &root, MPI_FLOAT, MPI_COMM_WORLD);
    CHECK(root > 4.9e-42f && root < 5.1e-42f, "a norm without underflow: %g", root);
    double complex z[] = {3 + 4 * I}, conjugated = 0;
    samebits_allreduce_norm2(z, n ? 1 : 0, &result, MPI_C_DOUBLE_COMPLEX, MPI_COMM_WORLD);
    CHECK(result == 5, "the norm of a complex vector: %g", result);
    samebits_allreduce_conjugated_dot(z, z, n ? 1 : 0, &conjugated, MPI_C_DOUBLE_COMPLEX, MPI_COMM_WORLD);
    CHECK(creal(conjugated) == 25 && cimag(conjugated) == 0, "conj(z) z: %g", creal(conjugated));
    double b[] = {1, 10, 100};
    samebits_allreduce_weighted_sum(b, counts, MPI_INT, NULL, n, &result, MPI_DOUBLE, MPI_COMM_WORLD);
    CHECK(result == 2 - 30 + 500, "integers as weights: %g", result);
    uint64_t large[] = {0xffffffffffffffffu, 1, 0};
    double signs[] = {1, -1, INFINITY};
    samebits_allreduce_weighted_sum(signs, large, MPI_UINT64_T, NULL, n ? 2 : 0, &result, MPI_DOUBLE,
                                    MPI_COMM_WORLD);
    CHECK(result == 18446744073709551614.0, "long integers as weights: %g", result);
    int64_t negative = -0x7fffffffffffffff;
    samebits_allreduce_weighted_sum(signs + 2, &negative, MPI_INT64_T, NULL, n ? 1 : 0, &result, MPI_DOUBLE,
                                    MPI_COMM_WORLD);
    CHECK(result == -INFINITY, "a weighted infinity: %g", result);
    samebits_allreduce_mean(b, NULL, n, &result, MPI_DOUBLE, MPI_COMM_WORLD);
    CHECK(result == 37, "a mean: %g", result);
    samebits_allreduce_variance(ones, NULL, n, 0, &result, MPI_DOUBLE, MPI_COMM_WORLD);
    CHECK(result == 0, "the variance of ones: %g", result);
    double apart[] = {1e16, 1e16 + 2};
    samebits_allreduce_variance(apart, NULL, n ? 2 : 0, 1, &result, MPI_DOUBLE, MPI_COMM_WORLD);
    CHECK(result == 2, "a variance that would cancel: %g", result);
    /* No element, and one. */
    samebits_allreduce_mean(NULL, NULL, 0, &result, MPI_DOUBLE, MPI_COMM_WORLD);
    CHECK(isnan(result) && !signbit(result), "the mean of nothing: %g", result);
    samebits_allreduce_variance(b, NULL, n ? 1 : 0, 1, &result, MPI_DOUBLE, MPI_COMM_WORLD);
    CHECK(isnan(result), "the variance of one element in a sample: %g", result);
    samebits_allreduce_variance(b, NULL, n ? 1 : 0, 0, &result, MPI_DOUBLE, MPI_COMM_WORLD);
    CHECK(result == 0, "the variance of one element: %g", result);
    samebits_allreduce_dot(NULL, NULL, 0, &result, MPI_DOUBLE, MPI_COMM_WORLD);
    CHECK(result == 0 && !signbit(result), "the dot of nothing: %g", result);
    MPI_Request request;
    samebits_allreduce_dots(0, NULL, NULL, 0, NULL, MPI_DOUBLE, MPI_COMM_WORLD);
    samebits_iallreduce_dots(0, NULL, NULL, 0, NULL, MPI_DOUBLE, MPI_COMM_WORLD, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    /* Weights of another type, and the only element under a mask that hides it. */
    unsigned char hidden[] = {0, 0, 0};
    samebits_allreduce_weighted_sum(b, counts, MPI_INT, hidden, n, &result, MPI_DOUBLE, MPI_COMM_WORLD);
    CHECK(result == 0 && !signbit(result), "all is masked: %g", result);
    double nothing[] = {-0.0, -0.0};
    samebits_allreduce_weighted_sum(nothing, ones, MPI_DOUBLE, NULL, n ? 2 : 0, &result, MPI_DOUBLE,
                                    MPI_COMM_WORLD);
    CHECK(result == 0 && signbit(result), "nothing but -0.0: %g", result);
    float complex c[] = {1 + 2 * I, -3};
    float halves[] = {0.5f, NAN};
    float complex weighted = 0;
    samebits_allreduce_weighted_sum(c, halves, MPI_FLOAT, NULL, n ? 2 : 0, &weighted, MPI_C_FLOAT_COMPLEX,
                                    MPI_COMM_WORLD);
    CHECK(isnan(crealf(weighted)) && isnan(cimagf(weighted)), "a weight that is no number: %g",
          crealf(weighted));
}

/* Many under way at once, completed in another order, between blocking ones. */
static void check_requests(void)
{
    MPI_Request requests[FUNCTIONS];
    char expected[FUNCTIONS][K * 16], got[FUNCTIONS][K * 16];
    int from, n;
    fill(0, 1);
    cut(0, &from, &n);
    memset(expected, 0, sizeof expected);
    memset(got, 0, sizeof got);
    for (int f = 0; f < FUNCTIONS; f++) {
        call(f, 0, 1, from, n, got[f], MPI_COMM_WORLD, &requests[f]);
        call(f, 0, 1, from, n, expected[f], MPI_COMM_WORLD, NULL);
    }
    if (rank % 2)
        MPI_Waitall(FUNCTIONS, requests, MPI_STATUSES_IGNORE);
    for (int done = 0; rank % 2 == 0 && done < FUNCTIONS; done++) {
        int index;
        MPI_Waitany(FUNCTIONS, requests, &index, MPI_STATUS_IGNORE);
    }
    CHECK(memcmp(expected, got, sizeof got) == 0, "several nonblocking ones");
}

static int class_of(int code)
{
    int class;
    MPI_Error_class(code, &class);
    return class;
}

/* Every function that asks for a request without completing it tells the error with which that is
 * complete, as MPI_Wait does then. */
static void ask_for(MPI_Request request, int class)
{
    int (*all)(int, MPI_Request *, int *, MPI_Status *);
    int (*any)(int, MPI_Request *, int *, int *, MPI_Status *);
    int (*some)(int, MPI_Request *, int *, int *, MPI_Status *);
    *(void **)&all = dlsym(RTLD_DEFAULT, "MPI_Request_get_status_all");
    *(void **)&any = dlsym(RTLD_DEFAULT, "MPI_Request_get_status_any");
    *(void **)&some = dlsym(RTLD_DEFAULT, "MPI_Request_get_status_some");
    MPI_Request two[] = {MPI_REQUEST_NULL, request};
    MPI_Status status, statuses[2];
    int code = MPI_SUCCESS, flag = 0, index = -7, found = -7, indices[2];
    for (flag = 0; !flag && code == MPI_SUCCESS;)
        code = MPI_Request_get_status(request, &flag, &status);
    CHECK(class_of(code) == class && flag, "MPI_Request_get_status: %d, flag %d", code, flag);
    flag = 0;
    code = any(2, two, &index, &flag, &status);
    CHECK(class_of(code) == class && flag && index == 1, "any: %d, flag %d, index %d", code, flag, index);
    int of_several = class == MPI_SUCCESS ? MPI_SUCCESS : MPI_ERR_IN_STATUS;
    flag = 0;
    code = all(2, two, &flag, statuses);
    CHECK(class_of(code) == of_several && flag, "all: %d, flag %d", code, flag);
    CHECK(class == MPI_SUCCESS ||
              (statuses[0].MPI_ERROR == MPI_SUCCESS && class_of(statuses[1].MPI_ERROR) == class),
          "all: errors %d and %d", statuses[0].MPI_ERROR, statuses[1].MPI_ERROR);
    code = some(2, two, &found, indices, statuses);
    CHECK(class_of(code) == of_several && found == 1 && indices[0] == 1, "some: %d, %d found", code, found);
    CHECK(class == MPI_SUCCESS || class_of(statuses[0].MPI_ERROR) == class, "some: error %d",
          statuses[0].MPI_ERROR);
}

static void check_errors(void)
{
    MPI_Comm comm;
    MPI_Request request;
    double a[2] = {1, 2}, result = 7;
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    MPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN);
    int last = rank == ranks - 1;
    /* What is wrong on one rank is an error on all. */
    int code = samebits_allreduce_dot(a, last ? NULL : a, 2, &result, MPI_DOUBLE, comm);
    CHECK(class_of(code) == MPI_ERR_BUFFER && strstr(samebits_error_message(), "y of 2 elements"),
          "a null vector: %s", samebits_error_message());
    code = samebits_allreduce_dots(last ? -1 : 1, a, (const void *[]){a}, 2, &result, MPI_DOUBLE, comm);
    CHECK(class_of(code) == MPI_ERR_COUNT, "a negative number: %s", samebits_error_message());
    code = samebits_allreduce_norm2(a, 2, &result, last ? MPI_INT : MPI_DOUBLE, comm);
    CHECK(class_of(code) == MPI_ERR_TYPE && strstr(samebits_error_message(), "MPI_INT"),
          "a norm of integers: %s", samebits_error_message());
    code = samebits_allreduce_weighted_sum(a, a, MPI_CHAR, NULL, 2, &result, MPI_DOUBLE, comm);
    CHECK(class_of(code) == MPI_ERR_TYPE && strstr(samebits_error_message(), "weights=MPI_CHAR"),
          "weights of characters: %s", samebits_error_message());
    code = samebits_allreduce_mean(a, NULL, 2, NULL, MPI_DOUBLE, comm);
    CHECK(class_of(code) == MPI_ERR_BUFFER, "no room: %s", samebits_error_message());
    code = samebits_allreduce_variance(a, NULL, 2, last && ranks > 1, &result, MPI_DOUBLE, comm);
    CHECK(class_of(code) == (ranks > 1 ? MPI_ERR_ARG : MPI_SUCCESS), "other divisors: %s",
          samebits_error_message());
    code = samebits_allreduce_weighted_sum(a, a, last ? MPI_DOUBLE : MPI_INT64_T, NULL, 2, &result,
                                           MPI_DOUBLE, comm);
    CHECK(class_of(code) == (ranks > 1 ? MPI_ERR_ARG : MPI_SUCCESS), "other weights: %s",
          samebits_error_message());
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
    code = samebits_allreduce_norm2(a, 2, &result, MPI_DOUBLE, MPI_COMM_NULL);
    CHECK(class_of(code) == MPI_ERR_COMM, "no communicator: %s", samebits_error_message());
    code = samebits_iallreduce_dot(a, NULL, 2, &result, MPI_DOUBLE, comm, &request);
    CHECK(class_of(code) == MPI_ERR_BUFFER, "nonblocking, a null vector: %s", samebits_error_message());
    code = samebits_iallreduce_dot(a, a, 2, &result, MPI_DOUBLE, comm, NULL);
    CHECK(class_of(code) == MPI_ERR_ARG, "no place for the request: %s", samebits_error_message());
    /* Other functions of the same lengths. */
    result = 7;
    code = last ? samebits_iallreduce_mean(a, NULL, 2, &result, MPI_DOUBLE, comm, &request)
                : samebits_iallreduce_sum_abs(a, NULL, 2, &result, MPI_DOUBLE, comm, &request);
    CHECK(code == MPI_SUCCESS, "%s", samebits_error_message());
    ask_for(request, ranks > 1 ? MPI_ERR_ARG : MPI_SUCCESS);
    code = MPI_Wait(&request, MPI_STATUS_IGNORE);
    CHECK(class_of(code) == (ranks > 1 ? MPI_ERR_ARG : MPI_SUCCESS) && (ranks == 1 || result == 7),
          "other nonblocking functions: %d, %s", code, samebits_error_message());
    code = samebits_allreduce_dot(a, a, 2, &result, MPI_DOUBLE, comm);
    CHECK(code == MPI_SUCCESS && result == 5 * ranks, "after errors: %g", result);
    MPI_Comm_free(&comm);
}

int main(int argc, char **argv)
{
    start(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    name_types();
    for (int t = 0; t < 4; t++) {
        check_sums(t);
        for (int wide = 0; wide < 2; wide++)
            check_cuts(t, wide);
    }
    check_known();
    check_requests();
    check_errors();
    return finish();
}
