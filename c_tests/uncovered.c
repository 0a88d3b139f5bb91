/* The reductions that are not made reproducible, one-sided ones: each is seen once and does its
 * work. */
#include "driver.h"

#include <dlfcn.h>

#define LARGE long long
enum { COUNT = 3 };
static int ranks, rank;
static double in[COUNT], out[COUNT];

static void one_sided(void)
{
    double *memory;
    MPI_Win win;
    MPI_Win_allocate(COUNT * sizeof *memory, sizeof *memory, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
    MPI_Win_lock_all(0, win);
    for (int i = 0; i < COUNT; i++)
        memory[i] = 0;
    MPI_Win_sync(win);
    MPI_Barrier(MPI_COMM_WORLD);
    look_at_counters();
    for (int i = 0; i < COUNT; i++)
        in[i] = rank + 1;
    int sum = ranks * (ranks + 1) / 2; /* of all ranks' numbers plus one */
    int calls = 0;
    MPI_Request request;
    int code = MPI_Accumulate(in, COUNT, MPI_DOUBLE, 0, 0, COUNT, MPI_DOUBLE, MPI_SUM, win);
    calls++;
    CHECK(code == MPI_SUCCESS, "MPI_Accumulate: %d", code);
    MPI_Raccumulate(in, COUNT, MPI_DOUBLE, 0, 0, COUNT, MPI_DOUBLE, MPI_SUM, win, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    calls++;
    MPI_Win_flush_all(win);
    MPI_Get_accumulate(in, COUNT, MPI_DOUBLE, out, COUNT, MPI_DOUBLE, 0, 0, COUNT, MPI_DOUBLE, MPI_SUM, win);
    MPI_Win_flush_all(win);
    calls++;
    MPI_Rget_accumulate(in, COUNT, MPI_DOUBLE, out, COUNT, MPI_DOUBLE, 0, 0, COUNT, MPI_DOUBLE, MPI_SUM, win,
                        &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Win_flush_all(win);
    calls++;
    MPI_Fetch_and_op(in, out, MPI_DOUBLE, 0, 0, MPI_SUM, win);
    MPI_Win_flush_all(win);
    calls++;
    int (*large)(void *, LARGE, MPI_Datatype, int, MPI_Aint, LARGE, MPI_Datatype, MPI_Op, MPI_Win) =
        (int (*)(void *, LARGE, MPI_Datatype, int, MPI_Aint, LARGE, MPI_Datatype, MPI_Op, MPI_Win))dlsym(
            RTLD_DEFAULT, "MPI_Accumulate_c");
    int times = 5;
    if (large) {
        large(in, 1, MPI_DOUBLE, 0, 0, 1, MPI_DOUBLE, MPI_SUM, win);
        MPI_Win_flush_all(win);
        calls++;
        times++;
    }
    check_counters(calls, 0, "one-sided");
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_sync(win);
    if (rank == 0) {
        CHECK(memory[0] == times * sum, "accumulated: %g", memory[0]);
        CHECK(memory[COUNT - 1] == 4 * sum, "accumulated: %g", memory[COUNT - 1]);
    }
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
}

int main(int argc, char **argv)
{
    start(&argc, &argv);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    one_sided();
    return finish();
}
