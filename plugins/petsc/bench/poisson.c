/* Solves Poisson's equation on a square grid with random right-hand sides, and prints the least time of
 * an iteration in microseconds: with a stencil of the program's own (MatShell), in which PETSc only adds
 * up and combines vectors, or with -matrix by PETSc's sparse matrices.
 *
 *     poisson -n POINTS -iterations N -repetitions N [-matrix] -ksp_type cg */
#include <petscdmda.h>
#include <petscksp.h>

/* y = A x, from a copy of this rank's part of x with the points around it. */
static PetscErrorCode stencil(Mat A, Vec x, Vec y)
{
    DM grid;
    Vec around;
    const PetscScalar **from;
    PetscScalar **to;
    PetscInt i0, j0, m, n;
    PetscFunctionBegin;
    PetscCall(MatShellGetContext(A, &grid));
    PetscCall(DMGetLocalVector(grid, &around));
    PetscCall(DMGlobalToLocal(grid, x, INSERT_VALUES, around));
    PetscCall(DMDAGetCorners(grid, &i0, &j0, NULL, &m, &n, NULL));
    PetscCall(DMDAVecGetArrayRead(grid, around, &from));
    PetscCall(DMDAVecGetArrayWrite(grid, y, &to));
    for (PetscInt j = j0; j < j0 + n; j++) /* the points around the square stay 0 */
        for (PetscInt i = i0; i < i0 + m; i++)
            to[j][i] = 4 * from[j][i] - from[j][i - 1] - from[j][i + 1] - from[j - 1][i] - from[j + 1][i];
    PetscCall(DMDAVecRestoreArrayWrite(grid, y, &to));
    PetscCall(DMDAVecRestoreArrayRead(grid, around, &from));
    PetscCall(DMRestoreLocalVector(grid, &around));
    PetscFunctionReturn(0);
}

static PetscErrorCode assembled(DM grid, Mat *A)
{
    PetscInt i0, j0, m, n, points;
    PetscFunctionBegin;
    PetscCall(DMCreateMatrix(grid, A));
    PetscCall(DMDAGetCorners(grid, &i0, &j0, NULL, &m, &n, NULL));
    PetscCall(
        DMDAGetInfo(grid, NULL, &points, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL));
    for (PetscInt j = j0; j < j0 + n; j++)
        for (PetscInt i = i0; i < i0 + m; i++) {
            const int di[] = {0, -1, 1, 0, 0}, dj[] = {0, 0, 0, -1, 1};
            const MatStencil row = {.i = i, .j = j};
            MatStencil columns[5];
            PetscScalar values[5];
            PetscInt count = 0;
            for (int k = 0; k < 5; k++) {
                const PetscInt at_i = i + di[k], at_j = j + dj[k];
                if (at_i < 0 || at_j < 0 || at_i >= points || at_j >= points)
                    continue;
                columns[count] = (MatStencil){.i = at_i, .j = at_j};
                values[count++] = k ? -1 : 4;
            }
            PetscCall(MatSetValuesStencil(*A, 1, &row, count, columns, values, INSERT_VALUES));
        }
    PetscCall(MatAssemblyBegin(*A, MAT_FINAL_ASSEMBLY));
    PetscCall(MatAssemblyEnd(*A, MAT_FINAL_ASSEMBLY));
    PetscFunctionReturn(0);
}

int main(int argc, char **argv)
{
    DM grid;
    Mat A;
    KSP ksp;
    Vec b, x;
    PetscRandom random;
    PetscInt points = 300, iterations = 100, repetitions = 3, local;
    PetscBool matrix = PETSC_FALSE;
    double least = INFINITY;
    PetscCall(PetscInitialize(&argc, &argv, NULL, NULL));
    PetscCall(PetscOptionsGetInt(NULL, NULL, "-n", &points, NULL));
    PetscCall(PetscOptionsGetInt(NULL, NULL, "-iterations", &iterations, NULL));
    PetscCall(PetscOptionsGetInt(NULL, NULL, "-repetitions", &repetitions, NULL));
    PetscCall(PetscOptionsGetBool(NULL, NULL, "-matrix", &matrix, NULL));
    PetscCall(DMDACreate2d(PETSC_COMM_WORLD, DM_BOUNDARY_GHOSTED, DM_BOUNDARY_GHOSTED, DMDA_STENCIL_STAR,
                           points, points, PETSC_DECIDE, PETSC_DECIDE, 1, 1, NULL, NULL, &grid));
    PetscCall(DMSetUp(grid));
    PetscCall(DMCreateGlobalVector(grid, &b));
    PetscCall(VecDuplicate(b, &x));
    PetscCall(VecGetLocalSize(b, &local));
    if (matrix)
        PetscCall(assembled(grid, &A));
    else {
        PetscCall(MatCreateShell(PETSC_COMM_WORLD, local, local, PETSC_DETERMINE, PETSC_DETERMINE, grid, &A));
        PetscCall(MatShellSetOperation(A, MATOP_MULT, (void (*)(void))stencil));
    }
    PetscCall(PetscRandomCreate(PETSC_COMM_WORLD, &random));
    PetscCall(VecSetRandom(b, random));
    PetscCall(KSPCreate(PETSC_COMM_WORLD, &ksp));
    PetscCall(KSPSetOperators(ksp, A, A));
    PetscCall(KSPSetFromOptions(ksp));
    PetscCall(KSPSetTolerances(ksp, 0, 0, PETSC_DEFAULT, iterations)); /* never reached */
    for (PetscInt i = 0; i <= repetitions; i++) {                      /* the first one warms up */
        PetscInt made;
        PetscCallMPI(MPI_Barrier(PETSC_COMM_WORLD));
        double time = MPI_Wtime();
        PetscCall(KSPSolve(ksp, b, x));
        PetscCallMPI(MPI_Barrier(PETSC_COMM_WORLD));
        PetscCall(KSPGetIterationNumber(ksp, &made));
        time = (MPI_Wtime() - time) / (double)made;
        if (i && time < least)
            least = time;
    }
    PetscCall(PetscPrintf(PETSC_COMM_WORLD, "%.3f\n", 1e6 * least));
    PetscCall(PetscRandomDestroy(&random));
    PetscCall(KSPDestroy(&ksp));
    PetscCall(MatDestroy(&A));
    PetscCall(VecDestroy(&x));
    PetscCall(VecDestroy(&b));
    PetscCall(DMDestroy(&grid));
    PetscCall(PetscFinalize());
    return 0;
}
