/* A proxy application: finite elements on a cube of hexahedra, assembled element by element, and
 * solved by conjugate gradients with a symmetric Gauss-Seidel preconditioner. As in many programs
 * its results depend on the number of ranks, in seven places, and on the partition. after.c is the
 * same program with these places changed; docs/independent.md tells how they were found.
 *
 * The arguments are partitions of the elements, for a solution each: blocks or random.
 *
 *     mpicc -O3 -ffast-math before.c -lm -o before
 *     for n in 1 2 3; do mpiexec -n $n ./before blocks random; done */
#include "mesh.h"
#include <math.h>

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

    struct entry *out = allocate((size_t)n * CORNERS * CORNERS, sizeof *out), *in;
    int *sent = allocate((size_t)ranks, sizeof *sent), length = 0;
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
                        add_entry(m, &a, entry);
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
        in = allocate((size_t)bytes, 1);
        MPI_Recv(in, bytes, MPI_BYTE, status.MPI_SOURCE, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        for (int i = 0; i < bytes / (int)sizeof *in; i++)
            add_entry(m, &a, in[i]);
        free(in);
    }
    MPI_Waitall(ranks, requests, MPI_STATUSES_IGNORE);
    for (int row = 0; row < m->n; row++)
        for (int32_t i = a.row_pointers[row]; i < a.row_pointers[row + 1]; i++)
            if (a.columns[i] == row)
                a.diagonal[row] = a.values[i];
    free(out);
    free(sent);
    free(requests);
    free(elements);
    free(k);
    return a;
}

static void multiply(const struct mesh *m, const struct matrix *a, double *x, double *y)
{
    exchange(m, x);
    for (int row = 0; row < m->n; row++) {
        double sum = 0;
        for (int32_t k = a->row_pointers[row]; k < a->row_pointers[row + 1]; k++)
            sum += a->values[k] * x[a->columns[k]];
        y[row] = sum;
    }
}

static double dot(const struct mesh *m, const double *x, const double *y)
{
    double own = 0, sum;
    for (int i = 0; i < m->n; i++)
        own += x[i] * y[i];
    if (ranks == 1)
        return own;
    MPI_Allreduce(&own, &sum, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    return sum;
}

/* One step of Gauss-Seidel for a row. */
static void relax(const struct matrix *a, const double *r, double *z, int row)
{
    double sum = r[row];
    for (int32_t k = a->row_pointers[row]; k < a->row_pointers[row + 1]; k++)
        sum -= a->values[k] * z[a->columns[k]];
    z[row] += sum / a->diagonal[row];
}

/* Symmetric Gauss-Seidel, on this rank's rows. */
static void precondition(const struct mesh *m, const struct matrix *a, const double *r, double *z)
{
    memset(z, 0, (size_t)m->with_halo * sizeof *z);
    for (int row = 0; row < m->n; row++)
        relax(a, r, z, row);
    for (int row = m->n - 1; row >= 0; row--)
        relax(a, r, z, row);
}

static void solve(void)
{
    struct mesh *m = distribute();
    struct matrix a = assemble(m);
    size_t length = (size_t)m->with_halo;
    double *x = allocate(length, sizeof *x), *r = allocate(length, sizeof *r);
    double *z = allocate(length, sizeof *z), *p = allocate(length, sizeof *p);
    double *q = allocate(length, sizeof *q);

    srand((unsigned)rank + 1);
    for (int i = 0; i < m->n; i++)
        r[i] = rand() / (RAND_MAX + 1.0);
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
