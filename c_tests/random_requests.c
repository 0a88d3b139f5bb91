/* Random legal programs of nonblocking and persistent reductions, mixed with blocking ones and with
 * messages: how many are under way, in which order each rank completes them and where it sits
 * meanwhile (in a receive, a probe, a collective call, a file call) is drawn. MPI orders the starts only, so
 * none may hang, and all bits are the oracle's. Every second program has communicators of its own.
 *
 * TEST_CALLS in the environment is how many reductions a program has, TEST_SEED the seed of the first program,
 * TEST_PROGRAMS how many programs there are, one after the other, whose seeds are printed; one that takes
 * more than TEST_LIMIT seconds is named. With TEST_DRIVEN its communicators are freed while the MPI library drives
 * reductions on them. */
#include "by_request.h"
#include "drawn.h"
#include "driver.h"
#include "values.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { LONGEST = 3000, SLOTS = 24, LOOKED_AT = 6, TAG = 17, GROUPS = 3 };

/* A reduction under way, or a persistent one that is inactive. */
struct slot {
    MPI_Request request;
    double send[LONGEST], recv[LONGEST];
    struct reduction reduction;
    int in_place, persistent, active;
    long call;
};
static struct slot slots[SLOTS];
static int rank, ranks, seed, turn, driven;
static char doing[100];

static void say_what_hangs(int number)
{
    (void)number;
    if (write(STDERR_FILENO, doing, strlen(doing))) {
    }
    _exit(1);
}

static void fill_slot(struct slot *slot)
{
    fill_reduction(&slot->reduction, slot->in_place ? slot->recv : slot->send, slot->call);
}

static void look(struct slot *slot)
{
    slot->active = 0;
    if (!with_samebits())
        return;
    const struct reduction *of = &slot->reduction;
    int wrong = wrong_element(of, slot->recv, slot->call, LOOKED_AT);
    CHECK(wrong < 0, "call %ld of seed %d: kind %d, element %d of %d, root %d, %s", slot->call, seed,
          of->kind, wrong, of->n, of->root, slot->persistent ? "persistent" : "nonblocking");
}

static void finish_slot(struct slot *slot)
{
    complete(&slot->request, turn++);
    look(slot);
}

/* Completes some of what is under way: which ones each rank draws for itself. */
static void complete_some(uint64_t drawn)
{
    int how = drawn % 4, active = 0, places[SLOTS], indices[SLOTS], found;
    MPI_Request all[SLOTS];
    for (int i = 0; i < SLOTS; i++)
        if (slots[i].active) {
            places[active] = i;
            all[active++] = slots[i].request;
        }
    if (active == 0)
        return;
    if (how == 0) { /* one of them */
        finish_slot(&slots[places[(drawn >> 8) % active]]);
        return;
    }
    if (how == 1) { /* whatever is there */
        MPI_Testsome(active, all, &found, indices, MPI_STATUSES_IGNORE);
    } else if (how == 2) {
        MPI_Waitsome(active, all, &found, indices, MPI_STATUSES_IGNORE);
    } else {
        found = 1;
        MPI_Waitany(active, all, indices, MPI_STATUS_IGNORE);
    }
    for (int f = 0; f < found; f++) {
        struct slot *slot = &slots[places[indices[f]]];
        slot->request = all[indices[f]];
        look(slot);
    }
}

static void complete_all(void)
{
    int first = (int)(noise(seed, rank, turn) % SLOTS);
    for (int i = 0; i < SLOTS; i++) {
        struct slot *slot = &slots[(first + i * 7) % SLOTS]; /* 7 and 24 have no common divisor */
        if (slot->active)
            finish_slot(slot);
    }
}

/* What everybody does at the same place of the program, while reductions are under way. */
static void sit(uint64_t drawn)
{
    int a = (int)(drawn % ranks), b = (a + 1) % ranks, flag = 0, got = 0;
    MPI_Status status;
    MPI_Comm copy;
    switch (drawn >> 16 & 7) {
    case 0: MPI_Barrier(MPI_COMM_WORLD); return;
    case 1: /* a rank waits for another one, which may wait for its reductions first */
        if (a == b)
            return;
        if (rank == b) {
            if (drawn >> 20 & 1)
                complete_all();
            MPI_Send(&turn, 1, MPI_INT, a, TAG, MPI_COMM_WORLD);
        } else if (rank == a) {
            MPI_Recv(&got, 1, MPI_INT, b, TAG, MPI_COMM_WORLD, &status);
        }
        return;
    case 2:
        if (a == b)
            return;
        if (rank == b) {
            if (drawn >> 20 & 1)
                complete_some(noise(seed, 90 + rank, drawn));
            MPI_Send(&turn, 1, MPI_INT, a, TAG, MPI_COMM_WORLD);
        } else if (rank == a) {
            if (drawn >> 21 & 1)
                MPI_Probe(b, TAG, MPI_COMM_WORLD, &status);
            else
                while (!flag)
                    MPI_Iprobe(b, TAG, MPI_COMM_WORLD, &flag, &status);
            MPI_Recv(&got, 1, MPI_INT, b, TAG, MPI_COMM_WORLD, &status);
        }
        return;
    case 3: MPI_Bcast(&got, 1, MPI_INT, a, MPI_COMM_WORLD); return;
    case 4: /* around the ring */
        MPI_Sendrecv(&turn, 1, MPI_INT, (rank + 1) % ranks, TAG, &got, 1, MPI_INT, (rank + ranks - 1) % ranks,
                     TAG, MPI_COMM_WORLD, &status);
        return;
    case 5:
        MPI_Comm_dup(MPI_COMM_WORLD, &copy);
        MPI_Comm_free(&copy);
        return;
    case 6: /* whatever the others do first */
        if (a == b)
            return;
        if (rank == b) {
            complete_all();
            MPI_Recv(&got, 1, MPI_INT, a, TAG, MPI_COMM_WORLD, &status);
        } else if (rank == a) {
            MPI_Ssend(&turn, 1, MPI_INT, b, TAG, MPI_COMM_WORLD);
        }
        return;
    default: /* a file call of some ranks */
        if (rank == a) {
            FILE *file = tmpfile();
            if (file) {
                fwrite(slots, sizeof *slots, 1, file);
                fclose(file);
            }
        }
    }
}

/* Starts all persistent ones once more, each rank in an order of its own, as MPI allows: they were
 * made in the same order. Returns how many there are. */
static int restart_all(long call, uint64_t own)
{
    MPI_Request several[SLOTS];
    int places[SLOTS], n = 0, together = (int)(own >> 8 & 1);
    for (int i = 0; i < SLOTS; i++) {
        if (!slots[i].persistent)
            continue;
        if (slots[i].active)
            finish_slot(&slots[i]);
        slots[i].call = call + (i + 1) * 10000000L;
        fill_slot(&slots[i]);
        int other = in_any_order() ? (int)(noise(own, i, call) % (n + 1)) : n;
        places[n] = places[other];
        places[other] = i;
        n++;
    }
    for (int k = 0; k < n; k++) {
        several[k] = slots[places[k]].request;
        if (!together)
            MPI_Start(&slots[places[k]].request);
        slots[places[k]].active = 1;
    }
    if (together)
        MPI_Startall(n, several);
    return n;
}

static void make_groups(struct group groups[GROUPS])
{
    MPI_Comm reversed, half;
    MPI_Comm_split(MPI_COMM_WORLD, 0, -rank, &reversed);
    MPI_Comm_split(MPI_COMM_WORLD, rank % 2, rank, &half);
    groups[0] = group_of(MPI_COMM_WORLD);
    groups[1] = group_of(reversed);
    groups[2] = group_of(half);
#ifdef OMPI_MAJOR_VERSION /* which drives reductions on a communicator that has seen a blocking one */
    for (int i = 1; i < GROUPS && driven; i++) {
        double one = 1, sum;
        MPI_Allreduce(&one, &sum, 1, MPI_DOUBLE, MPI_SUM, groups[i].comm);
    }
#endif
}

static void free_groups(struct group groups[GROUPS])
{
    for (int i = 1; i < GROUPS; i++)
        MPI_Comm_free(&groups[i].comm);
}

/* Completes what is under way, and frees what is persistent; with `but_driven` only what the MPI library
 * may not drive. */
static void clear(int but_driven)
{
    if (!but_driven)
        complete_all();
    for (int i = 0; i < SLOTS; i++) {
        struct slot *slot = &slots[i];
        if (slot->active && (slot->persistent || !may_be_driven(&slot->reduction)))
            finish_slot(slot);
        if (slot->persistent)
            MPI_Request_free(&slot->request);
        slot->persistent = 0;
    }
}

/* A program of so many reductions; its communicators are its own, or stay. */
static void program(long calls, struct group groups[GROUPS], int own_groups, const struct kind *kinds)
{
    int blocking = 0, again = 0;
    look_at_counters();
    for (long call = 0; call < calls; call++) {
        snprintf(doing, sizeof doing, "FAILED rank %d: call %ld of seed %d: it takes too long\n", rank, call,
                 seed);
        uint64_t drawn = noise(seed, 0, call), own = noise(seed, 1 + rank, call);
        /* In the same place on all ranks, so that all of them have a place for it. */
        int place = (int)(drawn >> 40) % SLOTS;
        struct slot *slot = &slots[place];
        if (slot->active)
            finish_slot(slot);
        if (slot->persistent && drawn >> 50 & 1) { /* once more */
            slot->call = call;
            fill_slot(slot);
            if (drawn >> 51 & 1)
                MPI_Startall(1, &slot->request);
            else
                MPI_Start(&slot->request);
            slot->active = 1;
        } else {
            if (slot->persistent)
                MPI_Request_free(&slot->request);
            struct reduction *of = &slot->reduction;
            *of = draw_reduction(drawn, kinds, &groups[(drawn >> 12) % GROUPS], LONGEST);
            slot->call = call;
            slot->in_place = (drawn >> 16 & 1) && of->receives;
            enum way way = (drawn >> 17 & 3) == 0 && has_persistent() ? PERSISTENT : NONBLOCKING;
            slot->persistent = way == PERSISTENT;
            fill_slot(slot);
            start_reduction(of, slot->in_place ? MPI_IN_PLACE : slot->send, slot->recv, way, &slot->request);
            if (slot->persistent)
                MPI_Start(&slot->request);
            slot->active = 1;
        }
        if ((drawn >> 19 & 7) == 0) { /* a blocking one between */
            double mine = call, sum;
            MPI_Allreduce(&mine, &sum, 1, MPI_DOUBLE, MPI_SUM, slot->reduction.group->comm);
            CHECK(sum == mine * slot->reduction.group->ranks, "call %ld: the blocking one gives %g", call,
                  sum);
            blocking++;
        }
        if ((drawn >> 22 & 7) == 0)
            sit(drawn >> 24);
        if ((drawn >> 52 & 31) == 0)
            again += restart_all(call, own);
        if ((own & 7) < 3)
            complete_some(own >> 8);
    }
    if (own_groups && driven) {
        clear(1);
        free_groups(groups);
        clear(0);
    } else {
        clear(0);
        if (own_groups)
            free_groups(groups);
    }
    int counted = (int)calls + blocking + again;
    check_counters(counted, counted, "all of them");
}

int main(int argc, char **argv)
{
    start(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    CHECK(ranks <= MOST_RANKS, "%d ranks", ranks);
    struct kind kinds[KINDS];
    MPI_Op op = make_kinds(kinds);
    struct group lasting[GROUPS], own[GROUPS];
    driven = getenv("TEST_DRIVEN") != NULL;
    make_groups(lasting);
    long calls = setting("TEST_CALLS", 1000), programs = setting("TEST_PROGRAMS", 1);
    int first = (int)setting("TEST_SEED", 1);
    signal(SIGALRM, say_what_hangs);
    for (seed = first; seed < first + programs; seed++) {
        int own_groups = seed % 2 == 0;
        if (rank == 0)
            printf("seed %d\n", seed);
        fflush(stdout);
        alarm((unsigned)setting("TEST_LIMIT", 240));
        if (own_groups)
            make_groups(own);
        program(calls, own_groups ? own : lasting, own_groups, kinds);
    }
    alarm(0);
    signal(SIGALRM, SIG_DFL);
    free_groups(lasting);
    MPI_Op_free(&op);
    return finish();
}
