/* Sets up, twice, each preconditioner and solver that is named on the command line after -pc, -ksp and
 * -snes, in lists with commas, on all ranks; and after -own alone, on each rank by itself. What is not in
 * this PETSc is printed. */
#include <petscsnes.h>

enum { N = 24, MOST = 40 };
static PetscErrorCode matrix(MPI_Comm comm, Mat *A)
{
    PetscInt first, last;
    PetscFunctionBegin;
    PetscCall(MatCreateAIJ(comm, PETSC_DECIDE, PETSC_DECIDE, N, N, 3, NULL, 3, NULL, A));
    PetscCall(MatGetOwnershipRange(*A, &first, &last));
    for (PetscInt i = first; i < last; i++)
        for (PetscInt j = PetscMax(0, i - 1); j < PetscMin(N, i + 2); j++)
            PetscCall(MatSetValue(*A, i, j, i == j ? 4 : -1, INSERT_VALUES));
    PetscCall(MatAssemblyBegin(*A, MAT_FINAL_ASSEMBLY));
    PetscCall(MatAssemblyEnd(*A, MAT_FINAL_ASSEMBLY));
    PetscFunctionReturn(0);
}

static PetscErrorCode set_up(MPI_Comm comm, const char *pc_type, const char *ksp_type)
{
    KSP ksp;
    PC pc;
    Mat A;
    PetscFunctionBegin;
    for (int again = 0; again < 2; again++) {
        PetscCall(matrix(comm, &A));
        PetscCall(KSPCreate(comm, &ksp));
        PetscCall(KSPSetOperators(ksp, A, A));
        PetscCall(KSPSetType(ksp, ksp_type));
        PetscCall(KSPGetPC(ksp, &pc));
        PetscCall(PCSetType(pc, pc_type));
        PetscCall(KSPSetUp(ksp));
        PetscCall(KSPDestroy(&ksp));
        PetscCall(MatDestroy(&A));
    }
    PetscFunctionReturn(0);
}

static PetscErrorCode square(SNES snes, Vec x, Vec f, void *context)
{
    PetscFunctionBegin;
    (void)snes, (void)context;
    PetscCall(VecPointwiseMult(f, x, x));
    PetscFunctionReturn(0);
}
static PetscErrorCode set_up_snes(const char *type)
{
    SNES snes;
    Mat A;
    Vec x;
    PetscFunctionBegin;
    PetscCall(matrix(PETSC_COMM_WORLD, &A));
    PetscCall(MatCreateVecs(A, &x, NULL));
    PetscCall(SNESCreate(PETSC_COMM_WORLD, &snes));
    PetscCall(SNESSetFunction(snes, NULL, square, NULL));
    PetscCall(SNESSetJacobian(snes, A, A, NULL, NULL));
    PetscCall(SNESSetSolution(snes, x));
    PetscCall(SNESSetType(snes, type));
    PetscCall(SNESSetUp(snes));
    PetscCall(SNESDestroy(&snes));
    PetscCall(MatDestroy(&A));
    PetscCall(VecDestroy(&x));
    PetscFunctionReturn(0);
}

/* The names after an option of which the list `known` has a function. */
static PetscErrorCode names(const char *option, PetscFunctionList known, char *name[], PetscInt *n)
{
    PetscInt all = MOST;
    PetscErrorCode (*create)(void);
    PetscFunctionBegin;
    *n = 0;
    PetscCall(PetscOptionsGetStringArray(NULL, NULL, option, name, &all, NULL));
    for (PetscInt i = 0; i < all; i++) {
        PetscCall(PetscFunctionListFind(known, name[i], (void (**)(void)) & create));
        if (create)
            name[(*n)++] = name[i];
        else
            PetscCall(PetscPrintf(PETSC_COMM_WORLD, "there is no %s\n", name[i]));
    }
    PetscFunctionReturn(0);
}

int main(int argc, char **argv)
{
    char *name[MOST];
    PetscInt n;
    PetscCall(PetscInitialize(&argc, &argv, NULL, NULL));
    PetscCall(PCInitializePackage());
    PetscCall(SNESInitializePackage());
    PetscCall(names("-own", PCList, name, &n));
    for (PetscInt i = 0; i < n; i++)
        PetscCall(set_up(PETSC_COMM_SELF, name[i], KSPCG));
    PetscCall(names("-pc", PCList, name, &n));
    for (PetscInt i = 0; i < n; i++)
        PetscCall(set_up(PETSC_COMM_WORLD, name[i], KSPCG));
    PetscCall(names("-ksp", KSPList, name, &n));
    for (PetscInt i = 0; i < n; i++)
        PetscCall(set_up(PETSC_COMM_WORLD, PCJACOBI, name[i]));
    PetscCall(names("-snes", SNESList, name, &n));
    for (PetscInt i = 0; i < n; i++)
        PetscCall(set_up_snes(name[i]));
    return PetscFinalize();
}
