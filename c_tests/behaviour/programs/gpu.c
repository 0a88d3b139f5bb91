/* gpu DRIVER COPY_ERROR QUERY_ERROR device|host|together: reduces buffers of the host
 * and then of a GPU whose driver, a stub, fails with these errors: from the device or
 * to it, each rank alone, or from the first rank's device, all ranks together. */
#include "../../gpu/memory.h"

#include <dlfcn.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct stub *gpu;
static MPI_Comm comm;

/* What becomes of a reduction, and how many calls were reproduced. */
static void reduce(const char *what, double *send, double *recv)
{
    static unsigned long (*reproduced)(void);
    *(void **)&reproduced = dlsym(RTLD_DEFAULT, "samebits_calls_reproduced");
    unsigned long before = reproduced();
    int code = MPI_Allreduce(send, recv, 2, MPI_DOUBLE, MPI_SUM, comm), class;
    MPI_Error_class(code, &class);
    printf("%s: %s, %lu reproduced\n", what, class == MPI_SUCCESS ? "MPI_SUCCESS" : "an error",
           reproduced() - before);
    fflush(stdout);
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    int rank;
    const char *way = argv[4];
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    int together = strcmp(way, "together") == 0;
    comm = together ? MPI_COMM_WORLD : MPI_COMM_SELF;
    MPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN);
    void *driver = dlopen(argv[1], RTLD_NOW | RTLD_LOCAL);
    gpu = driver ? dlsym(driver, "stub") : NULL;
    if (!gpu) {
        fprintf(stderr, "%s: %s\n", argv[1], dlerror());
        return 1;
    }
    double host[2] = {1, 2}, result[2];
    double *on_device = gpu->allocate(ON_DEVICE, 0, sizeof host);
    gpu->put(on_device, host, sizeof host);
    gpu->copy_error = atoi(argv[2]);
    gpu->query_error = atoi(argv[3]);
    if (!together) {
        reduce("host to host", host, result);
        printf("%g %g\n", result[0], result[1]);
        fflush(stdout);
    }
    if (strcmp(way, "host") == 0)
        reduce("host to device", host, on_device);
    else
        reduce("device to host", rank == 0 ? on_device : host, result);
    MPI_Finalize();
    return 0;
}
