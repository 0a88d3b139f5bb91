/* Direct calls whose shares or results lie on a GPU, on some ranks or on all. The driver
 * is a stub, TEST_DRIVER, whose memory cannot be touched but by its copies. */
#include "array_driver.h"
#include "driver.h"
#include "gpu/memory.h"
#include "oracle.h"
#include "samebits.h"
#include "values.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { HOST = KINDS };

static struct stub *gpu;
static int rank, ranks;

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

/* Room for some bytes on the host or on a device, holding `bytes`, or 0xee. */
static void *room(int where, size_t size, const void *bytes)
{
    unsigned char *host = malloc(size + 1);
    if (bytes)
        memcpy(host, bytes, size);
    else
        memset(host, 0xee, size);
    if (where == HOST)
        return host;
    void *device = gpu->allocate(where, rank % DEVICES, size + 1);
    gpu->put(device, host, size);
    free(host);
    return device;
}

static void leave(int where, void *memory)
{
    if (where == HOST)
        free(memory);
    else
        gpu->free(memory);
}

/* Two arrays at once: as one call, by a plan, and to a root. */
static void check_at(const struct array *array, int share_at, int result_at)
{
    size_t start, n, extent = array->extent;
    cut_share(array->n, 5, MPI_COMM_WORLD, &start, &n);
    char way[120];
    snprintf(way, sizeof way, "%s, shares at %d, results at %d", array->name, share_at, result_at);
    void *share = room(share_at, n * extent, (const char *)array->elements + start * extent);
    const void *locals[2] = {share, n > 2 ? share : NULL};
    size_t lengths[2] = {n, 0};
    if (rank == 0) { /* the second array is a part of the first rank's share */
        lengths[1] = n > 2 ? 3 : 0;
    }
    for (int call = 0; call < 3; call++) {
        void *results = room(result_at, 2 * extent, NULL);
        unsigned char *got = malloc(2 * extent);
        long to_host = gpu->to_host, to_device = gpu->to_device;
        int code, receives = call < 2 || rank == ranks - 1, arrays = call == 1 ? 1 : 2;
        samebits_plan *plan;
        switch (call) {
        case 0:
            code = samebits_allreduce_arrays(2, locals, lengths, results, array->type, array->op,
                                             MPI_COMM_WORLD);
            break;
        case 1:
            samebits_plan_arrays(1, lengths, array->type, array->op, MPI_COMM_WORLD, &plan);
            code = samebits_plan_allreduce(plan, locals, results);
            samebits_plan_free(&plan);
            break;
        default:
            code = samebits_reduce_arrays(2, locals, lengths, receives ? results : NULL, array->type,
                                          array->op, ranks - 1, MPI_COMM_WORLD);
        }
        CHECK(code == MPI_SUCCESS, "%s: %s", way, samebits_error_message());
        int share_away = share_at == ON_DEVICE, result_away = result_at == ON_DEVICE && receives;
        CHECK(gpu->to_host > to_host || !share_away || n == 0, "%s: nothing was fetched", way);
        CHECK((gpu->to_device > to_device) == result_away, "%s: %ld copies to the device", way,
              gpu->to_device - to_device);
        if (result_at == HOST)
            memcpy(got, results, 2 * extent);
        else
            gpu->get(got, results, 2 * extent);
        if (receives)
            check_result(array, got, way, call);
        if (!receives || arrays == 1)
            CHECK(got[extent] == 0xee, "%s: something was written behind the result", way);
        CHECK(gpu->as_left(), "%s: the driver's state was changed", way);
        leave(result_at, results);
        free(got);
    }
    leave(share_at, share);
}

static void check_everywhere(const struct array *array)
{
    static const int kinds[][2] = {
        {ON_DEVICE, HOST}, {HOST, ON_DEVICE}, {ON_DEVICE, ON_DEVICE}, {MANAGED, REGISTERED}};
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++)
        for (int which = 0; which < 3; which++) { /* the first rank, the last, all */
            int on = which == 2 || rank == (which ? ranks - 1 : 0);
            check_at(array, on ? kinds[k][0] : HOST, on ? kinds[k][1] : HOST);
        }
}

/* --- elements with a gap --- */

struct gappy {
    double a;
    char gap[8];
    double b;
};

static void combine(void *result, const void *left, const void *right)
{
    const struct gappy *x = left, *y = right;
    ((struct gappy *)result)->a = 0.5 * x->a + y->a;
    ((struct gappy *)result)->b = x->b - 0.25 * y->b;
}

static void operator(void *in, void *inout, int *n, MPI_Datatype *type)
{
    (void)type;
    for (int i = 0; i < *n; i++) {
        struct gappy result;
        combine(&result, (struct gappy *)in + i, (struct gappy *)inout + i);
        ((struct gappy *)inout)[i].a = result.a;
        ((struct gappy *)inout)[i].b = result.b;
    }
}

static void check_gappy(size_t n)
{
    struct gappy *elements = malloc(n * sizeof *elements), want;
    memset(elements, 0xee, n * sizeof *elements);
    for (size_t i = 0; i < n; i++) {
        elements[i].a = (double)(noise(1, 0, i) >> 11);
        elements[i].b = (double)(noise(2, 0, i) >> 11);
    }
    memset(&want, 0xee, sizeof want);
    oracle_tree(&want, elements, (int)n, sizeof want, combine);
    memset(want.gap, 0xee, sizeof want.gap); /* the result's stay as they are */
    int lengths[] = {1, 1};
    MPI_Aint at[] = {0, 16};
    MPI_Datatype type;
    MPI_Op op;
    MPI_Type_create_hindexed(2, lengths, at, MPI_DOUBLE, &type);
    MPI_Type_commit(&type);
    MPI_Op_create(operator, 0, &op);
    struct array array = {"gaps", type, op, sizeof want, sizeof want, n, elements, &want};
    check_everywhere(&array);
    MPI_Op_free(&op);
    MPI_Type_free(&type);
    free(elements);
}

static void check_sum(size_t n)
{
    double *x = malloc(n * sizeof *x), want;
    for (size_t i = 0; i < n; i++)
        x[i] = (double)(int64_t)noise(3, 0, i);
    want = oracle_sum_double(x, (int)n, 1);
    struct array array = {"sum", MPI_DOUBLE, MPI_SUM, 8, 8, n, x, &want};
    check_everywhere(&array);
    free(x);
}

int main(int argc, char **argv)
{
    start(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    load_driver();
    check_sum(5);
    check_sum(200001);
    check_gappy(7);
    check_gappy(50001);
    return finish();
}
