/* Accumulators whose elements, or whose value, lie on a GPU: a stub driver's, TEST_DRIVER,
 * whose memory cannot be touched but by its copies. */
#include "driver.h"
#include "gpu/memory.h"
#include "samebits.h"

#include <dlfcn.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* More than is copied at a time. */
enum { N = 100003 };

static struct stub *gpu;
static double x[N], y[N];

static void load_driver(void)
{
    const char *path = getenv("TEST_DRIVER");
    void *driver = path ? dlopen(path, RTLD_NOW | RTLD_LOCAL) : NULL;
    gpu = driver ? dlsym(driver, "stub") : NULL;
    if (!gpu) {
        fprintf(stderr, "TEST_DRIVER=%s: %s\n", path ? path : "", dlerror());
        exit(1);
    }
}

static void *on_device(enum kind kind, const void *bytes, size_t size)
{
    void *device = gpu->allocate(kind, 0, size);
    gpu->put(device, bytes, size);
    return device;
}

static samebits_accumulator *create(const char *arithmetic, uint64_t summands)
{
    samebits_accumulator *sum;
    int code = samebits_accumulator_create(arithmetic, summands, MPI_DOUBLE, &sum);
    CHECK(code == MPI_SUCCESS, "%s", samebits_error_message());
    return sum;
}

/* The value on the host, by way of the device. */
static double value(samebits_accumulator *sum, enum kind kind)
{
    double result = -1;
    void *device = on_device(kind, &result, sizeof result);
    long copies = gpu->to_device;
    int code = samebits_accumulator_value(sum, device);
    CHECK(code == MPI_SUCCESS, "%s", samebits_error_message());
    CHECK(gpu->to_device - copies == (kind <= POOLED), "kind %d: no copy to the device", kind);
    gpu->get(&result, device, sizeof result);
    gpu->free(device);
    return result;
}

/* Sums and dot products without an accumulator. */
static void check_short(enum kind kind)
{
    void *u = on_device(kind, x, sizeof x), *v = on_device(kind, y, sizeof y);
    double got, sum = samebits_sum_double(x, N), dot = samebits_dot_double(x, y, N);
    int code = samebits_sum(u, N, &got, MPI_DOUBLE);
    CHECK(code == MPI_SUCCESS && got == sum, "kind %d: %a, not %a", kind, got, sum);
    code = samebits_dot(x, v, N, u, MPI_DOUBLE);
    gpu->get(&got, u, sizeof got);
    CHECK(code == MPI_SUCCESS && got == dot, "kind %d: %a, not %a", kind, got, dot);
    gpu->free(u);
    gpu->free(v);
}

/* Sums over vectors, and sets of sums; vectors, masks and results on the device or beside it. */
static void check_vectors(enum kind kind)
{
    static unsigned char mask[N];
    for (int i = 0; i < N; i++)
        mask[i] = i % 3 > 0;
    void *u = on_device(kind, x, sizeof x), *v = on_device(kind, y, sizeof y);
    void *m = on_device(kind, mask, sizeof mask), *on = on_device(kind, y, 2 * sizeof *y);
    const void *host[] = {x, y}, *device[] = {u, y};
    double want[2], got[2];
    MPI_Request request;
    samebits_allreduce_dots(2, y, host, N, want, MPI_DOUBLE, MPI_COMM_SELF);
    samebits_allreduce_dots(2, v, device, N, on, MPI_DOUBLE, MPI_COMM_SELF);
    gpu->get(got, on, sizeof got);
    CHECK(memcmp(got, want, sizeof got) == 0, "kind %d, dots: %a, not %a", kind, got[0], want[0]);
    samebits_allreduce_weighted_sum(x, y, MPI_DOUBLE, mask, N, want, MPI_DOUBLE, MPI_COMM_SELF);
    samebits_iallreduce_weighted_sum(u, y, MPI_DOUBLE, m, N, on, MPI_DOUBLE, MPI_COMM_SELF, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    gpu->get(got, on, sizeof *got);
    CHECK(got[0] == want[0], "kind %d, a weighted sum: %a, not %a", kind, got[0], want[0]);
    samebits_sums *sums;
    samebits_sums_create(2, MPI_DOUBLE, &sums);
    samebits_sums_add_array(sums, 0, u, N);
    samebits_sums_add_products(sums, 1, x, v, N);
    samebits_sums_allreduce(sums, on, MPI_COMM_SELF);
    gpu->get(got, on, sizeof got);
    CHECK(got[0] == samebits_sum_double(x, N) && got[1] == samebits_dot_double(x, y, N),
          "kind %d, a set of sums: %a and %a", kind, got[0], got[1]);
    int class;
    MPI_Error_class(samebits_sums_add_strided(sums, 0, u, 2, 5), &class);
    CHECK(kind > POOLED || class == MPI_ERR_BUFFER, "kind %d, elements with gaps: %d", kind, class);
    samebits_sums_free(&sums);
    gpu->free(u);
    gpu->free(v);
    gpu->free(m);
    gpu->free(on);
}

static void check_kind(const char *arithmetic, uint64_t summands, enum kind kind)
{
    void *u = on_device(kind, x, sizeof x), *v = on_device(kind, y, sizeof y);
    samebits_accumulator *host = create(arithmetic, summands), *sum = create(arithmetic, summands);
    double want;
    samebits_accumulator_add_array(host, x, N);
    samebits_accumulator_add_products(host, x, y, N);
    samebits_accumulator_add_products(host, y, x, N);
    samebits_accumulator_value(host, &want);
    long copies = gpu->to_host;
    CHECK(samebits_accumulator_add_array(sum, u, N) == MPI_SUCCESS &&
              samebits_accumulator_add_products(sum, x, v, N) == MPI_SUCCESS &&
              samebits_accumulator_add_products(sum, v, u, N) == MPI_SUCCESS,
          "%s, kind %d: %s", arithmetic, kind, samebits_error_message());
    if (kind <= POOLED)
        CHECK(gpu->to_host - copies >= 8 && gpu->longest < sizeof x, "%s, kind %d: %ld copies", arithmetic,
              kind, gpu->to_host - copies);
    double got = value(sum, kind);
    CHECK(got == want, "%s, kind %d: %a, not %a", arithmetic, kind, got, want);

    if (kind == ON_DEVICE) {
        /* All, or nothing: what cannot be copied, and what is too much in its second piece. */
        int class;
        gpu->copy_error = 700;
        MPI_Error_class(samebits_accumulator_add_array(sum, u, N), &class);
        CHECK(class == MPI_ERR_BUFFER && strstr(samebits_error_message(), "cannot be copied"), "class %d: %s",
              class, samebits_error_message());
        gpu->copy_error = 0;
        samebits_accumulator *bounded = create("prerounded", N - 1);
        MPI_Error_class(samebits_accumulator_add_array(bounded, u, N), &class);
        CHECK(class == MPI_ERR_COUNT, "class %d: %s", class, samebits_error_message());
        CHECK(value(bounded, kind) == 0, "a part of what was too much was added");
        samebits_accumulator_free(&bounded);
        CHECK(value(sum, kind) == want, "an error has changed the sum");
    }
    samebits_accumulator_free(&sum);
    samebits_accumulator_free(&host);
    gpu->free(u);
    gpu->free(v);
}

int main(int argc, char **argv)
{
    load_driver();
    start(&argc, &argv);
    for (int i = 0; i < N; i++) {
        x[i] = (i % 2 ? -1 : 1) / (1.0 + i);
        y[i] = 1 + i % 1000 / 7.0;
    }
    for (enum kind kind = 0; kind < KINDS; kind++) {
        check_kind("exact", 0, kind);
        check_kind("binned", 0, kind);
        check_kind("prerounded:2", 3 * N, kind);
        check_vectors(kind);
        check_short(kind);
    }
    return finish();
}
