/* A 2-D Laplace problem for PETSc's pipelined solvers: those that hide their reductions, which they start as
 * MPI_Iallreduce, behind products and preconditioners. */
#ifndef LAPLACIAN_H
#define LAPLACIAN_H

#include <petscksp.h>

/* Five points; the rows are cut as PETSc does by itself. */
static inline PetscErrorCode laplacian(PetscInt points, Mat *A)
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
static inline PetscErrorCode fill(Vec b)
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

/* A solver, with options of its own: those of pipecg begin with -pipecg_. */
static inline PetscErrorCode solver_of(const char *name, Mat A, KSP *ksp)
{
    PC pc;
    char prefix[64];
    PetscFunctionBegin;
    PetscCall(PetscSNPrintf(prefix, sizeof prefix, "%s_", name));
    PetscCall(KSPCreate(PETSC_COMM_WORLD, ksp));
    PetscCall(KSPSetOptionsPrefix(*ksp, prefix));
    PetscCall(KSPSetOperators(*ksp, A, A));
    PetscCall(KSPSetType(*ksp, name));
    PetscCall(KSPGetPC(*ksp, &pc));
    PetscCall(PCSetType(pc, PCJACOBI));
    if (!strcmp(name, KSPPIPELCG)) { /* four reductions in flight, and the interval of the eigenvalues */
        PetscCall(PetscOptionsInsertString(
            NULL, "-pipelcg_ksp_pipelcg_pipel 4 -pipelcg_ksp_pipelcg_lmin 0 -pipelcg_ksp_pipelcg_lmax 8"));
        PetscCall(PCSetType(pc, PCNONE));
    }
    PetscCall(KSPSetFromOptions(*ksp));
    PetscFunctionReturn(0);
}

#endif
