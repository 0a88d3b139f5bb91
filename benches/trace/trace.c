/* What a reduction takes on one rank, and how long XXH3 takes to read its contribution and its result.
 * Run by benches/run.sh CALL=trace, without a trace and with one: the difference is what the trace
 * costs. Prints bytes, nanoseconds of MPI_Allreduce and of two passes of XXH3: medians over batches. */
#include "timing.h"

#include <mpi.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#define XXH_INLINE_ALL
#include <xxhash.h>

enum { BATCHES = 101, LONGEST = 8 << 20 };

static double *send, *recv;
static volatile uint64_t sink;

static void reduce(int n) { MPI_Allreduce(send, recv, n, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD); }

static void hash(int n) { sink = XXH3_64bits(send, n * sizeof *send) ^ XXH3_64bits(recv, n * sizeof *recv); }

/* Nanoseconds of a call. */
static double median(void (*call)(int), int n, int calls)
{
    double times[BATCHES];
    for (int batch = 0; batch < BATCHES; batch++) {
        double begun = now();
        for (int i = 0; i < calls; i++)
            call(n);
        times[batch] = 1e9 * (now() - begun) / calls;
    }
    return spread_of(times, BATCHES, 10).median;
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    for (int bytes = 8; bytes <= LONGEST; bytes *= 4) {
        int n = bytes / (int)sizeof *send, calls = bytes < 65536 ? 200 : 1 + (1 << 20) / bytes;
        send = malloc(bytes);
        recv = malloc(bytes);
        for (int i = 0; i < n; i++)
            send[i] = recv[i] = 1.0 / (1.0 + i);
        median(reduce, n, calls); /* warm */
        double reduced = median(reduce, n, calls), hashed = median(hash, n, calls);
        printf("%d %.1f %.1f\n", bytes, reduced, hashed);
        free(send);
        free(recv);
    }
    MPI_Finalize();
    return 0;
}
