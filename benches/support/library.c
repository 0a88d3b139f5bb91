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

int is_intercepted(const char *function)
{
    void *found = dlsym(RTLD_DEFAULT, function), *ours = dlsym(RTLD_DEFAULT, "samebits_calls_reproduced");
    Dl_info of_found, of_ours;
    return found && ours && dladdr(found, &of_found) && dladdr(ours, &of_ours) &&
        of_found.dli_fbase == of_ours.dli_fbase;
}

uint64_t reproduced(void) { return counter(); }

const char *mpi_version(void)
{
    static char version[MPI_MAX_LIBRARY_VERSION_STRING];
    int length;
    MPI_Get_library_version(version, &length);
    version[strcspn(version, ",\n")] = '\0';
    return version;
}
