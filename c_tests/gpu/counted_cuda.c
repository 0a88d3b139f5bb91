/* NVIDIA's driver between samebits and the real one: what a stub driver offers to the tests
 * (memory.h), on a device. Its file is called libcuda.so.counted and it is loaded first, so samebits
 * finds it in the place of the driver; copies are counted and handed on.
 *
 * Where there is only one device, a second context of it is the second device. No context is
 * current unless the test makes it so. */
#include "cuda.h"
#include "memory.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct piece {
    void *start;
    enum kind kind;
    int device;
    struct piece *next;
};
static struct piece *all;

static cu_context contexts[DEVICES];

static int enter(cu_context context) { return cuda.cuCtxPushCurrent_v2(context); }

static void leave(void)
{
    cu_context popped;
    CU(cuda.cuCtxPopCurrent_v2(&popped));
}

__attribute__((constructor)) static void initialise(void)
{
    const char *error = load_cuda();
    if (error) {
        fprintf(stderr, "FAILED: %s\n", error);
        exit(1);
    }
    int devices;
    CU(cuda.cuInit(0));
    CU(cuda.cuDeviceGetCount(&devices));
    if (devices == 0) {
        fprintf(stderr, "FAILED: the driver finds no device\n");
        exit(1);
    }
    for (int i = 0; i < DEVICES; i++)
        if (i < devices) {
            CU(cuda.cuDevicePrimaryCtxRetain(&contexts[i], i));
        } else {
            CU(cuda.cuCtxCreate_v2(&contexts[i], 0, 0));
            leave();
        }
}

static void *allocate(enum kind kind, int device, size_t size)
{
    struct piece *piece = malloc(sizeof *piece);
    cu_address start = 0;
    CU(enter(contexts[device]));
    switch (kind) {
    case ON_DEVICE: CU(cuda.cuMemAlloc_v2(&start, size)); break;
    case POOLED:
        CU(cuda.cuMemAllocAsync(&start, size, NULL));
        CU(cuda.cuStreamSynchronize(NULL));
        break;
    case MANAGED: CU(cuda.cuMemAllocManaged(&start, size, ATTACH_GLOBAL)); break;
    default: {
        void *memory;
        if (posix_memalign(&memory, 4096, (size + 4095) / 4096 * 4096))
            abort();
        CU(cuda.cuMemHostRegister_v2(memory, size, 0));
        start = (cu_address)memory;
    }
    }
    leave();
    *piece = (struct piece){.start = (void *)start, .kind = kind, .device = device, .next = all};
    all = piece;
    return piece->start;
}

static void release(void *start)
{
    struct piece **at = &all;
    while (*at && (*at)->start != start)
        at = &(*at)->next;
    struct piece *piece = *at;
    if (!piece)
        abort();
    *at = piece->next;
    CU(enter(contexts[piece->device]));
    switch (piece->kind) {
    case POOLED: CU(cuda.cuMemFreeAsync((cu_address)start, NULL)); break;
    case REGISTERED:
        CU(cuda.cuMemHostUnregister(start));
        free(start);
        break;
    default: CU(cuda.cuMemFree_v2((cu_address)start));
    }
    leave();
    free(piece);
}

/* The piece of memory that holds an address begins at or before it. */
static const struct piece *piece_at(const void *bytes)
{
    const struct piece *best = NULL;
    for (const struct piece *piece = all; piece; piece = piece->next)
        if (piece->start <= bytes && (!best || piece->start > best->start))
            best = piece;
    if (!best)
        abort();
    return best;
}

static int open_to_host(const struct piece *piece)
{
    return piece->kind == MANAGED || piece->kind == REGISTERED;
}

static void put(void *to, const void *from, size_t n)
{
    const struct piece *piece = piece_at(to);
    if (open_to_host(piece)) {
        memcpy(to, from, n);
        return;
    }
    CU(enter(contexts[piece->device]));
    CU(cuda.cuMemcpyHtoD_v2((cu_address)to, from, n));
    CU(cuda.cuStreamSynchronize(NULL));
    leave();
}

static void get(void *to, const void *from, size_t n)
{
    const struct piece *piece = piece_at(from);
    if (open_to_host(piece)) {
        memcpy(to, from, n);
        return;
    }
    CU(enter(contexts[piece->device]));
    CU(cuda.cuMemcpyDtoH_v2(to, (cu_address)from, n));
    leave();
}

/* No context is current, as before. */
static int as_left(void)
{
    cu_context current;
    return cuda.cuCtxGetCurrent(&current) == 0 && !current;
}

struct stub stub = {.allocate = allocate, .free = release, .put = put, .get = get, .as_left = as_left};

/* --- what samebits calls --- */

static int counted(long *counter, size_t n)
{
    if (n > stub.longest)
        stub.longest = n;
    if (!stub.copy_error)
        ++*counter;
    return stub.copy_error;
}

int cuMemcpyDtoH_v2(void *host, cu_address device, size_t n)
{
    int error = counted(&stub.to_host, n);
    return error ? error : cuda.cuMemcpyDtoH_v2(host, device, n);
}

int cuMemcpyHtoD_v2(cu_address device, const void *host, size_t n)
{
    int error = counted(&stub.to_device, n);
    return error ? error : cuda.cuMemcpyHtoD_v2(device, host, n);
}

int cuMemcpyDtoHAsync_v2(void *host, cu_address device, size_t n, cu_stream stream)
{
    int error = counted(&stub.to_host, n);
    return error ? error : cuda.cuMemcpyDtoHAsync_v2(host, device, n, stream);
}

int cuMemcpyHtoDAsync_v2(cu_address device, const void *host, size_t n, cu_stream stream)
{
    int error = counted(&stub.to_device, n);
    return error ? error : cuda.cuMemcpyHtoDAsync_v2(device, host, n, stream);
}

int cuPointerGetAttributes(unsigned n, int *attributes, void **data, cu_address at)
{
    return stub.query_error ? stub.query_error : cuda.cuPointerGetAttributes(n, attributes, data, at);
}

int cuMemHostRegister_v2(void *start, size_t size, unsigned flags)
{
    if (stub.pin_error)
        return stub.pin_error;
    int error = cuda.cuMemHostRegister_v2(start, size, flags);
    stub.pinned += error == 0;
    return error;
}

int cuPointerGetAttribute(void *data, int attribute, cu_address at)
{
    return stub.query_error ? stub.query_error : cuda.cuPointerGetAttribute(data, attribute, at);
}

int cuMemHostUnregister(void *start) { return cuda.cuMemHostUnregister(start); }

int cuStreamSynchronize(cu_stream stream) { return cuda.cuStreamSynchronize(stream); }
int cuCtxPushCurrent_v2(cu_context context) { return cuda.cuCtxPushCurrent_v2(context); }
int cuCtxPopCurrent_v2(cu_context *popped) { return cuda.cuCtxPopCurrent_v2(popped); }
int cuDevicePrimaryCtxRetain(cu_context *primary, int device)
{
    return cuda.cuDevicePrimaryCtxRetain(primary, device);
}
