/* VecSetValues and MatSetValues with ADD_VALUES: what all ranks add to an element between two
 * assemblies is summed exactly, together with what it was, and rounded once. So the order of the
 * calls does not matter, nor which rank makes them. */
#include "plugin.h"

/* ---- Vectors ----
 * Elements of this rank are added to at once, as PETSc does, because a sequential vector may be
 * read without being assembled. The assembly stores the exact sums, unless something other than
 * VecSetValues has written to the vector meanwhile. */
typedef struct {
    Summands own, others;
    PetscScalar *before; /* this rank's elements before the first summand */
    PetscObjectState state;
} VectorState;

static PetscErrorCode ReleaseVector(void *pointer)
{
    VectorState *state = pointer;
    PetscFunctionBegin;
    PetscCall(SummandsFree(&state->own));
    PetscCall(SummandsFree(&state->others));
    PetscCall(PetscFree(state->before));
    PetscFunctionReturn(0);
}
static PetscErrorCode StateOfVector(Vec x, PetscBool create, VectorState **state)
{
    return Belonging((PetscObject)x, sizeof **state, ReleaseVector, create, state);
}

static PetscErrorCode ForgetOwn(VectorState *state)
{
    PetscFunctionBegin;
    PetscCall(SummandsFree(&state->own));
    PetscCall(PetscFree(state->before));
    PetscFunctionReturn(0);
}

/* The elements before anything was added; or anew, if others have written since. */
static PetscErrorCode KeepBefore(Vec x, VectorState *state)
{
    const PetscScalar *a;
    PetscObjectState now;
    PetscFunctionBegin;
    PetscCall(PetscObjectStateGet((PetscObject)x, &now));
    if (state->before && now != state->state)
        PetscCall(ForgetOwn(state));
    if (!state->before) {
        PetscCall(PetscMalloc1((size_t)x->map->n + 1, &state->before));
        PetscCall(VecGetArrayRead(x, &a));
        PetscCall(PetscArraycpy(state->before, a, x->map->n));
        PetscCall(VecRestoreArrayRead(x, &a));
    }
    PetscFunctionReturn(0);
}

static PetscErrorCode AddOne(Vec x, VectorState *state, PetscInt row, PetscScalar y)
{
    PetscFunctionBegin;
    if (row < 0 && x->stash.ignorenegidx)
        PetscFunctionReturn(0);
    PetscCheck(row >= 0 && row < x->map->N, PETSC_COMM_SELF, PETSC_ERR_ARG_OUTOFRANGE,
               "VecSetValues: there is no row %" PetscInt_FMT "; accepted: 0 to %" PetscInt_FMT, row,
               x->map->N - 1);
    if (row >= x->map->rstart && row < x->map->rend) {
        PetscCall(SummandsAdd(&state->own, row, 0, y));
        PetscCall(NativeVec(x)->setvalues(x, 1, &row, &y, ADD_VALUES));
    } else if (!x->stash.donotstash) {
        PetscCheck(x->stash.insertmode != INSERT_VALUES, PETSC_COMM_SELF, PETSC_ERR_ARG_WRONGSTATE,
                   "VecSetValues: values were inserted and are now added; assemble between");
        x->stash.insertmode = ADD_VALUES;
        PetscCall(SummandsAdd(&state->others, row, 0, y));
    }
    PetscFunctionReturn(0);
}

/* Rows in blocks of `size`; a block with a negative number is left out. */
static PetscErrorCode AddBlocks(Vec x, PetscInt n, PetscInt size, const PetscInt rows[],
                                const PetscScalar y[])
{
    VectorState *state;
    PetscFunctionBegin;
    PetscCall(StateOfVector(x, PETSC_TRUE, &state));
    PetscCall(KeepBefore(x, state));
    for (PetscInt i = 0; i < n; i++) {
        if (size > 1 && rows[i] < 0)
            continue;
        for (PetscInt j = 0; j < size; j++)
            PetscCall(AddOne(x, state, rows[i] * size + j, y[i * size + j]));
    }
    PetscCall(PetscObjectStateGet((PetscObject)x, &state->state));
    state->state++; /* by PETSc, when this has returned */
    PetscFunctionReturn(0);
}

static PetscErrorCode SetVectorValues(Vec x, PetscInt n, const PetscInt rows[], const PetscScalar y[],
                                      InsertMode mode)
{
    PetscFunctionBegin;
    if (mode == ADD_VALUES)
        PetscCall(AddBlocks(x, n, 1, rows, y));
    else
        PetscCall(NativeVec(x)->setvalues(x, n, rows, y, mode));
    PetscFunctionReturn(0);
}

static PetscErrorCode SetVectorBlocks(Vec x, PetscInt n, const PetscInt rows[], const PetscScalar y[],
                                      InsertMode mode)
{
    PetscInt size;
    PetscFunctionBegin;
    PetscCall(VecGetBlockSize(x, &size));
    if (mode == ADD_VALUES)
        PetscCall(AddBlocks(x, n, size, rows, y));
    else
        PetscCall(NativeVec(x)->setvaluesblocked(x, n, rows, y, mode));
    PetscFunctionReturn(0);
}

static PetscErrorCode BeginVector(Vec x)
{
    VectorState *state;
    size_t *starts, most = 0;
    Summand *sorted;
    PetscScalar *a, *terms;
    PetscFunctionBegin;
    PetscCall(StateOfVector(x, PETSC_TRUE, &state));
    if (state->before)
        PetscCall(KeepBefore(x, state)); /* or what others have written counts */
    if (!x->stash.donotstash)
        PetscCall(SummandsSend(PetscObjectComm((PetscObject)x), x->map, &state->others, &state->own));
    if (state->own.n) {
        PetscCall(KeepBefore(x, state));
        PetscCall(SummandsByRow(&state->own, x->map->rstart, x->map->n, &starts, &sorted));
        for (PetscInt i = 0; i < x->map->n; i++)
            most = PetscMax(most, starts[i + 1] - starts[i]);
        PetscCall(PetscMalloc1(most + 1, &terms));
        PetscCall(VecGetArray(x, &a));
        for (PetscInt i = 0; i < x->map->n; i++) {
            size_t n = 1;
            if (starts[i] == starts[i + 1])
                continue;
            terms[0] = state->before[i];
            for (size_t k = starts[i]; k < starts[i + 1]; k++)
                terms[n++] = sorted[k].value;
            a[i] = ExactSum(terms, n);
        }
        PetscCall(VecRestoreArray(x, &a));
        PetscCall(PetscFree(terms));
        PetscCall(PetscFree(sorted));
        PetscCall(PetscFree(starts));
    }
    PetscCall(ForgetOwn(state));
    if (NativeVec(x)->assemblybegin)
        PetscCall(NativeVec(x)->assemblybegin(x));
    PetscFunctionReturn(0);
}

void UseVectorAssembly(VecOps ops)
{
#if PETSC_VERSION_GE(3, 18, 0) /* without them PETSc calls setvalues */
    ops->setpreallocationcoo = NULL;
    ops->setvaluescoo = NULL;
#endif
    ops->setvalues = SetVectorValues;
    ops->setvaluesblocked = SetVectorBlocks;
    ops->assemblybegin = BeginVector;
}

/* ---- Matrices ----
 * A matrix cannot be used before it is assembled, so all summands wait. */

/* PETSc's operations. From version 3.19 on, those of a matrix that is not preallocated collect its entries
 * in a table first, and only the end of the assembly gives the matrix its own ones. */
static PetscBool IsCollecting(Mat A, const MatrixState *state)
{
    return state->collect && A->ops->assemblyend != NativeMat(A)->assemblyend ? PETSC_TRUE : PETSC_FALSE;
}
static SetValues *SetterOf(Mat A, const MatrixState *state)
{
    return IsCollecting(A, state) ? state->collect : NativeMat(A)->setvalues;
}

static PetscErrorCode SetMatrixValues(Mat A, PetscInt m, const PetscInt rows[], PetscInt n,
                                      const PetscInt columns[], const PetscScalar v[], InsertMode mode)
{
    MatrixState *state;
    PetscFunctionBegin;
    if (mode != ADD_VALUES && A->ops->assemblyend == NativeMat(A)->assemblyend) { /* mostly */
        PetscCall(NativeMat(A)->setvalues(A, m, rows, n, columns, v, mode));
        PetscFunctionReturn(0);
    }
    PetscCall(StateOfMatrix(A, &state));
    if (mode != ADD_VALUES) {
        PetscCall(SetterOf(A, state)(A, m, rows, n, columns, v, mode));
        PetscFunctionReturn(0);
    }
    for (PetscInt i = 0; i < m; i++) {
        Summands *where = &state->own;
        if (rows[i] < 0)
            continue; /* as PETSc does */
        PetscCheck(rows[i] < A->rmap->N, PETSC_COMM_SELF, PETSC_ERR_ARG_OUTOFRANGE,
                   "MatSetValues: there is no row %" PetscInt_FMT "; accepted: up to %" PetscInt_FMT, rows[i],
                   A->rmap->N - 1);
        if (rows[i] < A->rmap->rstart || rows[i] >= A->rmap->rend) {
            PetscCheck(!A->nooffprocentries, PETSC_COMM_SELF, PETSC_ERR_ARG_WRONG,
                       "MatSetValues: row %" PetscInt_FMT " is another rank's, and "
                       "MAT_NO_OFF_PROC_ENTRIES is set",
                       rows[i]);
            if (state->only_own)
                continue;
            where = &state->others;
        }
        for (PetscInt j = 0; j < n; j++) {
            if (columns[j] < 0)
                continue;
            PetscCheck(columns[j] < A->cmap->N, PETSC_COMM_SELF, PETSC_ERR_ARG_OUTOFRANGE,
                       "MatSetValues: there is no column %" PetscInt_FMT "; accepted: up to %" PetscInt_FMT,
                       columns[j], A->cmap->N - 1);
            PetscCall(
                SummandsAdd(where, rows[i], columns[j], v ? v[state->by_column ? i + j * m : i * n + j] : 0));
        }
    }
    PetscFunctionReturn(0);
}

static int ByColumn(const void *a, const void *b)
{
    const PetscInt x = ((const Summand *)a)->column, y = ((const Summand *)b)->column;
    return x < y ? -1 : x > y;
}

/* Rows are short, mostly, and their entries nearly in order. */
static void SortByColumn(Summand *at, size_t n)
{
    if (n > 200)
        qsort(at, n, sizeof *at, ByColumn);
    else
        for (size_t i = 1; i < n; i++) {
            const Summand moved = at[i];
            size_t k = i;
            for (; k > 0 && at[k - 1].column > moved.column; k--)
                at[k] = at[k - 1];
            at[k] = moved;
        }
}

/* Adds the exact sums of n summands of one row to the matrix, in one call, by rows. */
static PetscErrorCode AddRow(Mat A, SetValues *set, PetscInt row, Summand *at, size_t n, PetscInt *columns,
                             PetscScalar *sums, PetscScalar *terms)
{
    PetscInt different = 0;
    PetscFunctionBegin;
    SortByColumn(at, n);
    for (size_t k = 0; k < n;) {
        size_t count = 0;
        columns[different] = at[k].column;
        for (; k < n && at[k].column == columns[different]; k++)
            terms[count++] = at[k].value;
        sums[different++] = count == 1 ? terms[0] : ExactSum(terms, count);
    }
    PetscCall(set(A, 1, &row, different, columns, sums, ADD_VALUES));
    PetscFunctionReturn(0);
}

static PetscErrorCode AddSummands(Mat A, MatrixState *state)
{
    size_t *starts, most = 0;
    Summand *sorted;
    PetscInt *columns;
    PetscScalar *sums, *terms;
    SetValues *const set = SetterOf(A, state);
    PetscFunctionBegin;
    if (!state->only_own && !A->nooffprocentries)
        PetscCall(SummandsSend(PetscObjectComm((PetscObject)A), A->rmap, &state->others, &state->own));
    if (state->own.n) {
        const PetscInt first = A->rmap->rstart, rows = A->rmap->n;
        PetscCall(SummandsByRow(&state->own, first, rows, &starts, &sorted));
        PetscCall(SummandsFree(&state->own));
        for (PetscInt i = 0; i < rows; i++)
            most = PetscMax(most, starts[i + 1] - starts[i]);
        PetscCall(PetscMalloc3(most, &columns, most, &sums, most, &terms));
        for (PetscInt i = 0; i < rows; i++)
            if (starts[i] < starts[i + 1])
                PetscCall(AddRow(A, set, first + i, sorted + starts[i], starts[i + 1] - starts[i], columns,
                                 sums, terms));
        PetscCall(PetscFree3(columns, sums, terms));
        PetscCall(PetscFree(sorted));
        PetscCall(PetscFree(starts));
    }
    PetscFunctionReturn(0);
}

static PetscErrorCode BeginMatrix(Mat A, MatAssemblyType type)
{
    MatrixState *state;
    PetscErrorCode (*begin)(Mat, MatAssemblyType);
    PetscFunctionBegin;
    PetscCall(StateOfMatrix(A, &state));
    /* Assembled for the first time, and no value was set: so it is with arrays of the program's. */
    if (!A->was_assembled && A->insertmode == NOT_SET_VALUES)
        state->lent = PETSC_TRUE;
    PetscCall(AddSummands(A, state));
    begin = IsCollecting(A, state) ? state->begin_collected : NativeMat(A)->assemblybegin;
    if (begin)
        PetscCall(begin(A, type));
    PetscFunctionReturn(0);
}

#if PETSC_VERSION_GE(3, 23, 0)
static PetscErrorCode CopyCollected(Mat A, Mat B)
{
    MatrixState *state;
    PetscFunctionBegin;
    PetscCall(StateOfMatrix(A, &state));
    PetscCall(AddSummands(A, state));
    PetscCall(state->copy_collected(A, B));
    PetscFunctionReturn(0);
}
#endif

static PetscErrorCode SetUp(Mat A)
{
    MatrixState *state;
    PetscFunctionBegin;
    PetscCall(NativeMat(A)->setup(A));
    if (A->ops->setvalues == SetMatrixValues)
        PetscFunctionReturn(0);
    PetscCall(StateOfMatrix(A, &state));
    state->collect = A->ops->setvalues;
    state->begin_collected = A->ops->assemblybegin;
    A->ops->setvalues = SetMatrixValues;
    A->ops->assemblybegin = BeginMatrix;
#if PETSC_VERSION_GE(3, 23, 0)
    state->copy_collected = A->ops->copyhashtoxaij;
    A->ops->copyhashtoxaij = CopyCollected;
#endif
    PetscFunctionReturn(0);
}

static PetscErrorCode SetMatrixOption(Mat A, MatOption option, PetscBool on)
{
    MatrixState *state;
    PetscFunctionBegin;
    PetscCall(StateOfMatrix(A, &state));
    if (option == MAT_ROW_ORIENTED)
        state->by_column = on ? PETSC_FALSE : PETSC_TRUE;
    if (option == MAT_IGNORE_OFF_PROC_ENTRIES)
        state->only_own = on;
    PetscCall(NativeMat(A)->setoption(A, option, on));
    PetscFunctionReturn(0);
}

/* A duplicate takes its values as the original does; also by coordinates, which PETSc keeps. */
static PetscErrorCode Duplicate(Mat A, MatDuplicateOption values, Mat *copy)
{
    static const char *const coordinates[] = {"__PETSc_coo_i", "__PETSc_coo_j"};
    MatrixState *from, *to;
    PetscObject kept;
    PetscFunctionBegin;
    PetscCall(NativeMat(A)->duplicate(A, values, copy));
    PetscCall(StateOfMatrix(A, &from));
    PetscCall(StateOfMatrix(*copy, &to));
    to->by_column = from->by_column;
    to->only_own = from->only_own;
    for (int i = 0; i < 2; i++) {
        PetscCall(PetscObjectQuery((PetscObject)A, coordinates[i], &kept));
        if (kept)
            PetscCall(PetscObjectCompose((PetscObject)*copy, coordinates[i], kept));
    }
    PetscFunctionReturn(0);
}

void UseMatrixAssembly(struct _MatOps *ops)
{
    ops->setvalues = SetMatrixValues;
    ops->assemblybegin = BeginMatrix;
    ops->setup = SetUp;
    ops->setoption = SetMatrixOption;
    ops->duplicate = Duplicate;
}
