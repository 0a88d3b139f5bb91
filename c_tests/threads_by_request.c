/* MPI_THREAD_MULTIPLE: threads start and complete nonblocking and persistent reductions at once, each
 * on a communicator of its own, many of them under way; then one thread completes what another one
 * starts. A third one polls for its own messages meanwhile. At last one thread waits for a request whose
 * status another one asks for all the time. All bits are the oracle's.
 *
 * TEST_CALLS in the environment is how many a thread starts. */
#include "drawn.h"
#include "driver.h"
#include "values.h"

#include <pthread.h>
#include <sched.h>
#include <string.h>

/* More are under way than what a rank completes may be ahead of what it does not. */
enum { PLACES = 96, PREPARED = 7, LONGEST = 700, LOOKED_AT = 24, MESSAGES = 500, THREADS = 3 };

/* A place for a reduction; the first ones of a communicator have a persistent one each. */
struct place {
    MPI_Request request;
    struct reduction reduction;
    int active, persistent;
    long call;
    double send[LONGEST], recv[LONGEST];
};

struct work {
    struct group group;
    int thread;
    long calls;
    struct place places[PLACES];
    /* What one thread has started and another one is to complete. */
    struct place *begun[PLACES];
    int number_begun, ended;
    pthread_mutex_t lock;
    pthread_cond_t changed;
};

static struct kind kinds[KINDS];

/* (A check counts itself, and that is not for several threads.) */
#define EXPECT(condition, ...) ((condition) ? (void)0 : CHECK(0, __VA_ARGS__))

static void start_at(struct work *work, struct place *at, long call)
{
    at->call = call;
    if (!at->persistent)
        at->reduction = draw_reduction(noise(work->thread, 0, call), kinds, &work->group, LONGEST);
    fill_reduction(&at->reduction, at->send, call);
    if (at->persistent)
        MPI_Start(&at->request);
    else
        start_reduction(&at->reduction, at->send, at->recv, NONBLOCKING, &at->request);
    at->active = 1;
}

/* Where a call, each eighth of which is persistent, may be started; NULL while others are there. */
static struct place *find_free(struct work *work, long call)
{
    struct place *own = &work->places[call / 8 % PREPARED];
    if (call % 8 == 0)
        return own->active ? NULL : own;
    for (int i = PREPARED; i < PLACES; i++)
        if (!work->places[i].active)
            return &work->places[i];
    return NULL;
}

/* Completes some of those under way, and mostly the latest. Returns how many are left. */
static int complete_some(struct work *work, struct place **list, int n, uint64_t drawn)
{
    MPI_Request all[PLACES];
    int indices[PLACES], found = 1, flag = 0, how = (int)(drawn % 16);
    for (int i = 0; i < n; i++) {
        all[i] = list[i]->request;
        indices[i] = i;
    }
    if (how < 7) {
        indices[0] = n - 1;
        MPI_Wait(&all[n - 1], MPI_STATUS_IGNORE);
    } else if (how < 9) {
        indices[0] = (int)((drawn >> 8) % n);
        MPI_Test(&all[indices[0]], &flag, MPI_STATUS_IGNORE);
        found = flag;
    } else if (how < 11) {
        MPI_Waitany(n, all, indices, MPI_STATUS_IGNORE);
    } else if (how == 11) {
        MPI_Testany(n, all, indices, &flag, MPI_STATUS_IGNORE);
        found = flag;
    } else if (how == 12) {
        MPI_Waitall(n, all, MPI_STATUSES_IGNORE);
        found = n;
    } else if (how == 13) {
        MPI_Testall(n, all, &flag, MPI_STATUSES_IGNORE);
        found = flag ? n : 0;
    } else if (how == 14) {
        MPI_Waitsome(n, all, &found, indices, MPI_STATUSES_IGNORE);
    } else {
        MPI_Testsome(n, all, &found, indices, MPI_STATUSES_IGNORE);
    }
    for (int f = 0; f < found; f++) {
        struct place *at = list[indices[f]];
        EXPECT((all[indices[f]] == MPI_REQUEST_NULL) == !at->persistent,
               "thread %d, call %ld: completed in way %d, the request is%s null", work->thread, at->call, how,
               at->persistent ? "" : " not");
        const struct reduction *of = &at->reduction;
        int wrong = wrong_element(of, at->recv, at->call, LOOKED_AT);
        EXPECT(wrong < 0, "thread %d, call %ld: kind %d, element %d of %d, root %d, %s", work->thread,
               at->call, of->kind, wrong, of->n, of->root, at->persistent ? "persistent" : "nonblocking");
        list[indices[f]] = NULL;
        pthread_mutex_lock(&work->lock);
        at->active = 0;
        pthread_cond_signal(&work->changed);
        pthread_mutex_unlock(&work->lock);
    }
    int left = 0;
    for (int i = 0; i < n; i++)
        if (list[i])
            list[left++] = list[i];
    return left;
}

static void *reduce_alone(void *argument)
{
    struct work *work = argument;
    struct place *list[PLACES], *place;
    int n = 0;
    for (long call = 0; call < work->calls || n > 0; call++) {
        uint64_t own = noise(work->thread, 1 + work->group.rank, call);
        if (call < work->calls) {
            while (!(place = find_free(work, call)))
                n = complete_some(work, list, n, own++);
            start_at(work, place, call);
            list[n++] = place;
        }
        if (own >> 60 < 10 || call >= work->calls)
            n = complete_some(work, list, n, own >> 8);
    }
    return NULL;
}

static void *start_all(void *argument)
{
    struct work *work = argument;
    struct place *place;
    pthread_mutex_lock(&work->lock);
    for (long call = 0; call < work->calls; call++) {
        while (!(place = find_free(work, call)))
            pthread_cond_wait(&work->changed, &work->lock);
        pthread_mutex_unlock(&work->lock);
        start_at(work, place, call);
        pthread_mutex_lock(&work->lock);
        work->begun[work->number_begun++] = place;
        work->ended = call + 1 == work->calls;
        pthread_cond_signal(&work->changed);
    }
    pthread_mutex_unlock(&work->lock);
    return NULL;
}

static void *complete_all(void *argument)
{
    struct work *work = argument;
    struct place *list[PLACES];
    for (int n = 0, ended = 0, turn = 0; !ended || n > 0; turn++) {
        pthread_mutex_lock(&work->lock);
        while (n == 0 && work->number_begun == 0)
            pthread_cond_wait(&work->changed, &work->lock);
        memcpy(&list[n], work->begun, work->number_begun * sizeof *list);
        n += work->number_begun;
        work->number_begun = 0;
        ended = work->ended;
        pthread_mutex_unlock(&work->lock);
        n = complete_some(work, list, n, noise(work->thread, 1 + work->group.rank, turn));
    }
    return NULL;
}

/* Messages around the ring of ranks: what is completed is this thread's own. */
static void *poll(void *argument)
{
    struct work *work = argument;
    int rank = work->group.rank, ranks = work->group.ranks, index, flag, got = -1;
    MPI_Request all[] = {MPI_REQUEST_NULL, MPI_REQUEST_NULL, work->places[0].request}, sent;
    for (int message = 0; message < MESSAGES; message++) {
        MPI_Irecv(&got, 1, MPI_INT, (rank + ranks - 1) % ranks, 5, work->group.comm, &all[1]);
        MPI_Testany(1, all, &index, &flag, MPI_STATUS_IGNORE);
        EXPECT(flag && index == MPI_UNDEFINED, "number %d of null requests is complete", index);
        sched_yield();
        MPI_Isend(&message, 1, MPI_INT, (rank + 1) % ranks, 5, work->group.comm, &sent);
        for (flag = 0; !flag; sched_yield())
            MPI_Testany(3, all, &index, &flag, MPI_STATUS_IGNORE);
        EXPECT(index == 1 && got == message && all[1] == MPI_REQUEST_NULL, "message %d is %d, at %d", message,
               got, index);
        MPI_Wait(&sent, MPI_STATUS_IGNORE);
    }
    return NULL;
}

static void prepare(struct work *work, int thread, long calls)
{
    MPI_Comm comm;
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    *work = (struct work){.group = group_of(comm),
                          .thread = thread,
                          .calls = calls,
                          .lock = PTHREAD_MUTEX_INITIALIZER,
                          .changed = PTHREAD_COND_INITIALIZER};
    for (int i = 0; i < PREPARED; i++) {
        struct place *at = &work->places[i];
        at->persistent = 1;
        at->reduction = draw_reduction(noise(thread, 0, -1 - i), kinds, &work->group, LONGEST);
        start_reduction(&at->reduction, at->send, at->recv, PERSISTENT, &at->request);
    }
}

static void clear(struct work *work)
{
    for (int i = 0; i < PREPARED; i++)
        MPI_Request_free(&work->places[i].request);
    MPI_Comm_free(&work->group.comm);
}

static MPI_Request asked_for;
static int asked_enough;

static void *keep_asking(void *argument)
{
    (void)argument;
    for (int flag; !__atomic_load_n(&asked_enough, __ATOMIC_ACQUIRE); sched_yield())
        MPI_Request_get_status(asked_for, &flag, MPI_STATUS_IGNORE);
    return NULL;
}

static void wait_while_asked(struct work *work, long calls)
{
    struct place *at = &work->places[0];
    pthread_t thread;
    prepare(work, 2 * THREADS, calls);
    asked_for = at->request;
    pthread_create(&thread, NULL, keep_asking, NULL);
    for (long call = 0; call < calls; call++) {
        start_at(work, at, call);
        MPI_Wait(&at->request, MPI_STATUS_IGNORE);
        int wrong = wrong_element(&at->reduction, at->recv, call, LOOKED_AT);
        EXPECT(wrong < 0, "while it is asked for, call %ld: element %d", call, wrong);
    }
    __atomic_store_n(&asked_enough, 1, __ATOMIC_RELEASE);
    pthread_join(thread, NULL);
    clear(work);
}

int main(int argc, char **argv)
{
    int provided;
    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
    started();
    if (provided < MPI_THREAD_MULTIPLE)
        return skip("this MPI provides no MPI_THREAD_MULTIPLE");
    MPI_Op op = make_kinds(kinds);
    long calls = setting("TEST_CALLS", 4000), persistent = (calls + 7) / 8;
    static struct work work[THREADS];
    /* In the second part the first two work on the same. */
    static void *(*const parts[][THREADS])(void *) = {{reduce_alone, reduce_alone, poll},
                                                      {start_all, complete_all, poll}};
    for (int part = 0; part < 2; part++) {
        pthread_t threads[THREADS];
        int reducers = part == 0 ? 2 : 1;
        look_at_counters();
        for (int t = 0; t < THREADS; t++)
            prepare(&work[t], part * THREADS + t, calls);
        for (int t = 0; t < THREADS; t++)
            pthread_create(&threads[t], NULL, parts[part][t], &work[t == 2 ? 2 : t % reducers]);
        for (int t = 0; t < THREADS; t++)
            pthread_join(threads[t], NULL);
        for (int t = 0; t < THREADS; t++)
            clear(&work[t]);
        int counted = (int)calls * reducers;
        check_counters(counted, counted, part == 0 ? "a thread each" : "two threads on one");
    }
    look_at_counters();
    wait_while_asked(&work[0], persistent);
    check_counters((int)persistent, (int)persistent, "one that is asked for");
    MPI_Op_free(&op);
    return finish();
}
