/* A program in C or C++ that asks samebits what it did, by the installed header, which
 * comes first: it has to stand by itself. VERSION is that of the package. */
#include <samebits.h>

#include <stdio.h>
#include <string.h>

int main(int argc, char **argv)
{
    double contributions[3] = {1.0, 1e300, -1e300};
    double sum = 0, direct = 0;
    char header[32];
    int rank, ranks, wrong = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    if (ranks != 3) {
        printf("started on %d ranks, and not on 3\n", ranks);
        MPI_Abort(MPI_COMM_WORLD, 2);
    }
    MPI_Allreduce(&contributions[rank], &sum, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);

    if (sum != 1.0 || samebits_calls_intercepted() != 1 || samebits_calls_reproduced() != 1) {
        printf("the sum is %g, and not 1; of one call samebits saw %lu and evaluated %lu\n", sum,
               (unsigned long)samebits_calls_intercepted(), (unsigned long)samebits_calls_reproduced());
        wrong = 1;
    }
    if (samebits_allreduce_array(&contributions[rank], 1, &direct, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD) !=
            MPI_SUCCESS ||
        direct != 1.0) {
        printf("by a direct call the sum is %g, and not 1: %s\n", direct, samebits_error_message());
        wrong = 1;
    }
    sprintf(header, "%d.%d.%d", SAMEBITS_VERSION_MAJOR, SAMEBITS_VERSION_MINOR, SAMEBITS_VERSION_PATCH);
    if (strcmp(samebits_version(), header) != 0) {
        printf("the library is %s, the header %s\n", samebits_version(), header);
        wrong = 1;
    }
    if (strcmp(samebits_version(), VERSION) != 0) {
        printf("the library is %s, the package %s\n", samebits_version(), VERSION);
        wrong = 1;
    }
    MPI_Finalize();
    return wrong;
}
