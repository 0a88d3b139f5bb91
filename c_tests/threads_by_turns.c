/* MPI_THREAD_MULTIPLE: threads share a communicator by turns. Each starts its reductions there when it is
 * its turn, and waits for them while others have theirs; between two of these it reduces, exchanges
 * messages and meets the other ranks on a communicator of its own. All bits are the oracle's. */
#include "by_request.h"
#include "drawn.h"
#include "driver.h"
#include "values.h"

#include <pthread.h>

enum { THREADS = 3, LONGEST = 4096, LOOKED_AT = 8, TAG = 3 };

struct part {
    int thread;
    struct group own;
    double send[2][LONGEST], recv[2][LONGEST];
};

static struct kind kinds[KINDS];
static struct group shared;
static struct part parts[THREADS];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static long turn, turns;

/* (A check counts itself, and that is not for several threads.) */
#define EXPECT(condition, ...) ((condition) ? (void)0 : CHECK(0, __VA_ARGS__))

static void begin(struct part *part, struct reduction *of, const struct group *group, int which, long call,
                  MPI_Request *request)
{
    *of = draw_reduction(noise(call, 0, which), kinds, group, LONGEST);
    fill_reduction(of, part->send[which], call);
    start_reduction(of, part->send[which], part->recv[which], NONBLOCKING, request);
}

static void end(struct part *part, const struct reduction *of, int which, long call, MPI_Request *request)
{
    MPI_Wait(request, MPI_STATUS_IGNORE);
    int wrong = wrong_element(of, part->recv[which], call, LOOKED_AT);
    EXPECT(wrong < 0 || !with_samebits(), "thread %d, call %ld%s: kind %d, element %d of %d, root %d",
           part->thread, call, which ? " on the shared one" : "", of->kind, wrong, of->n, of->root);
}

static void pass_on_message(const struct group *group, int number)
{
    int got = -1, next = (group->rank + 1) % group->ranks,
        last = (group->rank + group->ranks - 1) % group->ranks;
    MPI_Sendrecv(&number, 1, MPI_INT, next, TAG, &got, 1, MPI_INT, last, TAG, group->comm, MPI_STATUS_IGNORE);
    EXPECT(got == number, "message %d is %d", number, got);
}

/* Open MPI drives reductions for samebits on a communicator that has seen a blocking one. */
static struct group after_blocking(MPI_Comm comm)
{
    double one = 1, sum;
    MPI_Allreduce(&one, &sum, 1, MPI_DOUBLE, MPI_SUM, comm);
    return group_of(comm);
}

static void *work(void *argument)
{
    struct part *part = argument;
    for (long mine = part->thread; mine < turns; mine += THREADS) {
        struct reduction own, common;
        MPI_Request requests[2];
        begin(part, &own, &part->own, 0, mine, &requests[0]);
        pthread_mutex_lock(&lock);
        while (turn != mine)
            pthread_cond_wait(&changed, &lock);
        begin(part, &common, &shared, 1, mine, &requests[1]);
        turn++;
        pthread_cond_broadcast(&changed);
        pthread_mutex_unlock(&lock);
        pass_on_message(&part->own, (int)mine);
        if (mine % 4 == 0)
            MPI_Barrier(part->own.comm);
        end(part, &common, 1, mine, &requests[1]);
        end(part, &own, 0, mine, &requests[0]);
    }
    return NULL;
}

int main(int argc, char **argv)
{
    int provided, rank;
    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
    started();
    if (provided < MPI_THREAD_MULTIPLE)
        return skip("this MPI provides no MPI_THREAD_MULTIPLE");
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Op op = make_kinds(kinds);
    turns = setting("TEST_CALLS", 600);
    MPI_Comm comm;
    MPI_Comm_split(MPI_COMM_WORLD, 0, -rank, &comm);
    shared = after_blocking(comm);
    pthread_t threads[THREADS];
    for (int t = 0; t < THREADS; t++) {
        MPI_Comm own;
        MPI_Comm_dup(MPI_COMM_WORLD, &own);
        parts[t].thread = t;
        parts[t].own = after_blocking(own);
    }
    look_at_counters();
    for (int t = 0; t < THREADS; t++)
        pthread_create(&threads[t], NULL, work, &parts[t]);
    for (int t = 0; t < THREADS; t++)
        pthread_join(threads[t], NULL);
    check_counters(2 * (int)turns, 2 * (int)turns, "all threads");
    for (int t = 0; t < THREADS; t++)
        MPI_Comm_free(&parts[t].own.comm);
    MPI_Comm_free(&shared.comm);
    MPI_Op_free(&op);
    return finish();
}
