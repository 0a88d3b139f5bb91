/* What the cost model predicts beside what is measured, for each schedule and vectors of 8
 * bytes to 16 MB; and how the schedule that is chosen by itself compares with the best one.
 * Run it by benches/run.sh, which says what may be set.
 *
 * Each schedule has a communicator of its own, and they take turns: a repetition is a batch of
 * calls with each of them, one schedule after the other; its time is that of the slowest
 * rank, and what is shown are medians. */
#define _GNU_SOURCE
#include "fail.h"
#include "timing.h"
#include "warm.h"

#include <getopt.h>
#include <math.h>
#include <mpi.h>
#include <samebits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    CALLS = 32,            /* in a batch, at most */
    BATCH_BYTES = 1 << 16, /* of a batch's vectors, unless one is longer */
    FIRST = 5,             /* calls before the first repetition */
    FEWEST = 7,            /* repetitions of each size */
    MOST = 500
};

/* The first one is what is chosen by itself. */
static const char *const names[] = {
    "auto",
#define SCHEDULE(name, messages) #name,
#include "../../c_tests/support/schedule_table.h"
#undef SCHEDULE
};
enum { SCHEDULES = sizeof names / sizeof *names };

static struct {
    size_t smallest, largest;
    double duration; /* seconds for each size */
    int csv;
} options = {8, 16 << 20, 2, 0};

static int rank, ranks;
static MPI_Comm comms[SCHEDULES];
static double *send_buffer, *recv_buffer;

/* A number of bytes, with K or M behind it or without; 0 if it is none. */
static size_t bytes(const char *text)
{
    char *end;
    double number = strtod(text, &end);
    if (*end == 'K')
        number *= 1 << 10, end++;
    else if (*end == 'M')
        number *= 1 << 20, end++;
    size_t whole = number >= 8 && number <= 1 << 30 ? (size_t)number : 0;
    return *end == '\0' && whole == number && (whole & (whole - 1)) == 0 ? whole : 0;
}

static int read_options(int argc, char **argv)
{
    static const struct option known[] = {{"smallest", required_argument, NULL, 's'},
                                          {"largest", required_argument, NULL, 'l'},
                                          {"duration", required_argument, NULL, 'd'},
                                          {"format", required_argument, NULL, 'f'},
                                          {NULL, 0, NULL, 0}};
    int option, good = 1;
    opterr = rank == 0;
    while (good && (option = getopt_long(argc, argv, "", known, NULL)) != -1) {
        const char *takes = NULL;
        if (option == 's') {
            options.smallest = bytes(optarg);
            takes = options.smallest ? NULL : "--smallest takes a power of two from 8 to 1024M";
        } else if (option == 'l') {
            options.largest = bytes(optarg);
            takes = options.largest ? NULL : "--largest takes a power of two from 8 to 1024M";
        } else if (option == 'd') {
            options.duration = atof(optarg);
            takes = options.duration > 0 ? NULL : "--duration takes a number of seconds";
        } else if (option == 'f') {
            options.csv = strcmp(optarg, "csv") == 0;
            takes = options.csv || strcmp(optarg, "table") == 0 ? NULL : "--format takes table or csv";
        } else
            good = 0;
        if (takes && rank == 0)
            fprintf(stderr, "predict: %s\n", takes);
        good &= takes == NULL;
    }
    if (optind < argc && rank == 0)
        fprintf(stderr, "predict: takes no arguments\n");
    return good && optind == argc;
}

/* Seconds of a call on this rank, behind one that is not counted: the schedule before may have
 * left the caches to itself. The sum is looked at, so that it is one. */
static double batch(int schedule, size_t count, int calls)
{
    MPI_Allreduce(send_buffer, recv_buffer, (int)count, MPI_DOUBLE, MPI_SUM, comms[schedule]);
    PMPI_Barrier(MPI_COMM_WORLD);
    double start = now();
    for (int call = 0; call < calls; call++)
        MPI_Allreduce(send_buffer, recv_buffer, (int)count, MPI_DOUBLE, MPI_SUM, comms[schedule]);
    double time = now() - start;
    double expected = ranks * (ranks + 1) / 2.0;
    if (recv_buffer[0] != expected || recv_buffer[count - 1] != expected)
        fail("a sum is wrong");
    return time / calls;
}

/* Measures one size; returns by what the schedule that is chosen takes longer than the best. */
static double measure(size_t size)
{
    static double times[SCHEDULES][MOST];
    double predicted[SCHEDULES], measured[SCHEDULES], all = 0;
    size_t count = size / sizeof(double);
    int calls = size * CALLS <= BATCH_BYTES ? CALLS : size < BATCH_BYTES ? BATCH_BYTES / size : 1;
    for (int s = 0; s < SCHEDULES; s++) {
        if (samebits_predict(names[s], count, MPI_DOUBLE, MPI_SUM, comms[s], &predicted[s]) != MPI_SUCCESS)
            fail("%s", samebits_error_message());
        if (isinf(predicted[s]))
            continue;
        batch(s, count, FIRST);
        all += batch(s, count, 1) * calls;
    }
    double wanted = options.duration / all;
    int n = wanted < FEWEST ? FEWEST : wanted > MOST ? MOST : (int)wanted;
    PMPI_Bcast(&n, 1, MPI_INT, 0, MPI_COMM_WORLD);
    for (int i = 0; i < n; i++)
        for (int turn = 0; turn < SCHEDULES; turn++) {
            int s = in_turn(i, turn, SCHEDULES);
            times[s][i] = isinf(predicted[s]) ? 0 : batch(s, count, calls);
        }
    int best = 0, like = 0;
    for (int s = 0; s < SCHEDULES; s++) {
        PMPI_Allreduce(MPI_IN_PLACE, times[s], n, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
        measured[s] = isinf(predicted[s]) ? INFINITY : spread_of(times[s], n, 10).median;
        if (s > 0 && (best == 0 || measured[s] < measured[best]))
            best = s;
        /* The model knows no other name of what it chooses. */
        if (s > 0 && like == 0 && predicted[s] == predicted[0])
            like = s;
    }
    double ratio = measured[0] / measured[best];
    if (rank != 0)
        return ratio;
    for (int s = 0; s < SCHEDULES; s++)
        if (!isinf(predicted[s]))
            printf(options.csv ? "%zu,%s,%.3f,%.3f,%.3f\n" : "%10zu %-10s %12.2f %12.2f %8.2f\n", size,
                   names[s], 1e6 * predicted[s], 1e6 * measured[s], predicted[s] / measured[s]);
    printf("%s%zu bytes: auto is %s, the best is %s, %.2f times as long\n", options.csv ? "# " : "", size,
           names[like], names[best], ratio);
    fflush(stdout);
    return ratio;
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    if (!read_options(argc, argv)) {
        MPI_Finalize();
        return 2;
    }
    size_t most = options.largest / sizeof(double);
    send_buffer = malloc(most * sizeof *send_buffer);
    recv_buffer = malloc(most * sizeof *recv_buffer);
    if (!send_buffer || !recv_buffer)
        fail("no memory for the vectors");
    for (size_t i = 0; i < most; i++)
        send_buffer[i] = rank + 1, recv_buffer[i] = 0;
    for (int s = 0; s < SCHEDULES; s++) {
        MPI_Comm_dup(MPI_COMM_WORLD, &comms[s]);
        if (samebits_set(comms[s], "schedule", names[s]) != MPI_SUCCESS)
            fail("%s", samebits_error_message());
        /* The ranks agree now, and auto has shared memory before anything is predicted. */
        warm(comms[s]);
    }
    if (rank == 0) {
        const char *profile = getenv("SAMEBITS_PROFILE");
        printf("%sMPI_Allreduce of MPI_DOUBLE, MPI_SUM, %d ranks, profile %s\n", options.csv ? "# " : "",
               ranks, profile && *profile ? profile : "none");
        printf(options.csv ? "bytes,schedule,predicted_us,measured_us,ratio\n"
                           : "     bytes schedule   predicted us  measured us    ratio\n");
    }
    double worst = 0;
    size_t at = 0;
    for (size_t size = options.smallest; size <= options.largest; size *= 2) {
        double ratio = measure(size);
        if (ratio > worst)
            worst = ratio, at = size;
    }
    if (rank == 0)
        printf("%sworst: auto takes %.2f times as long as the best schedule, at %zu bytes\n",
               options.csv ? "# " : "", worst, at);
    for (int s = 0; s < SCHEDULES; s++)
        MPI_Comm_free(&comms[s]);
    free(send_buffer);
    free(recv_buffer);
    MPI_Finalize();
    return 0;
}
