/* What another rank has to wait for while this one waits in a reduction: rank 0 puts into rank 1's
 * window, gets from it, sends it a long message that rank 1 has posted the receive of, completes a
 * nonblocking reduction or writes a file together with it, while rank 1 waits in MPI_Allreduce,
 * MPI's own or with samebits in front, in turn. Medians over the repetitions, with the 10th and
 * 90th percentile, and their ratio. Run it by benches/run.sh CALL=progress, which says what may
 * be set.
 *
 * A repetition begins with a barrier; rank 0 comes to its operation LATE microseconds after it,
 * when rank 1 waits already, is timed, and then comes to the reduction. Every operation is
 * checked, and samebits' counter is compared with the number of reductions. Other ranks wait
 * with rank 1. */
#define _DEFAULT_SOURCE
#include "fail.h"
#include "library.h"
#include "timing.h"
#include "warm.h"

#include <mpi.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MPIS_OWN, OURS, LIBRARIES, LONG = 1 << 20, COUNT = 1 << 14, REPETITIONS = 401, WARM = 20 };
static const double LATE = 30e-6;

static const char usage[] = "options, with their defaults:\n"
                            "  --format=table   table or csv\n";

static int rank, ranks, csv;
static MPI_Win window;
static MPI_File file = MPI_FILE_NULL;
static char path[] = "/tmp/samebits-progress-XXXXXX";
static char *mine, *exposed;
static int *summands, *sums;

/* What the others post before they reduce; rank 0 does it, and waits for its end. */
static void post(MPI_Request *request, int kind)
{
    *request = MPI_REQUEST_NULL;
    if (kind == 0 && rank == 1)
        PMPI_Irecv(mine, LONG, MPI_BYTE, 0, 7, MPI_COMM_WORLD, request);
    else if (kind == 1)
        PMPI_Iallreduce(summands, sums, COUNT, MPI_INT, MPI_SUM, MPI_COMM_WORLD, request);
    else if (kind == 2)
        PMPI_File_iwrite_at_all(file, (MPI_Offset)rank * COUNT, mine, COUNT, MPI_BYTE, request);
}

static void put(int bytes)
{
    memset(mine, ++mine[0], (size_t)bytes);
    PMPI_Put(mine, bytes, MPI_BYTE, 1, 0, bytes, MPI_BYTE, window);
    PMPI_Win_flush(1, window);
}

static void get(int bytes)
{
    PMPI_Get(mine, bytes, MPI_BYTE, 1, 0, bytes, MPI_BYTE, window);
    PMPI_Win_flush(1, window);
}

static void put_short(void) { put(8); }
static void put_long(void) { put(1 << 16); }
static void get_short(void) { get(8); }
static void get_long(void) { get(1 << 16); }

static void issend(void)
{
    MPI_Request request;
    PMPI_Issend(mine, LONG, MPI_BYTE, 1, 7, MPI_COMM_WORLD, &request);
    PMPI_Wait(&request, MPI_STATUS_IGNORE);
}

static void iallreduce(void)
{
    MPI_Request request;
    post(&request, 1);
    PMPI_Wait(&request, MPI_STATUS_IGNORE);
    if (sums[COUNT - 1] != ranks * (COUNT - 1))
        fail("a sum of integers is wrong");
}

static void write_file(void)
{
    MPI_Request request;
    post(&request, 2);
    PMPI_Wait(&request, MPI_STATUS_IGNORE);
}

static const struct {
    const char *name;
    void (*run)(void);
    int posted; /* by the others, before they reduce: see post; -1 for nothing */
} operations[] = {
    {"Put + flush, 8 B", put_short, -1},
    {"Put + flush, 64 KiB", put_long, -1},
    {"Get + flush, 8 B", get_short, -1},
    {"Get + flush, 64 KiB", get_long, -1},
    {"Issend, 1 MiB", issend, 0},
    {"Iallreduce, 64 KiB", iallreduce, 1},
    {"File_iwrite_at_all, 16 KiB", write_file, 2},
};
enum { OPERATIONS = sizeof operations / sizeof *operations };

static double repetition(int library, int which)
{
    double time = 0, one = 1, sum = 0;
    MPI_Request request = MPI_REQUEST_NULL;
    PMPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0) {
        double begun = now();
        while (now() - begun < LATE)
            ;
        begun = now();
        operations[which].run();
        time = now() - begun;
    } else if (operations[which].posted >= 0) {
        post(&request, operations[which].posted);
    }
    if (library == OURS)
        MPI_Allreduce(&one, &sum, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    else
        PMPI_Allreduce(&one, &sum, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    PMPI_Wait(&request, MPI_STATUS_IGNORE);
    if (sum != ranks)
        fail("a sum is wrong");
    return time;
}

static void compare(int which)
{
    static double times[LIBRARIES][REPETITIONS];
    uint64_t before = reproduced();
    for (int i = -WARM; i < REPETITIONS; i++)
        for (int turn = 0; turn < LIBRARIES; turn++) {
            int library = in_turn(i + WARM, turn, LIBRARIES);
            double time = repetition(library, which);
            if (i >= 0)
                times[library][i] = time;
        }
    if (reproduced() - before != REPETITIONS + WARM)
        fail("samebits has not evaluated the calls that it should have");
    if (rank != 0)
        return;
    struct spread theirs = spread_of(times[MPIS_OWN], REPETITIONS, 10);
    struct spread ours = spread_of(times[OURS], REPETITIONS, 10);
    printf(csv ? "\"%s\",%.3f,%.3f,%.3f,%.3f,%.3f,%.3f,%.3f\n"
               : "%-28s %9.2f %9.2f %9.2f %9.2f %9.2f %9.2f %8.2f\n",
           operations[which].name, 1e6 * theirs.median, 1e6 * theirs.low, 1e6 * theirs.high,
           1e6 * ours.median, 1e6 * ours.low, 1e6 * ours.high, ours.median / theirs.median);
    fflush(stdout);
}

/* Whether the MPI library can write the file together. */
static int opens_file(void)
{
    if (rank == 0) {
        int descriptor = mkstemp(path);
        if (descriptor < 0)
            path[0] = '\0';
        else
            close(descriptor);
    }
    MPI_Bcast(path, sizeof path, MPI_CHAR, 0, MPI_COMM_WORLD);
    return path[0] && MPI_File_open(MPI_COMM_WORLD, path, MPI_MODE_RDWR, MPI_INFO_NULL, &file) == MPI_SUCCESS;
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    csv = argc == 2 && strcmp(argv[1], "--format=csv") == 0;
    if (argc > 2 || (argc == 2 && !csv && strcmp(argv[1], "--format=table") != 0)) {
        if (rank == 0)
            fprintf(stderr, "progress: \"%s\" is not accepted; %s", argv[argc - 1], usage);
        MPI_Finalize();
        return 2;
    }
    if (ranks < 2)
        fail("takes two ranks or more");
    find_samebits();
    mine = calloc(1, LONG), exposed = calloc(1, LONG);
    summands = malloc(COUNT * sizeof *summands), sums = malloc(COUNT * sizeof *sums);
    if (!mine || !exposed || !summands || !sums)
        fail("no memory");
    for (int i = 0; i < COUNT; i++)
        summands[i] = i;
    MPI_Win_create(exposed, LONG, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &window);
    MPI_Win_lock_all(0, window);
    warm(MPI_COMM_WORLD);
    if (rank == 0) {
        printf("%swhat rank 0 waits for while rank 1 waits in MPI_Allreduce: %d ranks, %s\n", csv ? "# " : "",
               ranks, mpi_version());
        printf(csv ? "operation,mpi_us,mpi_low,mpi_high,ours_us,ours_low,ours_high,ratio\n"
                   : "operation                    MPI's [us]     low      high  ours [us]      low      "
                     "high    ratio\n");
    }
    int files = opens_file();
    for (int i = 0; i < OPERATIONS; i++)
        if (operations[i].posted != 2 || files)
            compare(i);
        else if (rank == 0)
            printf("%s%s: no file could be opened\n", csv ? "# " : "", operations[i].name);
    if (files)
        MPI_File_close(&file);
    if (rank == 0 && path[0])
        unlink(path);
    MPI_Win_unlock_all(window);
    MPI_Win_free(&window);
    MPI_Finalize();
    return 0;
}
