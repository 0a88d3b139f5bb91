/* A program that reduces, and finalises MPI, when it exits: by then what libraries keep for a
 * thread may be gone, and static objects of C++ do so in their destructors. */
#define _GNU_SOURCE
#include "driver.h"
#include <dlfcn.h>
#include <stdlib.h>
#include <unistd.h>

static void reduce(const char *when)
{
    int ranks;
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    for (int count = 1; count <= 100000; count *= 10) {
        double *in = malloc(count * sizeof *in), *sum = malloc(count * sizeof *sum);
        for (int i = 0; i < count; i++)
            in[i] = 1;
        look_at_counters();
        MPI_Allreduce(in, sum, count, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
        check_counters(1, 1, when);
        CHECK(sum[count - 1] == ranks, "%s: %d ones give %g", when, ranks, sum[count - 1]);
        free(in);
        free(sum);
    }
}

/* A direct call that fails keeps a message for its thread, if there is a place for it. */
static void fail_directly(void)
{
    int (*set)(MPI_Comm, const char *, const char *);
    const char *(*error_message)(void);
    *(void **)&set = dlsym(RTLD_DEFAULT, "samebits_set");
    *(void **)&error_message = dlsym(RTLD_DEFAULT, "samebits_error_message");
    CHECK(!set == !with_samebits() && !error_message == !set, "functions are missing");
    if (!set)
        return;
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    CHECK(set(MPI_COMM_WORLD, "schedule", "nosuch") != MPI_SUCCESS, "a schedule of no such name");
    CHECK(error_message() != NULL, "no message");
}

static void at_exit(void)
{
    reduce("at exit");
    fail_directly();
    if (finish() != 0)
        _exit(1);
}

int main(int argc, char **argv)
{
    start(&argc, &argv);
    atexit(at_exit);
    reduce("in main");
    fail_directly();
    return 0;
}
