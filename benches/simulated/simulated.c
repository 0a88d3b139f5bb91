/* All schedules and the MPI library's own MPI_Allreduce, on a cluster that SimGrid
 * simulates: simulated microseconds from the last rank's start to the last one's end, and
 * whether all schedules give the same bits on all ranks. benches/simulated/run.sh builds
 * and runs it, and says what may be set.
 *
 * The simulated clock is the same on all ranks, and where computation takes no time on it a
 * call takes as long each time: so the fastest of a few calls is shown, the first of which
 * (policies are compared, buffers made) does not count. A schedule that does not take a
 * reduction refuses it (SAMEBITS_UNSUPPORTED=error), and has a dash. */
#include "fail.h"
#include "schedules.h"
#include "values.h"

#include <mpi.h>
#include <samebits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SCHEDULES = 32, SIZES = 32, CHECKED = 1 << 18 };

static int rank, ranks, repetitions = 2, csv;
static const char *arithmetic = "exact";
static char schedules[SCHEDULES][SCHEDULE_NAME];
static size_t sizes[SIZES];
static int n_schedules, n_sizes;
static MPI_Comm comm;

static size_t number(const char *text)
{
    char *end;
    unsigned long long value = strtoull(text, &end, 10);
    if (*end == 'K')
        value <<= 10, end++;
    else if (*end == 'M')
        value <<= 20, end++;
    if (*text < '0' || *text > '9' || *end || value < 1 || value > 1 << 30)
        fail("\"%s\" is no number from 1 to 1024M", text);
    return value;
}

static void read_options(int argc, char **argv)
{
    for (int i = 1; i < argc; i++) {
        char *value = strchr(argv[i], '=');
        if (strncmp(argv[i], "--", 2) != 0 || !value)
            fail("\"%s\" is not accepted", argv[i]);
        *value++ = '\0';
        if (strcmp(argv[i], "--sizes") == 0) {
            for (char *word = strtok(value, ","); word && n_sizes < SIZES; word = strtok(NULL, ","))
                sizes[n_sizes++] = (number(word) + 7) / 8 * 8;
        } else if (strcmp(argv[i], "--schedules") == 0) {
            for (char *word = strtok(value, ","); word && n_schedules < SCHEDULES; word = strtok(NULL, ","))
                if (!is_schedule_of_sums(comm, word, strlen(word), schedules[n_schedules++]))
                    fail("no schedule of sums: %s", word);
        } else if (strcmp(argv[i], "--arithmetic") == 0)
            arithmetic = value;
        else if (strcmp(argv[i], "--repetitions") == 0)
            repetitions = (int)number(value);
        else if (strcmp(argv[i], "--format") == 0)
            csv = strcmp(value, "csv") == 0;
        else
            fail("%s is not accepted", argv[i]);
    }
    if (n_sizes == 0)
        fail("no --sizes");
    if (n_schedules == 0 && (n_schedules = schedules_of_sums(comm, schedules, SCHEDULES)) == 0)
        fail("no list of schedules in \"%s\"", samebits_error_message());
}

/* FNV-1a. */
static uint64_t digest(const void *bytes, size_t n)
{
    uint64_t hash = 0xcbf29ce484222325u;
    for (size_t i = 0; i < n; i++)
        hash = (hash ^ ((const unsigned char *)bytes)[i]) * 0x100000001b3u;
    return hash;
}

/* That all ranks have the same result, the exact sums, and the same as by other schedules. */
static void check(const char *schedule, const double *result, size_t count, uint64_t *bits)
{
    uint64_t own = digest(result, count * sizeof *result), both[2] = {own, ~own}, all[2];
    PMPI_Allreduce(both, all, 2, MPI_UINT64_T, MPI_MAX, MPI_COMM_WORLD);
    if (all[0] != ~all[1])
        fail("%s: the ranks do not have the same bits of %zu elements", schedule, count);
    if (*bits == 0)
        *bits = own;
    if (*bits != own)
        fail("%s: other bits of %zu elements than %s", schedule, count, schedules[0]);
    size_t wrong, stride = count * ranks / CHECKED | 1;
    if (rank == 0 && strcmp(arithmetic, "exact") == 0 &&
        !is_exact_sum(result, count, 0, ranks, count, stride, &wrong))
        fail("%s: element %zu of %zu is not the exact sum", schedule, wrong, count);
}

/* Simulated seconds of a call; less than none where it was refused. */
static double call(int ours, const double *send, double *recv, size_t count)
{
    uint64_t before = samebits_calls_reproduced();
    PMPI_Barrier(MPI_COMM_WORLD);
    double times[2] = {MPI_Wtime(), 0}, last[2];
    int code = (ours ? MPI_Allreduce : PMPI_Allreduce)(send, recv, (int)count, MPI_DOUBLE, MPI_SUM, comm);
    times[1] = MPI_Wtime();
    if (code == MPI_SUCCESS && samebits_calls_reproduced() - before != (uint64_t)ours)
        fail("%zu elements: the call was %sevaluated by samebits", count, ours ? "not " : "");
    PMPI_Allreduce(times, last, 2, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
    return code == MPI_SUCCESS ? last[1] - last[0] : -1;
}

/* The fastest of some calls, after one that does not count; less than none if refused. */
static double fastest(int ours, const double *send, double *recv, size_t count)
{
    double least = call(ours, send, recv, count);
    for (int i = 0; i < repetitions && least >= 0; i++) {
        memset(recv, 0xff, count * sizeof *recv);
        double time = call(ours, send, recv, count);
        least = i == 0 || time < least ? time : least;
    }
    return least;
}

static void print_time(double time)
{
    if (time < 0)
        printf(csv ? "," : " %10s", "-");
    else
        printf(csv ? ",%.3f" : " %10.2f", 1e6 * time);
}

static void measure(size_t bytes)
{
    size_t count = bytes / sizeof(double);
    double *send = malloc(bytes), *recv = malloc(bytes), times[SCHEDULES];
    if (!send || !recv)
        fail("no memory for two buffers of %zu bytes", bytes);
    fill(send, count, 0, rank, count);
    double mpi = fastest(0, send, recv, count);
    uint64_t bits = 0;
    int best = -1;
    for (int i = 0; i < n_schedules; i++) {
        samebits_set(comm, "schedule", schedules[i]);
        memset(recv, 0xff, bytes);
        times[i] = fastest(1, send, recv, count);
        if (times[i] < 0)
            continue;
        check(schedules[i], recv, count, &bits);
        if (best < 0 || times[i] < times[best])
            best = i;
    }
    if (rank == 0) {
        printf(csv ? "%zu" : "%10zu", bytes);
        print_time(mpi);
        for (int i = 0; i < n_schedules; i++)
            print_time(times[i]);
        printf(csv ? ",%s,%.3f\n" : "  %-10s %6.3f\n", best < 0 ? "" : schedules[best],
               best < 0 ? 0 : times[best] / mpi);
        fflush(stdout);
    }
    free(send);
    free(recv);
}

/* Brings about what a communicator gets once its reductions have taken long enough, so that the
 * automatic choice has it from the first row on: whether ranks share memory, and messages. */
static void set_up(void)
{
    static const char *const needed[] = {"node", "doubling"};
    for (int i = 0; i < 2; i++) {
        double one = 1, sum;
        samebits_set(comm, "schedule", needed[i]);
        MPI_Allreduce(&one, &sum, 1, MPI_DOUBLE, MPI_SUM, comm); /* refused without shared memory */
    }
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    MPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN);
    read_options(argc, argv);
    if (samebits_set(comm, "arithmetic", arithmetic) != MPI_SUCCESS)
        fail("%s", samebits_error_message());
    if (rank == 0) {
        printf(csv ? "bytes,mpi" : "%10s %10s", "bytes", "MPI's own");
        for (int i = 0; i < n_schedules; i++)
            printf(csv ? ",%s" : " %10s", schedules[i]);
        printf(csv ? ",best,ratio\n" : "  %-10s %6s\n", "best", "ratio");
    }
    set_up();
    for (int i = 0; i < n_sizes; i++)
        measure(sizes[i]);
    MPI_Comm_free(&comm);
    MPI_Finalize();
    return 0;
}
