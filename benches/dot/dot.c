/* Dot products, norms and sets of sums over the ranks, beside what a program does today: a loop and
 * MPI's own allreduce. Medians of both, and of their ratio with its quartiles, in one run, in turn. The
 * peer's loop is compiled for the machine at hand and may reassociate: a dot of the BLAS. Run it by
 * benches/run.sh CALL=dot, which says what may be set.
 *
 *     dot     samebits_allreduce_dot
 *     dots    samebits_allreduce_dots of eight vectors; the peer reads x once, too
 *     norm2   samebits_allreduce_norm2
 *     sums    a set of eight sums, filled by the inlined call one number at a time; the peer adds
 *             to eight doubles. Beside it the nanoseconds that adding a number takes
 *
 * Each row's results are compared with those of accumulators, to the bit (a norm's square roughly), and
 * the peer's with them, roughly. */
#include "arguments.h"
#include "fail.h"
#include "library.h"
#include "numbers.h"
#include "peer.h"
#include "timing.h"

#include <samebits.h>

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { K = 8, FEWEST = 21, MOST = 2000, NOT_COUNTED = 3, CACHED = 1 << 15 };
enum what { DOT, DOTS, NORM2, SUMS, KINDS };
static const char *const names[KINDS] = {"dot", "dots", "norm2", "sums"};

static const char usage[] = "options, with their defaults:\n"
                            "  --smallest=8     bytes of a rank's shortest vector, with K, M or G\n"
                            "  --largest=128M   bytes of its longest\n"
                            "  --factor=8       from one length to the next\n"
                            "  --duration=0.5   seconds spent on each row\n"
                            "  --format=table   table or csv\n";

static struct {
    int csv;
    size_t smallest, largest, factor;
    double duration;
} options = {0, 8, 128 << 20, 8, 0.5};

static int rank, ranks;
static double *x, *ys[K];
static const void *list[K];
static samebits_sums *sums;

static int set(void *unused, const char *name, char *value)
{
    (void)unused;
    return set_lengths(name, value, &options.csv, &options.smallest, &options.largest, &options.factor,
                       &options.duration);
}

static double number(uint64_t i)
{
    i = (i + 1) * 0x9e3779b97f4a7c15u;
    i = (i ^ i >> 29) * 0xbf58476d1ce4e5b9u;
    return (double)(int64_t)(i >> 11) * 0x1p-50 - 2;
}

static void ours(enum what what, size_t n, double *results, MPI_Comm comm)
{
    switch (what) {
    case DOT: samebits_allreduce_dot(x, ys[0], n, results, MPI_DOUBLE, comm); return;
    case DOTS: samebits_allreduce_dots(K, x, list, n, results, MPI_DOUBLE, comm); return;
    case NORM2: samebits_allreduce_norm2(x, n, results, MPI_DOUBLE, comm); return;
    default:
        samebits_sums_clear(sums);
        for (size_t i = 0; i < n; i++)
            samebits_sums_add_double(sums, (int)(i % K), x[i]);
        samebits_sums_allreduce(sums, results, comm);
    }
}

static void theirs(enum what what, size_t n, double *results)
{
    double local[K] = {0};
    int k = what == DOTS || what == SUMS ? K : 1;
    switch (what) {
    case DOT: local[0] = peer_dot(x, ys[0], n); break;
    case DOTS: peer_dots(x, (const double *const *)ys, n, local); break;
    case NORM2: local[0] = peer_dot(x, x, n); break;
    default: peer_sums(x, n, local);
    }
    PMPI_Allreduce(local, results, k, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    if (what == NORM2)
        results[0] = sqrt(results[0]);
}

/* The seconds of a batch of calls on the slowest rank. */
static double timed(int who, enum what what, size_t n, int calls, double *results)
{
    PMPI_Barrier(MPI_COMM_WORLD);
    double begun = now();
    for (int i = 0; i < calls; i++) {
        if (who)
            ours(what, n, results, MPI_COMM_WORLD);
        else
            theirs(what, n, results);
    }
    double time = (now() - begun) / calls;
    PMPI_Allreduce(MPI_IN_PLACE, &time, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
    return time;
}

/* The sum that result number k is, by an accumulator. */
static double expected(enum what what, size_t n, int k)
{
    samebits_accumulator *sum;
    double value = 0;
    samebits_accumulator_create("exact", 0, MPI_DOUBLE, &sum);
    if (what == SUMS)
        for (size_t i = (size_t)k; i < n; i += K)
            samebits_accumulator_add(sum, x + i);
    else
        samebits_accumulator_add_products(sum, x, what == NORM2 ? x : ys[k], n);
    samebits_accumulator_allreduce(sum, MPI_COMM_WORLD);
    samebits_accumulator_value(sum, &value);
    samebits_accumulator_free(&sum);
    return value;
}

static void check(enum what what, size_t n, const double *results, const double *peers)
{
    int k = what == DOTS || what == SUMS ? K : 1;
    for (int i = 0; i < k; i++) {
        double sum = expected(what, n, i), root = sqrt(sum);
        if (what == NORM2 ? fabs(results[i] - root) > 1e-15 * root
                          : memcmp(&sum, &results[i], sizeof sum) != 0)
            fail("%s: %a, and by an accumulator %a", names[what], results[i], sum);
        if (fabs(results[i] - peers[i]) > 1e-9 * (double)(n + 1) * ranks)
            fail("%s: %g, and by a loop %g", names[what], results[i], peers[i]);
    }
}

static void compare(enum what what, size_t n)
{
    static double times[2][MOST], ratios[MOST];
    double results[2][K] = {{0}}, spent = 0;
    size_t vectors = what == DOTS ? K + 1 : what == DOT ? 2 : 1;
    int done = 0, calls = (int)(CACHED / (n * vectors * sizeof *x + 1)) + 1;
    if (calls > 64)
        calls = 64;
    for (int i = -NOT_COUNTED; i < MOST && (i < FEWEST || spent < options.duration); i++) {
        for (int turn = 0; turn < 2; turn++) {
            int who = in_turn(i + NOT_COUNTED, turn, 2);
            double time = timed(who, what, n, calls, results[who]);
            if (i >= 0)
                times[who][i] = time, spent += time * calls;
        }
        if (i >= 0)
            ratios[i] = times[1][i] / times[0][i], done = i + 1;
    }
    check(what, n, results[1], results[0]);
    if (rank != 0)
        return;
    struct spread peer = spread_of(times[0], done, 10), own = spread_of(times[1], done, 10);
    struct spread ratio = spread_of(ratios, done, 25);
    printf(options.csv ? "%s,%zu,%.3f,%.3f,%.3f,%.3f,%.3f,%.3f\n"
                       : "%-6s %12zu %12.2f %12.2f %9.3f %9.3f %9.3f %10.3f\n",
           names[what], n, 1e6 * peer.median, 1e6 * own.median, ratio.low, ratio.median, ratio.high,
           1e9 * own.median / (double)n);
    fflush(stdout);
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    if (!read_arguments(argc, argv, rank, usage, set, &options)) {
        MPI_Finalize();
        return 2;
    }
    find_samebits();
    size_t most = options.largest / sizeof *x;
    x = make_buffer(options.largest);
    for (int k = 0; k < K; k++)
        list[k] = ys[k] = make_buffer(options.largest);
    for (size_t i = 0; i < most; i++) {
        x[i] = number(i * 17 + (size_t)rank);
        for (int k = 0; k < K; k++)
            ys[k][i] = number(i * 31 + (size_t)(k + 1) * 1000003 + (size_t)rank);
    }
    samebits_sums_create(K, MPI_DOUBLE, &sums);
    if (rank == 0)
        printf(options.csv ? "call,elements,peer_us,ours_us,ratio_p25,ratio,ratio_p75,ns_an_element\n"
                           : "%d ranks, %s, microseconds\n"
                             "call   elements a rank  loop + MPI         ours ratio: 25%%    median       "
                             "75%%  ns/element\n",
               ranks, mpi_version());
    for (int what = 0; what < KINDS; what++)
        for (size_t bytes = options.smallest; bytes <= options.largest; bytes *= options.factor)
            compare((enum what)what, bytes / sizeof *x);
    samebits_sums_free(&sums);
    return MPI_Finalize();
}
