/* A small solver with defects that are planted in it: which, says the first argument; the second
 * one says what chance would decide: with 0 and 1 each defect shows in another way.
 *
 *     defects race 0|1       two threads add to one sum, each when it is ready
 *     defects arrival 0|1    partial sums are added in the order in which they arrive
 *     defects tickets 0|1    a rank computes what its ticket says, which it fetches when it is ready
 *     defects reduction 0|1  nothing, but for the MPI library's choice of an algorithm
 *     defects flow 0|1       one more iteration
 */
#include <mpi.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { ELEMENTS = 1000, ITERATIONS = 5, AT = 3, PART = 64 };

static const char *defect;
static int chance, rank, ranks;
static double x[ELEMENTS];

static double shared;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *add_half(void *argument)
{
    int second = *(int *)argument;
    double sum = 0;
    for (int i = second ? ELEMENTS / 2 : 0; i < (second ? ELEMENTS : ELEMENTS / 2); i++)
        sum += x[i];
    if (second == chance)
        usleep(30000);
    pthread_mutex_lock(&lock);
    shared = shared * 1.1 + sum;
    pthread_mutex_unlock(&lock);
    return NULL;
}

static double sum_by_threads(void)
{
    pthread_t threads[2];
    int halves[2] = {0, 1};
    shared = 0.1;
    for (int i = 0; i < 2; i++)
        pthread_create(&threads[i], NULL, add_half, &halves[i]);
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], NULL);
    return shared;
}

/* On rank 0 what the others send, added as it arrives. */
static double sum_on_arrival(double mine, int delayed)
{
    double sum = mine, other;
    if (rank == 0) {
        for (int i = 1; i < ranks; i++) {
            MPI_Recv(&other, 1, MPI_DOUBLE, MPI_ANY_SOURCE, 7, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
            sum = sum * 1.1 + other;
        }
    } else {
        if (rank == delayed)
            usleep(100000);
        MPI_Send(&mine, 1, MPI_DOUBLE, 0, 7, MPI_COMM_WORLD);
    }
    return sum;
}

/* Ranks 1 and 2 take a ticket each, from a counter on rank 0. */
static double sum_by_ticket(int delayed)
{
    int *counter, one = 1, ticket = 0;
    MPI_Win window;
    MPI_Win_allocate(sizeof one, sizeof one, MPI_INFO_NULL, MPI_COMM_WORLD, &counter, &window);
    *counter = 0;
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank > 0) {
        if (rank == delayed)
            usleep(100000);
        MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, window);
        MPI_Fetch_and_op(&one, &ticket, MPI_INT, 0, 0, MPI_SUM, window);
        MPI_Win_unlock(0, window);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_free(&window);
    return x[ticket];
}

static double local_sum(int iteration)
{
    double sum = 0;
    if (strcmp(defect, "race") == 0 && iteration == AT && rank == 1)
        return sum_by_threads();
    for (int i = 0; i < ELEMENTS; i++)
        sum += x[i];
    if (strcmp(defect, "tickets") == 0 && iteration == AT)
        sum += sum_by_ticket(1 + chance);
    if (strcmp(defect, "arrival") == 0 && iteration == AT)
        sum = sum_on_arrival(sum, 1 + chance);
    return sum;
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    if (argc != 3) {
        if (rank == 0)
            fputs("usage: defects race|arrival|tickets|reduction|flow 0|1\n", stderr);
        MPI_Abort(MPI_COMM_WORLD, 2);
    }
    defect = argv[1];
    chance = atoi(argv[2]);
    for (int i = 0; i < ELEMENTS; i++)
        x[i] = 1.0 / (1 + i + ELEMENTS * rank);
    double scale = 1, norm = 0;
    int iterations = ITERATIONS + (strcmp(defect, "flow") == 0 ? chance : 0);
    for (int iteration = 0; iteration < iterations; iteration++) {
        double mine = local_sum(iteration), most;
        MPI_Allreduce(&mine, &norm, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
        MPI_Allreduce(&mine, &most, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
        scale *= norm / most;
        if (strcmp(defect, "reduction") == 0 && iteration == AT) {
            double sums[PART];
            MPI_Allreduce(x, sums, PART, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
            scale *= sums[PART - 1] / sums[0];
        }
        for (int i = 0; i < ELEMENTS; i++)
            x[i] *= 1.0 + 1e-3 / scale;
    }
    if (rank == 0)
        printf("%.17g\n", norm);
    MPI_Finalize();
    return 0;
}
