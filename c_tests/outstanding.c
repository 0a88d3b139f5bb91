/* Hundreds of reductions are outstanding at once, on three communicators, nonblocking ones and persistent
 * ones, short and long; they are completed in every way that MPI has, each rank in an order of its own.
 *
 * With -DBY_PMPI they are completed by MPI's profiling names, which are looked up, so that nobody sees it
 * coming: what the MPI library drives is right then, too. (Open MPI does that on a communicator after its
 * first blocking reduction.) */
#include "by_request.h"
#include "drawn.h"
#include "driver.h"
#include "values.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#ifdef BY_PMPI
#include <dlfcn.h>
#define BY_NAME(name) ((__typeof__(MPI_##name) *)dlsym(RTLD_DEFAULT, "PMPI_" #name))
#define MPI_Wait(...) BY_NAME(Wait)(__VA_ARGS__)
#define MPI_Waitall(...) BY_NAME(Waitall)(__VA_ARGS__)
#define MPI_Waitany(...) BY_NAME(Waitany)(__VA_ARGS__)
#define MPI_Waitsome(...) BY_NAME(Waitsome)(__VA_ARGS__)
#define MPI_Test(...) BY_NAME(Test)(__VA_ARGS__)
#define MPI_Testall(...) BY_NAME(Testall)(__VA_ARGS__)
#define MPI_Testany(...) BY_NAME(Testany)(__VA_ARGS__)
#define MPI_Testsome(...) BY_NAME(Testsome)(__VA_ARGS__)
#define MPI_Request_get_status(...) BY_NAME(Request_get_status)(__VA_ARGS__)
enum { BY_ANY = 0 };
#else
enum { BY_ANY = 1 };
#endif

enum { NUMBER = 300, LONGEST = 4096, MUCH_LONGER = 60000, COMMS = 3, LOOKED_AT = 8, PORTION = 37 };

struct outstanding {
    struct reduction reduction;
    double *send, *recv;
    long call;
    int persistent;
};
static struct outstanding all[NUMBER];
static MPI_Request requests[NUMBER], prepared[NUMBER];
static struct kind kinds[KINDS];
static int rank, ranks;

static struct reduction draw(long call, const struct group *groups)
{
    for (int again = 0;; again++) {
        uint64_t drawn = noise(call, 0, again);
        const struct group *group = &groups[drawn >> 5 & 1 ? 0 : call % COMMS];
        struct reduction of = draw_reduction(drawn, kinds, group, LONGEST);
        if (!BY_ANY && !may_be_driven(&of))
            continue;
        if (call % 16 == 0 && may_be_driven(&of))
            of.n = of.count = LONGEST + (int)((drawn >> 32) % (MUCH_LONGER - LONGEST));
        return of;
    }
}

static void begin(int round, const struct group *groups)
{
    for (int i = 0; i < NUMBER; i++) {
        struct outstanding *one = &all[i];
        long call = round * 1000L + i;
        int total;
        *one = (struct outstanding){.call = call, .reduction = draw(call, groups)};
        total = one->reduction.count + 1; /* a block may be empty, and memory is not */
        one->send = malloc(total * sizeof *one->send);
        one->recv = malloc(total * sizeof *one->recv);
        one->persistent = BY_ANY && has_persistent() && call % 6 == 0;
        fill_reduction(&one->reduction, one->send, call);
        if (i % 100 == 50 && rank == round % ranks)
            usleep(20000);
        if (noise(call, 1, 1) % 4 == 0) /* between them something else on the communicator */
            PMPI_Barrier(one->reduction.group->comm);
        start_reduction(&one->reduction, one->send, one->recv, one->persistent ? PERSISTENT : NONBLOCKING,
                        &requests[i]);
        prepared[i] = requests[i];
    }
    /* Of persistent ones MPI orders how they are made, not how they are started. */
    int first = in_any_order() ? (int)(noise(rank, 2, round) % NUMBER) : 0;
    for (int i = 0; i < NUMBER; i++)
        if (all[(first + i) % NUMBER].persistent)
            MPI_Start(&requests[(first + i) % NUMBER]);
}

static void complete_one_by_one(uint64_t own, int (*one)(MPI_Request *))
{
    int order[NUMBER], left = NUMBER;
    for (int i = 0; i < NUMBER; i++)
        order[i] = i;
    for (uint64_t turn = 0; left > 0; turn++) {
        int k = (int)(noise(own, rank, turn) % left);
        if (one(&requests[order[k]]))
            order[k] = order[--left];
    }
}

static int wait_for(MPI_Request *request) { return MPI_Wait(request, MPI_STATUS_IGNORE) == MPI_SUCCESS; }

static int test_it(MPI_Request *request)
{
    int flag;
    MPI_Test(request, &flag, MPI_STATUS_IGNORE);
    return flag;
}

static int ask_then_wait(MPI_Request *request)
{
    int flag = 0;
    while (!flag)
        MPI_Request_get_status(*request, &flag, MPI_STATUS_IGNORE);
    return wait_for(request);
}

static void complete_any(int waits)
{
    for (int left = NUMBER, index, flag; left > 0;) {
        if (waits)
            MPI_Waitany(NUMBER, requests, &index, MPI_STATUS_IGNORE);
        else
            for (flag = 0; !flag;)
                MPI_Testany(NUMBER, requests, &index, &flag, MPI_STATUS_IGNORE);
        CHECK(index >= 0 && index < NUMBER, "index %d with %d left", index, left);
        left--;
    }
}

static void complete_some(int waits)
{
    int found, indices[NUMBER];
    for (int left = NUMBER; left > 0; left -= found) {
        if (waits)
            MPI_Waitsome(NUMBER, requests, &found, indices, MPI_STATUSES_IGNORE);
        else
            MPI_Testsome(NUMBER, requests, &found, indices, MPI_STATUSES_IGNORE);
        CHECK(found >= waits && found <= left, "%d found with %d left", found, left);
    }
}

static void complete_portions(uint64_t own)
{
    int portions = (NUMBER + PORTION - 1) / PORTION;
    for (int i = 0; i < portions; i++) {
        int at = (int)((noise(own, rank, 0) + i) % portions) * PORTION;
        MPI_Waitall(at + PORTION > NUMBER ? NUMBER - at : PORTION, requests + at, MPI_STATUSES_IGNORE);
    }
}

#ifndef BY_PMPI
static int in_turn(MPI_Request *request)
{
    static int turn;
    return complete(request, turn++) != NULL;
}
#endif

static const char *const ways[] = {"Waitall",
                                   "Wait",
                                   "Waitany",
                                   "Waitsome",
                                   "Test",
                                   "Testany",
                                   "Testsome",
                                   "Request_get_status",
                                   "Waitall of portions",
                                   "Testall",
                                   "all ways"};
enum { WAYS = sizeof ways / sizeof *ways };

static void complete_all(int way)
{
    int flag = 0;
    switch (way) {
    case 0: MPI_Waitall(NUMBER, requests, MPI_STATUSES_IGNORE); break;
    case 1: complete_one_by_one(way, wait_for); break;
    case 2: complete_any(1); break;
    case 3: complete_some(1); break;
    case 4: complete_one_by_one(way, test_it); break;
    case 5: complete_any(0); break;
    case 6: complete_some(0); break;
    case 7: complete_one_by_one(way, ask_then_wait); break;
    case 8: complete_portions(way); break;
    case 9:
        while (!flag)
            MPI_Testall(NUMBER, requests, &flag, MPI_STATUSES_IGNORE);
        break;
#ifndef BY_PMPI
    default: complete_one_by_one(way, in_turn);
#endif
    }
}

static void look(int way)
{
    for (int i = 0; i < NUMBER; i++) {
        struct outstanding *one = &all[i];
        const struct reduction *of = &one->reduction;
        CHECK(requests[i] == (one->persistent ? prepared[i] : MPI_REQUEST_NULL), "%s leaves a request",
              ways[way]);
        if (one->persistent)
            MPI_Request_free(&requests[i]);
        int wrong = with_samebits() ? wrong_element(of, one->recv, one->call, LOOKED_AT) : -1;
        CHECK(wrong < 0, "%s, number %d: kind %d, element %d of %d, root %d%s", ways[way], i, of->kind, wrong,
              of->n, of->root, one->persistent ? ", persistent" : "");
        free(one->send);
        free(one->recv);
    }
}

int main(int argc, char **argv)
{
    start(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    CHECK(ranks <= MOST_RANKS, "%d ranks", ranks);
    MPI_Op op = make_kinds(kinds);
    MPI_Comm copy, reversed;
    MPI_Comm_dup(MPI_COMM_WORLD, &copy);
    MPI_Comm_split(MPI_COMM_WORLD, 0, -rank, &reversed);
    const struct group groups[COMMS] = {group_of(MPI_COMM_WORLD), group_of(copy), group_of(reversed)};
#ifdef BY_PMPI
    /* (What a program imports shows what it is going to call.) */
    static int (*volatile imported)(const void *, void *, int, MPI_Datatype, MPI_Op, MPI_Comm, MPI_Request *);
    imported = MPI_Iallreduce;
    CHECK(imported != NULL, "there is no MPI_Iallreduce");
#endif
    for (int g = 0; g < COMMS && !BY_ANY; g++) {
        double one = 1, sum;
        MPI_Allreduce(&one, &sum, 1, MPI_DOUBLE, MPI_SUM, groups[g].comm);
    }
    for (int way = 0; way < (BY_ANY ? WAYS : WAYS - 1); way++) {
        look_at_counters();
        begin(way, groups);
        complete_all(way);
        check_counters(NUMBER, NUMBER, ways[way]);
        look(way);
    }
    MPI_Comm_free(&copy);
    MPI_Comm_free(&reversed);
    MPI_Op_free(&op);
    return finish();
}
