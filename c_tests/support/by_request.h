/* Reductions that complete by a request, and all ways to complete one. */
#ifndef BY_REQUEST_H
#define BY_REQUEST_H

#include <mpi.h>

#ifdef __cplusplus
extern "C" {
#endif

enum way { BLOCKING, NONBLOCKING, PERSISTENT };

/* Does, starts or prepares a reduction by the function that is found by its name, with large counts or
 * not; `root` as in driver.c. With counts, those are of unequal blocks, and are kept by the caller
 * until the request is complete. */
int call_by_name(const void *from, void *to, int count, const int *counts, const long long *large_counts,
                 MPI_Datatype type, MPI_Op op, int root, MPI_Comm comm, enum way way, int large,
                 MPI_Request *request);

/* The same by a function that was found before, which has a root or not. */
int call_at(void *function, int rooted, const void *from, void *to, int count, const int *counts,
            const long long *large_counts, MPI_Datatype type, MPI_Op op, int root, MPI_Comm comm,
            enum way way, int large, MPI_Request *request);

/* The same on an intercommunicator, where MPI_ROOT and MPI_PROC_NULL are roots. */
enum intercomm_call { TO_ROOT, TO_ALL, IN_BLOCKS, IN_SOME_BLOCKS };
int call_intercomm(enum intercomm_call which, const void *from, void *to, int count, const int *counts,
                   const long long *large_counts, MPI_Datatype type, MPI_Op op, int root, MPI_Comm comm,
                   enum way way, int large, MPI_Request *request);
const char *intercomm_call_name(enum intercomm_call which, enum way way);

int has_persistent(void);
int in_any_order(void);

/* Completes a request that is under way, in one of many ways, perhaps among others; returns its
 * name. Checks statuses, indices and flags. */
const char *complete(MPI_Request *request, int turn);

#ifdef __cplusplus
}
#endif

#endif
