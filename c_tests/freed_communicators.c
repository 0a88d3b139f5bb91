/* Communicators that are freed while reductions on them are under way, also right after their first one:
 * those go on, on every rank, whatever the others have done by then. (Under Open MPI a blocking one comes
 * first: only then does that library drive others for samebits.)
 *
 * With TEST_DRIVEN in the environment all are such as the MPI library drives for samebits. */
#include "by_request.h"
#include "drawn.h"
#include "driver.h"
#include "values.h"

#include <stdlib.h>
#include <unistd.h>

enum { ROUNDS = 48, MOST = 4, SHORT = 5, LONG = 40000, LOOKED_AT = 8 };
static struct kind kinds[KINDS];
static double send[MOST][LONG], recv[MOST][LONG];
static int rank, ranks, driven;

static void round_of(int round)
{
    int number = 1 + round % MOST, halves = round % 5 == 4, persistent = round % 6 == 5 && has_persistent();
    struct reduction of[MOST];
    MPI_Request requests[MOST];
    MPI_Comm comm;
    MPI_Comm_split(MPI_COMM_WORLD, halves ? rank % 2 : 0, rank, &comm);
    const struct group group = group_of(comm);
    for (int i = 0; i < number; i++) {
        long call = round * 10L + i;
        int again = 0;
        do
            of[i] = draw_reduction(noise(round, again++, i), kinds, &group, LONG);
        while (driven && !may_be_driven(&of[i]));
        if (of[i].root != -3)
            of[i].n = of[i].count = (round + i) % 2 ? LONG : SHORT;
        fill_reduction(&of[i], send[i], call);
    }
#ifdef OMPI_MAJOR_VERSION
    const int before = 1;
#else
    const int before = round % 3 == 0;
#endif
    if (before) { /* this communicator has reduced before */
        double sum;
        MPI_Allreduce(&send[0][0], &sum, 1, MPI_DOUBLE, MPI_MAX, comm);
    }
    if (round % ranks == rank)
        usleep(2000);
    look_at_counters();
    for (int i = 0; i < number; i++) {
        start_reduction(&of[i], send[i], recv[i], persistent ? PERSISTENT : NONBLOCKING, &requests[i]);
        if (persistent)
            MPI_Start(&requests[i]);
    }
    check_counters(number, number, "before the communicator is freed");
    MPI_Comm_free(&comm);
    CHECK(comm == MPI_COMM_NULL, "MPI_Comm_free leaves the handle");
    if ((round + 1) % ranks == rank)
        usleep(2000);
    for (int i = 0; i < number; i++) {
        int at = (i + rank) % number;
        complete(&requests[at], round + i);
        if (persistent)
            MPI_Request_free(&requests[at]);
        int wrong = wrong_element(&of[at], recv[at], round * 10L + at, LOOKED_AT);
        CHECK(wrong < 0 || !with_samebits(), "round %d, number %d: kind %d, element %d of %d, root %d", round,
              at, of[at].kind, wrong, of[at].n, of[at].root);
    }
}

int main(int argc, char **argv)
{
    start(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    CHECK(ranks <= MOST_RANKS, "%d ranks", ranks);
    driven = getenv("TEST_DRIVEN") != NULL;
#ifdef OMPI_MAJOR_VERSION
    if (!driven)
        return skip("Open MPI's own nonblocking operations crash when their communicator is freed");
#endif
    MPI_Op op = make_kinds(kinds);
    for (int round = 0; round < ROUNDS; round++)
        round_of(round);
    MPI_Op_free(&op);
    return finish();
}
