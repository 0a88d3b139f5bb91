/* MPI's own reductions (PMPI_Allreduce, …) and those with samebits in front (MPI_Allreduce, …)
 * in turn, in one run, for vectors of 8 bytes to 128 MB: medians, their spread, the ratios with the
 * quartiles of those of single repetitions, and the memory that both take. A nonblocking reduction is
 * timed with its MPI_Wait; of a persistent one MPI_Start and MPI_Wait are, on requests that are made
 * once for each size.
 * Run it by benches/run.sh, which says what may be set.
 *
 * A repetition is a batch of calls, one after the other, each on a vector of its
 * own: many for short vectors, where the clock would be seen otherwise, one for
 * long ones. All vectors are filled anew before it, and a barrier precedes it;
 * its time is that of the slowest rank. Results are compared with the exact sum, or with
 * what a user's operator gives over the binary tree of the ranks, and samebits' counter with
 * the number of calls. */
#include "arguments.h"
#include "fail.h"
#include "library.h"
#include "memory.h"
#include "operation.h"
#include "options.h"
#include "timing.h"
#include "warm.h"
#include "values.h"

#include <math.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    CALLS = 64,            /* in a batch, at most */
    BATCH_BYTES = 1 << 17, /* of all vectors of a batch, unless one is longer */
    FEWEST = 7,            /* repetitions of each size */
    MOST = 2000,
    UNTIMED = 8,             /* calls of each size that precede: the first ones take memory */
    UNTIMED_BYTES = 1 << 25, /* of vectors no longer than that */
    CHECKED = 1 << 14        /* elements that are compared in a repetition, about */
};

static struct options options;
static int rank, ranks;
static int *counts; /* one for each rank */
static struct operation operation;
static char *send_buffer, *recv_buffer;
static MPI_Request requests[LIBRARIES][CALLS];
static uint64_t reductions; /* the number of the next one, which decides its values */

/* Elements of a vector that each rank gets the result of. */
static size_t received(size_t bytes)
{
    size_t count = bytes / operation.element;
    int blocks = options.call.reduction == REDUCE_SCATTER_BLOCK || options.call.reduction == REDUCE_SCATTER;
    return blocks ? count / ranks : count;
}

/* The ranks that this one's result is made of. */
static int contributors(void)
{
    switch (options.call.reduction) {
    case REDUCE: return rank == 0 ? ranks : 0;
    case SCAN: return rank + 1;
    case EXSCAN: return rank;
    default: return ranks;
    }
}

/* Makes the call of that number in a batch, as far as it is to be made now. */
static void start(int library, int call, size_t bytes, MPI_Request *request)
{
    make_call(options.call, library,
              (struct arguments){.from = send_buffer + call * bytes,
                                 .to = recv_buffer + call * bytes,
                                 .count = (int)received(bytes),
                                 .counts = counts,
                                 .datatype = operation.datatype,
                                 .op = operation.op},
              request);
}

/* Results of MPI's own nonblocking and persistent reductions that were looked at on this rank,
 * and the wrong ones among them, which do not end the benchmark: they are MPI's faults. */
static long compared, wrong_ones;

/* The bits of ours, and of MPI's own at two ranks, whose sum is a single one. (What MPI's own
 * gives by a request has to be near it at least.) */
static void check(int library, size_t bytes, int calls, int whole)
{
    int summed = contributors(), tolerated = library == MPIS_OWN && options.call.completion != BLOCKING;
    int is_single = library == OURS || summed <= 2;
    if (summed == 0 || (!is_single && !tolerated))
        return;
    size_t count = received(bytes), stride = 1, wrong;
    if (!whole && count * calls > CHECKED)
        stride = count * calls / CHECKED | 1;
    for (int call = 0; call < calls; call++) {
        int right = (is_single ? is_right : is_near)(&operation, recv_buffer + call * bytes,
                                                     count * operation.element, summed, reductions + call,
                                                     stride, &wrong);
        if (!right && !tolerated)
            fail("%s of %zu bytes: number %zu has wrong bits", library == OURS ? "ours" : "MPI's own", bytes,
                 wrong);
        compared += tolerated;
        wrong_ones += !right;
    }
}

/* How many calls of a batch samebits has evaluated; persistent ones count each time they are started. */
static void check_counter(uint64_t before, int wanted, int calls, size_t bytes)
{
    int ours = (int)(reproduced() - before);
    if (ours != wanted)
        fail("samebits evaluated %d of %d calls of %zu bytes, not %d%s", ours, calls, bytes, wanted,
             options.call.completion == BLOCKING
                 ? ""
                 : " (one may take as much memory as SAMEBITS_NONBLOCKING_MEMORY says)");
}

/* Makes the requests of persistent calls. */
static void make_requests(int library, size_t bytes, int calls)
{
    for (int call = 0; call < calls; call++)
        start(library, call, bytes, &requests[library][call]);
}

static void free_requests(int calls)
{
    for (int call = 0; call < calls; call++) {
        PMPI_Request_free(&requests[MPIS_OWN][call]);
        MPI_Request_free(&requests[OURS][call]);
    }
}

/* Seconds that a batch took on this rank, for each call. */
static double repetition(int library, size_t bytes, int calls, int whole)
{
    size_t count = received(bytes), block = count * operation.element;
    size_t numbers = block / (operation.is_float ? sizeof(float) : sizeof(double));
    for (int call = 0; call < calls; call++) /* where there are blocks, all are alike */
        for (size_t from = 0; from + block <= bytes && block > 0; from += block)
            fill(send_buffer + call * bytes + from, numbers, operation.is_float, rank, reductions + call);
    int persistent = options.call.completion == PERSISTENT;
    memset(recv_buffer, 0xff, bytes * calls); /* no earlier result may pass for this one */
    uint64_t before = reproduced();
    PMPI_Barrier(MPI_COMM_WORLD);
    double begun = now();
    for (int call = 0; call < calls; call++) {
        MPI_Request *request = &requests[library][call];
        if (!persistent)
            start(library, call, bytes, request);
        if (options.call.completion != BLOCKING)
            complete(options.call, library, request);
    }
    double time = now() - begun;
    /* Where ranks share a core, the checks of one would keep another one's call waiting. */
    PMPI_Barrier(MPI_COMM_WORLD);
    check_counter(before, library == OURS ? calls : 0, calls, bytes);
    check(library, bytes, calls, whole);
    return time / calls;
}

/* Measures one size and prints its row; returns the ratio of the medians. */
static double measure(size_t bytes, struct memory memory[LIBRARIES], int *memory_known)
{
    int calls = bytes * CALLS <= BATCH_BYTES ? CALLS : bytes < BATCH_BYTES ? BATCH_BYTES / bytes : 1;
    int persistent = options.call.completion == PERSISTENT;
    for (int r = 0; r < ranks; r++)
        counts[r] = (int)received(bytes);
    /* Once for the caches, the checks of all elements, and the memory. */
    double both = 0;
    for (int library = 0; library < LIBRARIES; library++) {
        long before = 0;
        *memory_known &= memory_before(&before);
        if (persistent)
            make_requests(library, bytes, calls);
        double first = repetition(library, bytes, calls, 1);
        for (int made = calls; made < UNTIMED && bytes <= UNTIMED_BYTES; made += calls)
            first = repetition(library, bytes, calls, 0);
        *memory_known &= memory_after(&memory[library], before);
        both += first * calls;
    }
    reductions += calls;
    double wanted = options.duration / both;
    int n = wanted < FEWEST ? FEWEST : wanted > MOST ? MOST : (int)wanted;
    PMPI_Bcast(&n, 1, MPI_INT, 0, MPI_COMM_WORLD);

    static double times[LIBRARIES][MOST], ratios[MOST];
    for (int i = 0; i < n; i++) {
        for (int turn = 0; turn < LIBRARIES; turn++) {
            int library = in_turn(i, turn, LIBRARIES);
            times[library][i] = repetition(library, bytes, calls, 0);
        }
        reductions += calls;
    }
    if (persistent)
        free_requests(calls);
    for (int library = 0; library < LIBRARIES; library++)
        PMPI_Allreduce(MPI_IN_PLACE, times[library], n, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
    for (int i = 0; i < n; i++)
        ratios[i] = times[OURS][i] / times[MPIS_OWN][i];
    struct spread each = spread_of(ratios, n, 25), spread[LIBRARIES];
    for (int library = 0; library < LIBRARIES; library++)
        spread[library] = spread_of(times[library], n, 10);
    double ratio = spread[OURS].median / spread[MPIS_OWN].median;
    if (rank == 0) {
        printf(options.csv ? "%zu,%d,%d,%.3f,%.3f,%.3f,%.3f,%.3f,%.3f,%.3f,%.3f,%.3f\n"
                           : "%10zu %5d %5d  %10.2f %10.2f %10.2f  %10.2f %10.2f %10.2f  %6.3f %6.3f %6.3f\n",
               bytes, n, calls, 1e6 * spread[MPIS_OWN].low, 1e6 * spread[MPIS_OWN].median,
               1e6 * spread[MPIS_OWN].high, 1e6 * spread[OURS].low, 1e6 * spread[OURS].median,
               1e6 * spread[OURS].high, ratio, each.low, each.high);
        fflush(stdout);
    }
    return ratio;
}

static void print_head(void)
{
    const char *schedule = getenv("SAMEBITS_SCHEDULE");
    printf("%s%s of %s, %s, %d ranks, %s, schedule %s\n", options.csv ? "# " : "",
           function_name(options.call), operation.datatype_name, operation.operator_name, ranks,
           mpi_version(), schedule && *schedule ? schedule : "auto");
    if (options.csv)
        printf("bytes,repetitions,calls,mpi_p10_us,mpi_median_us,mpi_p90_us,"
               "ours_p10_us,ours_median_us,ours_p90_us,ratio,ratio_p25,ratio_p75\n");
    else
        printf("                        MPI's own [us]                    ours [us]\n"
               "%10s %5s %5s  %10s %10s %10s  %10s %10s %10s  %6s %6s %6s\n",
               "bytes", "reps", "calls", "10 %", "median", "90 %", "10 %", "median", "90 %", "ratio", "25 %",
               "75 %");
}

/* What is said of the ratios of sizes below a limit (and not in an earlier row). */
static const struct {
    size_t below;
    const char *name;
} bands[] = {
    {1 << 10, "below 1 KiB"}, {1 << 16, "1 to 32 KiB"}, {1 << 20, "64 to 512 KiB"},
    {1 << 24, "1 to 8 MiB"},  {1 << 25, "16 MiB"},      {(size_t)-1, "from 32 MiB on"},
};

static void print_ratios(const double *ratios, int n)
{
    const char *mark = options.csv ? "# " : "";
    double all = 0;
    printf("%s%-16s %14s %8s\n", mark, "ratio ours/MPI's", "geometric mean", "largest");
    size_t bytes = options.smallest;
    for (int i = 0, band = 0; i < n; band++) {
        double sum = 0, largest = 0;
        int first = i;
        for (; i < n && bytes < bands[band].below; i++, bytes *= 2) {
            sum += log(ratios[i]);
            largest = fmax(largest, ratios[i]);
        }
        if (i > first)
            printf("%s%-16s %14.3f %8.3f\n", mark, bands[band].name, exp(sum / (i - first)), largest);
        all += sum;
    }
    printf("%s%-16s %14.3f\n", mark, "all sizes", exp(all / n));
}

static void print_memory(struct memory memory[LIBRARIES], int known)
{
    PMPI_Allreduce(MPI_IN_PLACE, &known, 1, MPI_INT, MPI_LAND, MPI_COMM_WORLD);
    long peaks[LIBRARIES] = {memory[MPIS_OWN].peak, memory[OURS].peak};
    long *all = calloc(LIBRARIES * ranks, sizeof *all);
    PMPI_Gather(peaks, LIBRARIES, MPI_LONG, all, LIBRARIES, MPI_LONG, 0, MPI_COMM_WORLD);
    const char *mark = options.csv ? "# " : "";
    if (rank == 0 && !known)
        printf("%speak memory: not known, /proc/self/clear_refs cannot be written\n", mark);
    for (int r = 0; rank == 0 && known && r < ranks; r++)
        printf("%speak memory of rank %d beside the buffers: MPI's own %ld KiB, ours %ld KiB\n", mark, r,
               all[LIBRARIES * r + MPIS_OWN], all[LIBRARIES * r + OURS]);
    free(all);
}

static void print_wrong_ones(void)
{
    long all[] = {wrong_ones, compared};
    PMPI_Allreduce(MPI_IN_PLACE, all, 2, MPI_LONG, MPI_SUM, MPI_COMM_WORLD);
    if (rank == 0 && all[0] > 0)
        printf("%sMPI's own: %ld of the %ld results that were compared are wrong\n", options.csv ? "# " : "",
               all[0], all[1]);
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    if (!read_options(argc, argv, rank, &options)) {
        MPI_Finalize();
        return 2;
    }
    counts = malloc(ranks * sizeof *counts);
    find_samebits();
    operation = make_operation(&options);
    size_t room = options.largest > BATCH_BYTES ? options.largest : BATCH_BYTES;
    /* Short vectors come from the heap, as a program's do, where not one longer than a batch is
     * measured: malloc maps what is longer than anything that was freed before. (Not by mallopt,
     * which would make malloc give pages back after each call of the MPI library.) */
    void *volatile freed = malloc(2 * BATCH_BYTES);
    free(freed);
    send_buffer = make_buffer(room);
    recv_buffer = make_buffer(room);
    memset(send_buffer, 0, room); /* touched now, and so no reduction's memory */
    memset(recv_buffer, 0, room);

    warm(MPI_COMM_WORLD);
    if (rank == 0)
        print_head();
    struct memory memory[LIBRARIES] = {{0, 0}, {0, 0}};
    int memory_known = 1, n = 0;
    double ratios[64];
    for (size_t bytes = options.smallest; bytes <= options.largest; bytes *= 2)
        ratios[n++] = measure(bytes, memory, &memory_known);
    if (rank == 0)
        print_ratios(ratios, n);
    print_memory(memory, memory_known);
    print_wrong_ones();
    free(send_buffer);
    free(recv_buffer);
    free_operation(&operation);
    MPI_Finalize();
    return 0;
}
