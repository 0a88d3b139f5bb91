/* What a buffer on a GPU costs a reduction:
 *
 *     mpiexec -n RANKS device [LONGEST]     up to so many bytes; 64 MiB unless given
 *
 * First, on one rank alone, what the driver takes for copies and queries; then MPI_Allreduce
 * of doubles with buffers in host memory, in pinned host memory and on the device: the median over
 * repetitions of the slowest rank's time. The driver is libcuda.so.1, or TEST_CUDA in its place. */
#include "../../c_tests/gpu/cuda.h"
#include "../support/timing.h"

#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_REPETITIONS = 200 };

/* Seconds that the repetitions of one thing take at most, if three of them do not take longer. */
static const double budget = 0.12;

static int rank, ranks;
static size_t longest = (size_t)64 << 20;

static cu_address device_send, device_recv;
static char *host_send, *host_recv, *pinned_send, *pinned_recv;

static void allocate(void)
{
    CU(cuda.cuMemAlloc_v2(&device_send, longest));
    CU(cuda.cuMemAlloc_v2(&device_recv, longest));
    void *pinned;
    CU(cuda.cuMemHostAlloc(&pinned, longest, 0));
    pinned_send = pinned;
    CU(cuda.cuMemHostAlloc(&pinned, longest, 0));
    pinned_recv = pinned;
    host_send = malloc(longest);
    host_recv = malloc(longest);
    for (size_t i = 0; i < longest / sizeof(double); i++)
        ((double *)host_send)[i] = (rank + 1) / (1.0 + (double)(i % 1000));
    memset(host_recv, 0, longest);
    memcpy(pinned_send, host_send, longest);
    memset(pinned_recv, 0, longest);
    CU(cuda.cuMemcpyHtoD_v2(device_send, host_send, longest));
    CU(cuda.cuStreamSynchronize(NULL));
}

/* Something that is timed, for so many bytes. */
typedef void work(size_t bytes);

static double once(work *work, size_t bytes)
{
    double begin = now();
    work(bytes);
    return now() - begin;
}

static double median(double *times, int n) { return spread_of(times, n, 10).median; }

/* On this rank alone: seconds. */
static double alone(work *work, size_t bytes)
{
    double times[MOST_REPETITIONS], begin = now();
    int n = 0;
    once(work, bytes);
    while (n < 3 || (n < MOST_REPETITIONS && now() - begin < budget))
        times[n++] = once(work, bytes);
    return median(times, n);
}

/* On all ranks at once: the slowest one's. */
static double together(work *work, size_t bytes)
{
    double times[MOST_REPETITIONS], begin = now();
    int n = 0, more = 1;
    once(work, bytes);
    while (more) {
        MPI_Barrier(MPI_COMM_WORLD);
        double own = once(work, bytes);
        PMPI_Allreduce(&own, &times[n++], 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
        more = n < 3 || (n < MOST_REPETITIONS && now() - begin < budget);
        PMPI_Bcast(&more, 1, MPI_INT, 0, MPI_COMM_WORLD);
    }
    return median(times, n);
}

/* --- the driver alone --- */

static void to_pageable(size_t n) { CU(cuda.cuMemcpyDtoH_v2(host_recv, device_send, n)); }
static void to_pinned(size_t n) { CU(cuda.cuMemcpyDtoH_v2(pinned_recv, device_send, n)); }

static void from_pageable(size_t n)
{
    CU(cuda.cuMemcpyHtoD_v2(device_recv, host_send, n));
    CU(cuda.cuStreamSynchronize(NULL));
}

static void from_pinned(size_t n)
{
    CU(cuda.cuMemcpyHtoD_v2(device_recv, pinned_send, n));
    CU(cuda.cuStreamSynchronize(NULL));
}

static size_t block;
static cu_stream up, down;

/* Both directions at once, in blocks. */
static void both(size_t n)
{
    for (size_t at = 0; at < n; at += block) {
        size_t bytes = n - at < block ? n - at : block;
        CU(cuda.cuMemcpyDtoHAsync_v2(pinned_recv + at, device_send + at, bytes, up));
        CU(cuda.cuMemcpyHtoDAsync_v2(device_recv + at, pinned_send + at, bytes, down));
    }
    CU(cuda.cuStreamSynchronize(up));
    CU(cuda.cuStreamSynchronize(down));
}

/* One direction, in blocks. */
static void in_blocks(size_t n)
{
    for (size_t at = 0; at < n; at += block)
        CU(cuda.cuMemcpyDtoHAsync_v2(pinned_recv + at, device_send + at, n - at < block ? n - at : block,
                                     up));
    CU(cuda.cuStreamSynchronize(up));
}

static void copy_on_host(size_t n) { memcpy(host_recv, pinned_send, n); }

static void pin(size_t n)
{
    CU(cuda.cuMemHostRegister_v2(host_recv, n, 0));
    CU(cuda.cuMemHostUnregister(host_recv));
}

/* A thousand queries, with what samebits asks. */
static void query(cu_address at)
{
    for (int i = 0; i < 1000; i++) {
        unsigned type = 0, managed = 0;
        cuda.cuPointerGetAttributes(2, (int[]){MEMORY_TYPE, IS_MANAGED}, (void *[]){&type, &managed}, at);
    }
}

static void query_host(size_t n) { query((cu_address)host_send + n); }
static void query_pinned(size_t n) { query((cu_address)pinned_send + n); }
static void query_device(size_t n) { query(device_send + n); }

static double rate(size_t bytes, double seconds) { return (double)bytes / seconds * 1e-9; }

static void show_driver(void)
{
    printf("\nCopies of the driver, alone: microseconds (GB/s)\n%11s %18s %18s %18s %18s\n", "bytes",
           "to pageable", "from pageable", "to pinned", "from pinned");
    work *const copies[] = {to_pageable, from_pageable, to_pinned, from_pinned};
    for (size_t n = 8; n <= longest; n = n < longest && 8 * n > longest ? longest : 8 * n) {
        printf("%11zu", n);
        for (int i = 0; i < 4; i++) {
            double seconds = alone(copies[i], n);
            printf(" %9.2f (%6.2f)", seconds * 1e6, rate(n, seconds));
        }
        printf("\n");
    }
    printf("\nIn blocks and streams, pinned, %zu bytes in all: GB/s\n%11s %18s %18s\n", longest, "block",
           "to the host", "both, each");
    for (block = 64 << 10; block <= (4 << 20); block *= 4)
        printf("%11zu %18.2f %18.2f\n", block, rate(longest, alone(in_blocks, longest)),
               rate(longest, alone(both, longest)));
    size_t mib = longest < (1 << 20) ? longest : 1 << 20;
    printf("\nA copy on the host, GB/s:              %9.2f\n", rate(longest, alone(copy_on_host, longest)));
    printf("Pinning and unpinning 1 MiB, us:       %9.2f\n", alone(pin, mib) * 1e6);
    printf("Asking about a pointer, ns: host       %9.1f\n", alone(query_host, 8) * 1e6);
    printf("                            pinned     %9.1f\n", alone(query_pinned, 8) * 1e6);
    printf("                            device     %9.1f\n", alone(query_device, 8) * 1e6);
    fflush(stdout);
}

/* --- reductions --- */

static void allreduce(const void *send, void *recv, size_t bytes)
{
    MPI_Allreduce(send, recv, (int)(bytes / sizeof(double)), MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
}

static void on_host(size_t n) { allreduce(host_send, host_recv, n); }
static void on_pinned(size_t n) { allreduce(pinned_send, pinned_recv, n); }
static void on_device(size_t n) { allreduce((void *)device_send, (void *)device_recv, n); }

static void show_reductions(void)
{
    if (rank == 0)
        printf("\nMPI_Allreduce on %d ranks: microseconds\n%11s %11s %11s %11s %15s\n", ranks, "bytes",
               "host", "pinned", "device", "copies, GB/s");
    for (size_t n = 8; n <= longest; n = n < longest && 8 * n > longest ? longest : 8 * n) {
        double host = together(on_host, n), pinned = together(on_pinned, n);
        double device = together(on_device, n);
        if (rank == 0) { /* one copy to the host, and one from it */
            printf("%11zu %11.2f %11.2f %11.2f", n, host * 1e6, pinned * 1e6, device * 1e6);
            if (device > host)
                printf(" %15.2f", rate(2 * n, device - host));
            printf("\n");
            fflush(stdout);
        }
    }
    char *copy = malloc(longest);
    allreduce(host_send, host_recv, longest);
    CU(cuda.cuMemcpyDtoH_v2(copy, device_recv, longest));
    if (memcmp(copy, host_recv, longest) != 0) {
        fprintf(stderr, "FAILED: the device's sums have other bits\n");
        MPI_Abort(MPI_COMM_WORLD, 1);
    }
    free(copy);
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    if (argc > 1)
        longest = strtoull(argv[1], NULL, 10) / 8 * 8;
    const char *error = load_cuda();
    if (error || longest < 8) {
        fprintf(stderr, "device: %s\n", error ? error : "LONGEST is at least 8");
        MPI_Abort(MPI_COMM_WORLD, 2);
    }
    int version;
    char name[100];
    cu_context context;
    CU(cuda.cuInit(0));
    CU(cuda.cuDriverGetVersion(&version));
    CU(cuda.cuDeviceGetName(name, sizeof name, 0));
    CU(cuda.cuDevicePrimaryCtxRetain(&context, 0));
    CU(cuda.cuCtxPushCurrent_v2(context));
    allocate();
    CU(cuda.cuStreamCreate(&up, STREAM_NON_BLOCKING));
    CU(cuda.cuStreamCreate(&down, STREAM_NON_BLOCKING));
    if (rank == 0) {
        printf("%s, CUDA %d.%d\n", name, version / 1000, version % 1000 / 10);
        if (ranks == 1)
            show_driver();
    }
    show_reductions();
    MPI_Finalize();
    return 0;
}
