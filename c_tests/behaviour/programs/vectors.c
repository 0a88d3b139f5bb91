/* Sums over distributed vectors, whatever the number of ranks; with an argument, an element of one
 * vector is another one. */
#include <mpi.h>
#include <samebits.h>

enum { N = 1000 };

static double x[N], y[N];
static unsigned char mask[N];

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    int rank, ranks;
    (void)argv;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    for (int i = 0; i < N; i++) {
        x[i] = 1.0 / (i + 1);
        y[i] = i % 7 - 3.1;
        mask[i] = i % 3 > 0;
    }
    if (argc > 1)
        y[N / 2] += 1;
    int from = N * rank / ranks, n = N * (rank + 1) / ranks - from;
    double results[3];
    const void *ys[] = {x + from, y + from};
    MPI_Request requests[2];
    samebits_sums *sums;
    samebits_allreduce_norm2(x + from, n, results, MPI_DOUBLE, MPI_COMM_WORLD);
    samebits_allreduce_dots(2, x + from, ys, n, results, MPI_DOUBLE, MPI_COMM_WORLD);
    samebits_iallreduce_weighted_dot(x + from, y + from, y + from, mask + from, n, results, MPI_DOUBLE,
                                     MPI_COMM_WORLD, requests);
    samebits_sums_create(2, MPI_DOUBLE, &sums);
    for (int i = from; i < from + n; i++)
        samebits_sums_add_double(sums, 1, y[i]);
    samebits_sums_iallreduce(sums, results + 1, MPI_COMM_WORLD, requests + 1);
    MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
    samebits_sums_allreduce(sums, results, MPI_COMM_WORLD);
    samebits_sums_free(&sums);
    MPI_Finalize();
    return 0;
}
