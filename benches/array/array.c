/* The sum of an array that is distributed evenly over the ranks, three ways in one run:
 * the peer, a local loop and MPI's own allreduce (PMPI_Allreduce), whose bits depend on
 * the number of ranks; samebits_allreduce_array; and samebits_plan_allreduce, with a
 * plan made beforehand. Or eight arrays in one call, one in pieces, or one that is cut in
 * another way each time, which the call of samebits has to notice (--shape). Medians, the 1st and 99th percentile, and ratios to the peer.
 * Run it by benches/run.sh, which says what may be set.
 *
 * A repetition is a batch of calls, one after the other: many for short arrays, where
 * the clock would be seen otherwise, one for long ones. They go round over several
 * arrays, all of which are read through just before: so each way finds the caches as the
 * others do, whichever was last, and with as much of the arrays as they can hold. A
 * barrier precedes the batch; its time is that of the slowest rank. Every result is
 * compared with that of rank 0 alone over all elements. */
#include "arguments.h"
#include "fail.h"
#include "library.h"
#include "options.h"
#include "peer.h"
#include "timing.h"
#include "warm.h"
#include "values.h"

#include <mpi.h>
#include <samebits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    PEER,
    ARRAY,
    PLAN,
    WAYS,
    CALLS = 64,            /* in a batch, at most */
    BATCH_BYTES = 1 << 17, /* that the calls of a batch read, unless one reads more */
    CACHED = 1 << 14,      /* bytes of the arrays of a batch: they fit a first-level cache */
    ARRAYS = 8,            /* at most, and two at least */
    FEWEST = 101,          /* repetitions of each size: below, there is no 1st percentile */
    MOST = 5000,
    TOGETHER = 8, /* arrays of a call of many */
    CUTS = 16,    /* ways in which an array is cut, if that changes: more than are remembered */
    BLOCK = 64    /* elements of a piece */
};

/* One size, as this rank sees it. */
struct work {
    size_t total, n;       /* elements of an array, and of this rank's share */
    int calls, arrays;     /* in a batch; arrays with values of their own */
    const double **shares; /* of each array */
    double expected[ARRAYS];
    double peers[ARRAYS]; /* what the peer gives at up to two ranks, which have one sum */
    samebits_plan *plan;
    int pieces; /* their first indices and lengths */
    uint64_t *starts;
    size_t *lengths;
};

static const char *const names[WAYS] = {"loop + MPI", "samebits_allreduce_array", "samebits_plan_allreduce"};
static const int orders[6][WAYS] = {{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}};

static struct options options;
static int rank, ranks;

/* How many arrays a call reduces. */
static int together(void) { return options.shape == MANY ? TOGETHER : 1; }

static int same(double a, double b) { return memcmp(&a, &b, sizeof a) == 0; }

/* The pieces of this rank, and how many elements they have. */
static size_t deal(struct work *work, size_t total)
{
    size_t blocks = (total + BLOCK - 1) / BLOCK, held = 0;
    work->starts = make_buffer((blocks / ranks + 1) * sizeof *work->starts);
    work->lengths = make_buffer((blocks / ranks + 1) * sizeof *work->lengths);
    work->pieces = 0;
    for (size_t block = rank; block < blocks; block += ranks) {
        size_t start = block * BLOCK, n = total - start < BLOCK ? total - start : BLOCK;
        work->starts[work->pieces] = start;
        work->lengths[work->pieces++] = n;
        held += n;
    }
    return held;
}

/* Fills this rank's shares, and has rank 0 evaluate the arrays. */
static void prepare(struct work *work, size_t total)
{
    size_t floor = total / ranks, longer = total % ranks, before = ranks - longer;
    size_t late = (size_t)rank > before ? rank - before : 0;
    uint64_t start = floor * rank + late;
    work->total = total;
    work->n = floor + ((size_t)rank >= before);
    size_t longest = 8 * (floor + (longer > 0)), cached = CACHED / longest;
    size_t calls = BATCH_BYTES / longest;
    work->calls = calls > CALLS ? CALLS : calls < 1 ? 1 : calls;
    work->arrays = cached > ARRAYS ? ARRAYS : cached < 2 ? 2 : cached;
    work->starts = NULL, work->lengths = NULL;
    if (options.shape == PIECES)
        work->n = deal(work, total);
    work->shares = make_buffer(work->arrays * sizeof *work->shares);
    double *whole = rank == 0 ? make_buffer(8 * total) : NULL;
    for (int a = 0; a < work->arrays; a++) {
        double *share = make_buffer(8 * (work->n + CUTS)); /* and what other cuts give it */
        if (options.shape == PIECES) {
            double *next = share;
            for (int i = 0; i < work->pieces; next += work->lengths[i++])
                fill(next, work->starts[i], work->lengths[i], a);
        } else {
            fill(share, start, work->n + CUTS, a);
        }
        work->shares[a] = share;
        if (rank == 0) {
            fill(whole, 0, total, a);
            work->expected[a] =
                strcmp(options.arithmetic, "tree") == 0 ? tree_sum(whole, total) : exact_sum(total, a);
        }
        double own = sum_in_order(share, work->n), parts[2] = {0, 0};
        if (ranks <= 2)
            PMPI_Allgather(&own, 1, MPI_DOUBLE, parts, 1, MPI_DOUBLE, MPI_COMM_WORLD);
        work->peers[a] = ranks == 1 ? parts[0] : parts[0] + parts[1];
    }
    free(whole);
    PMPI_Bcast(work->expected, work->arrays, MPI_DOUBLE, 0, MPI_COMM_WORLD);
    size_t n[TOGETHER];
    for (int i = 0; i < TOGETHER; i++)
        n[i] = work->n;
    int code = options.shape == PIECES
        ? samebits_plan_pieces(work->pieces, work->starts, work->lengths, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD,
                               &work->plan)
        : samebits_plan_arrays(together(), n, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD, &work->plan);
    if (code != MPI_SUCCESS)
        fail("%s", samebits_error_message());
}

static void release(struct work *work)
{
    samebits_plan_free(&work->plan);
    for (int a = 0; a < work->arrays; a++)
        free((void *)work->shares[a]);
    free(work->shares);
    free(work->starts);
    free(work->lengths);
}

/* Reads an array of every cache line. */
static void read_through(const double *share, size_t n)
{
    const volatile double *elements = share;
    for (size_t i = 0; i < n; i += 8)
        (void)elements[i];
}

/* The arrays from one on, in one call. */
static int reduce_many(int way, const struct work *work, int first, double *results)
{
    const void *locals[TOGETHER];
    size_t n[TOGETHER];
    for (int i = 0; i < TOGETHER; i++) {
        locals[i] = work->shares[(first + i) % work->arrays];
        n[i] = work->n;
    }
    if (way == PLAN)
        return samebits_plan_allreduce(work->plan, locals, results);
    if (way == ARRAY)
        return samebits_allreduce_arrays(TOGETHER, locals, n, results, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    double own[TOGETHER];
    for (int i = 0; i < TOGETHER; i++)
        own[i] = sum_in_order(locals[i], work->n);
    return PMPI_Allreduce(own, results, TOGETHER, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
}

/* An array of which rank 0 has some more elements than in the last call, and rank 1 less. */
static int reduce_changing(int way, const struct work *work, const double *share, double *result)
{
    static size_t turn[WAYS];
    size_t most = work->total / ranks < CUTS ? work->total / ranks : CUTS;
    size_t moved = ranks > 1 ? turn[way]++ % (most + 1) : 0, n = work->n;
    if (rank == 0)
        n += moved;
    if (rank == 1)
        n -= moved, share += moved;
    if (way == PLAN)
        return samebits_plan_allreduce_counts(work->plan, (const void *const *)&share, &n, result);
    return samebits_allreduce_array(share, n, result, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
}

static int reduce_once(int way, const struct work *work, const double *share, double *result)
{
    if (options.shape == CHANGING && way != PEER)
        return reduce_changing(way, work, share, result);
    if (options.shape == PIECES && way == ARRAY)
        return samebits_allreduce_pieces(share, work->pieces, work->starts, work->lengths, result, MPI_DOUBLE,
                                         MPI_SUM, MPI_COMM_WORLD);
    if (way == PLAN)
        return samebits_plan_allreduce(work->plan, (const void *const *)&share, result);
    if (way == ARRAY)
        return samebits_allreduce_array(share, work->n, result, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    double own = sum_in_order(share, work->n);
    return PMPI_Allreduce(&own, result, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
}

/* Seconds that a batch took on this rank, for each call. */
static double repetition(int way, const struct work *work, int number)
{
    double results[CALLS * TOGETHER];
    int codes = 0, first = number % work->arrays;
    memset(results, 0xff, sizeof results); /* no earlier result may pass for one of these */
    for (int a = 0; a < work->arrays; a++)
        if (work->calls > 1 || a == first)
            read_through(work->shares[a], work->n);
    PMPI_Barrier(MPI_COMM_WORLD);
    double start = now();
    for (int call = 0, a = first; call < work->calls; call++) {
        codes |= options.shape == MANY ? reduce_many(way, work, a, results + call * TOGETHER)
                                       : reduce_once(way, work, work->shares[a], results + call);
        a = a + 1 == work->arrays ? 0 : a + 1;
    }
    double time = now() - start;
    if (codes != MPI_SUCCESS)
        fail("%s of %zu elements failed: %s", names[way], work->total, samebits_error_message());
    int each = together(), all = work->calls * each;
    for (int i = 0; i < all && (way != PEER || ranks <= 2); i++) {
        int a = (first + i / each + i % each) % work->arrays;
        double expected = way == PEER ? work->peers[a] : work->expected[a];
        if (!same(results[i], expected))
            fail("%s of %zu elements gives %a, not %a", names[way], work->total, results[i], expected);
    }
    return time / work->calls;
}

/* Measures one size and prints its row. */
static void measure(size_t total)
{
    static double times[WAYS][MOST];
    struct work work;
    prepare(&work, total);
    double all = 0;
    for (int twice = 0; twice < 2; twice++) { /* the first time for what is made only once */
        all = 0;
        for (int way = 0; way < WAYS; way++)
            all += repetition(way, &work, twice) * work.calls;
    }
    double wanted = options.duration / all;
    int n = wanted < FEWEST ? FEWEST : wanted > MOST ? MOST : (int)wanted;
    PMPI_Bcast(&n, 1, MPI_INT, 0, MPI_COMM_WORLD);

    /* Any order, the same on all ranks: none of the ways always follows the same one. */
    uint32_t random = 1;
    for (int i = 0; i < n; i++) {
        random = random * 1664525u + 1013904223u;
        for (int turn = 0; turn < WAYS; turn++) {
            int way = orders[(random >> 16) % 6][turn];
            times[way][i] = repetition(way, &work, i);
        }
    }
    struct spread spread[WAYS];
    for (int way = 0; way < WAYS; way++) {
        PMPI_Allreduce(MPI_IN_PLACE, times[way], n, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
        spread[way] = spread_of(times[way], n, 1);
    }
    if (rank == 0) {
        printf(options.csv ? "%zu,%d,%d" : "%10zu %5d %5d", total, n, work.calls);
        for (int way = 0; way < WAYS; way++)
            printf(options.csv ? ",%.3f,%.3f,%.3f" : "  %9.2f %9.2f %9.2f", 1e6 * spread[way].low,
                   1e6 * spread[way].median, 1e6 * spread[way].high);
        for (int way = ARRAY; way < WAYS; way++)
            printf(options.csv ? ",%.3f" : "  %6.3f", spread[way].median / spread[PEER].median);
        putchar('\n');
        fflush(stdout);
    }
    release(&work);
}

static void print_head(void)
{
    static const char *const shapes[SHAPES] = {"", ", eight a call", ", in pieces", ", cut anew"};
    printf("%sarrays of MPI_DOUBLE, MPI_SUM%s, arithmetic %s, %d ranks, %s\n", options.csv ? "# " : "",
           shapes[options.shape], options.arithmetic, ranks, mpi_version());
    if (options.csv)
        printf("elements,repetitions,calls,peer_p1_us,peer_median_us,peer_p99_us,array_p1_us,"
               "array_median_us,array_p99_us,plan_p1_us,plan_median_us,plan_p99_us,"
               "array_ratio,plan_ratio\n");
    else
        printf("%10s %5s %5s  %29s  %29s  %29s  %6s  %6s\n%10s %5s %5s", "", "", "",
               "(a) loop, MPI_Allreduce [us]", "(b) allreduce_array [us]", "(c) plan_allreduce [us]", "", "",
               "elements", "reps", "calls");
    for (int way = 0; !options.csv && way < WAYS; way++)
        printf("  %9s %9s %9s", "1 %", "median", "99 %");
    if (!options.csv)
        printf("  %6s  %6s\n", "b/a", "c/a");
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
    if (samebits_set(MPI_COMM_WORLD, "arithmetic", options.arithmetic) != MPI_SUCCESS)
        fail("%s", samebits_error_message());
    warm(MPI_COMM_WORLD);
    if (rank == 0)
        print_head();
    for (int i = 0; i < options.n_sizes; i++)
        measure(options.sizes[i]);
    MPI_Finalize();
    return 0;
}
