/* What a trace records: every kind of call, buffers with gaps and padding, and MPI's open choices.
 *
 *     traced calls      all of these; what lies in gaps and padding differs from run to run
 *     traced killed     rank 1 kills itself after ten reductions
 *     traced many N     20,000 reductions; in the one with the number N rank 1 contributes something
 *                       else
 */
#include <float.h>
#include <mpi.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static int rank, ranks;

static void sums(MPI_Comm comm)
{
    double mine = 0.1 * (rank + 1), sum;
    MPI_Allreduce(&mine, &sum, 1, MPI_DOUBLE, MPI_SUM, comm);
}

static void padding(void)
{
    /* Six bytes of x87's numbers are padding, and the struct has a gap: both differ between runs. */
    long double numbers[2], most[2];
    struct {
        double value;
        int place;
    } pairs[2], first[2];
    unsigned char noise = (unsigned char)(time(NULL) ^ getpid());
    memset(numbers, noise, sizeof numbers);
    memset(pairs, noise, sizeof pairs);
    for (int i = 0; i < 2; i++) {
        numbers[i] = 0.3L * (rank + i);
        if (LDBL_MANT_DIG == 64 && sizeof numbers[0] == 16)
            memset((char *)(numbers + i) + 10, noise, 6);
        pairs[i].value = rank;
        pairs[i].place = i;
    }
    MPI_Allreduce(numbers, most, 2, MPI_LONG_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
    MPI_Allreduce(pairs, first, 2, MPI_DOUBLE_INT, MPI_MINLOC, MPI_COMM_WORLD);
}

static void calls(void)
{
    double mine[4] = {0.1, 0.2, 0.3, 0.4 + rank}, got[4];
    MPI_Reduce(mine, got, 4, MPI_DOUBLE, MPI_SUM, ranks - 1, MPI_COMM_WORLD);
    MPI_Scan(mine, got, 4, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    MPI_Exscan(mine, got, 4, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    double *blocks = calloc(2 * (size_t)ranks, sizeof *blocks);
    MPI_Reduce_scatter_block(blocks, got, 2, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    MPI_Allreduce(MPI_IN_PLACE, mine, 4, MPI_DOUBLE, MPI_PROD, MPI_COMM_WORLD);
    free(blocks);
    MPI_Request requests[2];
    double more[2];
    MPI_Iallreduce(mine, got, 4, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD, requests);
    MPI_Iallreduce(mine, more, 2, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD, requests + 1);
    MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
    int integer = rank, all;
    MPI_Allreduce(&integer, &all, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
}

/* Each rank uses its communicators in another order than they were made in. */
static void communicators(void)
{
    MPI_Comm one, other, half, later;
    MPI_Request request;
    MPI_Comm_idup(MPI_COMM_WORLD, &later, &request);
    MPI_Comm_dup(MPI_COMM_WORLD, &one);
    MPI_Comm_dup(MPI_COMM_WORLD, &other);
    MPI_Comm_split(MPI_COMM_WORLD, rank % 2, 0, &half);
    if (rank == 0)
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    sums(half);
    sums(other);
    sums(one);
    if (rank != 0)
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    sums(later);
    MPI_Comm_free(&later);
    MPI_Comm_free(&half);
    MPI_Comm_free(&other);
    MPI_Comm_free(&one);
}

/* Of a persistent reduction each start is recorded, also where the MPI library serves it. */
static void persistent(void)
{
#if MPI_VERSION >= 4
    double mine[2] = {0.5, 0.25 * rank}, sums_of_all[2];
    MPI_Request request;
    MPI_Allreduce_init(mine, sums_of_all, 2, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD, MPI_INFO_NULL, &request);
    for (int i = 0; i < 3; i++) {
        MPI_Start(&request);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    }
    MPI_Request_free(&request);
#endif
}

/* What rank 1 fetches from rank 0, by each call and completed in each way. */
static void fetches(void)
{
    double *numbers, one = 1, got[4] = {0};
    int zero = 0, seven = 7, *flag, swapped = -1;
    MPI_Win window, flags;
    MPI_Request request;
    MPI_Win_allocate(4 * sizeof *numbers, sizeof *numbers, MPI_INFO_NULL, MPI_COMM_WORLD, &numbers, &window);
    MPI_Win_allocate(sizeof *flag, sizeof *flag, MPI_INFO_NULL, MPI_COMM_WORLD, &flag, &flags);
    for (int i = 0; i < 4; i++)
        numbers[i] = 2 + i;
    *flag = 5;
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_lock_all(0, window);
    MPI_Win_lock_all(0, flags);
    if (rank == 1) {
        MPI_Datatype apart;
        MPI_Type_vector(2, 1, 2, MPI_DOUBLE, &apart);
        MPI_Type_commit(&apart);
        MPI_Fetch_and_op(&one, got, MPI_DOUBLE, 0, 0, MPI_SUM, window);
        MPI_Win_flush(0, window);
        MPI_Compare_and_swap(&seven, &zero, &swapped, MPI_INT, 0, 0, flags);
        MPI_Win_flush_all(flags);
        MPI_Get_accumulate(&one, 1, MPI_DOUBLE, got, 1, apart, 0, 1, 2, MPI_DOUBLE, MPI_NO_OP, window);
        MPI_Type_free(&apart);
        MPI_Win_flush_local(0, window);
        MPI_Rget_accumulate(&one, 1, MPI_DOUBLE, got, 1, MPI_DOUBLE, 0, 3, 1, MPI_DOUBLE, MPI_REPLACE, window,
                            &request);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        got[0] = -1; /* it is complete */
    }
    MPI_Win_unlock_all(flags);
    MPI_Win_unlock_all(window);
    MPI_Win_fence(0, window);
    if (rank == 1)
        MPI_Fetch_and_op(&one, got, MPI_DOUBLE, 0, 3, MPI_SUM, window);
    MPI_Win_fence(0, window);
    MPI_Win_free(&flags);
    MPI_Win_free(&window);
}

static void choices(void)
{
    double number = rank, got[2];
    if (rank == 0) {
        MPI_Request requests[2];
        MPI_Recv(&number, 1, MPI_DOUBLE, MPI_ANY_SOURCE, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Irecv(got, 1, MPI_DOUBLE, MPI_ANY_SOURCE, 2, MPI_COMM_WORLD, requests);
        MPI_Irecv(got + 1, 1, MPI_DOUBLE, 1, 3, MPI_COMM_WORLD, requests + 1);
        int index;
        MPI_Waitany(2, requests, &index, MPI_STATUS_IGNORE);
        MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
        MPI_Probe(MPI_ANY_SOURCE, 4, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Recv(&number, 1, MPI_DOUBLE, 1, 4, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    } else if (rank == 1) {
        for (int tag = 1; tag <= 4; tag++) {
            if (tag == 3)
                usleep(20000); /* the request that was made first is complete first */
            MPI_Send(&number, 1, MPI_DOUBLE, 0, tag, MPI_COMM_WORLD);
        }
    }
}

int main(int argc, char **argv)
{
    const char *what = argc > 1 ? argv[1] : "calls";
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    if (strcmp(what, "calls") == 0) {
        sums(MPI_COMM_WORLD);
        padding();
        calls();
        communicators();
        choices();
        persistent();
        fetches();
        sums(MPI_COMM_WORLD);
        if (rank == 0)
            puts("done");
    } else if (strcmp(what, "many") == 0) {
        double mine, sum;
        for (int i = 0; i < 20000; i++) {
            mine = 0.1 * rank + (rank == 1 && argc > 2 && i == atoi(argv[2]));
            MPI_Allreduce(&mine, &sum, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
        }
    } else {
        for (int i = 0; i < 10; i++)
            sums(MPI_COMM_WORLD);
        if (rank == 1)
            raise(SIGKILL);
        sums(MPI_COMM_WORLD);
    }
    MPI_Finalize();
    return 0;
}
