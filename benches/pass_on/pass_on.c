/* What a call costs that samebits passes on: the same call, which does next to
 * nothing on one rank, by its MPI_ name and by its PMPI_ name, in turns; medians
 * over many batches, with the 10th and 90th percentile, in nanoseconds. */
#define _GNU_SOURCE
#include "library.h"
#include "timing.h"

#include <dlfcn.h>
#include <mpi.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BATCHES = 401, CALLS = 2000 };

/* The functions have one signature; a call is made through a pointer, so that the
 * compiler treats both alike. */
typedef int reduction(const void *, void *, int, MPI_Datatype, MPI_Op, MPI_Comm);

static double batch(reduction *function, MPI_Datatype type, const void *in, void *out)
{
    double begun = now();
    for (int i = 0; i < CALLS; i++)
        function(in, out, 1, type, MPI_SUM, MPI_COMM_SELF);
    return 1e9 * (now() - begun) / CALLS;
}

static int ours_then_wait(const void *in, void *out, int n, MPI_Datatype type, MPI_Op op, MPI_Comm comm)
{
    MPI_Request request;
    int code = MPI_Iallreduce(in, out, n, type, op, comm, &request);
    PMPI_Wait(&request, MPI_STATUS_IGNORE);
    return code;
}

static int theirs_then_wait(const void *in, void *out, int n, MPI_Datatype type, MPI_Op op, MPI_Comm comm)
{
    MPI_Request request;
    int code = PMPI_Iallreduce(in, out, n, type, op, comm, &request);
    PMPI_Wait(&request, MPI_STATUS_IGNORE);
    return code;
}

static void compare(const char *what, reduction *ours, reduction *theirs, MPI_Datatype type)
{
    static double with[BATCHES], without[BATCHES], more[BATCHES];
    double in = 1, out = 0;
    for (int i = -BATCHES / 10; i < BATCHES; i++) {
        double a = batch(ours, type, &in, &out), b = batch(theirs, type, &in, &out);
        if (i >= 0) {
            with[i] = a;
            without[i] = b;
            more[i] = a - b;
        }
    }
    struct spread difference = spread_of(more, BATCHES, 10);
    printf("%-36s %8.1f %8.1f %8.1f   %.1f to %.1f\n", what, spread_of(without, BATCHES, 10).median,
           spread_of(with, BATCHES, 10).median, difference.median, difference.low, difference.high);
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    uint64_t (*seen)(void);
    *(void **)&seen = dlsym(RTLD_DEFAULT, "samebits_calls_intercepted");
    if (!seen) {
        fputs("pass_on: samebits is not in front\n", stderr);
        return 1;
    }
    uint64_t before = seen();
    printf("%s\n%-36s %8s %8s %8s   %s\n", mpi_version(), "call, ns", "MPI's", "ours", "more", "10 to 90 %");
    compare("MPI_Allreduce, integers", MPI_Allreduce, PMPI_Allreduce, MPI_INT);
    compare("MPI_Iallreduce, nothing to say", ours_then_wait, theirs_then_wait, MPI_DOUBLE);
    if (seen() - before != 2ull * CALLS * (BATCHES + BATCHES / 10)) {
        fputs("pass_on: not every call was intercepted\n", stderr);
        return 1;
    }
    MPI_Finalize();
    return 0;
}
