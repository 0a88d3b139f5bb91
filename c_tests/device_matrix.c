/* Every predefined operator on every floating-point datatype by every reduction, with buffers on a GPU:
 * the bits, and all bytes beside the result, are those of the same call with host buffers. The driver
 * is a stub, TEST_DRIVER, or counts a real one's copies (gpu/counted_cuda.c). */
#include "by_request.h"
#include "datatypes.h"
#include "driver.h"
#include "gpu/memory.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The longest vector, and the most bytes of an element. */
enum { MOST = 1025, WIDEST = 32, BYTES_OF_ALL = MOST * WIDEST };

/* In place of a root, as in support/driver.c. */
enum { ALL = -1, IN_EQUAL_BLOCKS = -2, IN_UNEQUAL_BLOCKS = -3, UP_TO_ME = -4, BEFORE_ME = -5 };

static struct stub *gpu;
static int me, ranks, counts[64];
static long long large_counts[64];
static unsigned char *own, *on_host, *got, *send_at[KINDS], *recv_at[KINDS];

static void load_driver(void)
{
    const char *path = getenv("TEST_DRIVER");
    void *driver = path ? dlopen(path, RTLD_NOW | RTLD_LOCAL) : NULL;
    gpu = driver ? dlsym(driver, "stub") : NULL;
    CHECK(gpu != NULL, "TEST_DRIVER=%s: %s", path ? path : "", dlerror());
}

struct call {
    const struct operation *operation;
    int root, count, in_place, large;
    enum way way;
};

static void reduce(const struct call *call, const void *send, void *recv, const char *what)
{
    const struct operation *operation = call->operation;
    int receives = call->root < 0 || call->root == me, unequal = call->root == IN_UNEQUAL_BLOCKS;
    int n = call->root == IN_EQUAL_BLOCKS ? call->count / ranks : call->count;
    const void *from = call->in_place && receives ? MPI_IN_PLACE : send;
    MPI_Request request = MPI_REQUEST_NULL;
    int code =
        call_by_name(from, recv, n, unequal ? counts : NULL, unequal ? large_counts : NULL, operation->type,
                     operation->op, call->root, MPI_COMM_WORLD, call->way, call->large, &request);
    CHECK(code == MPI_SUCCESS, "%s: error %d", what, code);
    const char *how;
    persistent_starts = 1;
    if (call->way != BLOCKING)
        complete_call(request, call->way, NULL, 0, NULL, &how);
}

static void check_call(const struct call *call, enum kind send, enum kind recv)
{
    const struct operation *operation = call->operation;
    size_t bytes = call->count * operation->size;
    char what[200];
    snprintf(what, sizeof what, "%s, %d elements, root %d, way %d%s%s, buffers of kinds %d and %d",
             operation->name, call->count, call->root, call->way, call->in_place ? ", in place" : "",
             call->large ? ", large count" : "", send, recv);
    int reproduced = call->root != IN_EQUAL_BLOCKS || call->count >= ranks;
    if (call->in_place)
        memcpy(on_host, own, bytes);
    else
        memset(on_host, 0xee, bytes);
    gpu->put(recv_at[recv], on_host, bytes);
    gpu->put(send_at[send], own, bytes);
    look_at_counters();
    reduce(call, own, on_host, what);
    check_counters(1, reproduced, what);
    reduce(call, send_at[send], recv_at[recv], what);
    check_counters(1, reproduced, what);
    CHECK(gpu->as_left(), "%s: the driver's state was changed", what);
    gpu->get(got, recv_at[recv], bytes);
    for (size_t byte = 0; memcmp(got, on_host, bytes) != 0; byte++)
        CHECK(got[byte] == on_host[byte], "%s: byte %zu is %02x, not %02x", what, byte, got[byte],
              on_host[byte]);
    gpu->get(got, send_at[send], bytes);
    CHECK(memcmp(got, own, bytes) == 0, "%s: the send buffer was changed", what);
}

static void check_operation_of(const struct operation *operation, int count, enum kind send, enum kind recv)
{
    memset(own, 0, count * operation->size);
    for (int i = 0; i < count; i++)
        operation->fill(own + i * operation->size, me, i);
    for (int r = 0; r < ranks; r++)
        large_counts[r] = counts[r] = start_of_block(r + 1, ranks, count) - start_of_block(r, ranks, count);
    struct call call = {.operation = operation, .count = count};
    for (call.root = BEFORE_ME; call.root < ranks; call.root++)
        for (call.way = BLOCKING; call.way <= PERSISTENT; call.way++)
            for (call.in_place = 0; call.in_place < 2; call.in_place++)
                for (call.large = 0; call.large < 2; call.large++)
                    check_call(&call, send, recv);
}

static void check_datatype(const struct datatype *datatype, int turn)
{
    int size = 0;
    if (datatype->type == MPI_DATATYPE_NULL || MPI_Type_size(datatype->type, &size) || size == 0 ||
        !is_floating(&datatype->element))
        return;
    for (int op = 0; op < OPERATORS; op++) {
        char name[100];
        snprintf(name, sizeof name, "%s on %s", operators[op].name, datatype->name);
        double send, recv;
        if (!is_defined(&datatype->element, op) ||
            PMPI_Allreduce(&send, &recv, 0, datatype->type, operators[op].op, MPI_COMM_WORLD))
            continue;
        const struct operation operation = operation_on(name, datatype->type, &datatype->element, op);
        check_operation_of(&operation, 13, ON_DEVICE, ON_DEVICE);
        check_operation_of(&operation, turn % 2 ? MOST : ranks, turn % KINDS, (turn + op) % KINDS);
    }
}

int main(int argc, char **argv)
{
    start(&argc, &argv);
    load_driver();
    MPI_Comm_rank(MPI_COMM_WORLD, &me);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    CHECK(ranks <= 64, "%d ranks", ranks);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    own = malloc(BYTES_OF_ALL);
    on_host = malloc(BYTES_OF_ALL);
    got = malloc(BYTES_OF_ALL);
    for (enum kind kind = 0; kind < KINDS; kind++) {
        send_at[kind] = gpu->allocate(kind, me % DEVICES, BYTES_OF_ALL);
        recv_at[kind] = gpu->allocate(kind, (me + 1) % DEVICES, BYTES_OF_ALL);
    }
    for (size_t i = 0; i < datatypes_length; i++)
        check_datatype(&datatypes[i], (int)i);
    for (enum kind kind = 0; kind < KINDS; kind++) {
        gpu->free(send_at[kind]);
        gpu->free(recv_at[kind]);
    }
    free(own);
    free(on_host);
    free(got);
    return finish();
}
