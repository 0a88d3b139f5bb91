/* A program that uses MPI by sessions alone: its reductions are reproducible as
 * others are, MPI_COMM_WORLD and MPI_COMM_SELF are never touched, and MPI may
 * come back with another session, where it can. */
#include "driver.h"
#include "session.h"

static void reduce_in_a_session(int round)
{
    MPI_Session session;
    MPI_Comm comm = open_session(&session);
    int rank, ranks;
    MPI_Comm_rank(comm, &rank);
    MPI_Comm_size(comm, &ranks);
    look_at_counters();
    /* Sums that round: 2^53, then ones. */
    double in = rank == 0 ? 9007199254740992.0 : 1, sum = 0;
    MPI_Allreduce(&in, &sum, 1, MPI_DOUBLE, MPI_SUM, comm);
    double exact = (double)(9007199254740992.0L + (ranks - 1)); /* rounded once */
    CHECK(!with_samebits() || sum == exact, "round %d: %.17g, not %.17g", round, sum, exact);
    check_counters(1, 1, "a sum in a session");
    int one = 1, all = 0;
    MPI_Allreduce(&one, &all, 1, MPI_INT, MPI_SUM, comm);
    CHECK(all == ranks, "%d ranks", all);
    check_counters(1, 0, "integers in a session");
    MPI_Comm_free(&comm);
    MPI_Session_finalize(&session);
}

int main(void)
{
    look_for_the_library();
    int rounds = 1; /* most MPIs fail by themselves where MPI comes back */
#if defined MPICH_NUMVERSION && MPICH_NUMVERSION >= 50000000 && !defined I_MPI_NUMVERSION
    rounds = 3;
#endif
    for (int round = 0; round < rounds; round++)
        reduce_in_a_session(round);
    return 0;
}
