/* Measures the machine that the ranks are on, and has rank 0 write it to a file for
 * SAMEBITS_PROFILE, which is then printed:
 *
 *     mpirun -n 4 ./tune profile.txt
 *
 * Run it by `make tune`, or compile it where the program is built that is to be tuned, and
 * run it with as many ranks, placed alike:
 *
 *     mpicc tune.c $(pkg-config --cflags --libs samebits) -o tune */
#include <mpi.h>
#include <samebits.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    int rank, error = 2;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN); /* samebits says what it is */
    if (argc != 2) {
        if (rank == 0)
            fprintf(stderr, "tune: takes one argument, the file that is to be written\n");
    } else {
        double start = MPI_Wtime();
        error = samebits_tune(MPI_COMM_WORLD, argv[1]) == MPI_SUCCESS ? 0 : 1;
        if (rank == 0 && !error) {
            FILE *profile = fopen(argv[1], "r");
            char line[512];
            while (profile && fgets(line, sizeof line, profile))
                fputs(line, stdout);
            if (profile)
                fclose(profile);
            printf("\n%s, in %.1f s\n", argv[1], MPI_Wtime() - start);
        }
    }
    MPI_Finalize();
    return error;
}
