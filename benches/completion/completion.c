/* What a program without nonblocking and persistent reductions pays with samebits in front: the
 * functions that complete requests by their MPI_ names, which samebits intercepts, and by their
 * PMPI_ names. Both take turns, a batch each; medians over the batches, and the median of the
 * differences of the two batches of a turn, with the 10th and 90th percentile. Run it by
 * benches/run.sh CALL=completion, which says what may be set.
 *
 * The requests are null, inactive persistent ones, or those of MPI_Isend to MPI_PROC_NULL
 * ("nobody"), which are complete at once; MPI_Isend is then in both times. Last, an 8-byte
 * message goes to the other rank and back by MPI_Isend, MPI_Irecv and MPI_Wait: in percent. */
#include "fail.h"
#include "library.h"
#include "timing.h"

#include <mpi.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

enum { MPIS_OWN, OURS, LIBRARIES, BATCHES = 401, WARM = 40, SINGLE = 1000, MANY = 100 };

static const char usage[] = "options, with their defaults:\n"
                            "  --format=table   table or csv\n";

/* What samebits intercepts of it. A call is made through a pointer, so that the compiler treats
 * both alike. */
static const struct functions {
    int (*wait)(MPI_Request *, MPI_Status *);
    int (*test)(MPI_Request *, int *, MPI_Status *);
    int (*waitall)(int, MPI_Request *, MPI_Status *);
} libraries[LIBRARIES] = {
    [MPIS_OWN] = {PMPI_Wait, PMPI_Test, PMPI_Waitall},
    [OURS] = {MPI_Wait, MPI_Test, MPI_Waitall},
};

static int rank, csv;
static MPI_Request inactive[MANY]; /* persistent ones, which are never started */

static void isend_to_nobody(MPI_Request *request)
{
    PMPI_Isend(NULL, 0, MPI_BYTE, MPI_PROC_NULL, 0, MPI_COMM_WORLD, request);
}

static void wait_null(const struct functions *mpi)
{
    MPI_Request request = MPI_REQUEST_NULL;
    mpi->wait(&request, MPI_STATUS_IGNORE);
}

static void test_null(const struct functions *mpi)
{
    MPI_Request request = MPI_REQUEST_NULL;
    int done;
    mpi->test(&request, &done, MPI_STATUS_IGNORE);
}

static void wait_inactive(const struct functions *mpi) { mpi->wait(&inactive[0], MPI_STATUS_IGNORE); }

static void test_inactive(const struct functions *mpi)
{
    int done;
    mpi->test(&inactive[0], &done, MPI_STATUS_IGNORE);
}

static void wait_isend(const struct functions *mpi)
{
    MPI_Request request;
    isend_to_nobody(&request);
    mpi->wait(&request, MPI_STATUS_IGNORE);
}

static void test_isend(const struct functions *mpi)
{
    MPI_Request request;
    int done = 0;
    isend_to_nobody(&request);
    while (!done)
        mpi->test(&request, &done, MPI_STATUS_IGNORE);
}

static void waitall_null(const struct functions *mpi)
{
    MPI_Request requests[MANY];
    for (int i = 0; i < MANY; i++)
        requests[i] = MPI_REQUEST_NULL;
    mpi->waitall(MANY, requests, MPI_STATUSES_IGNORE);
}

static void waitall_inactive(const struct functions *mpi)
{
    mpi->waitall(MANY, inactive, MPI_STATUSES_IGNORE);
}

static void waitall_isend(const struct functions *mpi)
{
    MPI_Request requests[MANY];
    for (int i = 0; i < MANY; i++)
        isend_to_nobody(&requests[i]);
    mpi->waitall(MANY, requests, MPI_STATUSES_IGNORE);
}

static void send_one(const struct functions *mpi, int64_t *message)
{
    MPI_Request request;
    PMPI_Isend(message, 1, MPI_INT64_T, 1 - rank, 7, MPI_COMM_WORLD, &request);
    mpi->wait(&request, MPI_STATUS_IGNORE);
}

static void receive_one(const struct functions *mpi, int64_t *message)
{
    MPI_Request request;
    PMPI_Irecv(message, 1, MPI_INT64_T, 1 - rank, 7, MPI_COMM_WORLD, &request);
    mpi->wait(&request, MPI_STATUS_IGNORE);
}

static void ping_pong(const struct functions *mpi)
{
    static int64_t round;
    int64_t back = -1, sent = ++round;
    if (rank == 0)
        send_one(mpi, &sent);
    receive_one(mpi, &back);
    if (rank == 1)
        send_one(mpi, &back);
    if (back != sent)
        fail("a message has another number than was sent");
}

static const struct operation {
    const char *name;
    void (*run)(const struct functions *);
    int calls;   /* in a batch */
    int of_both; /* one rank needs the other one; the difference is in percent */
} operations[] = {
    {"MPI_Wait, MPI_REQUEST_NULL", wait_null, SINGLE, 0},
    {"MPI_Test, MPI_REQUEST_NULL", test_null, SINGLE, 0},
    {"MPI_Wait, inactive persistent", wait_inactive, SINGLE, 0},
    {"MPI_Test, inactive persistent", test_inactive, SINGLE, 0},
    {"MPI_Isend to nobody + MPI_Wait", wait_isend, SINGLE, 0},
    {"MPI_Isend to nobody + MPI_Test", test_isend, SINGLE, 0},
    {"MPI_Waitall, 100 null", waitall_null, MANY, 0},
    {"MPI_Waitall, 100 inactive", waitall_inactive, MANY, 0},
    {"100 MPI_Isend to nobody + Waitall", waitall_isend, MANY, 0},
    {"ping-pong of 8 bytes", ping_pong, MANY, 1},
};
enum { OPERATIONS = sizeof operations / sizeof *operations };

/* Nanoseconds of each call in a batch. */
static double batch(const struct operation *operation, int library)
{
    if (operation->of_both)
        PMPI_Barrier(MPI_COMM_WORLD);
    double begun = now();
    for (int i = 0; i < operation->calls; i++)
        operation->run(&libraries[library]);
    return 1e9 * (now() - begun) / operation->calls;
}

static void compare(const struct operation *operation)
{
    static double times[LIBRARIES][BATCHES], more[BATCHES];
    for (int i = -WARM; i < BATCHES; i++) {
        double time[LIBRARIES];
        for (int turn = 0; turn < LIBRARIES; turn++) {
            int library = in_turn(i + WARM, turn, LIBRARIES);
            time[library] = batch(operation, library);
        }
        if (i < 0)
            continue;
        for (int library = 0; library < LIBRARIES; library++)
            times[library][i] = time[library];
        more[i] = time[OURS] - time[MPIS_OWN];
        if (operation->of_both)
            more[i] *= 100 / time[MPIS_OWN];
    }
    if (rank != 0)
        return;
    struct spread difference = spread_of(more, BATCHES, 10);
    printf(csv ? "\"%s\",%.2f,%.2f,%s,%.2f,%.2f,%.2f\n" : "%-34s %9.1f %9.1f   %-2s %8.2f %8.2f %8.2f\n",
           operation->name, spread_of(times[MPIS_OWN], BATCHES, 10).median,
           spread_of(times[OURS], BATCHES, 10).median, operation->of_both ? "%" : "ns", difference.low,
           difference.median, difference.high);
    fflush(stdout);
}

int main(int argc, char **argv)
{
    int ranks;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    csv = argc == 2 && strcmp(argv[1], "--format=csv") == 0;
    if (argc > 2 || (argc == 2 && !csv && strcmp(argv[1], "--format=table") != 0)) {
        if (rank == 0)
            fprintf(stderr, "completion: \"%s\" is not accepted; %s", argv[argc - 1], usage);
        MPI_Finalize();
        return 2;
    }
    if (ranks != 2)
        fail("takes two ranks");
    static const char *const intercepted[] = {"MPI_Wait", "MPI_Test", "MPI_Waitall"};
    for (int i = 0; i < 3; i++)
        if (!is_intercepted(intercepted[i]))
            fail("samebits is not in front: %s is not its own", intercepted[i]);
    for (int i = 0; i < MANY; i++)
        MPI_Send_init(NULL, 0, MPI_BYTE, MPI_PROC_NULL, 0, MPI_COMM_WORLD, &inactive[i]);
    if (rank == 0) {
        printf("%sa program without nonblocking and persistent reductions, with samebits in front: %s\n",
               csv ? "# " : "", mpi_version());
        printf(csv ? "call,mpi_median_ns,ours_median_ns,unit,more_p10,more_median,more_p90\n"
                   : "%-34s %9s %9s   %-2s %8s %8s %8s\n",
               "call, ns", "MPI's own", "ours", "", "10 %", "more", "90 %");
    }
    for (int i = 0; i < OPERATIONS; i++)
        compare(&operations[i]);
    for (int i = 0; i < MANY; i++)
        MPI_Request_free(&inactive[i]);
    MPI_Finalize();
    return 0;
}
