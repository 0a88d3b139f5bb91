/* The electrostatic potential of a cloud of ions, summed over ranks.
 *
 * Every rank holds some of the ions and computes what they contribute to the
 * potential at each point of a line; MPI adds up the contributions. Charges of
 * both signs and distances of all sizes make the order of the additions show
 * in the last digits. The program knows nothing of samebits.
 *
 *     sum allreduce    MPI_Allreduce
 *     sum reduce       MPI_Reduce to rank 0
 *     sum roots        MPI_Reduce to each rank in turn
 *
 * For each reduction it prints a line: a checksum of every bit of the
 * potential, and the energy of test charges along the line. sum.f90 does the
 * same in Fortran.
 */
#include <inttypes.h>
#include <math.h>
#include <mpi.h>
#include <stdio.h>
#include <string.h>

enum { POINTS = 4096, IONS = 50 };

static double contribution[POINTS], potential[POINTS];

/* Park and Miller's generator: the same numbers in C and in Fortran. */
static double uniform(int64_t *seed)
{
    *seed = *seed * 48271 % 2147483647;
    return (double)*seed / 2147483647.0;
}

static void contribute(int rank)
{
    int64_t seed = 2025 + 7919 * (int64_t)rank;
    for (int ion = 0; ion < IONS; ion++) {
        double charge = ion % 2 == 0 ? 1.0 : -1.0;
        double x = uniform(&seed), y = uniform(&seed), z = uniform(&seed);
        for (int i = 0; i < POINTS; i++) {
            double dx = (double)i / POINTS - x;
            contribution[i] += charge / sqrt(dx * dx + y * y + z * z);
        }
    }
}

static void print_result(void)
{
    double energy = 0.0;
    uint64_t checksum = 0;
    for (int i = 0; i < POINTS; i++) {
        uint64_t bits;
        memcpy(&bits, &potential[i], sizeof bits);
        energy += i % 2 == 0 ? potential[i] : -potential[i];
        checksum = (checksum << 5 | checksum >> 59) ^ bits;
    }
    printf("%016" PRIx64 " %.16e\n", checksum, energy);
    fflush(stdout);
}

int main(int argc, char **argv)
{
    int rank, ranks;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    contribute(rank);
    const char *call = argc == 2 ? argv[1] : "";
    if (strcmp(call, "allreduce") == 0) {
        MPI_Allreduce(contribution, potential, POINTS, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
        if (rank == 0)
            print_result();
    } else if (strcmp(call, "reduce") == 0 || strcmp(call, "roots") == 0) {
        int roots = strcmp(call, "roots") == 0 ? ranks : 1;
        for (int root = 0; root < roots; root++) {
            MPI_Reduce(contribution, potential, POINTS, MPI_DOUBLE, MPI_SUM, root, MPI_COMM_WORLD);
            if (rank == root)
                print_result();
        }
    } else {
        if (rank == 0)
            fprintf(stderr, "usage: sum allreduce|reduce|roots\n");
        MPI_Abort(MPI_COMM_WORLD, 2);
    }
    MPI_Finalize();
    return 0;
}
