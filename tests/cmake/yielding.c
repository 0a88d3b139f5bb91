/* In front of UCX, in programs of tests under MPICH: a rank that finds nothing to do gives its core
 * to others. MPICH polls and never does so; with more ranks than cores each of its collectives then
 * takes turns of the scheduler, and a test minutes in place of seconds. With TEST_POLLING it
 * polls as it does for users. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <sched.h>
#include <stdlib.h>

/* The function of that name in UCX. */
static void *in_ucx(const char *name)
{
    void *found = dlsym(RTLD_NEXT, name);
    if (!found) { /* MPICH was opened for its caller alone. */
        void *ucx = dlopen("libucp.so.0", RTLD_LAZY | RTLD_NOLOAD);
        found = dlsym(ucx, name);
    }
    return found;
}

unsigned ucp_worker_progress(void *worker)
{
    static unsigned (*progress)(void *);
    static int polls;
    if (!progress) {
        polls = getenv("TEST_POLLING") != NULL;
        progress = (unsigned (*)(void *))in_ucx("ucp_worker_progress");
    }
    unsigned events = progress(worker);
    if (events == 0 && !polls)
        sched_yield();
    return events;
}

/* Over hosts (scripts/cluster.sh) MPICH 4.0 hangs in MPI_Finalize now and then: a rank waits until a connection is
 * closed, which takes the other rank, which has closed its own and waits in a barrier outside of UCX. So
 * connections are left to the end of the process there. */
void *ucp_disconnect_nb(void *endpoint)
{
    static void *(*disconnect)(void *);
    if (getenv("CLUSTER"))
        return NULL; /* closed */
    if (!disconnect)
        disconnect = (void *(*)(void *))in_ucx("ucp_disconnect_nb");
    return disconnect(endpoint);
}
