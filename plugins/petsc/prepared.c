/* Products of this rank's rows with vectors. After a few of them the rows are stored once more, in an order
 * in which products take less time (samebits_csr_prepare_double); their bits are the same. */
#include "plugin.h"

#if defined(PREPARE_ROWS)
/* Preparing takes as long as ten or twenty products; new values for the same entries as long as one. */
enum { PRODUCTS_BEFORE_PREPARING = 8, PRODUCTS_BEFORE_NEW_VALUES = 1 };

/* Whether most rows have the entries of the row before, each in the next column. The others gain little. */
static PetscBool IsOfDiagonals(const Rows *rows)
{
    PetscInt alike = 0;
    for (PetscInt i = 1; i < rows->rows; i++) {
        const RowIndex begin = rows->starts[i], n = rows->starts[i + 1] - begin, before = rows->starts[i - 1];
        RowIndex k = 0;
        if (n != begin - before)
            continue;
        while (k < n && rows->columns[begin + k] == rows->columns[before + k] + 1)
            k++;
        alike += k == n;
    }
    return 2 * alike > rows->rows ? PETSC_TRUE : PETSC_FALSE;
}

static void Prepare(const Rows *rows, Prepared *prepared, int changed)
{
    const RowIndex end = rows->starts[rows->rows];
    if (rows->columns != prepared->columns || end != prepared->end)
        changed = PATTERN;
    if (changed == PATTERN) {
        samebits_matrix_free(&prepared->matrix);
        prepared->refused = PETSC_FALSE;
        prepared->columns = rows->columns;
        prepared->end = end;
    }
    if (changed != NOTHING) {
        prepared->stale = PETSC_TRUE;
        prepared->before = changed == PATTERN ? 0 : prepared->products;
        prepared->products = 0;
    }
    if (prepared->matrix && prepared->stale) {
        if (PetscMax(prepared->products, prepared->before) > PRODUCTS_BEFORE_NEW_VALUES) {
            samebits_matrix_set_values_double(prepared->matrix, rows->values);
            prepared->stale = PETSC_FALSE;
        }
    } else if (!prepared->matrix && !prepared->refused && prepared->products >= PRODUCTS_BEFORE_PREPARING) {
        if (IsOfDiagonals(rows))
            prepared->matrix = PREPARE_ROWS((size_t)rows->rows, rows->starts, rows->columns, rows->values);
        prepared->stale = PETSC_FALSE;
        prepared->refused = prepared->matrix ? PETSC_FALSE : PETSC_TRUE;
    }
    prepared->products++;
}
#endif

/* y = A x; `changed` says what has in A since the last product. `prepared` is NULL where that is not known. */
PetscErrorCode MultiplyRows(const Rows *rows, Prepared *prepared, int changed, const PetscScalar *x,
                            PetscScalar *y)
{
    PetscFunctionBegin;
#if defined(PREPARE_ROWS)
    if (prepared)
        Prepare(rows, prepared, changed);
    if (prepared && prepared->matrix && !prepared->stale) {
        samebits_matrix_multiply_double(prepared->matrix, x, y);
        PetscFunctionReturn(0);
    }
#else
    (void)prepared, (void)changed;
#endif
    MULTIPLY_ROWS((size_t)rows->rows, rows->starts, rows->columns, rows->values, x, y);
    PetscFunctionReturn(0);
}
