/* Ways of doing the same reduction (schedules, compression, whatever samebits_set takes), each
 * on a communicator of its own, and MPI's own, in turn, in one run: MPI_Allreduce of
 * doubles, of which a share may be zero. Medians, and the ratios to MPI's own, or the deciles. Run it
 * by benches/run.sh CALL=schedules, CALL=compression or CALL=stores, which says what may be set.
 *
 * As in benches/allreduce, a repetition is a batch of calls, each on a vector of its own, filled
 * anew before it; its time is that of the slowest rank. Results are compared with the exact sum,
 * and samebits' counter with the number of calls. A way that does not take a reduction refuses
 * it (SAMEBITS_UNSUPPORTED=error), and has a dash. */
#include "arguments.h"
#include "fail.h"
#include "library.h"
#include "options.h"
#include "timing.h"
#include "warm.h"
#include "values.h"

#include <mpi.h>
#include <samebits.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    CALLS = 64,            /* in a batch, at most */
    BATCH_BYTES = 1 << 17, /* of all vectors of a batch, unless one is longer */
    FIRST = 8,             /* calls for the caches */
    FEWEST = 7,            /* repetitions of each size */
    MOST = 1000,
    CHECKED = 1 << 14, /* elements that are compared in a repetition, about */
    MPIS_OWN = WAYS
};

static struct options options;
static int rank, ranks;
static MPI_Comm comms[WAYS + 1];
static double *send_buffer, *recv_buffer;
static uint64_t reductions; /* the number of the next one, which decides its values */

/* The automatic choice is the first that the library names. */
static void add_schedules(void)
{
    static char names[WAYS][SCHEDULE_NAME];
    MPI_Comm_set_errhandler(comms[MPIS_OWN], MPI_ERRORS_RETURN); /* it asks by a mistake */
    options.n_ways = schedules_of_sums(comms[MPIS_OWN], names, WAYS);
    MPI_Comm_set_errhandler(comms[MPIS_OWN], MPI_ERRORS_ARE_FATAL);
    if (options.n_ways == 0)
        fail("no list of schedules in \"%s\"", samebits_error_message());
    for (int i = 0; i < options.n_ways; i++) {
        struct way *way = &options.ways[i];
        strcpy(way->label, names[i]);
        way->names[0] = "schedule", way->values[0] = names[i];
    }
}

static void make_communicators(void)
{
    MPI_Comm_dup(MPI_COMM_WORLD, &comms[MPIS_OWN]);
    if (options.n_ways == 0)
        add_schedules();
    for (int i = 0; i < options.n_ways; i++) {
        const struct way *way = &options.ways[i];
        MPI_Comm_dup(MPI_COMM_WORLD, &comms[i]);
        MPI_Comm_set_errhandler(comms[i], MPI_ERRORS_RETURN);
        for (int n = 0; n < SETTINGS && way->names[n]; n++)
            if (samebits_set(comms[i], way->names[n], way->values[n]) != MPI_SUCCESS)
                fail("%s: %s", way->label, samebits_error_message());
        warm(comms[i]);
    }
}

/* The bits of ours, and of MPI's own at two ranks, whose sum is a single one. */
static void check(int way, size_t count, int calls, int whole)
{
    size_t stride = 1, wrong;
    if (way == MPIS_OWN && ranks > 2)
        return;
    if (!whole && count * calls > CHECKED)
        stride = count * calls / CHECKED | 1;
    for (int call = 0; call < calls; call++)
        if (!is_exact_sum(recv_buffer + call * count, count, 0, ranks, reductions + call, stride, &wrong))
            fail("%s of %zu doubles: element %zu is not the exact sum",
                 way == MPIS_OWN ? "MPI's own" : options.ways[way].label, count, wrong);
}

/* Seconds that a batch took on this rank, for each call; less than none where it was refused. */
static double repetition(int way, size_t count, int calls, int whole)
{
    for (int call = 0; call < calls; call++)
        fill(send_buffer + call * count, count, 0, rank, reductions + call);
    memset(recv_buffer, 0xff, count * calls * sizeof(double));
    uint64_t before = samebits_calls_reproduced();
    PMPI_Barrier(MPI_COMM_WORLD);
    double start = now();
    for (int call = 0; call < calls; call++) {
        const double *from = send_buffer + call * count;
        double *to = recv_buffer + call * count;
        int code = (way == MPIS_OWN ? PMPI_Allreduce : MPI_Allreduce)(from, to, (int)count, MPI_DOUBLE,
                                                                      MPI_SUM, comms[way]);
        if (code != MPI_SUCCESS)
            return -1;
    }
    double time = now() - start;
    /* Where ranks share a core, the checks of one would keep another one's call waiting. */
    PMPI_Barrier(MPI_COMM_WORLD);
    uint64_t ours = samebits_calls_reproduced() - before;
    if (ours != (way == MPIS_OWN ? 0 : (uint64_t)calls))
        fail("samebits evaluated %d of %d calls of %zu doubles", (int)ours, calls, count);
    check(way, count, calls, whole);
    return time / calls;
}

/* Measures one size and prints its row. */
static void measure(size_t bytes, double zeros)
{
    size_t count = bytes / sizeof(double);
    int calls = bytes * CALLS <= BATCH_BYTES ? CALLS : bytes < BATCH_BYTES ? BATCH_BYTES / bytes : 1;
    int taking[WAYS + 1], n_taking = 0;
    double all = 0;
    for (int way = MPIS_OWN; way >= 0; way = way == MPIS_OWN ? options.n_ways - 1 : way - 1) {
        double first = 0;
        for (int i = 0; i < FIRST && first >= 0; i += calls)
            first = repetition(way, count, calls, 1);
        if (first < 0)
            continue;
        taking[n_taking++] = way;
        all += first * calls;
    }
    int n = options.duration / all > MOST ? MOST : (int)(options.duration / all);
    n = n < FEWEST ? FEWEST : n;
    PMPI_Bcast(&n, 1, MPI_INT, 0, MPI_COMM_WORLD);

    static double times[WAYS + 1][MOST];
    for (int i = 0; i < n; i++) {
        for (int turn = 0; turn < n_taking; turn++) {
            int way = taking[in_turn(i, turn, n_taking)];
            times[way][i] = repetition(way, count, calls, 0);
        }
        reductions += calls;
    }
    struct spread spreads[WAYS + 1] = {0};
    for (int i = 0; i < n_taking; i++) {
        double *of = times[taking[i]];
        PMPI_Allreduce(MPI_IN_PLACE, of, n, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
        spreads[taking[i]] = spread_of(of, n, 10);
    }
    if (rank != 0)
        return;
    double mpi = 1e6 * spreads[MPIS_OWN].median;
    printf(options.csv ? "%zu,%g,%d,%.3f" : "%10zu %6g %5d  %10.2f ", bytes, zeros, n, mpi);
    for (int way = 0; way < options.n_ways; way++) {
        struct spread of = spreads[way];
        double time = 1e6 * of.median;
        if (options.deciles)
            printf(options.csv ? ",%.3f,%.3f,%.3f" : " %10.2f%10.2f%10.2f", 1e6 * of.low, time,
                   1e6 * of.high);
        else if (time == 0)
            printf(options.csv ? "," : " %10s", "-");
        else
            printf(options.csv ? ",%.3f" : " %10.3f", options.csv ? time : time / mpi);
    }
    printf("\n");
    fflush(stdout);
}

static void print_head(void)
{
    printf("%sMPI_Allreduce of MPI_DOUBLE, MPI_SUM, %d ranks, %s\n", options.csv ? "# " : "", ranks,
           mpi_version());
    if (options.csv)
        printf("bytes,zeros,repetitions,mpi_us");
    else
        printf("%10s %6s %5s  %10s   %s\n%10s %6s %5s  %10s ", "", "", "", "MPI's own",
               options.deciles ? "ours: 1st decile, median, 9th decile [us]" : "ours, as a share of that",
               "bytes", "zeros", "reps", "[us]");
    for (int way = 0; way < options.n_ways; way++) {
        const char *label = options.ways[way].label;
        if (options.deciles && options.csv)
            printf(",%s_p10_us,%s_median_us,%s_p90_us", label, label, label);
        else
            printf(options.csv ? ",%s" : options.deciles ? " %30s" : " %10s", label);
    }
    printf("\n");
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
    make_communicators();
    size_t room = options.largest > BATCH_BYTES ? options.largest : BATCH_BYTES;
    send_buffer = make_buffer(room);
    recv_buffer = make_buffer(room);
    if (rank == 0)
        print_head();
    for (size_t bytes = options.smallest; bytes <= options.largest; bytes *= options.factor)
        for (int i = 0; i < options.n_zeros; i++) {
            leave_out(options.zeros[i]);
            measure(bytes, options.zeros[i]);
        }
    for (int way = 0; way < options.n_ways; way++)
        MPI_Comm_free(&comms[way]);
    MPI_Comm_free(&comms[MPIS_OWN]);
    free(send_buffer);
    free(recv_buffer);
    MPI_Finalize();
    return 0;
}
