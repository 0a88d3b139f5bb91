/* The method of conjugate gradients for a sparse matrix whose rows are distributed over
 * the ranks: the same number of iterations and the same solution, to the bit, on any
 * number of ranks and however the rows are assigned to them. Its dot products are exact,
 * and so is each row of its matrix-vector product, whatever the order of the columns.
 *
 * Each argument is a partition of the rows: blocks, cyclic or random. Those after
 * --native are solved with loops and MPI_Allreduce instead: the matrix is small but
 * ill-conditioned, and so their last digits, and the number of iterations, change.
 *
 *     mpicc -I ../../include conjugate_gradient.c ../../build/libsamebits.so -lm -o conjugate_gradient
 *     for n in 1 2 3; do LD_LIBRARY_PATH=../../build mpiexec -n $n ./conjugate_gradient blocks random --native blocks random; done */
#include <math.h>
#include <mpi.h>
#include <samebits.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SIDE = 8, ROWS = SIDE * SIDE, ENTRIES = 9, MOST_ITERATIONS = 10 * ROWS };

static const double tolerance = 1e-8;

/* This rank's rows, compressed, and where each rank's part of a vector lies in the gathered
 * one, in which columns are places. */
struct matrix {
    int n, native, *counts, *starts;
    int32_t *row_pointers, *columns;
    double *values, *diagonal, *right_hand_side, *gathered;
};

static int rank, ranks;

static void *allocate(size_t n, size_t size)
{
    void *memory = calloc(n > 0 ? n : 1, size);
    if (!memory)
        MPI_Abort(MPI_COMM_WORLD, 1);
    return memory;
}

/* A number that looks random, and depends on nothing but the arguments. */
static uint64_t mixed(uint64_t a, uint64_t b)
{
    uint64_t bits = (a * ROWS + b + 1) * 0x9e3779b97f4a7c15u;
    bits = (bits ^ bits >> 29) * 0xbf58476d1ce4e5b9u;
    return bits ^ bits >> 32;
}

static int owner(const char *partition, int row)
{
    if (strcmp(partition, "cyclic") == 0)
        return row % ranks;
    if (strcmp(partition, "random") == 0)
        return (int)(mixed((uint64_t)row, 1) % (uint64_t)ranks);
    return (int)((int64_t)row * ranks / ROWS);
}

/* ---- The matrix: a graph's weighted Laplacian, and a small diagonal beside it ---- */

/* The weight of the edge between two vertices, 0 where there is none: a grid in which some
 * cells have diagonals, and of whose edges some conduct far better than others. */
static double conductance(int a, int b)
{
    int low = a < b ? a : b, high = a < b ? b : a;
    int is_diagonal = high - low != 1 && high - low != SIDE;
    uint64_t drawn = mixed((uint64_t)low, (uint64_t)high);
    if (is_diagonal && drawn % 3 != 0)
        return 0;
    return ldexp(1 + (double)(drawn >> 40) / 3e7, (int)(drawn >> 8 & 15));
}

/* The neighbours of a vertex, at most eight. */
static int neighbours(int vertex, int found[ENTRIES - 1])
{
    int n = 0, x = vertex % SIDE, y = vertex / SIDE;
    for (int v = y - 1; v <= y + 1; v++)
        for (int u = x - 1; u <= x + 1; u++)
            if (u >= 0 && u < SIDE && v >= 0 && v < SIDE && (u != x || v != y)
                && conductance(vertex, v * SIDE + u) > 0)
                found[n++] = v * SIDE + u;
    return n;
}

static void add_entry(struct matrix *a, int column, double value)
{
    int32_t place = a->row_pointers[a->n + 1]++;
    a->columns[place] = column;
    a->values[place] = value;
}

/* Adds the row of a vertex. As in most programs the columns of this rank's own rows come
 * first, so that their order depends on the partition. */
static void add_row(struct matrix *a, int vertex, const int *owners, const int *places)
{
    int others[ENTRIES - 1], n = neighbours(vertex, others);
    double diagonal = 1e-6;
    for (int i = 0; i < n; i++)
        diagonal += conductance(vertex, others[i]);
    a->diagonal[a->n] = diagonal;
    a->right_hand_side[a->n] = 1.0 / (1 + vertex);
    a->row_pointers[a->n + 1] = a->row_pointers[a->n];
    add_entry(a, places[vertex], diagonal);
    for (int is_own = 1; is_own >= 0; is_own--)
        for (int i = 0; i < n; i++)
            if ((owners[others[i]] == rank) == is_own)
                add_entry(a, places[others[i]], -conductance(vertex, others[i]));
    a->n++;
}

static struct matrix distribute(const char *partition, int native)
{
    struct matrix a = {0};
    a.native = native;
    a.counts = allocate((size_t)ranks, sizeof(int));
    a.starts = allocate((size_t)ranks, sizeof(int));
    a.gathered = allocate(ROWS, sizeof(double));
    int *owners = allocate(ROWS, sizeof(int)), *places = allocate(ROWS, sizeof(int));
    for (int vertex = 0; vertex < ROWS; vertex++) {
        owners[vertex] = owner(partition, vertex);
        places[vertex] = a.counts[owners[vertex]]++;
    }
    for (int i = 1; i < ranks; i++)
        a.starts[i] = a.starts[i - 1] + a.counts[i - 1];
    for (int vertex = 0; vertex < ROWS; vertex++)
        places[vertex] += a.starts[owners[vertex]];
    size_t n = (size_t)a.counts[rank];
    a.row_pointers = allocate(n + 1, sizeof *a.row_pointers);
    a.columns = allocate(n * ENTRIES, sizeof *a.columns);
    a.values = allocate(n * ENTRIES, sizeof(double));
    a.diagonal = allocate(n, sizeof(double));
    a.right_hand_side = allocate(n, sizeof(double));
    for (int vertex = 0; vertex < ROWS; vertex++)
        if (owners[vertex] == rank)
            add_row(&a, vertex, owners, places);
    free(owners);
    free(places);
    return a;
}

static void release(struct matrix *a)
{
    free(a->counts);
    free(a->starts);
    free(a->row_pointers);
    free(a->columns);
    free(a->values);
    free(a->diagonal);
    free(a->right_hand_side);
    free(a->gathered);
}

/* ---- What is summed: the rows of a product, and dot products ---- */

/* product = A x. A program with a larger matrix exchanges only what its rows need. */
static void multiply(struct matrix *a, const double *x, double *product)
{
    MPI_Allgatherv(x, a->n, MPI_DOUBLE, a->gathered, a->counts, a->starts, MPI_DOUBLE,
                   MPI_COMM_WORLD);
    if (!a->native) {
        samebits_csr_multiply_double((size_t)a->n, a->row_pointers, a->columns, a->values,
                                     a->gathered, product);
        return;
    }
    for (int i = 0; i < a->n; i++) {
        product[i] = 0;
        for (int32_t k = a->row_pointers[i]; k < a->row_pointers[i + 1]; k++)
            product[i] += a->values[k] * a->gathered[a->columns[k]];
    }
}

/* The dot products of x with k vectors. */
static void dots(const struct matrix *a, int k, const double *x, const double *const *ys,
                 double *results)
{
    const void *vectors[2] = {ys[0], ys[k - 1]};
    if (!a->native) {
        samebits_allreduce_dots(k, x, vectors, (size_t)a->n, results, MPI_DOUBLE, MPI_COMM_WORLD);
        return;
    }
    for (int j = 0; j < k; j++) {
        results[j] = 0;
        for (int i = 0; i < a->n; i++)
            results[j] += x[i] * ys[j][i];
    }
    MPI_Allreduce(MPI_IN_PLACE, results, k, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
}

/* ---- The method, preconditioned by the diagonal ---- */

/* Solves A x = b. Returns the number of iterations, and the square of the last residual. */
static int solve(struct matrix *a, double *x, double *last)
{
    size_t n = (size_t)a->n, size = sizeof(double);
    double *r = allocate(n, size), *z = allocate(n, size), *p = allocate(n, size);
    double *q = allocate(n, size), products[2], curvature, limit;
    const double *const with_residual[] = {r, z}, *const with_direction[] = {q};
    int iterations = 0;
    for (size_t i = 0; i < n; i++) {
        x[i] = 0;
        r[i] = a->right_hand_side[i];
        p[i] = z[i] = r[i] / a->diagonal[i];
    }
    dots(a, 2, r, with_residual, products); /* r r and r z */
    limit = tolerance * tolerance * products[0];
    while (products[0] > limit && iterations < MOST_ITERATIONS) {
        multiply(a, p, q);
        dots(a, 1, p, with_direction, &curvature);
        double before = products[1], step = before / curvature;
        for (size_t i = 0; i < n; i++) {
            x[i] += step * p[i];
            r[i] -= step * q[i];
            z[i] = r[i] / a->diagonal[i];
        }
        dots(a, 2, r, with_residual, products);
        for (size_t i = 0; i < n; i++)
            p[i] = z[i] + products[1] / before * p[i];
        iterations++;
    }
    *last = products[0];
    free(r);
    free(z);
    free(p);
    free(q);
    return iterations;
}

int main(int argc, char **argv)
{
    int native = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--native") == 0) {
            native = 1;
            continue;
        }
        struct matrix a = distribute(argv[i], native);
        double *x = allocate((size_t)a.n, sizeof *x), residual, norm;
        int iterations = solve(&a, x, &residual);
        /* Exact also after native sums: where this differs, the solutions do. */
        samebits_allreduce_norm2(x, (size_t)a.n, &norm, MPI_DOUBLE, MPI_COMM_WORLD);
        if (rank == 0)
            printf("%s %s: %d iterations, residual %a, solution %a %.9g\n",
                   native ? "native" : "exact", argv[i], iterations, sqrt(residual), norm, norm);
        free(x);
        release(&a);
    }
    MPI_Finalize();
    return 0;
}
