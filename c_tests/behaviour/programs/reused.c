/* A receive that another thread starts when the MPI library has completed and freed one, before
 * MPI_Wait has returned, and which gets its handle (behind samebits, after_wait.c). On one rank. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <mpi.h>
#include <pthread.h>
#include <stdio.h>

static MPI_Request first, second;
static int got[2];

static void *receive(void *unused)
{
    (void)unused;
    MPI_Irecv(&got[1], 1, MPI_INT, MPI_ANY_SOURCE, 2, MPI_COMM_WORLD, &second);
    return NULL;
}

static void (**after_wait)(void);

static void meanwhile(void)
{
    pthread_t thread;
    *after_wait = NULL;
    pthread_create(&thread, NULL, receive, NULL);
    pthread_join(thread, NULL);
}

int main(int argc, char **argv)
{
    int provided, sent[2] = {3, 4};
    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
    *(void **)&after_wait = dlsym(RTLD_DEFAULT, "after_wait");
    if (provided < MPI_THREAD_MULTIPLE || !after_wait)
        return 77;
    MPI_Request sends[2];
    MPI_Irecv(&got[0], 1, MPI_INT, MPI_ANY_SOURCE, 1, MPI_COMM_WORLD, &first);
    MPI_Request was = first;
    MPI_Isend(&sent[0], 1, MPI_INT, 0, 1, MPI_COMM_WORLD, &sends[0]);
    *after_wait = meanwhile;
    MPI_Wait(&first, MPI_STATUS_IGNORE);
    puts(second == was ? "the handle is used again" : "another handle");
    MPI_Isend(&sent[1], 1, MPI_INT, 0, 2, MPI_COMM_WORLD, &sends[1]);
    MPI_Wait(&second, MPI_STATUS_IGNORE);
    MPI_Waitall(2, sends, MPI_STATUSES_IGNORE);
    MPI_Finalize();
    return got[0] == 3 && got[1] == 4 ? 0 : 1;
}
