/* One-sided calls, which each rank makes by itself.
 *
 *   one_sided RANKS agreed|not [abort]
 *
 * RANKS: the digits of those that call MPI_Accumulate, on a window over all. `agreed`: all have
 * reduced on MPI_COMM_WORLD before. `abort`: rank 3 ends the job without MPI_Finalize. */
#include <mpi.h>
#include <stdio.h>
#include <string.h>

int main(int argc, char **argv)
{
    int rank;
    double mine = 1, sum, *memory;
    MPI_Win win;
    MPI_Init(&argc, &argv);
    if (argc < 3)
        MPI_Abort(MPI_COMM_WORLD, 2);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (strcmp(argv[2], "agreed") == 0)
        MPI_Allreduce(&mine, &sum, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    MPI_Win_allocate(sizeof *memory, sizeof *memory, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
    MPI_Win_lock_all(0, win);
    if (strchr(argv[1], '0' + rank))
        for (int i = 0; i < 2; i++)
            MPI_Accumulate(&mine, 1, MPI_DOUBLE, 0, 0, 1, MPI_DOUBLE, MPI_SUM, win);
    MPI_Win_unlock_all(win);
    MPI_Barrier(MPI_COMM_WORLD);
    if (argc > 3) {
        if (rank == 3)
            MPI_Abort(MPI_COMM_WORLD, 3);
        MPI_Barrier(MPI_COMM_WORLD);
    }
    MPI_Win_free(&win);
    fprintf(stderr, "rank %d: before MPI_Finalize\n", rank);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
