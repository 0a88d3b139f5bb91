/* The functions of libcuda.so.1 that samebits uses, as documented; included by
 * memory.c. A copy works only in the context of the memory. What programs call beside
 * these is in stub_cuda_programs.h. */
#include "cuda.h"

enum { INVALID_VALUE = 1, INVALID_CONTEXT = 201 };

/* A context is its device's number. These are the primary ones, and the thread has none to
 * begin with: a stack. */
static int contexts[DEVICES] = {0, 1};
static _Thread_local int *stack[10], depth;
static int retained[DEVICES];

static int *context_of(const struct memory *memory)
{
    return memory->context ? memory->context : &contexts[memory->device];
}

int cuPointerGetAttribute(void *data, int attribute, uintptr_t address)
{
    struct memory *memory = memory_at(address);
    if (stub.query_error)
        return stub.query_error;
    if (!memory)
        return INVALID_VALUE;
    switch (attribute) {
    case CONTEXT: *(int **)data = memory->kind == POOLED ? NULL : context_of(memory); return 0;
    case MEMORY_TYPE: *(unsigned *)data = memory->kind == REGISTERED ? TYPE_HOST : TYPE_DEVICE; return 0;
    case IS_MANAGED: *(unsigned *)data = memory->kind == MANAGED; return 0;
    case DEVICE_ORDINAL: *(int *)data = memory->device; return 0;
    }
    return INVALID_VALUE;
}

/* Of memory that it does not know all attributes are 0, and that is no error. */
int cuPointerGetAttributes(unsigned n, int *attributes, void **data, uintptr_t address)
{
    if (stub.query_error)
        return stub.query_error;
    if (getenv("TEST_ONE_BY_ONE")) /* a driver that wants a context */
        return INVALID_CONTEXT;
    for (unsigned i = 0; i < n; i++) {
        memset(data[i], 0, attributes[i] == CONTEXT ? sizeof(void *) : sizeof(int));
        if (memory_at(address)) {
            int error = cuPointerGetAttribute(data[i], attributes[i], address);
            if (error)
                return error;
        }
    }
    return 0;
}

int cuCtxPushCurrent_v2(void *context)
{
    stack[depth++] = context;
    return 0;
}

int cuCtxPopCurrent_v2(void **context)
{
    if (depth == 0)
        return INVALID_CONTEXT;
    *context = stack[--depth];
    return 0;
}

int cuDevicePrimaryCtxRetain(void **context, int device)
{
    retained[device]++;
    *context = &contexts[device];
    return 0;
}

static int in_context_of(uintptr_t address)
{
    struct memory *memory = memory_at(address);
    return memory && depth > 0 && stack[depth - 1] == context_of(memory);
}

int cuMemcpyDtoH_v2(void *host, uintptr_t device, size_t n)
{
    return in_context_of(device) ? copy_to_host(host, device, n) : INVALID_CONTEXT;
}

int cuMemcpyHtoD_v2(uintptr_t device, const void *host, size_t n)
{
    return in_context_of(device) ? copy_to_device(device, host, n) : INVALID_CONTEXT;
}

/* Created ones begin with their flags. */
static void *queue_of(int *stream)
{
    int blocks =
        !stream || stream == LEGACY_STREAM || stream == PER_THREAD_STREAM || *stream == STREAM_BLOCKING;
    return blocks ? NULL : stream;
}

int cuMemcpyDtoHAsync_v2(void *host, uintptr_t device, size_t n, void *stream)
{
    return in_context_of(device) ? begin_to_host(queue_of(stream), host, device, n) : INVALID_CONTEXT;
}

int cuMemcpyHtoDAsync_v2(uintptr_t device, const void *host, size_t n, void *stream)
{
    return in_context_of(device) ? begin_to_device(queue_of(stream), device, host, n) : INVALID_CONTEXT;
}

int cuMemHostRegister_v2(void *start, size_t size, unsigned flags)
{
    (void)flags;
    return depth > 0 ? registered(start, size, stack[depth - 1]) : INVALID_CONTEXT;
}

int cuMemHostUnregister(void *start)
{
    if (depth == 0)
        return INVALID_CONTEXT;
    arrive(NULL);
    release(start);
    return 0;
}

int cuStreamSynchronize(void *stream)
{
    if (depth == 0)
        return INVALID_CONTEXT;
    arrive(queue_of(stream));
    return 0;
}

/* No context is left on the stack, and none is retained again and again. */
static int as_left(void) { return depth == 0 && retained[0] <= 1 && retained[1] <= 1; }

#include "stub_cuda_programs.h"
