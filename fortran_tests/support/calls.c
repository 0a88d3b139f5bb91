/* What a Fortran test cannot ask for itself: the counters of samebits, looked
   up at run time so that one program runs without and with the library, and what
   it takes to set an environment variable of its own before MPI_Init, and to end
   where it hangs. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <sched.h>
#include <stdint.h>
#include <stdlib.h>
#include <unistd.h>

static int64_t counter(const char *name)
{
    void *found = dlsym(RTLD_DEFAULT, name);
    uint64_t (*read)(void);

    if (!found)
        return -1;
    /* ISO C has no conversion from void * to a function; POSIX does. */
    *(void **)&read = found;
    return (int64_t)read();
}

int64_t test_calls_intercepted(void) { return counter("samebits_calls_intercepted"); }

int64_t test_calls_reproduced(void) { return counter("samebits_calls_reproduced"); }

int test_set_variable(const char *name, const char *value) { return setenv(name, value, 1); }

int test_process_id(void) { return (int)getpid(); }

/* The process dies of a signal after so many seconds; 0: it may live. */
void test_time_limit(int seconds) { alarm((unsigned)seconds); }

/* For a rank that asks again and again: others may need its core. */
void test_yield(void) { sched_yield(); }
