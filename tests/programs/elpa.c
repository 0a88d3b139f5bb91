/* All eigenvalues and eigenvectors of a full symmetric matrix, by ELPA.
 *
 *     eigen ROWS STAGES      STAGES: 1 or 2, ELPA's two solvers
 *
 * The matrix lies in blocks of rows on the ranks. Each rank writes the eigenvalues and its part of
 * the eigenvectors to vectors.RANK, bit by bit. */
#include <elpa/elpa.h>
#include <math.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

static void check(int error, const char *what)
{
    if (error != ELPA_OK) {
        fprintf(stderr, "eigen: %s: %s\n", what, elpa_strerr(error));
        MPI_Abort(MPI_COMM_WORLD, 1);
    }
}

static void set(elpa_t handle, const char *name, int value)
{
    int error;
    elpa_set(handle, name, value, &error);
    check(error, name);
}

int main(int argc, char **argv)
{
    enum { BLOCK = 16 };
    MPI_Init(&argc, &argv);
    int n = argc > 2 ? atoi(argv[1]) : 0, stages = argc > 2 ? atoi(argv[2]) : 0;
    if (n < 1 || stages < 1 || stages > 2) {
        fprintf(stderr, "eigen: takes a number of rows and one of stages (1 or 2)\n");
        MPI_Abort(MPI_COMM_WORLD, 2);
    }
    int rank, ranks, rows = 0, error;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    for (int i = 0; i < n; i++)
        rows += i / BLOCK % ranks == rank;

    size_t elements = (size_t)rows * n;
    double *matrix = calloc(elements, sizeof *matrix), *vectors = calloc(elements, sizeof *vectors);
    double *values = calloc(n, sizeof *values);
    for (int j = 0; j < n; j++)
        for (int i = 0, row = 0; i < n; i++)
            if (i / BLOCK % ranks == rank)
                matrix[(size_t)j * rows + row++] =
                    1.0 / (1 + abs(i - j)) + cos((double)i * j) + (i == j ? sin(i) : 0.0);

    check(elpa_init(20211125), "elpa_init");
    elpa_t handle = elpa_allocate(&error);
    check(error, "elpa_allocate");
    set(handle, "na", n);
    set(handle, "nev", n);
    set(handle, "nblk", BLOCK);
    set(handle, "local_nrows", rows);
    set(handle, "local_ncols", n);
    set(handle, "mpi_comm_parent", MPI_Comm_c2f(MPI_COMM_WORLD));
    set(handle, "process_row", rank);
    set(handle, "process_col", 0);
    check(elpa_setup(handle), "elpa_setup");
    set(handle, "solver", stages == 1 ? ELPA_SOLVER_1STAGE : ELPA_SOLVER_2STAGE);
    elpa_eigenvectors(handle, matrix, values, vectors, &error);
    check(error, "elpa_eigenvectors");

    char name[32];
    snprintf(name, sizeof name, "vectors.%d", rank);
    FILE *file = fopen(name, "wb");
    if (!file || fwrite(values, sizeof *values, n, file) != (size_t)n ||
        fwrite(vectors, sizeof *vectors, elements, file) != elements || fclose(file)) {
        perror(name);
        MPI_Abort(MPI_COMM_WORLD, 1);
    }
    elpa_deallocate(handle, &error);
    elpa_uninit(&error);
    MPI_Finalize();
    free(matrix);
    free(vectors);
    free(values);
    return 0;
}
