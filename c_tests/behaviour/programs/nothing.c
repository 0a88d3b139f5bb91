/* An MPI program that makes no reduction; with the argument `leave` it makes no
 * MPI call at all, and with `child` it starts a program that says what is preloaded. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(int argc, char **argv)
{
    if (argc > 1 && strcmp(argv[1], "leave") == 0) {
        printf("left\n");
        return 5;
    }
    MPI_Init(&argc, &argv);
    int rank, size, value = -1;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (rank == 0) {
        value = 42;
    }
    if (argc > 1 && strcmp(argv[1], "child") == 0 && system("echo \"child: $LD_PRELOAD\"") != 0) {
        return 6;
    }
    MPI_Bcast(&value, 1, MPI_INT, 0, MPI_COMM_WORLD);
    if (rank > 0) {
        MPI_Send(&value, 1, MPI_INT, 0, 7, MPI_COMM_WORLD);
    } else {
        int sum = value;
        for (int from = 1; from < size; from++) {
            MPI_Recv(&value, 1, MPI_INT, from, 7, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
            sum += value;
        }
        printf("%d ranks, together %d\n", size, sum);
    }
    MPI_Finalize();
    return 0;
}
