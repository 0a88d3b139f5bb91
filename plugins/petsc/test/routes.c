/* Prints what vectors and matrices that come by other ways than their creation give, in hexadecimal: from
 * files, from a DMDA, by conversion between types, as parts of others, by local numbers, by coordinates, in
 * steps of time. The output must not depend on the number of ranks; of -integers it must be that of PETSc
 * itself. -file NAME: a file that is written and read. */
#include <petscdmda.h>
#include <petscts.h>

enum { N = 60, PER_ROW = 9 };
static PetscBool integers = PETSC_FALSE;
static char file[PETSC_MAX_PATH_LEN] = "routes.bin";
static PetscMPIInt rank, ranks;

/* Number k of the stream `which`: always the same one. */
static PetscScalar scalar(uint64_t which, uint64_t k)
{
    uint64_t z = which * 0x9e3779b97f4a7c15u + (k + 1) * 0xd1342543de82ef95u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    z ^= z >> 31;
    if (integers)
        return (PetscReal)(z % 17) - 8;
    return (PetscReal)ldexp((double)(z >> 11) * 0x1p-53 - 0.5, (int)(z % 61) - 30);
}

static void print(const char *of, const char *what, PetscScalar z)
{
    if (!rank)
        printf("%s, %s: %a %a\n", of, what, (double)PetscRealPart(z), (double)PetscImaginaryPart(z));
}

static PetscErrorCode numbered(Mat A, PetscBool rows, Vec *x)
{
    PetscInt first, last;
    PetscFunctionBegin;
    PetscCall(MatCreateVecs(A, rows ? NULL : x, rows ? x : NULL));
    PetscCall(VecGetOwnershipRange(*x, &first, &last));
    for (PetscInt i = first; i < last; i++)
        PetscCall(VecSetValue(*x, i, scalar(rows ? 2 : 1, (uint64_t)i), INSERT_VALUES));
    PetscCall(VecAssemblyBegin(*x));
    PetscCall(VecAssemblyEnd(*x));
    PetscFunctionReturn(0);
}

/* Sums of y = A x and z = A^T y tell whether any element has other bits: each has its own factor. */
static PetscErrorCode products(const char *of, Mat A)
{
    Vec x, y, z, w;
    PetscScalar dot;
    PetscFunctionBegin;
    PetscCall(numbered(A, PETSC_FALSE, &x));
    PetscCall(numbered(A, PETSC_TRUE, &y));
    PetscCall(VecDuplicate(y, &w));
    PetscCall(VecDuplicate(x, &z));
    PetscCall(MatMult(A, x, w));
    PetscCall(VecTDot(w, y, &dot));
    print(of, "MatMult", dot);
    PetscCall(MatMultTranspose(A, y, z));
    PetscCall(VecTDot(z, x, &dot));
    print(of, "MatMultTranspose", dot);
    PetscCall(MatMultAdd(A, x, y, w));
    PetscCall(VecSum(w, &dot));
    print(of, "MatMultAdd", dot);
    PetscCall(VecDestroy(&x));
    PetscCall(VecDestroy(&y));
    PetscCall(VecDestroy(&z));
    PetscCall(VecDestroy(&w));
    PetscFunctionReturn(0);
}

static PetscErrorCode finish(Mat A)
{
    PetscFunctionBegin;
    PetscCall(MatAssemblyBegin(A, MAT_FINAL_ASSEMBLY));
    PetscCall(MatAssemblyEnd(A, MAT_FINAL_ASSEMBLY));
    PetscFunctionReturn(0);
}

/* Each rank adds some of the summands of each row, in blocks of one row. */
static PetscErrorCode matrix(MatType type, Mat *A)
{
    PetscFunctionBegin;
    PetscCall(MatCreate(PETSC_COMM_WORLD, A));
    PetscCall(MatSetSizes(*A, PETSC_DECIDE, PETSC_DECIDE, N, N));
    PetscCall(MatSetType(*A, type));
    PetscCall(MatSeqAIJSetPreallocation(*A, 2 * PER_ROW, NULL));
    PetscCall(MatMPIAIJSetPreallocation(*A, 2 * PER_ROW, NULL, 2 * PER_ROW, NULL));
    for (PetscInt k = rank; k < 3 * N; k += ranks) {
        PetscInt row = k % N, columns[PER_ROW];
        PetscScalar v[PER_ROW];
        for (int j = 0; j < PER_ROW; j++) {
            columns[j] = (PetscInt)((row + (PetscInt)(j * j)) % N);
            v[j] = scalar(3, (uint64_t)(k * PER_ROW + j));
        }
        PetscCall(MatSetValues(*A, 1, &row, PER_ROW, columns, v, ADD_VALUES));
    }
    PetscCall(finish(*A));
    PetscFunctionReturn(0);
}

static PetscErrorCode files(Mat A)
{
    Mat B;
    Vec x, y;
    PetscViewer viewer;
    PetscReal norm;
    PetscFunctionBegin;
    PetscCall(numbered(A, PETSC_FALSE, &x));
    PetscCall(PetscViewerBinaryOpen(PETSC_COMM_WORLD, file, FILE_MODE_WRITE, &viewer));
    PetscCall(MatView(A, viewer));
    PetscCall(VecView(x, viewer));
    PetscCall(PetscViewerDestroy(&viewer));
    PetscCall(PetscViewerBinaryOpen(PETSC_COMM_WORLD, file, FILE_MODE_READ, &viewer));
    PetscCall(MatCreate(PETSC_COMM_WORLD, &B));
    PetscCall(MatLoad(B, viewer));
    PetscCall(VecCreate(PETSC_COMM_WORLD, &y));
    PetscCall(VecLoad(y, viewer));
    PetscCall(PetscViewerDestroy(&viewer));
    PetscCall(products("MatLoad", B));
    PetscCall(VecNorm(y, NORM_2, &norm));
    print("VecLoad", "VecNorm", norm);
    PetscCall(MatDestroy(&B));
    PetscCall(VecDestroy(&x));
    PetscCall(VecDestroy(&y));
    PetscFunctionReturn(0);
}

static PetscErrorCode conversions(Mat A)
{
    static const MatType types[] = {MATDENSE, MATBAIJ, MATSELL, MATAIJPERM, MATAIJSELL, MATAIJCRL};
    char of[64];
    Mat B, C;
    PetscFunctionBegin;
    for (size_t i = 0; i < PETSC_STATIC_ARRAY_LENGTH(types); i++) {
        const PetscBool kind_of_aij = i >= 3 ? PETSC_TRUE : PETSC_FALSE;
        PetscCall(MatConvert(A, types[i], MAT_INITIAL_MATRIX, &B));
        PetscCall(PetscSNPrintf(of, sizeof of, "MatConvert to %s", types[i]));
        if (kind_of_aij)
            PetscCall(products(of, B)); /* others multiply in orders of their own */
        PetscCall(MatConvert(B, MATAIJ, MAT_INITIAL_MATRIX, &C));
        PetscCall(PetscSNPrintf(of, sizeof of, "MatConvert from %s", types[i]));
        PetscCall(products(of, C));
        PetscCall(MatDestroy(&B));
        PetscCall(MatDestroy(&C));
        if (kind_of_aij) {
            PetscCall(matrix(types[i], &B));
            PetscCall(products(types[i], B));
            PetscCall(MatDestroy(&B));
        }
    }
    PetscCall(MatDuplicate(A, MAT_COPY_VALUES, &B));
    PetscCall(MatConvert(B, MATDENSE, MAT_INPLACE_MATRIX, &B));
    PetscCall(MatConvert(B, MATAIJ, MAT_INPLACE_MATRIX, &B));
    PetscCall(products("in place", B));
    PetscCall(MatDestroy(&B));
    PetscFunctionReturn(0);
}

/* Parts of a matrix and of a vector, and matrices of the user's arrays. */
static PetscErrorCode parts(Mat A)
{
    Mat B, C;
    Vec x, part;
    IS half;
    PetscInt first, last;
    PetscReal norm;
    PetscFunctionBegin;
    PetscCall(MatGetOwnershipRange(A, &first, &last));
    PetscCall(
        ISCreateStride(PETSC_COMM_WORLD, (last + 1) / 2 - (first + 1) / 2, (first + 1) / 2 * 2, 2, &half));
    PetscCall(MatCreateSubMatrix(A, half, half, MAT_INITIAL_MATRIX, &B));
    PetscCall(products("MatCreateSubMatrix", B));
    PetscCall(numbered(A, PETSC_FALSE, &x));
    PetscCall(VecGetSubVector(x, half, &part));
    PetscCall(VecNorm(part, NORM_2, &norm));
    print("VecGetSubVector", "VecNorm", norm);
    PetscCall(VecRestoreSubVector(x, half, &part));
    PetscCall(MatCreateTranspose(A, &C));
    PetscCall(products("MatCreateTranspose", C));
    PetscCall(MatDestroy(&C));
    PetscCall(MatDestroy(&B));
    PetscCall(VecDestroy(&x));
    PetscCall(ISDestroy(&half));
    PetscFunctionReturn(0);
}

/* Finite elements on a grid of a DMDA with two unknowns a point: each element adds to the matrix by
 * stencils, by blocks and by local numbers, and to the right-hand side. A DMDA numbers by rank, so that
 * factors are taken by the place in the grid. */
static PetscErrorCode grid(void)
{
    enum { M = 7, UNKNOWNS = 2 };
    DM da;
    Mat A;
    Vec x, b, natural;
    PetscInt is, js, m, n, gis, gjs, gm, gn;
    PetscScalar ***a, dot;
    PetscReal norm;
    PetscFunctionBegin;
    PetscCall(DMDACreate2d(PETSC_COMM_WORLD, DM_BOUNDARY_NONE, DM_BOUNDARY_NONE, DMDA_STENCIL_BOX, M, M,
                           PETSC_DECIDE, PETSC_DECIDE, UNKNOWNS, 1, NULL, NULL, &da));
    PetscCall(DMSetUp(da));
    PetscCall(DMCreateMatrix(da, &A));
    PetscCall(DMCreateGlobalVector(da, &x));
    PetscCall(VecDuplicate(x, &b));
    PetscCall(DMDAGetCorners(da, &is, &js, NULL, &m, &n, NULL));
    PetscCall(DMDAGetGhostCorners(da, &gis, &gjs, NULL, &gm, &gn, NULL));
    PetscCall(DMDAVecGetArrayDOF(da, x, &a));
    for (PetscInt j = js; j < js + n; j++)
        for (PetscInt i = is; i < is + m; i++)
            for (int k = 0; k < UNKNOWNS; k++)
                a[j][i][k] = scalar(4, (uint64_t)((j * M + i) * UNKNOWNS + k));
    PetscCall(DMDAVecRestoreArrayDOF(da, x, &a));
    for (PetscInt j = js; j < PetscMin(js + n, M - 1);
         j++) /* the elements whose first corner is this rank's */
        for (PetscInt i = is; i < PetscMin(is + m, M - 1); i++) {
            const uint64_t element = (uint64_t)(j * M + i);
            MatStencil corners[4], unknowns[8];
            PetscInt local[4];
            PetscScalar v[64], right[8];
            for (int c = 0; c < 4; c++) {
                corners[c] = (MatStencil){.i = i + c % 2, .j = j + c / 2};
                local[c] = (j + c / 2 - gjs) * gm + i + c % 2 - gis;
                for (int k = 0; k < UNKNOWNS; k++) {
                    unknowns[2 * c + k] = corners[c];
                    unknowns[2 * c + k].c = k;
                    right[2 * c + k] = scalar(6, element * 8 + (uint64_t)(2 * c + k));
                }
            }
            for (int k = 0; k < 64; k++)
                v[k] = scalar(5, element * 64 + (uint64_t)k);
            switch ((i + j) % 3) {
            case 0: PetscCall(MatSetValuesStencil(A, 8, unknowns, 8, unknowns, v, ADD_VALUES)); break;
            case 1: PetscCall(MatSetValuesBlockedStencil(A, 4, corners, 4, corners, v, ADD_VALUES)); break;
            default: PetscCall(MatSetValuesBlockedLocal(A, 4, local, 4, local, v, ADD_VALUES));
            }
            PetscCall(VecSetValuesBlockedLocal(b, 4, local, right, ADD_VALUES));
        }
    PetscCall(finish(A));
    PetscCall(VecAssemblyBegin(b));
    PetscCall(VecAssemblyEnd(b));
    PetscCall(DMDACreateNaturalVector(da, &natural));
    PetscCall(VecTDot(x, b, &dot));
    print("DMDA", "VecSetValuesBlockedLocal", dot);
    PetscCall(MatMult(A, x, b));
    PetscCall(VecTDot(x, b, &dot));
    print("DMDA", "MatMult", dot);
    PetscCall(DMDAGlobalToNaturalBegin(da, b, INSERT_VALUES, natural));
    PetscCall(DMDAGlobalToNaturalEnd(da, b, INSERT_VALUES, natural));
    PetscCall(VecNorm(natural, NORM_2, &norm));
    print("DMDA", "natural vector", norm);
    PetscCall(MatMultTranspose(A, x, b));
    PetscCall(VecTDot(x, b, &dot));
    print("DMDA", "MatMultTranspose", dot);
    PetscCall(VecDestroy(&natural));
    PetscCall(VecDestroy(&x));
    PetscCall(VecDestroy(&b));
    PetscCall(MatDestroy(&A));
    PetscCall(DMDestroy(&da));
    PetscFunctionReturn(0);
}

/* Entries by coordinates, of which each rank has some, and some are none. */
static PetscErrorCode coordinates(void)
{
    enum { ENTRIES = 900 };
    Mat A;
    Vec x;
    PetscReal norm;
    PetscInt rows[ENTRIES], columns[ENTRIES], n = 0;
    PetscScalar values[ENTRIES];
    PetscFunctionBegin;
    for (int k = rank; k < ENTRIES; k += ranks) {
        rows[n] = k % 50 == 7 ? -1 : (k * 7) % N;
        columns[n] = (k * k + 3 * k) % 11;
        values[n++] = scalar(7, (uint64_t)k);
    }
    PetscCall(VecCreate(PETSC_COMM_WORLD, &x));
    PetscCall(VecSetSizes(x, PETSC_DECIDE, N));
    PetscCall(VecSetType(x, VECSTANDARD));
    PetscCall(VecSetOption(x, VEC_IGNORE_NEGATIVE_INDICES, PETSC_TRUE));
    PetscCall(VecSetPreallocationCOO(x, n, rows));
    for (int again = 0; again < 2; again++) {
        PetscCall(VecSetValuesCOO(x, values, again ? ADD_VALUES : INSERT_VALUES));
        PetscCall(VecNorm(x, NORM_2, &norm));
        print("VecSetValuesCOO", "VecNorm", norm);
    }
    PetscCall(MatCreate(PETSC_COMM_WORLD, &A));
    PetscCall(MatSetSizes(A, PETSC_DECIDE, PETSC_DECIDE, N, N));
    PetscCall(MatSetType(A, MATAIJ));
    PetscCall(MatSetPreallocationCOO(A, n, rows, columns));
    for (int again = 0; again < 2; again++) {
        PetscCall(MatSetValuesCOO(A, values, again ? ADD_VALUES : INSERT_VALUES));
        PetscCall(products("MatSetValuesCOO", A));
    }
#if PETSC_VERSION_GE(3, 20, 0)
    Mat B;
    PetscCall(MatDuplicate(A, MAT_DO_NOT_COPY_VALUES, &B));
    PetscCall(MatSetValuesCOO(B, values, INSERT_VALUES));
    PetscCall(products("MatSetValuesCOO, duplicate", B));
    PetscCall(MatDestroy(&B));
#endif
    PetscCall(MatDestroy(&A));
    PetscCall(VecDestroy(&x));
    PetscFunctionReturn(0);
}

/* Steps in time whose length is chosen by the error, with tolerances of their own for some elements. */
static PetscErrorCode Change(TS ts, PetscReal time, Vec x, Vec f, void *A)
{
    PetscFunctionBegin;
    (void)ts, (void)time;
    PetscCall(MatMult(A, x, f));
    PetscFunctionReturn(0);
}
static PetscErrorCode steps(Mat A)
{
    static const struct {
        TSAdaptType adapt;
        PetscBool vector_of_tolerances;
    } cases[] = {{TSADAPTBASIC, PETSC_FALSE}, {TSADAPTBASIC, PETSC_TRUE}, {TSADAPTDSP, PETSC_TRUE}};
    Vec x, tolerances;
    PetscScalar dot;
    PetscReal length;
    TSAdapt adapt;
    TS ts;
    PetscFunctionBegin;
    for (size_t i = 0; i < PETSC_STATIC_ARRAY_LENGTH(cases); i++) {
        PetscCall(numbered(A, PETSC_FALSE, &x));
        PetscCall(VecDuplicate(x, &tolerances));
        PetscCall(VecCopy(x, tolerances));
        PetscCall(VecAbs(tolerances));
        PetscCall(TSCreate(PETSC_COMM_WORLD, &ts));
        PetscCall(TSSetType(ts, TSRK));
        PetscCall(TSSetRHSFunction(ts, NULL, Change, A));
        PetscCall(TSSetTimeStep(ts, 1e-9));
        PetscCall(TSSetMaxSteps(ts, 8));
        PetscCall(TSSetMaxTime(ts, 1));
        PetscCall(TSSetExactFinalTime(ts, TS_EXACTFINALTIME_STEPOVER));
        PetscCall(TSSetTolerances(ts, 1e-3, cases[i].vector_of_tolerances ? tolerances : NULL, 1e-5, NULL));
        PetscCall(TSGetAdapt(ts, &adapt));
        PetscCall(TSAdaptSetType(adapt, cases[i].adapt));
        PetscCall(TSSolve(ts, x));
        PetscCall(TSGetTimeStep(ts, &length));
        print("TSRK", "length of the step", length);
        PetscCall(VecTDot(x, tolerances, &dot));
        print("TSRK", "solution", dot);
        PetscCall(TSDestroy(&ts));
        PetscCall(VecDestroy(&x));
        PetscCall(VecDestroy(&tolerances));
    }
    PetscFunctionReturn(0);
}

int main(int argc, char **argv)
{
    Mat A;
    PetscCall(PetscInitialize(&argc, &argv, NULL, NULL));
    MPI_Comm_rank(PETSC_COMM_WORLD, &rank);
    MPI_Comm_size(PETSC_COMM_WORLD, &ranks);
    PetscCall(PetscOptionsHasName(NULL, NULL, "-integers", &integers));
    PetscCall(PetscOptionsGetString(NULL, NULL, "-file", file, sizeof file, NULL));
    PetscCall(matrix(MATAIJ, &A));
    PetscCall(products("aij", A));
    PetscCall(files(A));
    PetscCall(conversions(A));
    PetscCall(parts(A));
    PetscCall(grid());
    PetscCall(coordinates());
    if (!integers)
        PetscCall(steps(A));
    PetscCall(MatDestroy(&A));
    return PetscFinalize();
}
