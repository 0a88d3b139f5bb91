/* Makes every matrix of PETSc's types "seqaij" and "mpiaij" ours. */
#include "plugin.h"

PETSC_EXTERN PetscErrorCode MatCreate_SeqAIJ(Mat);
PETSC_EXTERN PetscErrorCode MatCreate_MPIAIJ(Mat);

static struct _MatOps native_seq, native_mpi;

const struct _MatOps *NativeMat(Mat A)
{
    return strncmp(((PetscObject)A)->type_name, "seq", 3) ? &native_mpi : &native_seq;
}

PetscErrorCode FreeRows(MatState *state)
{
    PetscFunctionBegin;
    PetscCall(PetscFree(state->starts));
    PetscCall(PetscFree(state->columns));
    PetscCall(PetscFree(state->values));
    PetscCall(VecDestroy(&state->x));
    PetscCall(VecScatterDestroy(&state->fetch));
    PetscFunctionReturn(0);
}

static PetscErrorCode ReleaseMatrix(void *pointer)
{
    MatState *state = pointer;
    PetscFunctionBegin;
    PetscCall(SummandsFree(&state->own));
    PetscCall(SummandsFree(&state->others));
    PetscCall(FreeRows(state));
    PetscCall(MatDestroy(&state->transpose));
    PetscFunctionReturn(0);
}

PetscErrorCode StateOfMatrix(Mat A, MatState **state)
{
    return Belonging((PetscObject)A, sizeof **state, ReleaseMatrix, PETSC_TRUE, state);
}

static PetscErrorCode CreateSeq(Mat A)
{
    PetscFunctionBegin;
    PetscCall(MatCreate_SeqAIJ(A));
    UseProducts(A->ops, PETSC_FALSE);
    UseMatrixAssembly(A->ops);
    PetscFunctionReturn(0);
}
static PetscErrorCode CreateMPI(Mat A)
{
    PetscFunctionBegin;
    PetscCall(MatCreate_MPIAIJ(A));
    UseProducts(A->ops, PETSC_TRUE);
    UseMatrixAssembly(A->ops);
    PetscFunctionReturn(0);
}

static PetscErrorCode Keep(PetscErrorCode (*create)(Mat), struct _MatOps *native)
{
    Mat A;
    PetscFunctionBegin;
    PetscCall(MatCreate(PETSC_COMM_SELF, &A));
    PetscCall(MatSetSizes(A, 1, 1, 1, 1));
    PetscCall(create(A));
    PetscCall(PetscMemcpy(native, A->ops, sizeof *native));
    PetscCall(MatDestroy(&A));
    PetscFunctionReturn(0);
}

PetscErrorCode MatricesOfOurs(void)
{
    PetscFunctionBegin;
    PetscCall(MatInitializePackage());
    PetscCall(Keep(MatCreate_SeqAIJ, &native_seq));
    PetscCall(Keep(MatCreate_MPIAIJ, &native_mpi));
    PetscCall(MatRegister(MATSEQAIJ, CreateSeq)); /* and so "aij", which is one of these */
    PetscCall(MatRegister(MATMPIAIJ, CreateMPI));
    PetscFunctionReturn(0);
}
