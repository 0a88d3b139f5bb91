#define _GNU_SOURCE
#include "library.h"

#include "fail.h"

#include <dlfcn.h>
#include <mpi.h>
#include <string.h>

static uint64_t (*counter)(void);

void find_samebits(void)
{
    /* A function's address as data: POSIX allows it, ISO C does not. */
    *(void **)&counter = dlsym(RTLD_DEFAULT, "samebits_calls_reproduced");
    if (!counter)
        fail("samebits is not there; link it in front of the MPI library or set LD_PRELOAD");
}

uint64_t reproduced(void)
{
    return counter();
}

const char *mpi_version(void)
{
    static char version[MPI_MAX_LIBRARY_VERSION_STRING];
    int length;
    MPI_Get_library_version(version, &length);
    version[strcspn(version, ",\n")] = '\0';
    return version;
}
