/* A program that reduces, and finalises MPI, when it exits: by then what libraries keep for a
 * thread may be gone, and static objects of C++ do so in their destructors. */
#include "driver.h"
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

static void at_exit(void)
{
    reduce("at exit");
    if (finish() != 0)
        _exit(1);
}

int main(int argc, char **argv)
{
    start(&argc, &argv);
    atexit(at_exit);
    reduce("in main");
    return 0;
}
