/* A message that is under way during a reduction arrives: the rank that has posted it waits
 * in the reduction for the one that has to receive it first, so whatever waits there must
 * let the MPI library go on. Messages of all sizes: long ones wait for their receiver. */
#include "driver.h"

#include <stdlib.h>
#include <string.h>

enum { LONGEST = 8 << 20, ROUNDS = 3, WARM = 100 };

static int rank, ranks;

static double reduce(double mine, int count)
{
    static double send[4096], recv[4096];
    for (int i = 0; i < count; i++)
        send[i] = mine + i;
    MPI_Allreduce(send, recv, count, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    for (int i = 0; i < count; i++)
        if (recv[i] != recv[0] + (double)i * ranks)
            return -1;
    return recv[0];
}

int main(int argc, char **argv)
{
    start(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    look_at_counters();
    long calls = 0;
    for (int i = 0; i < WARM; i++, calls++) /* they earn shared memory */
        CHECK(reduce(1, 4096) == ranks, "the sum of ones");
    char *buffer = malloc(LONGEST);
    for (int bytes = 1; bytes <= LONGEST; bytes *= 8)
        for (int round = 0; round < ROUNDS; round++)
            for (int count = 1; count <= 4096; count *= 4096) {
                int even = rank % 2 == 0, partner = rank ^ 1;
                MPI_Request request;
                memset(buffer, even ? round + 1 : 0, (size_t)bytes);
                if (partner < ranks && even)
                    MPI_Isend(buffer, bytes, MPI_BYTE, partner, 7, MPI_COMM_WORLD, &request);
                if (partner < ranks && !even)
                    MPI_Recv(buffer, bytes, MPI_BYTE, partner, 7, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
                double sum = reduce(2, count);
                calls++;
                CHECK(sum == 2 * ranks, "the sum of twos is %g", sum);
                if (partner < ranks && even)
                    MPI_Wait(&request, MPI_STATUS_IGNORE);
                CHECK(partner >= ranks || buffer[bytes - 1] == round + 1, "%d bytes arrive", bytes);
            }
    /* The root waits, and the others may be far ahead. */
    for (int i = 0; i < 1000; i++, calls++) {
        double mine = rank + i, sum = -1;
        MPI_Reduce(&mine, &sum, 1, MPI_DOUBLE, MPI_SUM, i % 100 == 0 ? i / 100 % ranks : 0, MPI_COMM_WORLD);
        if (rank == (i % 100 == 0 ? i / 100 % ranks : 0))
            CHECK(sum == ranks * (ranks - 1) / 2 + (double)i * ranks, "the root's sum %g", sum);
    }
    check_counters(calls, calls, "calls with messages under way");
    free(buffer);
    return finish();
}
