#define _GNU_SOURCE
#include "by_request.h"
#include "driver.h"

#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

/* By their ways, in the order of `names` in driver.c. */
static const char *const names[][6] = {
    {"MPI_Reduce", "MPI_Allreduce", "MPI_Reduce_scatter_block", "MPI_Reduce_scatter", "MPI_Scan",
     "MPI_Exscan"},
    {"MPI_Ireduce", "MPI_Iallreduce", "MPI_Ireduce_scatter_block", "MPI_Ireduce_scatter", "MPI_Iscan",
     "MPI_Iexscan"},
    {"MPI_Reduce_init", "MPI_Allreduce_init", "MPI_Reduce_scatter_block_init", "MPI_Reduce_scatter_init",
     "MPI_Scan_init", "MPI_Exscan_init"},
};

/* (samebits sees in what a program imports what it may call; this one looks it up.) */
static int (*volatile const imported)(const void *, void *, int, MPI_Datatype, MPI_Op, MPI_Comm,
                                      MPI_Request *) = MPI_Iallreduce;

#define LARGE long long
#define BUFFERS(T) const void *, void *, T, MPI_Datatype, MPI_Op
#define THESE(count) from, to, count, type, op
#define CALL(T, count)                                                                                   \
    (way == BLOCKING ? rooted ? ((int (*)(BUFFERS(T), int, MPI_Comm))function)(THESE(count), root, comm) \
                              : ((int (*)(BUFFERS(T), MPI_Comm))function)(THESE(count), comm)            \
         : way == NONBLOCKING ? rooted                                                                   \
             ? ((int (*)(BUFFERS(T), int, MPI_Comm, MPI_Request *))function)(THESE(count), root, comm,   \
                                                                             request)                    \
             : ((int (*)(BUFFERS(T), MPI_Comm, MPI_Request *))function)(THESE(count), comm, request)     \
         : rooted ? ((int (*)(BUFFERS(T), int, MPI_Comm, MPI_Info, MPI_Request *))function)(             \
                        THESE(count), root, comm, MPI_INFO_NULL, request)                                \
                  : ((int (*)(BUFFERS(T), MPI_Comm, MPI_Info, MPI_Request *))function)(                  \
                        THESE(count), comm, MPI_INFO_NULL, request))

int call_at(void *function, int rooted, const void *from, void *to, int count, const int *counts,
            const long long *large_counts, MPI_Datatype type, MPI_Op op, int root, MPI_Comm comm,
            enum way way, int large, MPI_Request *request)
{
    if (counts && large)
        return CALL(const LARGE *, large_counts);
    if (counts)
        return CALL(const int *, counts);
    if (large)
        return CALL(LARGE, (LARGE)count);
    return CALL(int, count);
}

int call_intercomm(enum intercomm_call which, const void *from, void *to, int count, const int *counts,
                   const long long *large_counts, MPI_Datatype type, MPI_Op op, int root, MPI_Comm comm,
                   enum way way, int large, MPI_Request *request)
{
    char name[64];
    (void)imported;
    strcpy(name, names[way][which]);
    if (large)
        strcat(name, "_c");
    void *function = dlsym(RTLD_DEFAULT, name);
    CHECK(function != NULL, "%s is not there", name);
    return call_at(function, which == TO_ROOT, from, to, count, counts, large_counts, type, op, root, comm,
                   way, large, request);
}

int call_by_name(const void *from, void *to, int count, const int *counts, const long long *large_counts,
                 MPI_Datatype type, MPI_Op op, int root, MPI_Comm comm, enum way way, int large,
                 MPI_Request *request)
{
    return call_intercomm(root < 0 ? -root : 0, from, to, count, counts, large_counts, type, op, root, comm,
                          way, large, request);
}

const char *intercomm_call_name(enum intercomm_call which, enum way way) { return names[way][which]; }

/* Whether the MPI library, or samebits for it, has persistent reductions. */
int has_persistent(void) { return with_samebits() || dlsym(RTLD_DEFAULT, "MPI_Exscan_init") != NULL; }

/* Whether each rank may start persistent reductions in an order of its own, as MPI says: Intel MPI
 * matches its own in the order in which they are started. */
int in_any_order(void)
{
    char version[MPI_MAX_LIBRARY_VERSION_STRING];
    int length;
    MPI_Get_library_version(version, &length);
    return strstr(version, "Intel") == NULL;
}

/* Of a collective operation MPI leaves the source, the tag and the count undefined. */
static void is_empty(const MPI_Status *status, const char *how)
{
    int cancelled = 1;
    MPI_Test_cancelled(status, &cancelled);
    CHECK(!cancelled, "%s: the status says that it was cancelled", how);
}

/* A message from this rank to itself, between which and a request of ours nothing may be mixed up. */
static char sent, received;
static void exchange_with_self(MPI_Request *two)
{
    sent++;
    MPI_Isend(&sent, 1, MPI_CHAR, 0, 5, MPI_COMM_SELF, &two[0]);
    MPI_Irecv(&received, 1, MPI_CHAR, 0, 5, MPI_COMM_SELF, &two[1]);
}

enum { AMONG = 5, OURS = 2 };

const char *complete(MPI_Request *request, int turn)
{
    static const char *const names[] = {
        "Wait",    "Test",    "Waitall",  "Waitall, ignoring", "Testall",
        "Waitany", "Testany", "Waitsome", "Testsome",          "Request_get_status"};
    enum { WAYS = sizeof names / sizeof *names };
    const char *how = names[turn % WAYS];
    MPI_Request before = *request,
                all[AMONG] = {MPI_REQUEST_NULL, MPI_REQUEST_NULL, *request, MPI_REQUEST_NULL,
                              MPI_REQUEST_NULL};
    MPI_Status status, statuses[AMONG];
    int flag = 0, index = -7, found, indices[AMONG], others = 0, done = 0;
    memset(&status, 0x55, sizeof status);
    memset(statuses, 0x55, sizeof statuses);
    switch (turn % WAYS) {
    case 0:
        MPI_Wait(request, &status);
        is_empty(&status, how);
        return how;
    case 1:
        while (!flag)
            MPI_Test(request, &flag, &status);
        is_empty(&status, how);
        return how;
    case 9:
        while (!flag)
            MPI_Request_get_status(*request, &flag, &status);
        is_empty(&status, how);
        CHECK(*request == before, "%s changes the request", how);
        MPI_Wait(request, MPI_STATUS_IGNORE);
        return how;
    }
    /* Among others, and null ones. */
#ifdef SMPI_H /* whose own calls for any or some never complete what was sent to oneself */
    int exchanges = turn % WAYS < 5;
#else
    int exchanges = 1;
#endif
    if (exchanges)
        exchange_with_self(&all[3]);
    others = exchanges ? 2 : 0;
    switch (turn % WAYS) {
    case 2:
    case 3:
        MPI_Waitall(AMONG, all, turn % WAYS == 2 ? statuses : MPI_STATUSES_IGNORE);
        if (turn % WAYS == 2) {
            is_empty(&statuses[OURS], how);
            CHECK(statuses[4].MPI_TAG == 5, "%s: tag %d", how, statuses[4].MPI_TAG);
        }
        others = 0, done = 1;
        break;
    case 4:
        while (!flag)
            MPI_Testall(AMONG, all, &flag, statuses);
        is_empty(&statuses[OURS], how);
        CHECK(statuses[4].MPI_TAG == 5, "%s: tag %d", how, statuses[4].MPI_TAG);
        others = 0, done = 1;
        break;
    case 5:
    case 6:
        while (!done || others > 0) {
            if (turn % WAYS == 5)
                MPI_Waitany(AMONG, all, &index, &status);
            else
                for (flag = 0; !flag;) {
                    MPI_Testany(AMONG, all, &index, &flag, &status);
                    CHECK(flag || index == MPI_UNDEFINED, "%s: index %d", how, index);
                }
            CHECK(index >= OURS && index < AMONG, "%s: index %d", how, index);
            if (index == OURS) {
                is_empty(&status, how);
                done++;
            } else {
                CHECK(index == 3 || status.MPI_TAG == 5, "%s: tag %d", how, status.MPI_TAG);
                others--;
            }
            CHECK(done <= 1 && others >= 0, "%s: index %d twice", how, index);
        }
        break;
    default:
        while (!done || others > 0) {
            int ignores = turn / WAYS % 2;
            MPI_Status *to = ignores ? MPI_STATUSES_IGNORE : statuses;
            if (turn % WAYS == 7)
                MPI_Waitsome(AMONG, all, &found, indices, to);
            else
                MPI_Testsome(AMONG, all, &found, indices, to);
            CHECK(found <= AMONG && found >= (turn % WAYS == 7), "%s: %d found", how, found);
            for (int i = 0; i < found; i++) {
                if (indices[i] == OURS) {
                    if (!ignores)
                        is_empty(&statuses[i], how);
                    done++;
                } else {
                    CHECK(ignores || indices[i] == 3 || statuses[i].MPI_TAG == 5, "%s: tag %d", how,
                          statuses[i].MPI_TAG);
                    others--;
                }
            }
            CHECK(done <= 1 && others >= 0, "%s: an index twice", how);
        }
    }
    CHECK(received == sent, "%s: another message was received", how);
    CHECK(all[3] == MPI_REQUEST_NULL && all[4] == MPI_REQUEST_NULL, "%s: others are left", how);
    CHECK(all[OURS] == MPI_REQUEST_NULL || all[OURS] == before, "%s: another request", how);
    *request = all[OURS];
    return how;
}
