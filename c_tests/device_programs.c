/* What programs do with a GPU around a reduction: contexts of which none is current, or another one;
 * work in streams that has not been done; threads. The driver is libcuda.so.1, or TEST_CUDA in its
 * place; the bits are those of the same call with host buffers. */
#include "driver.h"
#include "gpu/cuda.h"
#include "values.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { N = 3000, LONG = 1300000, BYTES = N * sizeof(double), THREADS = 4, ROUNDS = 20 };

static int me, ranks;
static double mine[N], want[N];

/* A context of the test's own, in which it looks into buffers of any context. */
static cu_context looking;

static void pop(void)
{
    cu_context popped;
    CU(cuda.cuCtxPopCurrent_v2(&popped));
}

static cu_context current(void)
{
    cu_context context;
    CU(cuda.cuCtxGetCurrent(&context));
    return context;
}

static cu_context new_context(void)
{
    cu_context context;
    CU(cuda.cuCtxCreate_v2(&context, 0, 0));
    pop();
    return context;
}

/* Allocates in a context. */
static cu_address device_memory(cu_context in)
{
    cu_address start;
    CU(cuda.cuCtxPushCurrent_v2(in));
    CU(cuda.cuMemAlloc_v2(&start, BYTES));
    pop();
    return start;
}

/* Copies in the context of the memory. */
static void put(cu_context in, cu_address to, const void *from)
{
    CU(cuda.cuCtxPushCurrent_v2(in));
    CU(cuda.cuMemcpyHtoD_v2(to, from, BYTES));
    CU(cuda.cuStreamSynchronize(NULL));
    pop();
}

static void check_result(cu_context in, cu_address recv, const char *what)
{
    static _Thread_local double got[N];
    CU(cuda.cuCtxPushCurrent_v2(in));
    CU(cuda.cuMemcpyDtoH_v2(got, recv, BYTES));
    pop();
    for (int i = 0; i < N; i++)
        CHECK(memcmp(&got[i], &want[i], sizeof *got) == 0, "%s: element %d is %a, not %a", what, i, got[i],
              want[i]);
}

static void sum(const void *from, void *to, MPI_Comm comm)
{
    MPI_Allreduce(from, to, N, MPI_DOUBLE, MPI_SUM, comm);
}

/* A sum of `mine`, from memory of one context into memory of another one. */
static void check_contexts(cu_context sends, cu_context receives, const char *what)
{
    cu_address send = device_memory(sends), recv = device_memory(receives);
    put(sends, send, mine);
    cu_context before = current();
    sum((void *)send, (void *)recv, MPI_COMM_WORLD);
    CHECK(current() == before, "%s: another context is current", what);
    check_result(receives, recv, what);
    put(receives, recv, mine);
    sum(MPI_IN_PLACE, (void *)recv, MPI_COMM_WORLD);
    CHECK(current() == before, "%s, in place: another context is current", what);
    check_result(receives, recv, what);
    CU(cuda.cuCtxPushCurrent_v2(sends));
    CU(cuda.cuMemFree_v2(send));
    pop();
    CU(cuda.cuCtxPushCurrent_v2(receives));
    CU(cuda.cuMemFree_v2(recv));
    pop();
}

static void check_all_contexts(void)
{
    cu_context one = new_context(), two = new_context(), primary;
    CU(cuda.cuDevicePrimaryCtxRetain(&primary, 0));
    CHECK(current() == NULL, "a context is current");
    check_contexts(one, one, "no context is current");
    check_contexts(one, two, "no context is current, two contexts");
    check_contexts(primary, primary, "no context is current, the primary one");
    CU(cuda.cuCtxPushCurrent_v2(one));
    check_contexts(one, one, "the memory's context is current");
    check_contexts(two, two, "another context is current");
    check_contexts(two, primary, "another context is current, and the primary one is the memory's");
    CU(cuda.cuCtxPushCurrent_v2(two));
    check_contexts(one, primary, "two contexts on the stack");
    pop();
    CHECK(current() == one, "the stack of contexts was changed");
    pop();
    CHECK(current() == NULL, "the stack of contexts is not empty");
    CU(cuda.cuCtxDestroy_v2(one));
    check_contexts(two, two, "a context was destroyed");
    CU(cuda.cuCtxDestroy_v2(two));
    CU(cuda.cuDevicePrimaryCtxRelease_v2(0));
}

/* Memory of a pool has no context; a program may reset the device in between. */
static void check_pools(void)
{
    for (int turn = 0; turn < 3; turn++) {
        char what[100];
        snprintf(what, sizeof what, "memory of a pool%s", turn == 2 ? ", after a reset" : "");
        cu_context primary;
        cu_address send, recv;
        CU(cuda.cuDevicePrimaryCtxRetain(&primary, 0));
        CU(cuda.cuCtxPushCurrent_v2(primary));
        CU(cuda.cuMemAllocAsync(&send, BYTES, NULL));
        CU(cuda.cuMemAllocAsync(&recv, BYTES, NULL));
        CU(cuda.cuStreamSynchronize(NULL));
        put(primary, send, mine);
        if (turn == 0)
            pop(); /* none is current */
        sum((void *)send, (void *)recv, MPI_COMM_WORLD);
        CHECK(current() == (turn == 0 ? NULL : primary), "%s: another context is current", what);
        check_result(primary, recv, what);
        if (turn == 0)
            CU(cuda.cuCtxPushCurrent_v2(primary));
        CU(cuda.cuMemFreeAsync(send, NULL));
        CU(cuda.cuMemFreeAsync(recv, NULL));
        CU(cuda.cuStreamSynchronize(NULL));
        pop();
        CU(cuda.cuDevicePrimaryCtxRelease_v2(0));
        if (turn == 1)
            CU(cuda.cuDevicePrimaryCtxReset_v2(0));
    }
}

/* Memory that the host can read, too. */
static void check_host_memory(void)
{
    void *send, *recv;
    cu_address managed;
    CU(cuda.cuCtxPushCurrent_v2(looking));
    CU(cuda.cuMemHostAlloc(&send, BYTES, 0));
    CU(cuda.cuMemAllocManaged(&managed, BYTES, ATTACH_GLOBAL));
    recv = malloc(BYTES);
    CU(cuda.cuMemHostRegister_v2(recv, BYTES, 0));
    memcpy(send, mine, BYTES);
    sum(send, recv, MPI_COMM_WORLD);
    CHECK(memcmp(recv, want, BYTES) == 0, "from pinned to registered memory");
    sum(send, (void *)managed, MPI_COMM_WORLD);
    CHECK(memcmp((void *)managed, want, BYTES) == 0, "from pinned to managed memory");
    memcpy((void *)managed, mine, BYTES);
    sum((void *)managed, recv, MPI_COMM_WORLD);
    CHECK(memcmp(recv, want, BYTES) == 0, "from managed to registered memory");
    CU(cuda.cuMemHostUnregister(recv));
    free(recv);
    CU(cuda.cuMemFree_v2(managed));
    CU(cuda.cuMemFreeHost(send));
    pop();
}

static void take_a_while(void *nothing)
{
    (void)nothing;
    nanosleep(&(struct timespec){.tv_nsec = 20000000}, NULL);
}

enum call { ONCE, BY_REQUEST, IN_PLACE, CALLS };

/* The send buffer is written by work in a stream, which takes a while and is not waited for; the
 * result is read by work in another stream, which waits for nothing. */
static void check_stream(cu_stream writes, int waits, enum call call, const char *name)
{
    char what[100];
    snprintf(what, sizeof what, "%s, call %d", name, call);
    static double nothing[N];
    cu_address source = device_memory(looking), send = device_memory(looking);
    cu_address recv = device_memory(looking), result = device_memory(looking);
    cu_stream reads;
    put(looking, source, mine);
    put(looking, send, nothing);
    put(looking, recv, nothing);
    put(looking, result, nothing);
    CU(cuda.cuCtxPushCurrent_v2(looking));
    CU(cuda.cuStreamCreate(&reads, STREAM_NON_BLOCKING));
    CU(cuda.cuLaunchHostFunc(writes, take_a_while, NULL));
    CU(cuda.cuMemcpyDtoDAsync_v2(call == IN_PLACE ? recv : send, source, BYTES, writes));
    if (waits)
        CU(cuda.cuStreamSynchronize(writes));
    MPI_Request request;
    switch (call) {
    case ONCE: sum((void *)send, (void *)recv, MPI_COMM_WORLD); break;
    case IN_PLACE: sum(MPI_IN_PLACE, (void *)recv, MPI_COMM_WORLD); break;
    default:
        MPI_Iallreduce((void *)send, (void *)recv, N, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD, &request);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    }
    CU(cuda.cuMemcpyDtoDAsync_v2(result, recv, BYTES, reads));
    CU(cuda.cuStreamSynchronize(reads));
    CHECK(current() == looking, "%s: another context is current", what);
    check_result(looking, result, what);
    CU(cuda.cuStreamDestroy_v2(reads));
    CU(cuda.cuMemFree_v2(source));
    CU(cuda.cuMemFree_v2(send));
    CU(cuda.cuMemFree_v2(recv));
    CU(cuda.cuMemFree_v2(result));
    pop();
}

static void check_streams(void)
{
    cu_stream blocking, other;
    CU(cuda.cuCtxPushCurrent_v2(looking));
    CU(cuda.cuStreamCreate(&blocking, STREAM_BLOCKING));
    CU(cuda.cuStreamCreate(&other, STREAM_NON_BLOCKING));
    pop();
    for (enum call call = 0; call < CALLS; call++) {
        check_stream(NULL, 0, call, "the default stream");
        check_stream(LEGACY_STREAM, 0, call, "the legacy stream");
        check_stream(PER_THREAD_STREAM, 0, call, "the per-thread stream");
        check_stream(blocking, 0, call, "a blocking stream");
        check_stream(other, 1, call, "a stream that does not block");
    }
    CU(cuda.cuCtxPushCurrent_v2(looking));
    CU(cuda.cuStreamDestroy_v2(blocking));
    CU(cuda.cuStreamDestroy_v2(other));
    pop();
}

/* Threads that reduce at once on communicators of their own: with a context of their own, with
 * the same one, or with none that is current. */
struct work {
    int thread;
    MPI_Comm comm;
    cu_context context;
};

static void *reduce_in_thread(void *argument)
{
    struct work *work = argument;
    char what[100];
    snprintf(what, sizeof what, "thread %d", work->thread);
    cu_address send = device_memory(work->context), recv = device_memory(work->context);
    if (work->thread % 2)
        CU(cuda.cuCtxPushCurrent_v2(work->context));
    cu_context before = current();
    for (int round = 0; round < ROUNDS; round++) {
        put(work->context, send, mine);
        sum((void *)send, (void *)recv, work->comm);
        CHECK(current() == before, "%s: another context is current", what);
        check_result(work->context, recv, what);
    }
    if (!before)
        CU(cuda.cuCtxPushCurrent_v2(work->context));
    CU(cuda.cuMemFree_v2(send));
    CU(cuda.cuMemFree_v2(recv));
    pop();
    return NULL;
}

/* All at once in blocks, which are more than what is kept of pinned memory. */
static void *reduce_long_in_thread(void *argument)
{
    struct work *work = argument;
    size_t bytes = LONG * sizeof(double);
    double *host = malloc(bytes);
    cu_address send, recv;
    CU(cuda.cuCtxPushCurrent_v2(work->context));
    CU(cuda.cuMemAlloc_v2(&send, bytes));
    CU(cuda.cuMemAlloc_v2(&recv, bytes));
    for (int i = 0; i < LONG; i++)
        host[i] = mine[i % N];
    CU(cuda.cuMemcpyHtoD_v2(send, host, bytes));
    CU(cuda.cuStreamSynchronize(NULL));
    for (int round = 0; round < 2; round++) {
        MPI_Allreduce((void *)send, (void *)recv, LONG, MPI_DOUBLE, MPI_SUM, work->comm);
        memset(host, 0, bytes);
        CU(cuda.cuMemcpyDtoH_v2(host, recv, bytes));
        for (int i = 0; i < LONG; i++)
            if (memcmp(&host[i], &want[i % N], sizeof *host) != 0) {
                CHECK(0, "thread %d: element %d is %a, not %a", work->thread, i, host[i], want[i % N]);
                break;
            }
    }
    CU(cuda.cuMemFree_v2(send));
    CU(cuda.cuMemFree_v2(recv));
    pop();
    free(host);
    return NULL;
}

static void check_threads(void)
{
    struct work work[THREADS];
    pthread_t threads[THREADS];
    for (int t = 0; t < THREADS; t++) {
        work[t].thread = t;
        work[t].context = t < THREADS / 2 ? looking : new_context();
        MPI_Comm_dup(MPI_COMM_WORLD, &work[t].comm);
    }
    for (int t = 0; t < THREADS; t++)
        pthread_create(&threads[t], NULL, reduce_in_thread, &work[t]);
    for (int t = 0; t < THREADS; t++)
        pthread_join(threads[t], NULL);
    for (int t = 0; t < THREADS; t++)
        pthread_create(&threads[t], NULL, reduce_long_in_thread, &work[t]);
    for (int t = 0; t < THREADS; t++)
        pthread_join(threads[t], NULL);
    for (int t = 0; t < THREADS; t++) {
        MPI_Comm_free(&work[t].comm);
        if (work[t].context != looking)
            CU(cuda.cuCtxDestroy_v2(work[t].context));
    }
}

/* Host buffers that are not certainly the host's at a look: in memory that malloc maps. */
static void check_host_buffers(const char *when)
{
    char *large = malloc(1 << 25);
    double *send = (double *)(large + (1 << 24)), *recv = send + N;
    memcpy(send, mine, BYTES);
    sum(send, recv, MPI_COMM_WORLD);
    CHECK(memcmp(recv, want, BYTES) == 0, "host buffers %s", when);
    free(large);
}

/* What is done, on rank 0's output. */
static void done(const char *what)
{
    MPI_Barrier(MPI_COMM_WORLD);
    if (me == 0) {
        printf("%s: the host's bits\n", what);
        fflush(stdout);
    }
}

int main(int argc, char **argv)
{
    int provided, devices;
    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
    started();
    MPI_Comm_rank(MPI_COMM_WORLD, &me);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    for (int i = 0; i < N; i++)
        mine[i] = hostile_double(me, i);
    sum(mine, want, MPI_COMM_WORLD);
    const char *error = load_cuda();
    CHECK(!error, "%s", error);
    check_host_buffers("before cuInit");
    CU(cuda.cuInit(0));
    check_host_buffers("after cuInit");
    CU(cuda.cuDeviceGetCount(&devices));
    CHECK(devices > 0, "the driver finds no device");
    looking = new_context();
    check_host_buffers("beside a context");
    done("host buffers beside a driver");
    check_all_contexts();
    done("contexts: none current, another one, the primary one, destroyed ones");
    check_host_memory();
    done("pinned, registered and managed memory");
    check_streams();
    done("streams: default, legacy, per thread, blocking, not blocking");
    if (provided >= MPI_THREAD_MULTIPLE) {
        check_threads();
        done("threads");
    }
    check_pools();
    done("memory of pools, and a reset");
    CU(cuda.cuCtxDestroy_v2(looking));
    return finish();
}
