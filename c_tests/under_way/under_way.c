/* What samebits starts for itself is complete whenever the program has nothing under way: after
 * each reduction of every kind, however many there were before, and before a communicator, a
 * session or MPI ends. For some numbers of reductions the communicator is freed or disconnected
 * then, and MPI does not end before all of that is right. counting.c looks at it, between samebits and
 * the MPI library. With TEST_REFUSED samebits refuses each call, and leaves to the end of the
 * communicator what a call that may not wait has started. */
#include "counting.h"

#include "by_request.h"
#include "driver.h"
#ifdef TEST_SESSIONS
#include "session.h"
#endif

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MOST = 600, CALLS = 6, WAYS = 3 };
static int rank, ranks, ways = WAYS;

/* One of the ranks comes late, so that what the others have started stays under way. */
static void be_late(int turn)
{
    if (turn % ranks == rank)
        usleep(20);
}

static void look(const char *after, int turn)
{
    int left = operations_under_way();
    CHECK(left == 0, "%d operations are under way after %s (%d)", left, after, turn);
}

/* A reduction by the call of that number and in that way. */
static void reduce(int call, enum way way, MPI_Comm comm, int turn)
{
    double from[8] = {0.1 * (rank + 1), 1, 2, 3, 4, 5, 6, 7}, to[8];
    int counts[8] = {1, 1, 1, 1, 1, 1, 1, 1}, by_counts = call == 3;
    MPI_Request request = MPI_REQUEST_NULL;
    const char *name = intercomm_call_name(call, way);
    be_late(turn);
    call_by_name(from, to, 1, by_counts ? counts : NULL, NULL, MPI_DOUBLE, MPI_SUM,
                 call == 0 ? turn % ranks : -call, comm, way, 0, &request);
    if (way == PERSISTENT) {
        look("the call that prepares it", turn);
        for (int starts = turn % 6; starts > 0; starts--) {
            be_late(turn + starts);
            MPI_Start(&request);
            MPI_Wait(&request, MPI_STATUS_IGNORE);
            look(name, starts);
        }
        MPI_Request_free(&request);
    } else {
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    }
    look(name, turn);
}

/* The call and the way of a turn: always the same, or all in turn. */
struct kind {
    int call, way;
};
static void turn_of(const struct kind *kind, int turn, MPI_Comm comm)
{
    int call = kind->call < 0 ? turn % CALLS : kind->call;
    reduce(call, kind->way < 0 ? turn / CALLS % ways : kind->way, comm, turn);
}

static void end(MPI_Comm *comm, int turn)
{
    if (turn % 2)
        MPI_Comm_disconnect(comm);
    else
        MPI_Comm_free(comm);
}

#ifndef TEST_SESSIONS
static void walk(MPI_Comm world)
{
    static const int some[] = {0, 1, 2, 3, 7};
    for (int call = -1; call < CALLS; call++)
        for (int way = -1; way < WAYS; way++) {
            struct kind kind = {call, way};
            if (way == BLOCKING && call >= 0)
                continue; /* it is complete when it returns */
            /* Persistent ones set up something of their own each time, others once for all calls. */
            int all = way == NONBLOCKING && call == 1, most = all || (way < 0 && call < 0) ? MOST : 40;
            MPI_Comm comm;
            MPI_Comm_dup(world, &comm);
            for (int turn = 0; turn < most; turn++)
                turn_of(&kind, turn, comm);
            end(&comm, call);
            for (size_t i = 0; i < sizeof some / sizeof *some; i++) {
                MPI_Comm_dup(world, &comm);
                for (int turn = 0; turn < some[i]; turn++)
                    turn_of(&kind, turn, comm);
                end(&comm, i);
            }
        }
}

static void refused(MPI_Comm world)
{
    for (int turn = 0; turn < 8; turn++) {
        double from = 1, to = 0;
        MPI_Comm comm;
        MPI_Request request = MPI_REQUEST_NULL;
        MPI_Comm_dup(world, &comm);
        MPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN);
        be_late(turn);
        enum way way = turn % 4 < 2 ? NONBLOCKING : PERSISTENT;
        int code = call_by_name(&from, &to, 1, NULL, NULL, MPI_DOUBLE, MPI_SUM, -1, comm, way, 0, &request);
        CHECK(code != MPI_SUCCESS, "turn %d was not refused", turn);
        end(&comm, turn);
    }
}

int main(int argc, char **argv)
{
    start(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    if (getenv("TEST_REFUSED")) {
        refused(MPI_COMM_WORLD);
        CHECK(operations_seen() > 0, "no operation of samebits' was seen");
        return finish();
    }
    walk(MPI_COMM_WORLD);
    CHECK(operations_seen() > 0, "no operation of samebits' was seen");
    /* MPI ends with requests that were prepared and not started, and shared memory just asked for. */
    double from = 1, to = 0;
    MPI_Request request;
    call_by_name(&from, &to, 1, NULL, NULL, MPI_DOUBLE, MPI_SUM, -1, MPI_COMM_WORLD, PERSISTENT, 0, &request);
    MPI_Request_free(&request);
    return finish();
}

#else
static void session(int round)
{
    MPI_Session session;
    MPI_Comm comm = open_session(&session);
    MPI_Comm_rank(comm, &rank);
    MPI_Comm_size(comm, &ranks);
    struct kind kind = {-1, round ? PERSISTENT : -1};
    for (int turn = 0; turn < 40 * (round + 1); turn++)
        turn_of(&kind, turn, comm);
    end(&comm, round);
    MPI_Session_finalize(&session);
}

int main(void)
{
    look_for_the_library();
    if (mpich_4_0)
        /* None of these. MPICH 4.0 hangs in MPI_Wait for a persistent collective whose request lies
         * where that of a persistent send was freed, without samebits, too; in a session, where
         * nothing shares memory, its collectives are what persistent reductions are made of. */
        ways = PERSISTENT;
    int rounds = 1; /* other MPIs fail by themselves where MPI comes back */
#if defined MPICH_NUMVERSION && MPICH_NUMVERSION >= 50000000 && !defined I_MPI_NUMVERSION
    rounds = 3;
#endif
    for (int round = 0; round < rounds; round++)
        session(round);
    CHECK(operations_seen() > 0, "no operation of samebits' was seen");
    return 0;
}
#endif
