#define _GNU_SOURCE
#include "driver.h"

#include <dlfcn.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef uint64_t counter(void);
static counter *intercepted_counter, *reproduced_counter;
static uint64_t seen_intercepted, seen_reproduced;
static long checks;
static int stays_initialised;
static int world_rank, world_size;
int mpich_4_0;

void check(int condition, const char *file, int line, const char *format, ...)
{
    checks++;
    if (condition)
        return;
    char text[2000];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    fprintf(stderr, "FAILED %s:%d: rank %d of %d: %s\n", file, line, world_rank, world_size, text);
#ifdef SMPI_H /* one process, whose status MPI_Abort leaves alone */
    fflush(NULL);
    _exit(1);
#endif
    int initialised;
    MPI_Initialized(&initialised); /* not so where there are sessions only */
    if (initialised)
        MPI_Abort(MPI_COMM_WORLD, 1);
    exit(1);
}

void count_check(void) { checks++; }

void look_for_the_library(void)
{
    /* A function's address as data: POSIX allows it, ISO C does not. */
    *(void **)&intercepted_counter = dlsym(RTLD_DEFAULT, "samebits_calls_intercepted");
    *(void **)&reproduced_counter = dlsym(RTLD_DEFAULT, "samebits_calls_reproduced");
    char version[MPI_MAX_LIBRARY_VERSION_STRING];
    int length;
    MPI_Get_library_version(version, &length);
    mpich_4_0 = strstr(version, "MPICH Version:") && strstr(version, "\t4.0");
    const char *expect = getenv("TEST_EXPECT");
    CHECK(expect != NULL, "TEST_EXPECT is not set; it takes none, preload or link");
    int wanted = strcmp(expect, "none") != 0;
    CHECK(wanted == with_samebits(), "TEST_EXPECT=%s, but samebits is %s", expect,
          with_samebits() ? "here" : "not here");
}

void start(int *argc, char ***argv)
{
    int initialised;
    MPI_Initialized(&initialised);
    if (!initialised)
        MPI_Init(argc, argv);
    started();
}

void started(void)
{
    checks = 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &world_rank);
    MPI_Comm_size(MPI_COMM_WORLD, &world_size);
    look_for_the_library();
}

void stay_initialised(void) { stays_initialised = 1; }

int finish(void)
{
    if (world_rank == 0)
        printf("%ld checks on rank 0 of %d\n", checks, world_size);
    if (!stays_initialised)
        MPI_Finalize();
    return checks > 0 ? 0 : 1;
}

int skip(const char *why)
{
    if (world_rank == 0)
        printf("skipped: %s\n", why);
    if (!stays_initialised)
        MPI_Finalize();
    return 77;
}

int with_samebits(void) { return intercepted_counter && reproduced_counter; }

uint64_t intercepted(void) { return with_samebits() ? intercepted_counter() : 0; }

uint64_t reproduced(void) { return with_samebits() ? reproduced_counter() : 0; }

void look_at_counters(void)
{
    seen_intercepted = intercepted();
    seen_reproduced = reproduced();
}

void check_counters(int calls, int evaluated, const char *what)
{
    uint64_t now_intercepted = intercepted(), now_reproduced = reproduced();
    if (with_samebits()) {
        CHECK(now_intercepted - seen_intercepted == (uint64_t)calls, "%s: %d calls, but %d intercepted", what,
              calls, (int)(now_intercepted - seen_intercepted));
        CHECK(now_reproduced - seen_reproduced == (uint64_t)evaluated,
              "%s: %d calls to be reproduced, but %d were", what, evaluated,
              (int)(now_reproduced - seen_reproduced));
    }
    look_at_counters();
}
