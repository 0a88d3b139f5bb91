/* The functions of libcuda.so.1 that programs call, beside those that samebits uses; included by
 * stub_cuda.h. */

int cuInit(unsigned flags)
{
    (void)flags;
    return 0;
}

int cuDriverGetVersion(int *version)
{
    *version = 0;
    return 0;
}

int cuDeviceGetCount(int *count)
{
    *count = DEVICES;
    return 0;
}

int cuDeviceGetName(char *name, int length, int device)
{
    (void)device;
    strncpy(name, "stub", length);
    return 0;
}

int cuDevicePrimaryCtxRelease_v2(int device)
{
    retained[device]--;
    return 0;
}

int cuDevicePrimaryCtxReset_v2(int device)
{
    retained[device] = 0;
    unregister_all(&contexts[device]);
    return 0;
}

int cuCtxCreate_v2(void **context, unsigned flags, int device)
{
    (void)flags;
    int *created = malloc(sizeof *created);
    *created = device;
    *context = created;
    return cuCtxPushCurrent_v2(created);
}

int cuCtxDestroy_v2(void *context)
{
    if (depth > 0 && stack[depth - 1] == context)
        depth--;
    unregister_all(context);
    free(context);
    return 0;
}

int cuCtxGetCurrent(void **context)
{
    *context = depth > 0 ? stack[depth - 1] : NULL;
    return 0;
}

static int allocate_here(enum kind kind, void **start, size_t size)
{
    if (depth == 0)
        return INVALID_CONTEXT;
    int *context = stack[depth - 1];
    *start = allocate(kind, *context, size);
    memory_at((uintptr_t)*start)->context = context;
    return 0;
}

int cuMemAlloc_v2(uintptr_t *start, size_t size) { return allocate_here(ON_DEVICE, (void **)start, size); }

int cuMemAllocAsync(uintptr_t *start, size_t size, void *stream)
{
    (void)stream;
    int error = allocate_here(POOLED, (void **)start, size);
    if (!error) /* of the device */
        memory_at(*start)->context = NULL;
    return error;
}

int cuMemAllocManaged(uintptr_t *start, size_t size, unsigned flags)
{
    (void)flags;
    return allocate_here(MANAGED, (void **)start, size);
}

int cuMemHostAlloc(void **start, size_t size, unsigned flags)
{
    (void)flags;
    return allocate_here(REGISTERED, start, size);
}

int cuMemFree_v2(uintptr_t start)
{
    arrive(NULL);
    release((void *)start);
    return 0;
}

int cuMemFreeAsync(uintptr_t start, void *stream)
{
    (void)stream;
    return cuMemFree_v2(start);
}

int cuMemFreeHost(void *start) { return cuMemFree_v2((uintptr_t)start); }

int cuMemcpyDtoDAsync_v2(uintptr_t to, uintptr_t from, size_t n, void *stream)
{
    enqueue_copy(queue_of(stream), (void *)to, (void *)from, n);
    return 0;
}

int cuLaunchHostFunc(void *stream, void (*call)(void *), void *argument)
{
    enqueue_call(queue_of(stream), call, argument);
    return 0;
}

int cuStreamCreate(void **stream, unsigned flags)
{
    int *created = malloc(sizeof *created);
    *created = (int)flags;
    *stream = created;
    return 0;
}

int cuStreamDestroy_v2(void *stream)
{
    free(stream);
    return 0;
}
