/* Solves a 2-D Laplace problem by PETSc's pipelined solvers, one after the other. Prints the bits of their
 * residuals and a digest of each solution.
 *
 *     pipelined -solvers pipecg,pgmres ... [-n POINTS] */
#include <stdint.h>
#include "laplacian.h"

#define SOLVERS_MAX 32

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

static PetscErrorCode solve(const char *solver, Mat A, Vec b, Vec x)
{
    KSP ksp;
    const PetscReal *residuals;
    PetscInt n;
    uint64_t hash = 0;
    PetscFunctionBegin;
    PetscCall(solver_of(solver, A, &ksp));
    PetscCall(KSPSetTolerances(ksp, 1e-8, PETSC_DEFAULT, PETSC_DEFAULT, 40));
    PetscCall(KSPSetResidualHistory(ksp, NULL, 100, PETSC_TRUE));
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

static PetscBool is_for_real_numbers(const char *solver)
{
    const char *const names[] = {KSPPIPEFCG, KSPPIPEFGMRES, KSPPIPEGCR};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (!strcmp(solver, names[i]))
            return PETSC_TRUE;
    return PETSC_FALSE;
}

int main(int argc, char **argv)
{
    Mat A;
    Vec b, x;
    PetscInt points = 24, solvers = SOLVERS_MAX;
    PetscReal norm;
    char *solver[SOLVERS_MAX];
    PetscBool some;
    PetscCall(PetscInitialize(&argc, &argv, NULL, NULL));
    PetscCall(PetscOptionsGetInt(NULL, NULL, "-n", &points, NULL));
    PetscCall(PetscOptionsGetStringArray(NULL, NULL, "-solvers", solver, &solvers, &some));
    PetscCall(laplacian(points, &A));
    PetscCall(MatCreateVecs(A, &x, &b));
    PetscCall(fill(b));
    /* (Nonblocking reductions of a communicator may be driven once a blocking one has been made on it.) */
    PetscCall(VecNorm(b, NORM_2, &norm));
    PetscCall(PetscPrintf(PETSC_COMM_WORLD, "the norm of the right-hand side is %a\n", (double)norm));
    for (PetscInt i = 0; i < solvers; i++) {
        if (PetscDefined(USE_COMPLEX) && is_for_real_numbers(solver[i]))
            PetscCall(PetscPrintf(PETSC_COMM_WORLD, "%s is for real numbers\n", solver[i]));
        else
            PetscCall(solve(solver[i], A, b, x));
        PetscCall(PetscFree(solver[i]));
    }
    PetscCall(VecDestroy(&x));
    PetscCall(VecDestroy(&b));
    PetscCall(MatDestroy(&A));
    PetscCall(PetscFinalize());
    return 0;
}
