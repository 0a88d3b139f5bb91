/* The functions of libamdhip64.so that samebits uses, as documented; included by
 * memory.c. HIP_MAJOR decides what a memory type is called and what the runtime
 * says of addresses that it does not know. A copy works only on the device of
 * the memory. */

enum { INVALID_VALUE = 1, INVALID_DEVICE = 101 };
#if HIP_MAJOR >= 6
enum { TYPE_UNREGISTERED = 0, TYPE_HOST = 1, TYPE_DEVICE = 2, TYPE_MANAGED = 3 };
#else
enum { TYPE_HOST = 0, TYPE_DEVICE = 1, TYPE_MANAGED = 4 };
#endif

struct attributes {
    int type;
    int device;
    void *device_pointer;
    void *host_pointer;
    int is_managed;
    unsigned allocation_flags;
};

/* Not the one of most of the memory. */
#define CURRENT 1
static _Thread_local int current = CURRENT, last_error;

static int returned(int error)
{
    if (error)
        last_error = error;
    return error;
}

int hipRuntimeGetVersion(int *version)
{
    *version = HIP_MAJOR * 10000000 + 2 * 100000 + 41133;
    return 0;
}

int hipPointerGetAttributes(struct attributes *attributes, const void *address)
{
    struct memory *memory = memory_at((uintptr_t)address);
    if (stub.query_error)
        return returned(stub.query_error);
    memset(attributes, 0, sizeof *attributes);
    if (!memory) {
#if HIP_MAJOR >= 6
        attributes->type = TYPE_UNREGISTERED;
        return 0;
#else
        return returned(INVALID_VALUE);
#endif
    }
    attributes->type = memory->kind == REGISTERED ? TYPE_HOST
        : memory->kind == MANAGED                 ? TYPE_MANAGED
                                                  : TYPE_DEVICE;
    attributes->device = memory->device;
    attributes->device_pointer = (void *)address;
    /* Set for device memory too: it does not tell what the host can read. */
    attributes->host_pointer = (void *)address;
    attributes->is_managed = memory->kind == MANAGED;
    return 0;
}

int hipGetDevice(int *device)
{
    *device = current;
    return 0;
}

int hipSetDevice(int device)
{
    if (device < 0 || device >= DEVICES)
        return returned(INVALID_DEVICE);
    current = device;
    return 0;
}

int hipMemcpy(void *to, const void *from, size_t n, int kind)
{
    const void *on_device = kind == 1 ? to : from;
    struct memory *memory = memory_at((uintptr_t)on_device);
    if (kind != 1 && kind != 2)
        return returned(INVALID_VALUE);
    if (!memory || memory->device != current)
        return returned(INVALID_DEVICE);
    return returned(kind == 1 ? copy_to_device((uintptr_t)to, from, n)
                              : copy_to_host(to, (uintptr_t)from, n));
}

int hipMemcpyAsync(void *to, const void *from, size_t n, int kind, void *stream)
{
    struct memory *memory = memory_at((uintptr_t)(kind == 1 ? to : from));
    (void)stream; /* always the default one */
    if (kind != 1 && kind != 2)
        return returned(INVALID_VALUE);
    if (!memory || memory->device != current)
        return returned(INVALID_DEVICE);
    return returned(kind == 1 ? begin_to_device(NULL, (uintptr_t)to, from, n)
                              : begin_to_host(NULL, to, (uintptr_t)from, n));
}

int hipHostRegister(void *start, size_t size, unsigned flags)
{
    (void)flags;
    return returned(registered(start, size, NULL));
}

int hipHostUnregister(void *start)
{
    release(start);
    return 0;
}

int hipStreamSynchronize(void *stream)
{
    if (!stream)
        arrive(NULL);
    return 0;
}

int hipGetLastError(void)
{
    int error = last_error;
    last_error = 0;
    return error;
}

/* The program's device is the current one, and no error of ours is remembered. */
static int as_left(void) { return current == CURRENT && last_error == 0; }
