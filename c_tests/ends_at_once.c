/* MPI_Finalize comes right after the last MPI_Wait, on each rank as early as it may: where others wait
 * still, where what samebits sets up for a communicator may not be there yet, and with communicators
 * that are never freed. The results are looked at when MPI has ended.
 *
 * TEST_NUMBER in the environment is how many reductions there are (40): one is MPI_COMM_WORLD's first. */
#include "by_request.h"
#include "drawn.h"
#include "driver.h"
#include "values.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum { MOST = 40, COMMS = 3, LONGEST = 4096, LOOKED_AT = 16 };
static double send[MOST][LONGEST], recv[MOST][LONGEST];

int main(int argc, char **argv)
{
    struct kind kinds[KINDS];
    struct reduction of[MOST];
    MPI_Request requests[MOST];
    MPI_Comm comms[COMMS] = {MPI_COMM_WORLD};
    struct group groups[COMMS];
    int rank, ranks, number = (int)setting("TEST_NUMBER", MOST), failed = 0;
    start(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    CHECK(ranks <= MOST_RANKS && number <= MOST, "%d ranks, %d reductions", ranks, number);
    make_kinds(kinds);
    for (int i = 1; i < COMMS; i++)
        MPI_Comm_split(MPI_COMM_WORLD, 0, i == 1 ? rank : -rank, &comms[i]);
    for (int i = 0; i < COMMS; i++)
        groups[i] = group_of(comms[i]);
    if (rank == ranks - 1)
        usleep(30000);
    for (int i = 0; i < number; i++) {
        of[i] = draw_reduction(noise(number, 0, i), kinds, &groups[i % COMMS], LONGEST);
        fill_reduction(&of[i], send[i], i);
        start_reduction(&of[i], send[i], recv[i], NONBLOCKING, &requests[i]);
    }
    for (int i = 0; i < number; i++)
        MPI_Wait(&requests[i], MPI_STATUS_IGNORE);
    MPI_Finalize();
    for (int i = 0; i < number; i++) {
        int wrong = with_samebits() ? wrong_element(&of[i], recv[i], i, LOOKED_AT) : -1;
        if (wrong >= 0) {
            fprintf(stderr, "FAILED rank %d, number %d: kind %d, element %d of %d, root %d\n", rank, i,
                    of[i].kind, wrong, of[i].n, of[i].root);
            failed = 1;
        }
    }
    return failed;
}
