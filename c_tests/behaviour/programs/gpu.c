/* gpu DRIVER COPY_ERROR QUERY_ERROR [fatal]: reduces buffers of the host and of a
 * GPU whose driver, a stub, fails with these errors; each rank alone, with
 * MPI_ERRORS_RETURN, or the first rank with the others, if the error is to be fatal. */
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
    printf("%s: %s, %lu reproduced\n", what,
           class == MPI_SUCCESS     ? "MPI_SUCCESS"
           : class == MPI_ERR_OTHER ? "MPI_ERR_OTHER"
                                    : "another error",
           reproduced() - before);
    fflush(stdout);
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    int rank, fatal = argc > 4 && strcmp(argv[4], "fatal") == 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    comm = fatal ? MPI_COMM_WORLD : MPI_COMM_SELF;
    if (!fatal)
        MPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN);
    void *driver = dlopen(argv[1], RTLD_NOW | RTLD_LOCAL);
    gpu = driver ? dlsym(driver, "stub") : NULL;
    if (!gpu) {
        fprintf(stderr, "%s: %s\n", argv[1], dlerror());
        return 1;
    }
    double host[2] = {1, 2}, result[2], read[2] = {0, 0};
    double *on_device = gpu->allocate(ON_DEVICE, 0, sizeof host);
    gpu->put(on_device, host, sizeof host);
    gpu->copy_error = atoi(argv[2]);
    gpu->query_error = atoi(argv[3]);
    if (!fatal) {
        reduce("host to host", host, result);
        printf("%g %g\n", result[0], result[1]);
        reduce("device to host", on_device, result);
        reduce("host to device", host, on_device);
        gpu->copy_error = gpu->query_error = 0;
        reduce("afterwards", host, on_device);
        gpu->get(read, on_device, sizeof read);
        printf("%g %g\n", read[0], read[1]);
    } else {
        reduce("to the host", rank == 0 ? on_device : host, result);
    }
    MPI_Finalize();
    return 0;
}
