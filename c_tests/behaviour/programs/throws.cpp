// An operator that throws on one rank, the number in the first argument, in the middle of a
// reduction of as many doubles as the second one says; the rank catches it, and waits.
#include <cstdio>
#include <cstdlib>
#include <mpi.h>
#include <unistd.h>
#include <vector>

static bool throws = false;

static void add(void *in, void *inout, int *n, MPI_Datatype *)
{
    if (throws)
        throw 1;
    for (int i = 0; i < *n; i++)
        static_cast<double *>(inout)[i] += static_cast<double *>(in)[i];
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    int rank;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Op op;
    MPI_Op_create(add, 0, &op);
    int count = std::atoi(argv[2]);
    std::vector<double> in(count, 1), out(count);
    MPI_Allreduce(in.data(), out.data(), count, MPI_DOUBLE, op, MPI_COMM_WORLD);
    if (rank == 0) {
        std::printf("reduced\n");
        std::fflush(stdout);
    }
    throws = rank == std::atoi(argv[1]);
    try {
        MPI_Allreduce(in.data(), out.data(), count, MPI_DOUBLE, op, MPI_COMM_WORLD);
    } catch (int) {
        sleep(600); // until the job is ended
    }
    MPI_Finalize();
    return 0;
}
