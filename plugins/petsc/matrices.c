/* Makes every matrix of PETSc's types "seqaij" and "mpiaij" ours, and what stores the same entries
 * once more, for other loops over them: there our loops would not be taken. */
#include "plugin.h"

PETSC_EXTERN PetscErrorCode MatCreate_SeqAIJ(Mat);
PETSC_EXTERN PetscErrorCode MatCreate_MPIAIJ(Mat);

static struct _MatOps native_seq, native_mpi;

const struct _MatOps *NativeMat(Mat A)
{
    return strncmp(((PetscObject)A)->type_name, "seq", 3) ? &native_mpi : &native_seq;
}

PetscErrorCode FreeRows(MatrixState *state)
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
    MatrixState *state = pointer;
    PetscFunctionBegin;
    PetscCall(SummandsFree(&state->own));
    PetscCall(SummandsFree(&state->others));
    PetscCall(FreeRows(state));
    PetscCall(MatDestroy(&state->transpose));
    samebits_matrix_free(&state->prepared.matrix);
    PetscFunctionReturn(0);
}

PetscErrorCode StateOfMatrix(Mat A, MatrixState **state)
{
    return Belonging((PetscObject)A, sizeof **state, ReleaseMatrix, PETSC_TRUE, state);
}

/* "seqaijperm" and so on, if PETSc has them. */
static struct {
    const char *suffix;
    PetscBool there;
} variants[] = {{"perm", PETSC_FALSE}, {"sell", PETSC_FALSE}, {"crl", PETSC_FALSE}, {"mkl", PETSC_FALSE}};

static PetscErrorCode ToVariant(Mat A, MatType type, MatReuse reuse, Mat *B)
{
    PetscFunctionBegin;
    (void)type;
    if (reuse == MAT_INITIAL_MATRIX)
        PetscCall(MatDuplicate(A, MAT_COPY_VALUES, B));
    else if (reuse == MAT_REUSE_MATRIX)
        PetscCall(MatCopy(A, *B, SAME_NONZERO_PATTERN));
    PetscFunctionReturn(0);
}
static PetscErrorCode UseVariants(Mat A, const char *root)
{
    char name[64];
    PetscFunctionBegin;
    for (size_t i = 0; i < PETSC_STATIC_ARRAY_LENGTH(variants); i++) {
        if (!variants[i].there)
            continue;
        PetscCall(PetscSNPrintf(name, sizeof name, "MatConvert_%s_%s%s_C", root, root, variants[i].suffix));
        PetscCall(PetscObjectComposeFunction((PetscObject)A, name, ToVariant));
    }
    PetscFunctionReturn(0);
}

/* Without these MatSetValuesCOO calls MatSetValues, which adds exactly. */
static PetscErrorCode ForgetCoordinates(Mat A)
{
    PetscFunctionBegin;
    PetscCall(PetscObjectComposeFunction((PetscObject)A, "MatSetPreallocationCOO_C", NULL));
    PetscCall(PetscObjectComposeFunction((PetscObject)A, "MatSetValuesCOO_C", NULL));
    PetscFunctionReturn(0);
}

/* PETSc's own does not say that it has changed the values. */
typedef PetscErrorCode RetrieveValues(Mat);
static RetrieveValues *native_retrieve_seq, *native_retrieve_mpi;
static PetscErrorCode Retrieve(Mat A)
{
    PetscFunctionBegin;
    PetscCall((NativeMat(A) == &native_seq ? native_retrieve_seq : native_retrieve_mpi)(A));
    PetscCall(PetscObjectStateIncrease((PetscObject)A));
    PetscFunctionReturn(0);
}
static PetscErrorCode UseRetrieve(Mat A, RetrieveValues **native)
{
    PetscFunctionBegin;
    PetscCall(PetscObjectQueryFunction((PetscObject)A, "MatRetrieveValues_C", native));
    if (*native)
        PetscCall(PetscObjectComposeFunction((PetscObject)A, "MatRetrieveValues_C", Retrieve));
    PetscFunctionReturn(0);
}

static PetscErrorCode CreateSeq(Mat A)
{
    PetscFunctionBegin;
    PetscCall(MatCreate_SeqAIJ(A));
    UseProducts(A->ops, PETSC_FALSE);
    UseMatrixAssembly(A->ops);
    PetscCall(UseVariants(A, MATSEQAIJ));
    PetscCall(UseRetrieve(A, &native_retrieve_seq));
    PetscCall(ForgetCoordinates(A));
    PetscFunctionReturn(0);
}
static PetscErrorCode CreateMPI(Mat A)
{
    PetscFunctionBegin;
    PetscCall(MatCreate_MPIAIJ(A));
    UseProducts(A->ops, PETSC_TRUE);
    UseMatrixAssembly(A->ops);
    PetscCall(UseVariants(A, MATMPIAIJ));
    PetscCall(UseRetrieve(A, &native_retrieve_mpi));
    PetscCall(ForgetCoordinates(A));
    PetscFunctionReturn(0);
}

static PetscErrorCode RegisterVariants(void)
{
    char name[64];
    PetscErrorCode (*create)(Mat);
    PetscFunctionBegin;
    for (size_t i = 0; i < PETSC_STATIC_ARRAY_LENGTH(variants); i++) {
        PetscCall(PetscSNPrintf(name, sizeof name, "%s%s", MATSEQAIJ, variants[i].suffix));
        PetscCall(PetscFunctionListFind(MatList, name, &create));
        variants[i].there = create ? PETSC_TRUE : PETSC_FALSE;
        if (!create)
            continue;
        PetscCall(MatRegister(name, CreateSeq));
        PetscCall(PetscSNPrintf(name, sizeof name, "%s%s", MATMPIAIJ, variants[i].suffix));
        PetscCall(MatRegister(name, CreateMPI));
    }
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
    PetscCall(RegisterVariants());
    PetscFunctionReturn(0);
}
