/* Functions of MPI 4.0 and 4.1 that are samebits', called as Python's mpi4py does: a program that finds
 * them by name calls them, whichever MPI library is behind. What is asked of several requests, of
 * samebits and of others, and MPI_Comm_idup_with_info. */
#include "driver.h"

#include <dlfcn.h>
#include <string.h>

typedef int idup_with_info(MPI_Comm, MPI_Info, MPI_Comm *, MPI_Request *);
typedef int get_status_all(int, MPI_Request *, int *, MPI_Status *);
typedef int get_status_any(int, MPI_Request *, int *, int *, MPI_Status *);
typedef int get_status_some(int, MPI_Request *, int *, int *, MPI_Status *);

static int ranks, rank;

/* The function, which is there where samebits is. */
static void *find(const char *name)
{
    void *address = dlsym(RTLD_DEFAULT, name);
    CHECK(address || !with_samebits(), "%s is not there", name);
    return address;
}

static void duplicate(void)
{
    idup_with_info *idup = (idup_with_info *)find("MPI_Comm_idup_with_info");
    if (!idup)
        return;
    MPI_Info info;
    MPI_Comm twin = MPI_COMM_NULL;
    MPI_Request request = MPI_REQUEST_NULL;
    MPI_Info_create(&info);
    MPI_Info_set(info, "samebits_test", "no hint");
    CHECK(idup(MPI_COMM_WORLD, info, &twin, &request) == MPI_SUCCESS, "MPI_Comm_idup_with_info");
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Info_free(&info);
    double one = 1, sum = 0;
    look_at_counters();
    MPI_Allreduce(&one, &sum, 1, MPI_DOUBLE, MPI_SUM, twin);
    CHECK(sum == ranks, "the sum over a duplicate is %g", sum);
    check_counters(1, 1, "a sum over a duplicate");
    MPI_Comm_free(&twin);
}

/* A null request, a message that comes once all have looked, and a sum. */
enum { NOTHING, MESSAGE, SUM, REQUESTS };

/* Wrong arguments, where the MPI library has no such functions. (MPICH's libmpi_abi dies of them.) */
static void refuse(get_status_all *all, get_status_any *any, get_status_some *some)
{
    MPI_Request requests[REQUESTS] = {MPI_REQUEST_NULL, MPI_REQUEST_NULL, MPI_REQUEST_NULL};
    int flag, index, found, indices[REQUESTS];
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
    CHECK(all(-1, requests, &flag, MPI_STATUSES_IGNORE) != MPI_SUCCESS, "all of -1");
    CHECK(any(2, NULL, &index, &flag, MPI_STATUS_IGNORE) != MPI_SUCCESS, "any of requests nowhere");
    CHECK(some(-1, requests, &found, indices, MPI_STATUSES_IGNORE) != MPI_SUCCESS, "some of -1");
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_ARE_FATAL);
    MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_ARE_FATAL);
}

static void ask(void)
{
    get_status_all *all = (get_status_all *)find("MPI_Request_get_status_all");
    get_status_any *any = (get_status_any *)find("MPI_Request_get_status_any");
    get_status_some *some = (get_status_some *)find("MPI_Request_get_status_some");
    if (!all || !any || !some)
        return;

    MPI_Request requests[REQUESTS] = {MPI_REQUEST_NULL, MPI_REQUEST_NULL, MPI_REQUEST_NULL};
    MPI_Status statuses[REQUESTS];
    int flag = -1, index = -1, found = -1, indices[REQUESTS], count;
    CHECK(all(REQUESTS, requests, &flag, statuses) == MPI_SUCCESS && flag == 1, "all of none: %d", flag);
    CHECK(all(0, requests, &flag, MPI_STATUSES_IGNORE) == MPI_SUCCESS && flag == 1, "all of no requests");
    flag = -1;
    any(REQUESTS, requests, &index, &flag, MPI_STATUS_IGNORE);
    CHECK(flag == 1 && index == MPI_UNDEFINED, "any of none: %d, %d", flag, index);
    some(REQUESTS, requests, &found, indices, MPI_STATUSES_IGNORE);
    CHECK(found == MPI_UNDEFINED, "some of none: %d", found);

    if (!dlsym(RTLD_DEFAULT, "PMPI_Request_get_status_all"))
        refuse(all, any, some);

    int sent = rank, received = -1, left = (rank + ranks - 1) % ranks;
    double number = rank + 1, sum = -1;
    look_at_counters();
    MPI_Irecv(&received, 1, MPI_INT, left, 7, MPI_COMM_WORLD, &requests[MESSAGE]);
    MPI_Iallreduce(&number, &sum, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD, &requests[SUM]);
    check_counters(1, 1, "a nonblocking sum");
    MPI_Request before[REQUESTS];
    memcpy(before, requests, sizeof requests);

    /* Until the sum is complete none is; nor are all before the message has come. */
    for (flag = 0; !flag;)
        any(REQUESTS, requests, &index, &flag, &statuses[0]);
    CHECK(index == SUM, "request %d is complete first", index);
    some(REQUESTS, requests, &found, indices, statuses);
    CHECK(found == 1 && indices[0] == SUM, "%d are complete, the first is %d", found, indices[0]);
    all(REQUESTS, requests, &flag, statuses);
    CHECK(flag == 0, "all are complete before the message was sent");
    some(2, requests, &found, indices, statuses);
    CHECK(found == 0, "%d of those without the sum are complete", found);
    any(2, requests, &index, &flag, &statuses[0]);
    CHECK(flag == 0, "request %d of those without the sum is complete", index);

    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Send(&sent, 1, MPI_INT, (rank + 1) % ranks, 7, MPI_COMM_WORLD);
    memset(statuses, 0x55, sizeof statuses);
    for (flag = 0; !flag;)
        all(REQUESTS, requests, &flag, statuses);
    MPI_Get_count(&statuses[MESSAGE], MPI_INT, &count);
    CHECK(statuses[MESSAGE].MPI_SOURCE == left && statuses[MESSAGE].MPI_TAG == 7 && count == 1,
          "the message is from %d, with tag %d, of %d", statuses[MESSAGE].MPI_SOURCE,
          statuses[MESSAGE].MPI_TAG, count);
    MPI_Get_count(&statuses[NOTHING], MPI_INT, &count);
    CHECK(statuses[NOTHING].MPI_SOURCE == MPI_ANY_SOURCE && statuses[NOTHING].MPI_TAG == MPI_ANY_TAG &&
              count == 0,
          "the status of a null request is of %d, %d, %d", statuses[NOTHING].MPI_SOURCE,
          statuses[NOTHING].MPI_TAG, count);
    all(REQUESTS, requests, &flag, MPI_STATUSES_IGNORE);
    CHECK(flag == 1, "all with ignored statuses");
    memset(statuses, 0x55, sizeof statuses);
    some(REQUESTS, requests, &found, indices, statuses);
    int first = indices[0] == SUM; /* in any order */
    CHECK(found == 2 && indices[first] == MESSAGE && indices[1 - first] == SUM, "%d: %d, %d", found,
          indices[0], indices[1]);
    CHECK(statuses[first].MPI_SOURCE == left, "some: the message is from %d", statuses[first].MPI_SOURCE);
    any(REQUESTS, requests, &index, &flag, &statuses[0]);
    CHECK(flag == 1 && (index == MESSAGE || index == SUM), "any: %d, %d", flag, index);
    any(2, requests, &index, &flag, &statuses[0]);
    CHECK(flag == 1 && index == MESSAGE && statuses[0].MPI_SOURCE == left, "any of two: %d, %d", flag, index);

    CHECK(memcmp(requests, before, sizeof requests) == 0, "the requests are as they were");
    MPI_Waitall(REQUESTS, requests, MPI_STATUSES_IGNORE);
    CHECK(requests[SUM] == MPI_REQUEST_NULL && received == left, "%d was received", received);
    CHECK(sum == ranks * (ranks + 1) / 2, "the sum is %g", sum);
}

int main(int argc, char **argv)
{
    start(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    duplicate();
    ask();
    return finish();
}
