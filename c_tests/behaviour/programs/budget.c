/* Many communicators that reduce, as many as the argument says, and then a window of shared
 * memory that takes seven tenths of what is left in /dev/shm. Prints how much of that the
 * reductions have taken, how many sums were right, and that the window was there. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/statvfs.h>

enum { MOST = 1000 };

static long free_kib(void)
{
    struct statvfs system;
    if (statvfs("/dev/shm", &system) != 0)
        return 0;
    return (long)(system.f_bfree * (system.f_frsize / 1024));
}

int main(int argc, char **argv)
{
    static MPI_Comm comms[MOST];
    int rank, ranks, n = argc > 1 ? atoi(argv[1]) : 0, right = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    if (n < 1 || n > MOST)
        MPI_Abort(MPI_COMM_WORLD, 64);
    for (int i = 0; i < n; i++)
        MPI_Comm_dup(MPI_COMM_WORLD, &comms[i]);
    PMPI_Barrier(MPI_COMM_WORLD);
    long before = free_kib();
    PMPI_Barrier(MPI_COMM_WORLD);
    for (int round = 0; round < 2; round++)
        for (int i = 0; i < n; i++) {
            static double in[1000], out[1000];
            for (int k = 0; k < 1000; k++)
                in[k] = rank + i + k;
            MPI_Allreduce(in, out, 1000, MPI_DOUBLE, MPI_SUM, comms[i]);
            right += out[999] == ranks * (ranks - 1) / 2 + (double)(i + 999) * ranks;
        }
    PMPI_Barrier(MPI_COMM_WORLD);
    long taken = before - free_kib();
    PMPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0)
        printf("taken %ld KiB, %d of %d sums are right\n", taken, right, 2 * n);
    /* What is left is the program's. (MPI_Win_allocate_shared fails, or the rank dies of a signal,
     * where another has taken it.) */
    MPI_Win window;
    char *memory;
    MPI_Aint bytes = rank == 0 ? (MPI_Aint)(free_kib() / 10 * 7) * 1024 : 0;
    MPI_Win_allocate_shared(bytes, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &window);
    if (rank == 0)
        memset(memory, 1, (size_t)bytes);
    MPI_Win_free(&window);
    if (rank == 0)
        printf("window\n");
    for (int i = 0; i < n; i++)
        MPI_Comm_free(&comms[i]);
    MPI_Finalize();
    return 0;
}
