/* Changes a matrix of integers by each of PETSc's routes, after products for which the plug-in has stored it
 * once more, and prints what the next products give: what PETSc itself does. How many products were by such
 * a matrix goes to stderr. */
#define _GNU_SOURCE /* RTLD_NEXT */
#include <dlfcn.h>
#include <petscmat.h>

enum { N = 60, DIAGONALS = 5, PRODUCTS = 12 };
static PetscMPIInt rank, ranks;

/* In front of samebits' own. */
static int prepared_products = 0;
PETSC_EXTERN void samebits_matrix_multiply_double(const void *matrix, const double *x, double *y)
{
    static void (*multiply)(const void *, const double *, double *);
    if (!multiply)
        multiply = dlsym(dlopen("libsamebits.so.0", RTLD_NOW | RTLD_NOLOAD), __func__);
    prepared_products++;
    multiply(matrix, x, y);
}

static PetscScalar number(PetscInt row, PetscInt k) { return (PetscScalar)((row * 7 + k * 5) % 13 - 6); }

static PetscErrorCode numbered(Mat A, Vec *x)
{
    PetscInt first, last;
    PetscFunctionBegin;
    PetscCall(MatCreateVecs(A, x, NULL));
    PetscCall(VecGetOwnershipRange(*x, &first, &last));
    for (PetscInt i = first; i < last; i++)
        PetscCall(VecSetValue(*x, i, i % 9 + 1, INSERT_VALUES));
    PetscCall(VecAssemblyBegin(*x));
    PetscCall(VecAssemblyEnd(*x));
    PetscFunctionReturn(0);
}

static PetscErrorCode finish(Mat A)
{
    PetscFunctionBegin;
    PetscCall(MatAssemblyBegin(A, MAT_FINAL_ASSEMBLY));
    PetscCall(MatAssemblyEnd(A, MAT_FINAL_ASSEMBLY));
    PetscFunctionReturn(0);
}

/* On some diagonals. `which` changes the numbers. */
static PetscErrorCode set(Mat A, PetscInt which, InsertMode mode)
{
    static const PetscInt diagonals[DIAGONALS] = {-7, -1, 0, 1, 7};
    PetscInt first, last;
    PetscFunctionBegin;
    PetscCall(MatGetOwnershipRange(A, &first, &last));
    for (PetscInt i = first; i < last; i++)
        for (int k = 0; k < DIAGONALS; k++)
            if (i + diagonals[k] >= 0 && i + diagonals[k] < N)
                PetscCall(MatSetValue(A, i, i + diagonals[k], number(i, k + which), mode));
    PetscCall(finish(A));
    PetscFunctionReturn(0);
}

static PetscErrorCode matrix(PetscInt which, Mat *A)
{
    PetscFunctionBegin;
    PetscCall(MatCreate(PETSC_COMM_WORLD, A));
    PetscCall(MatSetSizes(*A, PETSC_DECIDE, PETSC_DECIDE, N, N));
    PetscCall(MatSetType(*A, MATAIJ));
    PetscCall(MatSeqAIJSetPreallocation(*A, DIAGONALS, NULL));
    PetscCall(MatMPIAIJSetPreallocation(*A, DIAGONALS, NULL, DIAGONALS, NULL));
    PetscCall(set(*A, which, INSERT_VALUES));
    PetscFunctionReturn(0);
}

/* The rank's own columns, and those of others. */
static PetscErrorCode blocks(Mat A, Mat of[2])
{
    PetscBool parallel;
    PetscFunctionBegin;
    of[0] = A;
    of[1] = NULL;
    PetscCall(PetscObjectBaseTypeCompare((PetscObject)A, MATMPIAIJ, &parallel));
    if (parallel)
        PetscCall(MatMPIAIJGetSeqAIJ(A, &of[0], &of[1], NULL));
    PetscFunctionReturn(0);
}

/* ---- The routes: B has other numbers in the same places, and x a number for each row ---- */

typedef PetscErrorCode Route(Mat A, Mat B, Vec x);
#define ROUTE(name) static PetscErrorCode name(Mat A, Mat B, Vec x)
#define DONE                   \
    (void)A, (void)B, (void)x; \
    PetscFunctionReturn(0)

ROUTE(Scale)
{
    PetscFunctionBegin;
    PetscCall(MatScale(A, 3));
    DONE;
}
ROUTE(DiagonalScale)
{
    PetscFunctionBegin;
    PetscCall(MatDiagonalScale(A, x, x));
    DONE;
}
ROUTE(ZeroEntries)
{
    PetscFunctionBegin;
    PetscCall(MatZeroEntries(A));
    DONE;
}
ROUTE(Insert)
{
    PetscFunctionBegin;
    PetscCall(set(A, 3, INSERT_VALUES));
    DONE;
}
ROUTE(Add)
{
    PetscFunctionBegin;
    PetscCall(set(A, 3, ADD_VALUES));
    DONE;
}
ROUTE(ZeroAndAdd)
{
    PetscFunctionBegin;
    PetscCall(MatZeroEntries(A));
    PetscCall(set(A, 4, ADD_VALUES));
    DONE;
}
ROUTE(Copy)
{
    PetscFunctionBegin;
    PetscCall(MatCopy(B, A, SAME_NONZERO_PATTERN));
    DONE;
}
ROUTE(CopyOther)
{
    PetscFunctionBegin;
    PetscCall(MatCopy(B, A, DIFFERENT_NONZERO_PATTERN));
    DONE;
}
ROUTE(AXPYSame)
{
    PetscFunctionBegin;
    PetscCall(MatAXPY(A, 2, B, SAME_NONZERO_PATTERN));
    DONE;
}
ROUTE(AXPYOther)
{
    PetscFunctionBegin;
    PetscCall(MatAXPY(A, 2, B, DIFFERENT_NONZERO_PATTERN));
    DONE;
}
ROUTE(AYPX)
{
    PetscFunctionBegin;
    PetscCall(MatAYPX(A, 2, B, SAME_NONZERO_PATTERN));
    DONE;
}
ROUTE(Shift)
{
    PetscFunctionBegin;
    PetscCall(MatShift(A, 5));
    DONE;
}
ROUTE(DiagonalInsert)
{
    PetscFunctionBegin;
    PetscCall(MatDiagonalSet(A, x, INSERT_VALUES));
    DONE;
}
ROUTE(DiagonalAdd)
{
    PetscFunctionBegin;
    PetscCall(MatDiagonalSet(A, x, ADD_VALUES));
    DONE;
}
ROUTE(Conjugate)
{
    PetscFunctionBegin;
    PetscCall(MatConjugate(A));
    DONE;
}
ROUTE(TransposeInPlace)
{
    PetscFunctionBegin;
    PetscCall(MatTranspose(A, MAT_INPLACE_MATRIX, &A));
    DONE;
}
ROUTE(TransposeInto)
{
    PetscFunctionBegin;
    PetscCall(MatTranspose(B, MAT_INITIAL_MATRIX, &B));
    PetscCall(MatCopy(B, A, SAME_NONZERO_PATTERN));
    PetscCall(MatDestroy(&B));
    DONE;
}
ROUTE(ZeroRows)
{
    PetscInt row = (rank * 11) % N;
    PetscFunctionBegin;
    PetscCall(MatZeroRows(A, rank ? 0 : 1, &row, 2, NULL, NULL));
    DONE;
}
ROUTE(ZeroRowsColumns)
{
    PetscInt row = 8;
    PetscFunctionBegin;
    PetscCall(MatZeroRowsColumns(A, rank ? 0 : 1, &row, 2, NULL, NULL));
    DONE;
}
ROUTE(Array)
{
    Mat of[2];
    PetscFunctionBegin;
    PetscCall(blocks(A, of));
    for (int i = 0; i < 2 && of[i]; i++) {
        PetscScalar *a;
        MatInfo info;
        PetscCall(MatGetInfo(of[i], MAT_LOCAL, &info));
        PetscCall(MatSeqAIJGetArray(of[i], &a));
        for (PetscInt k = 0; k < (PetscInt)info.nz_used; k++)
            a[k] += 3;
        PetscCall(MatSeqAIJRestoreArray(of[i], &a));
    }
    DONE;
}
ROUTE(ArrayWrite)
{
    Mat of[2];
    PetscFunctionBegin;
    PetscCall(blocks(A, of));
    for (int i = 0; i < 2 && of[i]; i++) {
        PetscScalar *a;
        MatInfo info;
        PetscCall(MatGetInfo(of[i], MAT_LOCAL, &info));
        PetscCall(MatSeqAIJGetArrayWrite(of[i], &a));
        for (PetscInt k = 0; k < (PetscInt)info.nz_used; k++)
            a[k] = 3;
        PetscCall(MatSeqAIJRestoreArrayWrite(of[i], &a));
    }
    DONE;
}
ROUTE(Replace)
{
    Mat C;
    PetscFunctionBegin;
    PetscCall(MatDuplicate(B, MAT_COPY_VALUES, &C));
    PetscCall(MatHeaderReplace(A, &C));
    DONE;
}
ROUTE(NewEntries)
{
    PetscInt first, last;
    PetscFunctionBegin;
    PetscCall(MatSetOption(A, MAT_NEW_NONZERO_ALLOCATION_ERR, PETSC_FALSE));
    PetscCall(MatGetOwnershipRange(A, &first, &last));
    for (PetscInt i = first; i < last; i++)
        if (i % 3 == 0)
            PetscCall(MatSetValue(A, i, (i + 3) % N, 4, INSERT_VALUES));
    PetscCall(finish(A));
    DONE;
}
ROUTE(Retrieve) /* what it was before it was multiplied by 3 and used */
{
    Vec y;
    PetscFunctionBegin;
    PetscCall(MatSetOption(A, MAT_NEW_NONZERO_LOCATIONS, PETSC_FALSE));
    PetscCall(MatStoreValues(A));
    PetscCall(MatScale(A, 3));
    PetscCall(VecDuplicate(x, &y));
    for (int i = 0; i < PRODUCTS; i++)
        PetscCall(MatMult(A, x, y));
    PetscCall(VecDestroy(&y));
    PetscCall(MatRetrieveValues(A));
    DONE;
}

static const struct {
    const char *name;
    Route *change;
} routes[] = {
    {"MatScale", Scale},
    {"MatDiagonalScale", DiagonalScale},
    {"MatZeroEntries", ZeroEntries},
    {"MatSetValues, INSERT_VALUES", Insert},
    {"MatSetValues, ADD_VALUES", Add},
    {"MatZeroEntries and MatSetValues", ZeroAndAdd},
    {"MatCopy", Copy},
    {"MatCopy, other pattern", CopyOther},
    {"MatAXPY", AXPYSame},
    {"MatAXPY, other pattern", AXPYOther},
    {"MatAYPX", AYPX},
    {"MatShift", Shift},
    {"MatDiagonalSet", DiagonalInsert},
    {"MatDiagonalSet, ADD_VALUES", DiagonalAdd},
    {"MatConjugate", Conjugate},
    {"MatTranspose in place", TransposeInPlace},
    {"MatTranspose and MatCopy", TransposeInto},
    {"MatZeroRows", ZeroRows},
    {"MatZeroRowsColumns", ZeroRowsColumns},
    {"MatSeqAIJGetArray", Array},
    {"MatSeqAIJGetArrayWrite", ArrayWrite},
    {"MatHeaderReplace", Replace},
    {"new entries", NewEntries},
    {"MatRetrieveValues", Retrieve},
};

/* Products, of which the first ones see a change at once. */
static PetscErrorCode products(const char *of, Mat A, Vec x)
{
    Vec y;
    PetscScalar dot, sum;
    PetscFunctionBegin;
    PetscCall(VecDuplicate(x, &y));
    for (int i = 0; i < PRODUCTS; i++) {
        PetscCall(MatMult(A, x, y));
        PetscCall(VecTDot(x, y, &dot));
        PetscCall(VecSum(y, &sum));
        if (!rank)
            printf("%s: %.0f %.0f\n", of, (double)PetscRealPart(dot), (double)PetscRealPart(sum));
    }
    PetscCall(VecDestroy(&y));
    PetscFunctionReturn(0);
}

/* By coordinates, again and again. */
static PetscErrorCode coordinates(void)
{
    Mat A;
    Vec x;
    PetscInt rows[3 * N], columns[3 * N], n = 0;
    PetscScalar values[3 * N];
    PetscFunctionBegin;
    for (PetscInt k = rank; k < 3 * N; k += ranks) {
        rows[n] = k % N;
        columns[n++] = (k % N + k / N) % N;
    }
    PetscCall(MatCreate(PETSC_COMM_WORLD, &A));
    PetscCall(MatSetSizes(A, PETSC_DECIDE, PETSC_DECIDE, N, N));
    PetscCall(MatSetType(A, MATAIJ));
    PetscCall(MatSetPreallocationCOO(A, n, rows, columns));
    PetscCall(numbered(A, &x));
    for (int again = 0; again < 3; again++) {
        for (PetscInt k = 0; k < n; k++)
            values[k] = number(rank + k * ranks, again);
        PetscCall(MatSetValuesCOO(A, values, again == 2 ? ADD_VALUES : INSERT_VALUES));
        PetscCall(products("MatSetValuesCOO", A, x));
    }
    PetscCall(VecDestroy(&x));
    PetscCall(MatDestroy(&A));
    PetscFunctionReturn(0);
}

/* In arrays of the program's, which says nothing of writing there. */
static PetscErrorCode arrays(void)
{
    static PetscInt starts[N + 1], columns[3 * N];
    static PetscScalar values[3 * N];
    Mat A;
    Vec x, y;
    PetscInt n = 0;
    PetscScalar sum;
    PetscFunctionBegin;
    for (PetscInt i = 0; i < N; i++) {
        for (PetscInt j = PetscMax(i - 1, 0); j <= PetscMin(i + 1, N - 1); j++) {
            columns[n] = j;
            values[n++] = number(i, j);
        }
        starts[i + 1] = n;
    }
    PetscCall(MatCreateSeqAIJWithArrays(PETSC_COMM_SELF, N, N, starts, columns, values, &A));
    PetscCall(numbered(A, &x));
    PetscCall(VecDuplicate(x, &y));
    for (int again = 0; again < 3; again++) {
        PetscCall(products("arrays", A, x));
        PetscCall(MatMultTranspose(A, x, y));
        PetscCall(VecTDot(x, y, &sum));
        if (!rank)
            printf("arrays, transposed: %.0f\n", (double)PetscRealPart(sum));
        for (PetscInt k = 0; k < n; k++)
            values[k] = number(k, again);
    }
    PetscCall(VecDestroy(&y));
    PetscCall(VecDestroy(&x));
    PetscCall(MatDestroy(&A));
    PetscFunctionReturn(0);
}

int main(int argc, char **argv)
{
    PetscCall(PetscInitialize(&argc, &argv, NULL, NULL));
    MPI_Comm_rank(PETSC_COMM_WORLD, &rank);
    MPI_Comm_size(PETSC_COMM_WORLD, &ranks);
    for (size_t i = 0; i < PETSC_STATIC_ARRAY_LENGTH(routes); i++) {
        Mat A, B;
        Vec x;
        PetscCall(matrix(0, &A));
        PetscCall(matrix(2, &B));
        PetscCall(numbered(A, &x));
        PetscCall(products("before", A, x));
        for (int again = 0; again < 2; again++) {
            PetscCall(routes[i].change(A, B, x));
            PetscCall(products(routes[i].name, A, x));
        }
        PetscCall(VecDestroy(&x));
        PetscCall(MatDestroy(&A));
        PetscCall(MatDestroy(&B));
    }
    PetscCall(coordinates());
    PetscCall(arrays());
    fprintf(stderr, "prepared: %d\n", prepared_products);
    return PetscFinalize();
}
