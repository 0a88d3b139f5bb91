/* What the plug-in says, and whether it can work in this process. */
#define _GNU_SOURCE
#include "plugin.h"

#include <dlfcn.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* If these are missing, this is no MPI program. */
#pragma weak MPI_Get_library_version
#pragma weak MPI_Initialized

static bool vectors_seen;

/* This process's rank as its launcher tells it: communicators cannot be asked if MPI is another one,
 * nor after MPI_Finalize. */
static bool on_rank_0(void)
{
    static const char *const variables[] = {"OMPI_COMM_WORLD_RANK", "PMIX_RANK", "PMI_RANK",
                                            "MPI_LOCALRANKID", "SLURM_PROCID"};
    for (size_t i = 0; i < sizeof variables / sizeof *variables; i++) {
        const char *rank = getenv(variables[i]);
        if (rank)
            return strcmp(rank, "0") == 0;
    }
    return true;
}

void say_once(bool *said, const char *format, ...)
{
    if (*said)
        return;
    *said = true;
    if (!on_rank_0())
        return;
    char text[600];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    fprintf(stderr, "samebits: %s\n", text);
}

void must(int error, MPI_Comm comm)
{
    if (error == MPI_SUCCESS)
        return;
    fprintf(stderr, "samebits: an operation on a vector of SUNDIALS failed: %s\n", samebits_error_message());
    MPI_Abort(comm, 1);
}

/* MPI libraries of one kind have the same handles. Those of another may be of another size. */
#if defined(OPEN_MPI)
static const char *const built_for = "Open MPI";
#elif defined(I_MPI_VERSION)
static const char *const built_for = "Intel(R) MPI";
#elif defined(MPICH_VERSION)
static const char *const built_for = "MPICH";
#else
static const char *const built_for = "";
#endif

static void end_if_another_mpi(void)
{
    static bool said;
    char version[MPI_MAX_LIBRARY_VERSION_STRING] = "";
    int length;
    if (MPI_Get_library_version)
        MPI_Get_library_version(version, &length);
    if (strstr(version, built_for))
        return;
    version[strcspn(version, "\n,")] = 0;
    say_once(&said,
             "libsamebits_sundials.so was built for %s, and the program runs with %s; it ends here. Build "
             "the plug-in "
             "with that MPI's compiler (docs/sundials.md says how)",
             built_for, *version ? version : "no MPI");
    _Exit(1);
}

/* The table of operations of another version has other places. */
static bool same_sundials(void)
{
    static bool said;
    int (*ask)(int *, int *, int *, char *, int) = dlsym(RTLD_DEFAULT, "SUNDIALSGetVersionNumber");
    int major = SUNDIALS_VERSION_MAJOR, minor = SUNDIALS_VERSION_MINOR, patch;
    char label[64];
    if (ask)
        ask(&major, &minor, &patch, label, sizeof label);
    if (major == SUNDIALS_VERSION_MAJOR && minor == SUNDIALS_VERSION_MINOR)
        return true;
    say_once(
        &said,
        "libsamebits_sundials.so was built for SUNDIALS %d.%d, and the program runs with %d.%d; vectors stay "
        "SUNDIALS's own. Build it against that version (docs/sundials.md says how)",
        SUNDIALS_VERSION_MAJOR, SUNDIALS_VERSION_MINOR, major, minor);
    return false;
}

static bool samebits_there(void)
{
    static bool said;
    if (samebits_allreduce_dot)
        return true;
    say_once(&said,
             "libsamebits_sundials.so is loaded without libsamebits.so; vectors stay SUNDIALS's own. "
             "Name both in LD_PRELOAD, libsamebits.so first, or use samebits run --sundials");
    return false;
}

bool usable(void)
{
    static bool asked, answer;
    if (!asked) {
        asked = true;
        end_if_another_mpi();
        answer = samebits_there() && same_sundials();
        const char *verbose = getenv("SAMEBITS_VERBOSE");
        static bool said;
        if (answer && verbose && strcmp(verbose, "1") == 0)
            say_once(&said, "vectors of SUNDIALS %s: sums do not depend on the number of ranks",
                     SUNDIALS_VERSION);
    }
    return answer;
}

void seen(void) { vectors_seen = true; }

/* A program that was linked with SUNDIALS statically passes the plug-in by. */
__attribute__((destructor)) static void say_if_none_was_seen(void)
{
    static bool said;
    int initialized = 0;
    if (vectors_seen || !samebits_allreduce_dot || !MPI_Initialized)
        return;
    MPI_Initialized(&initialized);
    if (initialized)
        say_once(&said,
                 "libsamebits_sundials.so was loaded, but no vector of SUNDIALS was created: the program has "
                 "none, "
                 "or it is linked with SUNDIALS statically, which the plug-in cannot reach");
}
