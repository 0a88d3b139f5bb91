/* What a reduction costs a program that computes meanwhile: MPI_Iallreduce, a computation,
 * MPI_Wait. MPI's own, that with samebits in front, and the computation alone take turns in one
 * run. What is shown is the time beyond the median of the computation alone: the median, with the
 * 10th and 90th percentile, and the ratio of the medians, where both are above 0; then the ratio of
 * the whole times, with the quartiles of those of single repetitions. Run it by benches/run.sh
 * CALL=overlap, which says what may be set.
 *
 * As in benches/allreduce, the vectors are filled anew before each call, a barrier precedes it,
 * and its time is that of the slowest rank. Results are compared with the exact sum, and
 * samebits' counter with the number of calls. */
#include "arguments.h"
#include "compute.h"
#include "fail.h"
#include "library.h"
#include "options.h"
#include "timing.h"
#include "values.h"
#include "warm.h"

#include <math.h>
#include <mpi.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    ALONE,
    MPIS_OWN,
    OURS,
    TURNS,
    FIRST = 8,  /* calls for the caches */
    FEWEST = 7, /* repetitions of each size */
    MOST = 2000,
    CHECKED = 1 << 14 /* elements that are compared in a repetition, about */
};

static struct options options;
static int rank, ranks;
static double *send_buffer, *recv_buffer;
static uint64_t reductions; /* the number of the next one, which decides its values */

/* The bits of ours, and of MPI's own at two ranks, whose sum is a single one. */
static void check(int turn, size_t count, int whole)
{
    size_t stride = !whole && count > CHECKED ? count / CHECKED | 1 : 1, wrong;
    if (turn == ALONE || (turn == MPIS_OWN && ranks > 2))
        return;
    if (!is_exact_sum(recv_buffer, count, 0, ranks, reductions, stride, &wrong))
        fail("%s of %zu doubles: element %zu is not the exact sum", turn == MPIS_OWN ? "MPI's own" : "ours",
             count, wrong);
}

/* Seconds that it took on this rank. */
static double repetition(int turn, size_t count, long steps, int whole)
{
    fill(send_buffer, count, 0, rank, reductions);
    memset(recv_buffer, 0xff, count * sizeof *recv_buffer);
    MPI_Request request = MPI_REQUEST_NULL;
    uint64_t before = reproduced();
    PMPI_Barrier(MPI_COMM_WORLD);
    double begun = now();
    if (turn != ALONE)
        (turn == OURS ? MPI_Iallreduce : PMPI_Iallreduce)(send_buffer, recv_buffer, (int)count, MPI_DOUBLE,
                                                          MPI_SUM, MPI_COMM_WORLD, &request);
    compute(steps);
    if (turn != ALONE)
        (turn == OURS ? MPI_Wait : PMPI_Wait)(&request, MPI_STATUS_IGNORE);
    double time = now() - begun;
    PMPI_Barrier(MPI_COMM_WORLD);
    if (reproduced() - before != (turn == OURS))
        fail("samebits has not evaluated the calls of %zu doubles that it should have (one may take as "
             "much memory as SAMEBITS_NONBLOCKING_MEMORY says)",
             count);
    check(turn, count, whole);
    return time;
}

static void print_row(size_t bytes, int n, double microseconds, double *times[TURNS])
{
    static double ratios[MOST];
    for (int i = 0; i < n; i++)
        ratios[i] = times[OURS][i] / times[MPIS_OWN][i];
    struct spread each = spread_of(ratios, n, 25);
    double alone = spread_of(times[ALONE], n, 10).median;
    struct spread spread[TURNS];
    for (int turn = MPIS_OWN; turn < TURNS; turn++) {
        struct spread whole = spread_of(times[turn], n, 10);
        spread[turn] = (struct spread){1e6 * (whole.low - alone), 1e6 * (whole.median - alone),
                                       1e6 * (whole.high - alone)};
    }
    double mpi = spread[MPIS_OWN].median, ours = spread[OURS].median;
    char beyond[32];
    snprintf(beyond, sizeof beyond, "%s", options.csv ? "" : "-");
    if (mpi > 0 && ours > 0)
        snprintf(beyond, sizeof beyond, "%.3f", ours / mpi);
    printf(options.csv ? "%zu,%g,%d,%.3f,%.3f,%.3f,%.3f,%.3f,%.3f,%.3f,%s,%.3f,%.3f,%.3f\n"
                       : "%10zu %8g %5d %10.2f  %10.2f %10.2f %10.2f  %10.2f %10.2f %10.2f  %6s  %6.3f "
                         "%6.3f %6.3f\n",
           bytes, microseconds, n, 1e6 * alone, spread[MPIS_OWN].low, mpi, spread[MPIS_OWN].high,
           spread[OURS].low, ours, spread[OURS].high, beyond, (1e6 * alone + ours) / (1e6 * alone + mpi),
           each.low, each.high);
    fflush(stdout);
}

/* Measures one size beside one computation, and prints its row. */
static void measure(size_t bytes, double microseconds)
{
    size_t count = bytes / sizeof(double);
    long steps = steps_of(1e-6 * microseconds);
    double shortest = INFINITY;
    for (int i = 0; i < FIRST; i++) {
        double all = 0;
        for (int turn = ALONE; turn < TURNS; turn++)
            all += repetition(turn, count, steps, i == 0);
        shortest = fmin(shortest, all);
        reductions++;
    }
    double wanted = options.duration / shortest;
    int n = wanted < FEWEST ? FEWEST : wanted > MOST ? MOST : (int)wanted;
    PMPI_Bcast(&n, 1, MPI_INT, 0, MPI_COMM_WORLD);

    static double times[TURNS][MOST];
    for (int i = 0; i < n; i++) {
        for (int turn = 0; turn < TURNS; turn++) {
            int which = in_turn(i, turn, TURNS);
            times[which][i] = repetition(which, count, steps, 0);
        }
        reductions++;
    }
    for (int turn = ALONE; turn < TURNS; turn++)
        PMPI_Allreduce(MPI_IN_PLACE, times[turn], n, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
    if (rank == 0)
        print_row(bytes, n, microseconds, (double *[]){times[ALONE], times[MPIS_OWN], times[OURS]});
}

static void print_head(void)
{
    printf("%sMPI_Iallreduce of MPI_DOUBLE, MPI_SUM, a computation and MPI_Wait, beyond the computation: "
           "%d ranks, %s\n",
           options.csv ? "# " : "", ranks, mpi_version());
    if (options.csv)
        printf("bytes,compute_us,repetitions,alone_median_us,mpi_p10_us,mpi_median_us,mpi_p90_us,"
               "ours_p10_us,ours_median_us,ours_p90_us,ratio,whole_ratio,whole_p25,whole_p75\n");
    else
        printf("           compute           alone          MPI's own [us]                    ours [us]\n"
               "%10s %8s %5s %10s  %10s %10s %10s  %10s %10s %10s  %6s  %6s %6s %6s\n",
               "bytes", "[us]", "reps", "median", "10 %", "median", "90 %", "10 %", "median", "90 %", "ratio",
               "whole", "25 %", "75 %");
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
    find_samebits();
    send_buffer = make_buffer(options.largest);
    recv_buffer = make_buffer(options.largest);
    warm(MPI_COMM_WORLD);
    if (rank == 0)
        print_head();
    for (int i = 0; i < options.n_computations; i++)
        for (size_t bytes = options.smallest; bytes <= options.largest; bytes *= options.factor)
            measure(bytes, options.computations[i]);
    free(send_buffer);
    free(recv_buffer);
    MPI_Finalize();
    return 0;
}
