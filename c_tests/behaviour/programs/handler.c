/* One sum, and what the communicator's error handler is after it; MPI_ERRORS_ARE_FATAL before. */
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank;
    double one = 1, sum;
    MPI_Errhandler handler;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_ARE_FATAL);
    MPI_Allreduce(&one, &sum, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    MPI_Comm_get_errhandler(MPI_COMM_WORLD, &handler);
    printf("rank %d: %s\n", rank,
           handler == MPI_ERRORS_RETURN          ? "MPI_ERRORS_RETURN"
               : handler == MPI_ERRORS_ARE_FATAL ? "MPI_ERRORS_ARE_FATAL"
                                                 : "another");
    MPI_Finalize();
    return 0;
}
