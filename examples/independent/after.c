/* before.c, independent of the number of ranks and of the partition: `diff before.c after.c` shows
 * what has changed in the source. Nor is it compiled with -ffast-math, by which the exponentials at
 * the end of a rank's share differed from the others.
 *
 *     mpicc -O3 -I ../../include after.c ../../build/libsamebits.so -lm -o after
 *     export LD_LIBRARY_PATH=../../build
 *     for n in 1 2 3; do mpiexec -n $n ./after blocks random; done */
#include "mesh.h"
#include <math.h>
#include <samebits.h>

/* This rank's rows, compressed. The columns are local numbers. */
struct matrix {
    int32_t *row_pointers, *columns;
    double *values, *diagonal;
};

/* An entry that an element of this rank adds to a row of another one. */
struct entry {
    int row, column;
    double value;
};

static void add_entry(const struct mesh *m, struct matrix *a, struct entry entry)
{
    int row = m->local[entry.row], column = m->local[entry.column];
    for (int32_t k = a->row_pointers[row]; k < a->row_pointers[row + 1]; k++)
        if (a->columns[k] == column)
            a->values[k] += entry.value;
}

/* Conductivities of n elements. */
static void conduct(int n, const int *elements, double *k)
{
    for (int i = 0; i < n; i++)
        k[i] = noise((uint64_t)elements[i]);
    for (int i = 0; i < n; i++)
        k[i] = exp(8 * k[i]);
}

/* The stiffness of an element between two of its corners. */
static double stiffness(int i, int j)
{
    double sum = 0;
    for (int axis = 0; axis < 3; axis++) {
        double product = 1;
        for (int other = 0; other < 3; other++) {
            int differ = (i ^ j) >> other & 1;
            product *= other == axis ? (differ ? -1 : 1) : (differ ? 1.0 / 6 : 1.0 / 3);
        }
        sum += product;
    }
    return sum + (i == j ? 1e-4 : 0);
}

static int compare_entries(const void *a, const void *b)
{
    const struct entry *x = a, *y = b;
    return x->row != y->row ? x->row - y->row : x->column - y->column;
}

/* Adds up what has come for each place of the matrix, in whatever order it came. */
static void add_entries(const struct mesh *m, struct matrix *a, struct entry *entries, int n)
{
    double values[CORNERS];
    qsort(entries, (size_t)n, sizeof *entries, compare_entries);
    for (int i = 0, count = 0; i < n; i++) {
        values[count++] = entries[i].value;
        if (i + 1 == n || compare_entries(&entries[i], &entries[i + 1]) != 0) {
            entries[i].value = samebits_sum_double(values, (size_t)count);
            add_entry(m, a, entries[i]);
            count = 0;
        }
    }
}

static int compare_numbers(const void *a, const void *b)
{
    return *(const int32_t *)a - *(const int32_t *)b;
}

static struct matrix assemble(const struct mesh *m)
{
    struct matrix a;
    int found[NEIGHBOURS], n = 0, *elements = allocate(ELEMENTS, sizeof(int));
    a.row_pointers = allocate((size_t)m->n + 1, sizeof *a.row_pointers);
    a.columns = allocate((size_t)m->n * NEIGHBOURS, sizeof *a.columns);
    a.values = allocate((size_t)m->n * NEIGHBOURS, sizeof(double));
    a.diagonal = allocate((size_t)m->n, sizeof(double));
    for (int row = 0; row < m->n; row++) {
        int count = around(m->node[row], found), start = a.row_pointers[row];
        for (int i = 0; i < count; i++)
            a.columns[start + i] = m->local[found[i]];
        qsort(a.columns + start, (size_t)count, sizeof *a.columns, compare_numbers);
        a.row_pointers[row + 1] = start + count;
    }
    for (int element = 0; element < ELEMENTS; element++)
        if (element_owner(element) == rank)
            elements[n++] = element;
    double *k = allocate((size_t)n, sizeof *k);
    conduct(n, elements, k);

    struct entry *out = allocate((size_t)n * CORNERS * CORNERS, sizeof *out);
    struct entry *in = allocate((size_t)m->n * CORNERS * CORNERS, sizeof *in);
    int *sent = allocate((size_t)ranks, sizeof *sent), length = 0, arrived = 0;
    MPI_Request *requests = allocate((size_t)ranks, sizeof *requests);
    for (int other = 0; other < ranks; other++) {
        int start = length;
        for (int e = 0; e < n; e++)
            for (int i = 0; i < CORNERS; i++)
                for (int j = 0; j < CORNERS; j++) {
                    int row = corner(elements[e], i), column = corner(elements[e], j);
                    struct entry entry = {row, column, k[e] * stiffness(i, j)};
                    if (node_owner(row) != other)
                        continue;
                    if (other == rank)
                        in[arrived++] = entry;
                    else
                        out[length++] = entry;
                }
        sent[other] = (length - start) * (int)sizeof *out;
        MPI_Isend(out + start, sent[other], MPI_BYTE, other, 0, MPI_COMM_WORLD, &requests[other]);
    }
    for (int other = 0; other < ranks; other++) {
        MPI_Status status;
        int bytes;
        MPI_Probe(MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, &status);
        MPI_Get_count(&status, MPI_BYTE, &bytes);
        MPI_Recv(in + arrived, bytes, MPI_BYTE, status.MPI_SOURCE, 0, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
        arrived += bytes / (int)sizeof *in;
    }
    add_entries(m, &a, in, arrived);
    MPI_Waitall(ranks, requests, MPI_STATUSES_IGNORE);
    for (int row = 0; row < m->n; row++)
        for (int32_t i = a.row_pointers[row]; i < a.row_pointers[row + 1]; i++)
            if (a.columns[i] == row)
                a.diagonal[row] = a.values[i];
    free(out);
    free(in);
    free(sent);
    free(requests);
    free(elements);
    free(k);
    return a;
}

static void multiply(const struct mesh *m, const struct matrix *a, double *x, double *y)
{
    exchange(m, x);
    samebits_csr_multiply_double((size_t)m->n, a->row_pointers, a->columns, a->values, x, y);
}

static double dot(const struct mesh *m, const double *x, const double *y)
{
    double sum;
    samebits_allreduce_dot(x, y, (size_t)m->n, &sum, MPI_DOUBLE, MPI_COMM_WORLD);
    return sum;
}

/* One step of Gauss-Seidel for a row. */
static void relax(const struct matrix *a, const double *r, double *z, int row)
{
    double sum;
    samebits_csr_multiply_double(1, a->row_pointers + row, a->columns, a->values, z, &sum);
    z[row] += (r[row] - sum) / a->diagonal[row];
}

/* Of two nodes of one colour none is around the other. */
enum { COLOURS = 8 };

static int colour(int node)
{
    int x = node % NODES_A_SIDE, y = node / NODES_A_SIDE % NODES_A_SIDE;
    return (x & 1) + 2 * (y & 1) + 4 * (node / NODES_A_SIDE / NODES_A_SIDE & 1);
}

/* Symmetric Gauss-Seidel, colour by colour. */
static void precondition(const struct mesh *m, const struct matrix *a, const double *r, double *z)
{
    memset(z, 0, (size_t)m->with_halo * sizeof *z);
    for (int step = 0; step < 2 * COLOURS; step++) {
        exchange(m, z);
        for (int row = 0; row < m->n; row++)
            if (colour(m->node[row]) == least(step, 2 * COLOURS - 1 - step))
                relax(a, r, z, row);
    }
}

static void solve(void)
{
    struct mesh *m = distribute();
    struct matrix a = assemble(m);
    size_t length = (size_t)m->with_halo;
    double *x = allocate(length, sizeof *x), *r = allocate(length, sizeof *r);
    double *z = allocate(length, sizeof *z), *p = allocate(length, sizeof *p);
    double *q = allocate(length, sizeof *q);

    for (int i = 0; i < m->n; i++)
        r[i] = noise((uint64_t)m->node[i]);
    precondition(m, &a, r, z);
    memcpy(p, z, length * sizeof *p);
    int iterations = 0;
    double first = sqrt(dot(m, r, r)), norm = first, rz = dot(m, r, z);
    while (norm > 1e-10 * first && iterations < 500) {
        multiply(m, &a, p, q);
        double step = rz / dot(m, p, q), before = rz;
        for (int i = 0; i < m->n; i++) {
            x[i] += step * p[i];
            r[i] -= step * q[i];
        }
        precondition(m, &a, r, z);
        rz = dot(m, r, z);
        norm = sqrt(dot(m, r, r));
        for (int i = 0; i < m->n; i++)
            p[i] = z[i] + rz / before * p[i];
        iterations++;
    }
    double energy = dot(m, x, x);
    if (rank == 0)
        printf("%d iterations, residual %a, solution %a %.9g\n", iterations, norm, energy, energy);
    double *vectors[] = {x, r, z, p, q, a.values, a.diagonal};
    for (int i = 0; i < 7; i++)
        free(vectors[i]);
    free(a.row_pointers);
    free(a.columns);
    release(m);
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    for (int i = 1; i < argc; i++) {
        partition = argv[i];
        solve();
    }
    MPI_Finalize();
    return 0;
}
