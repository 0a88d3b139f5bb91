/* Ways to end a program in which ranks reduce, without MPI_Finalize. The first
 * argument says which:
 *
 *   abort         the last rank calls MPI_Abort while the others reduce
 *   exit, _exit   every rank calls that, behind its reductions
 *   return        every rank returns from main
 *   one_exits     the last rank calls exit while the others reduce
 *   finalize      as it should be, for comparison
 *
 * The second is the exit status. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void reduce(int times)
{
    static double in[200000], out[200000];
    for (int i = 0; i < times; i++) {
        MPI_Allreduce(in, out, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
        MPI_Reduce(in, out, 200000, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD);
    }
}

int main(int argc, char **argv)
{
    int rank, size, provided;
    if (argc != 3) {
        fprintf(stderr, "leaving: two arguments are needed\n");
        return 64;
    }
    const char *how = argv[1];
    int status = atoi(argv[2]);
    setvbuf(stdout, NULL, _IOLBF, 1024);
    MPI_Init_thread(&argc, &argv, MPI_THREAD_SERIALIZED, &provided);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    reduce(10);
    if (rank == 0)
        printf("reduced\n");
    int odd = rank == size - 1;
    if (odd)
        usleep(300000); /* a launcher may lose what was printed just before a program fails */
    if (strcmp(how, "abort") == 0 || strcmp(how, "one_exits") == 0) {
        if (odd) {
            if (strcmp(how, "abort") == 0)
                MPI_Abort(MPI_COMM_WORLD, status);
            exit(status);
        }
        reduce(1000000000); /* until it is ended */
    }
    MPI_Barrier(MPI_COMM_WORLD);
    if (strcmp(how, "exit") == 0)
        exit(status);
    if (strcmp(how, "_exit") == 0)
        _exit(status);
    if (strcmp(how, "finalize") == 0)
        MPI_Finalize();
    return status;
}
