/* All schedules and the MPI library's own MPI_Allreduce (or --call), on a cluster that SimGrid
 * simulates: simulated microseconds from the last rank's start to the last one's end, and
 * whether all schedules give the same bits on all ranks. benches/simulated/run.sh builds
 * and runs it, and says what may be set.
 *
 * The simulated clock is the same on all ranks, and where computation takes no time on it a
 * call takes as long each time: so the fastest of a few calls is shown, the first of which
 * (policies are compared, buffers made) does not count. A schedule that does not take a
 * reduction refuses it (SAMEBITS_UNSUPPORTED=error), and has a dash.
 *
 * A nonblocking call is completed at once, and compared with the fastest that the MPI library has: it,
 * the blocking one, and what the library takes for that in other runs (--others). */
#include "fail.h"
#include "schedules.h"
#include "values.h"

#include <mpi.h>
#include <samebits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SCHEDULES = 32, SIZES = 32, CHECKED = 1 << 18, MOST_TO_ALL = 1 << 20 };
enum call { ALLREDUCE, IALLREDUCE, IREDUCE, CALLS };

static int rank, ranks, repetitions = 2, csv;
static const char *arithmetic = "exact";
static char schedules[SCHEDULES][SCHEDULE_NAME];
static size_t sizes[SIZES];
static int n_schedules, n_sizes;
static const char *const names[CALLS] = {"allreduce", "iallreduce", "ireduce"};
static enum call measured;
static int own_alone;        /* no schedules */
static double others[SIZES]; /* microseconds; 0 where there is nothing to compare with */
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

/* Schedules that need shared memory or collectives are of blocking reductions alone, and that of two
 * ranks is not for more: the automatic choice would stand for them. */
static void leave_blocking_out(void)
{
    static const char *const out[] = {"node", "offload", "exchange"};
    int kept = 0;
    for (int i = 0; i < n_schedules; i++) {
        int is_out = 0;
        for (size_t k = 0; k < sizeof out / sizeof *out; k++)
            is_out |= strcmp(schedules[i], out[k]) == 0;
        if (!is_out)
            memmove(schedules[kept++], schedules[i], SCHEDULE_NAME);
    }
    n_schedules = kept;
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
            own_alone = strcmp(value, "none") == 0;
            for (char *word = strtok(value, ","); word && !own_alone && n_schedules < SCHEDULES;
                 word = strtok(NULL, ","))
                if (!is_schedule_of_sums(comm, word, strlen(word), schedules[n_schedules++]))
                    fail("no schedule of sums: %s", word);
        } else if (strcmp(argv[i], "--others") == 0) {
            int n = 0;
            for (char *word = strtok(value, ","); word && n < SIZES; word = strtok(NULL, ","))
                others[n++] = strtod(word, NULL);
        } else if (strcmp(argv[i], "--call") == 0) {
            for (measured = 0; measured < CALLS && strcmp(value, names[measured]) != 0;)
                measured++;
            if (measured == CALLS)
                fail("no call: %s", value);
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
    if (n_schedules == 0 && !own_alone) {
        if ((n_schedules = schedules_of_sums(comm, schedules, SCHEDULES)) == 0)
            fail("no list of schedules in \"%s\"", samebits_error_message());
        if (measured != ALLREDUCE)
            leave_blocking_out();
    }
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
    int has_result = measured != IREDUCE || rank == 0;
    uint64_t own = digest(result, count * sizeof *result), both[2] = {own, ~own}, all[2];
    if (!has_result)
        both[0] = both[1] = 0;
    PMPI_Allreduce(both, all, 2, MPI_UINT64_T, MPI_MAX, MPI_COMM_WORLD);
    if (all[0] != ~all[1])
        fail("%s: the ranks do not have the same bits of %zu elements", schedule, count);
    own = all[0];
    if (*bits == 0)
        *bits = own;
    if (*bits != own)
        fail("%s: other bits of %zu elements than %s", schedule, count, schedules[0]);
    size_t wrong, stride = count * ranks / CHECKED | 1;
    if (rank == 0 && strcmp(arithmetic, "exact") == 0 &&
        !is_exact_sum(result, count, 0, ranks, count, stride, &wrong))
        fail("%s: element %zu of %zu is not the exact sum", schedule, wrong, count);
}

/* Whose call it is; the MPI library's own is also measured as a blocking one. */
enum whose { OURS, OWN, OWN_BLOCKING };

static int reduce(enum whose whose, const double *send, double *recv, int n)
{
    MPI_Request request;
    int code;
    if (measured == ALLREDUCE || whose == OWN_BLOCKING) {
        if (measured == IREDUCE)
            return PMPI_Reduce(send, recv, n, MPI_DOUBLE, MPI_SUM, 0, comm);
        return (whose == OURS ? MPI_Allreduce : PMPI_Allreduce)(send, recv, n, MPI_DOUBLE, MPI_SUM, comm);
    }
    if (measured == IREDUCE)
        code = (whose == OURS ? MPI_Ireduce : PMPI_Ireduce)(send, recv, n, MPI_DOUBLE, MPI_SUM, 0, comm,
                                                            &request);
    else
        code = (whose == OURS ? MPI_Iallreduce : PMPI_Iallreduce)(send, recv, n, MPI_DOUBLE, MPI_SUM, comm,
                                                                  &request);
    return code ? code : (whose == OURS ? MPI_Wait : PMPI_Wait)(&request, MPI_STATUS_IGNORE);
}

/* Simulated seconds of a call; less than none where it was refused. */
static double call(enum whose whose, const double *send, double *recv, size_t count)
{
    int ours = whose == OURS;
    uint64_t before = samebits_calls_reproduced();
    PMPI_Barrier(MPI_COMM_WORLD);
    double times[2] = {MPI_Wtime(), 0}, last[2];
    int code = reduce(whose, send, recv, (int)count);
    times[1] = MPI_Wtime();
    if (code == MPI_SUCCESS && samebits_calls_reproduced() - before != (uint64_t)ours)
        fail("%zu elements: the call was %sevaluated by samebits", count, ours ? "not " : "");
    PMPI_Allreduce(times, last, 2, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
    return code == MPI_SUCCESS ? last[1] - last[0] : -1;
}

/* The fastest of some calls, after one that does not count; less than none if refused. */
static double fastest(enum whose whose, const double *send, double *recv, size_t count)
{
    double least = call(whose, send, recv, count);
    for (int i = 0; i < repetitions && least >= 0; i++) {
        memset(recv, 0xff, count * sizeof *recv);
        double time = call(whose, send, recv, count);
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

static void measure(size_t bytes, double other)
{
    size_t count = bytes / sizeof(double);
    double *send = malloc(bytes), *recv = malloc(bytes), times[SCHEDULES];
    if (!send || !recv)
        fail("no memory for two buffers of %zu bytes", bytes);
    fill(send, count, 0, rank, count);
    /* (Of long vectors SMPI's nonblocking ones, one message between any two ranks, are none of the fast
     * ones, and take minutes.) */
    int is_long = measured != ALLREDUCE && bytes * ranks > MOST_TO_ALL;
    double mpi = fastest(is_long ? OWN_BLOCKING : OWN, send, recv, count);
    double blocking = is_long || measured == ALLREDUCE ? mpi : fastest(OWN_BLOCKING, send, recv, count);
    mpi = blocking < mpi ? blocking : mpi;
    mpi = other > 0 && other < mpi ? other : mpi;
    uint64_t bits = 0;
    int best = -1;
    for (int i = 0; i < n_schedules; i++) {
        samebits_set(comm, "schedule", schedules[i]);
        memset(recv, 0xff, bytes);
        times[i] = fastest(OURS, send, recv, count);
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
    for (int i = measured != ALLREDUCE; i < 2; i++) { /* (of nonblocking ones, messages alone) */
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
        measure(sizes[i], 1e-6 * others[i]);
    MPI_Comm_free(&comm);
    MPI_Finalize();
    return 0;
}
