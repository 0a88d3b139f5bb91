/* Solves a 2-D Laplace problem by each of PETSc's solvers that hide their reductions behind products and
 * preconditioners: those start MPI_Iallreduce. Prints the bits of each solver's residuals and a digest of
 * its solution.
 *
 *     pipelined -solvers pipecg,pgmres ... [-n POINTS] */
#include <stdint.h>
#include <petscksp.h>

#define SOLVERS_MAX 32

/* Five points; the rows are cut as PETSc does by itself. */
static PetscErrorCode laplacian(PetscInt points, Mat *A)
{
    PetscInt first, end;
    PetscFunctionBegin;
    PetscCall(MatCreateAIJ(PETSC_COMM_WORLD, PETSC_DECIDE, PETSC_DECIDE, points * points, points * points, 5,
                           NULL, 5, NULL, A));
    PetscCall(MatGetOwnershipRange(*A, &first, &end));
    for (PetscInt row = first; row < end; row++) {
        const PetscInt i = row % points, j = row / points;
        PetscCall(MatSetValue(*A, row, row, 4, INSERT_VALUES));
        if (i > 0)
            PetscCall(MatSetValue(*A, row, row - 1, -1, INSERT_VALUES));
        if (i < points - 1)
            PetscCall(MatSetValue(*A, row, row + 1, -1, INSERT_VALUES));
        if (j > 0)
            PetscCall(MatSetValue(*A, row, row - points, -1, INSERT_VALUES));
        if (j < points - 1)
            PetscCall(MatSetValue(*A, row, row + points, -1, INSERT_VALUES));
    }
    PetscCall(MatAssemblyBegin(*A, MAT_FINAL_ASSEMBLY));
    PetscCall(MatAssemblyEnd(*A, MAT_FINAL_ASSEMBLY));
    PetscFunctionReturn(0);
}

/* Elements of either sign and of many magnitudes, by their index: sums of their products are rounded. */
static PetscErrorCode fill(Vec b)
{
    PetscInt first, end;
    PetscFunctionBegin;
    PetscCall(VecGetOwnershipRange(b, &first, &end));
    for (PetscInt i = first; i < end; i++)
        PetscCall(VecSetValue(b, i, PetscSinReal((PetscReal)(i * i % 1009)) / (PetscReal)(1 + i % 7),
                              INSERT_VALUES));
    PetscCall(VecAssemblyBegin(b));
    PetscCall(VecAssemblyEnd(b));
    PetscFunctionReturn(0);
}

/* FNV-1a of all elements' bytes; on rank 0. */
static PetscErrorCode digest(Vec x, uint64_t *hash)
{
    VecScatter scatter;
    Vec all;
    const PetscScalar *a;
    PetscInt n;
    PetscFunctionBegin;
    PetscCall(VecScatterCreateToZero(x, &scatter, &all));
    PetscCall(VecScatterBegin(scatter, x, all, INSERT_VALUES, SCATTER_FORWARD));
    PetscCall(VecScatterEnd(scatter, x, all, INSERT_VALUES, SCATTER_FORWARD));
    PetscCall(VecGetLocalSize(all, &n));
    PetscCall(VecGetArrayRead(all, &a));
    *hash = UINT64_C(0xcbf29ce484222325);
    for (size_t i = 0; i < (size_t)n * sizeof *a; i++)
        *hash = (*hash ^ ((const unsigned char *)a)[i]) * UINT64_C(0x100000001b3);
    PetscCall(VecRestoreArrayRead(all, &a));
    PetscCall(VecDestroy(&all));
    PetscCall(VecScatterDestroy(&scatter));
    PetscFunctionReturn(0);
}

/* With options of its own: those of pipecg begin with -pipecg_. */
static PetscErrorCode solve(const char *solver, Mat A, Vec b, Vec x)
{
    KSP ksp;
    PC pc;
    char prefix[64];
    const PetscReal *residuals;
    PetscInt n;
    uint64_t hash = 0;
    PetscFunctionBegin;
    PetscCall(PetscSNPrintf(prefix, sizeof prefix, "%s_", solver));
    PetscCall(KSPCreate(PETSC_COMM_WORLD, &ksp));
    PetscCall(KSPSetOptionsPrefix(ksp, prefix));
    PetscCall(KSPSetOperators(ksp, A, A));
    PetscCall(KSPSetType(ksp, solver));
    PetscCall(KSPGetPC(ksp, &pc));
    PetscCall(PCSetType(pc, PCJACOBI));
    PetscCall(KSPSetTolerances(ksp, 1e-8, PETSC_DEFAULT, PETSC_DEFAULT, 40));
    PetscCall(KSPSetResidualHistory(ksp, NULL, 100, PETSC_TRUE));
    PetscCall(KSPSetFromOptions(ksp));
    PetscCall(KSPSolve(ksp, b, x));
    PetscCall(digest(x, &hash));
    PetscCall(KSPGetResidualHistory(ksp, &residuals, &n));
    for (PetscInt i = 0; i < n; i++)
        PetscCall(PetscPrintf(PETSC_COMM_WORLD, "%s: residual %" PetscInt_FMT " is %a\n", solver, i,
                              (double)residuals[i]));
    PetscCall(PetscPrintf(PETSC_COMM_WORLD, "%s: the solution's digest is %016llx\n", solver,
                          (unsigned long long)hash));
    PetscCall(KSPDestroy(&ksp));
    PetscFunctionReturn(0);
}

int main(int argc, char **argv)
{
    Mat A;
    Vec b, x;
    PetscInt points = 24, solvers = SOLVERS_MAX;
    char *solver[SOLVERS_MAX];
    PetscBool some;
    PetscCall(PetscInitialize(&argc, &argv, NULL, NULL));
    PetscCall(PetscOptionsInsertString(NULL,
                                       "-pipelcg_ksp_pipelcg_pipel 4 -pipelcg_ksp_pipelcg_lmin 0 "
                                       "-pipelcg_ksp_pipelcg_lmax 8 -pipelcg_pc_type none"));
    PetscCall(PetscOptionsGetInt(NULL, NULL, "-n", &points, NULL));
    PetscCall(PetscOptionsGetStringArray(NULL, NULL, "-solvers", solver, &solvers, &some));
    PetscCall(laplacian(points, &A));
    PetscCall(MatCreateVecs(A, &x, &b));
    PetscCall(fill(b));
    for (PetscInt i = 0; i < solvers; i++) {
        PetscCall(solve(solver[i], A, b, x));
        PetscCall(PetscFree(solver[i]));
    }
    PetscCall(VecDestroy(&x));
    PetscCall(VecDestroy(&b));
    PetscCall(MatDestroy(&A));
    PetscCall(PetscFinalize());
    return 0;
}
