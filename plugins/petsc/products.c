/* Products of sparse matrices with vectors, and norms of matrices. Each row is summed exactly, and
 * rounded once: over the block of the rank's own columns and that of the other ranks' together. */
#include "plugin.h"

static PetscErrorCode Borrow(Mat A, Rows *rows)
{
    PetscBool done;
    const PetscInt *starts, *columns;
    PetscFunctionBegin;
    PetscCall(MatGetRowIJ(A, 0, PETSC_FALSE, PETSC_FALSE, &rows->rows, &starts, &columns, &done));
    PetscCheck(done, PETSC_COMM_SELF, PETSC_ERR_SUP,
               "samebits: the rows of a matrix of type %s are not accessible", ((PetscObject)A)->type_name);
    rows->starts = (const RowIndex *)starts;
    rows->columns = (const RowIndex *)columns;
    PetscCall(MatSeqAIJGetArrayRead(A, &rows->values));
    rows->lent_by = A;
    PetscFunctionReturn(0);
}
static PetscErrorCode Return(Rows *rows)
{
    PetscBool done;
    const PetscInt *starts = (const PetscInt *)rows->starts, *columns = (const PetscInt *)rows->columns;
    PetscFunctionBegin;
    if (!rows->lent_by)
        PetscFunctionReturn(0);
    PetscCall(MatSeqAIJRestoreArrayRead(rows->lent_by, &rows->values));
    PetscCall(
        MatRestoreRowIJ(rows->lent_by, 0, PETSC_FALSE, PETSC_FALSE, &rows->rows, &starts, &columns, &done));
    PetscFunctionReturn(0);
}

static PetscErrorCode Blocks(Mat A, Mat *own, Mat *others, const PetscInt **columns)
{
    PetscBool parallel;
    PetscFunctionBegin;
    *own = *others = NULL;
    PetscCall(PetscObjectBaseTypeCompare((PetscObject)A, MATMPIAIJ, &parallel));
    if (parallel)
        PetscCall(MatMPIAIJGetSeqAIJ(A, own, others, columns));
    PetscFunctionReturn(0);
}

PetscErrorCode Changes(Mat A, Mat own, Mat others, Version *version, int *what)
{
    Version now;
    PetscFunctionBegin;
    PetscCall(PetscMemzero(&now, sizeof now));
    now.data = A->data;
    now.pattern = A->nonzerostate;
    PetscCall(PetscObjectStateGet((PetscObject)A, &now.matrix));
    if (own)
        PetscCall(PetscObjectStateGet((PetscObject)own, &now.own));
    if (others)
        PetscCall(PetscObjectStateGet((PetscObject)others, &now.others));
    if (now.data != version->data || now.pattern != version->pattern)
        *what = PATTERN;
    else
        *what = memcmp(&now, version, sizeof now) ? VALUES : NOTHING;
    *version = now;
    PetscFunctionReturn(0);
}

/* Which elements of other ranks the rows need, and where to put them: behind this rank's own. */
static PetscErrorCode PrepareFetch(Mat A, PetscInt others, const PetscInt *columns, MatrixState *state)
{
    Vec x;
    IS from, to;
    const PetscInt own = A->cmap->n;
    PetscFunctionBegin;
    PetscCall(MatCreateVecs(A, &x, NULL));
    PetscCall(VecCreateSeq(PETSC_COMM_SELF, own + others, &state->x));
    PetscCall(ISCreateGeneral(PETSC_COMM_SELF, others, columns, PETSC_USE_POINTER, &from));
    PetscCall(ISCreateStride(PETSC_COMM_SELF, others, own, 1, &to));
    PetscCall(VecScatterCreate(x, from, state->x, to, &state->fetch));
    PetscCall(ISDestroy(&to));
    PetscCall(ISDestroy(&from));
    PetscCall(VecDestroy(&x));
    PetscFunctionReturn(0);
}

/* Joins the two blocks of a parallel matrix: their entries' places, and values. */
static PetscErrorCode Join(Mat A, Mat own, Mat others, MatrixState *state, int what)
{
    Rows a, b;
    RowIndex at = 0;
    PetscFunctionBegin;
    PetscCall(Borrow(own, &a));
    PetscCall(Borrow(others, &b));
    if (what == PATTERN) {
        const size_t entries = (size_t)(a.rows ? a.starts[a.rows] + b.starts[a.rows] : 0);
        PetscCall(PetscMalloc1((size_t)a.rows + 1, &state->starts));
        PetscCall(PetscMalloc1(entries, &state->columns));
        PetscCall(PetscMalloc1(entries, &state->values));
        for (PetscInt i = 0; i < a.rows; i++) {
            state->starts[i] = at;
            for (RowIndex k = a.starts[i]; k < a.starts[i + 1]; k++)
                state->columns[at++] = a.columns[k];
            for (RowIndex k = b.starts[i]; k < b.starts[i + 1]; k++)
                state->columns[at++] = (RowIndex)A->cmap->n + b.columns[k];
        }
        state->starts[a.rows] = at;
    }
    at = 0;
    for (PetscInt i = 0; i < a.rows; i++) {
        for (RowIndex k = a.starts[i]; k < a.starts[i + 1]; k++)
            state->values[at++] = a.values[k];
        for (RowIndex k = b.starts[i]; k < b.starts[i + 1]; k++)
            state->values[at++] = b.values[k];
    }
    PetscCall(Return(&a));
    PetscCall(Return(&b));
    PetscFunctionReturn(0);
}

/* All rows of this rank, and for a parallel matrix its state. Collective. */
static PetscErrorCode GetRows(Mat A, Rows *rows, MatrixState **parallel)
{
    Mat own, others;
    MatrixState *state;
    const PetscInt *columns;
    PetscInt width;
    int what;
    PetscFunctionBegin;
    *parallel = NULL;
    PetscCall(Blocks(A, &own, &others, &columns));
    if (!own) {
        PetscCall(Borrow(A, rows));
        PetscFunctionReturn(0);
    }
    PetscCall(StateOfMatrix(A, &state));
    PetscCall(Changes(A, own, others, &state->version, &what));
    if (what == PATTERN) {
        PetscCall(FreeRows(state));
        PetscCall(MatGetSize(others, NULL, &width));
        PetscCall(PrepareFetch(A, width, columns, state));
    }
    if (what != NOTHING)
        PetscCall(Join(A, own, others, state, what));
    *rows = (Rows){A->rmap->n, state->starts, state->columns, state->values, NULL};
    *parallel = state;
    PetscFunctionReturn(0);
}

/* y = A x, for this rank's elements of y. */
static PetscErrorCode Multiply(Mat A, Vec x, PetscScalar *y)
{
    Rows rows;
    Mat own, others;
    MatrixState *parallel, *state;
    const PetscScalar *a;
    PetscScalar *into;
    Vec from = x;
    int changed;
    PetscFunctionBegin;
    PetscCall(GetRows(A, &rows, &parallel));
    own = others = NULL;
    if (parallel)
        PetscCall(Blocks(A, &own, &others, NULL));
    PetscCall(StateOfMatrix(A, &state));
    PetscCall(Changes(A, own, others, &state->prepared.version, &changed));
    if (parallel) {
        from = parallel->x;
        PetscCall(VecGetArrayRead(x, &a));
        PetscCall(VecGetArray(from, &into));
        PetscCall(PetscArraycpy(into, a, A->cmap->n));
        PetscCall(VecRestoreArray(from, &into));
        PetscCall(VecRestoreArrayRead(x, &a));
        PetscCall(VecScatterBegin(parallel->fetch, x, from, INSERT_VALUES, SCATTER_FORWARD));
        PetscCall(VecScatterEnd(parallel->fetch, x, from, INSERT_VALUES, SCATTER_FORWARD));
    }
    PetscCall(VecGetArrayRead(from, &a));
    if (rows.rows) {
        PetscCall(MultiplyRows(&rows, !parallel && state->lent ? NULL : &state->prepared, changed, a, y));
        PetscCall(PetscLogFlops(2.0 * (double)rows.starts[rows.rows]));
    }
    PetscCall(VecRestoreArrayRead(from, &a));
    PetscCall(Return(&rows));
    PetscFunctionReturn(0);
}

static PetscErrorCode Mult(Mat A, Vec x, Vec y)
{
    PetscScalar *to;
    PetscFunctionBegin;
    PetscCall(VecGetArrayWrite(y, &to));
    PetscCall(Multiply(A, x, to));
    PetscCall(VecRestoreArrayWrite(y, &to));
    PetscFunctionReturn(0);
}

/* z = y + A x, where A x is rounded before y is added. */
static PetscErrorCode MultAdd(Mat A, Vec x, Vec y, Vec z)
{
    PetscScalar *product, *to;
    const PetscScalar *b;
    const PetscInt n = A->rmap->n;
    PetscFunctionBegin;
    PetscCall(PetscMalloc1(n, &product));
    PetscCall(Multiply(A, x, product));
    PetscCall(VecGetArrayRead(y, &b));
    PetscCall(VecGetArray(z, &to)); /* which may be y */
    for (PetscInt i = 0; i < n; i++)
        to[i] = b[i] + product[i];
    PetscCall(VecRestoreArray(z, &to));
    PetscCall(VecRestoreArrayRead(y, &b));
    PetscCall(PetscFree(product));
    PetscFunctionReturn(0);
}

/* The transpose as a matrix of its own, whose rows are summed exactly. Collective. */
static PetscErrorCode Transpose(Mat A, Mat *transpose)
{
    Mat own, others;
    MatrixState *state;
    const PetscInt *columns;
    PetscMPIInt what, most;
    PetscFunctionBegin;
    PetscCall(Blocks(A, &own, &others, &columns));
    PetscCall(StateOfMatrix(A, &state));
    PetscCall(Changes(A, own, others, &state->transposed, &what));
    if (!own && state->lent)
        what = VALUES;
    PetscCallMPI(MPI_Allreduce(&what, &most, 1, MPI_INT, MPI_MAX, PetscObjectComm((PetscObject)A)));
    if (most != NOTHING) {
        PetscCall(MatDestroy(&state->transpose));
        PetscCall(MatTranspose(A, MAT_INITIAL_MATRIX, &state->transpose));
        PetscCall(Changes(A, own, others, &state->transposed, &what)); /* as it is now */
    }
    *transpose = state->transpose;
    PetscFunctionReturn(0);
}

static PetscErrorCode MultTranspose(Mat A, Vec x, Vec y)
{
    Mat transpose;
    PetscFunctionBegin;
    PetscCall(Transpose(A, &transpose));
    PetscCall(Mult(transpose, x, y));
    PetscFunctionReturn(0);
}
static PetscErrorCode MultTransposeAdd(Mat A, Vec x, Vec y, Vec z)
{
    Mat transpose;
    PetscFunctionBegin;
    PetscCall(Transpose(A, &transpose));
    PetscCall(MultAdd(transpose, x, y, z));
    PetscFunctionReturn(0);
}

/* The largest sum of magnitudes of any row. */
static PetscErrorCode LargestRow(Mat A, PetscReal *norm)
{
    Rows rows;
    MatrixState *parallel;
    Extreme largest = {0, NOWHERE};
    PetscReal *magnitudes;
    RowIndex most = 0;
    PetscFunctionBegin;
    PetscCall(GetRows(A, &rows, &parallel));
    for (PetscInt i = 0; i < rows.rows; i++)
        most = PetscMax(most, rows.starts[i + 1] - rows.starts[i]);
    PetscCall(PetscMalloc1(most, &magnitudes));
    for (PetscInt i = 0; i < rows.rows; i++) {
        size_t n = 0;
        for (RowIndex k = rows.starts[i]; k < rows.starts[i + 1]; k++)
            magnitudes[n++] = PetscAbsScalar(rows.values[k]);
        largest =
            ExtremeOf(largest, (Extreme){(double)SUM_REALS(magnitudes, n), (int64_t)(A->rmap->rstart + i)});
    }
    PetscCall(PetscFree(magnitudes));
    PetscCall(Return(&rows));
    PetscCall(ExtremeOfAll(&largest, PetscObjectComm((PetscObject)A)));
    *norm = (PetscReal)largest.value;
    PetscFunctionReturn(0);
}

static PetscErrorCode Norm(Mat A, NormType type, PetscReal *norm)
{
    Rows rows;
    Mat transpose;
    MatrixState *parallel;
    PetscFunctionBegin;
    switch (type) {
    case NORM_FROBENIUS:
        PetscCall(GetRows(A, &rows, &parallel));
        CallSamebits(samebits_allreduce_norm2(rows.values, (size_t)(rows.rows ? rows.starts[rows.rows] : 0),
                                              norm, MPIU_SCALAR, PetscObjectComm((PetscObject)A)));
        PetscCall(Return(&rows));
        break;
    case NORM_INFINITY: PetscCall(LargestRow(A, norm)); break;
    case NORM_1:
        PetscCall(Transpose(A, &transpose));
        PetscCall(LargestRow(transpose, norm));
        break;
    default:
        SETERRQ(PetscObjectComm((PetscObject)A), PETSC_ERR_SUP,
                "samebits: no norm %d of matrices; accepted: NORM_1, NORM_FROBENIUS, NORM_INFINITY",
                (int)type);
    }
    PetscFunctionReturn(0);
}

/* Y += a X. Where both have entries in the same places, PETSc would leave it to BLAS. */
static PetscErrorCode AXPY(Mat Y, PetscScalar a, Mat X, MatStructure structure)
{
    Rows x, y;
    PetscBool same = PETSC_FALSE, both;
    PetscFunctionBegin;
    PetscCall(PetscObjectTypeCompare((PetscObject)X, ((PetscObject)Y)->type_name, &both));
    if (both && (structure == SAME_NONZERO_PATTERN || structure == UNKNOWN_NONZERO_PATTERN)) {
        PetscCall(Borrow(X, &x));
        PetscCall(Borrow(Y, &y));
        same = x.rows == y.rows ? PETSC_TRUE : PETSC_FALSE;
        if (same)
            PetscCall(PetscArraycmp(x.starts, y.starts, (size_t)x.rows + 1, &same));
        if (same)
            PetscCall(PetscArraycmp(x.columns, y.columns, (size_t)x.starts[x.rows], &same));
        if (same) {
            PetscScalar *values;
            PetscCall(MatSeqAIJGetArray(Y, &values));
            for (RowIndex k = 0; k < x.starts[x.rows]; k++)
                values[k] += a * x.values[k];
            PetscCall(MatSeqAIJRestoreArray(Y, &values));
        }
        PetscCall(Return(&y));
        PetscCall(Return(&x));
    }
    if (!same)
        PetscCall(NativeMat(Y)->axpy(Y, a, X, structure));
    PetscFunctionReturn(0);
}

void UseProducts(struct _MatOps *ops, PetscBool parallel)
{
    ops->mult = Mult;
    ops->multadd = MultAdd;
    ops->multtranspose = MultTranspose;
    ops->multtransposeadd = MultTransposeAdd;
    ops->norm = Norm;
    if (!parallel)
        ops->axpy = AXPY; /* which the blocks of a parallel matrix use */
}
