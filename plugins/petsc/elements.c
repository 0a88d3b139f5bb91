/* Operations element by element. Each element is computed by the same operations, whatever the
 * length of the rank's share: BLAS may multiply and add with one rounding in its main loop and with
 * two in the rest. Compiled with -ffp-contract=off; the sources are PETSc's formulas. */
#include "plugin.h"

typedef const PetscScalar *restrict In;
typedef PetscScalar *restrict Out;

/* Gets the arrays of up to three different vectors: written, read, read. */
static PetscErrorCode Get(Vec w, PetscScalar **a, Vec x, const PetscScalar **b, Vec y, const PetscScalar **c)
{
    PetscFunctionBegin;
    if (x)
        PetscCall(VecGetArrayRead(x, b));
    if (y)
        PetscCall(VecGetArrayRead(y, c));
    PetscCall(VecGetArray(w, a));
    PetscFunctionReturn(0);
}
static PetscErrorCode Restore(Vec w, PetscScalar **a, Vec x, const PetscScalar **b, Vec y,
                              const PetscScalar **c, PetscInt flops)
{
    PetscFunctionBegin;
    if (x)
        PetscCall(VecRestoreArrayRead(x, b));
    if (y)
        PetscCall(VecRestoreArrayRead(y, c));
    PetscCall(VecRestoreArray(w, a));
    PetscCall(PetscLogFlops((double)flops * (double)w->map->n));
    PetscFunctionReturn(0);
}

/* An operation on w, x and y by a formula for element i. The vectors are different ones. */
#define BY_FORMULA(w, x, y, flops, formula)                \
    do {                                                   \
        PetscScalar *pw;                                   \
        const PetscScalar *px = NULL, *py = NULL;          \
        const PetscInt n = (w)->map->n;                    \
        PetscCall(Get(w, &pw, x, &px, y, &py));            \
        {                                                  \
            Out W = pw;                                    \
            In X = px, Y = py;                             \
            (void)X, (void)Y;                              \
            for (PetscInt i = 0; i < n; i++)               \
                W[i] = (formula);                          \
        }                                                  \
        PetscCall(Restore(w, &pw, x, &px, y, &py, flops)); \
    } while (0)

static PetscErrorCode Scale(Vec x, PetscScalar a)
{
    PetscFunctionBegin;
    if (a == (PetscScalar)0)
        PetscCall(VecSet(x, 0));
    else if (a != (PetscScalar)1)
        BY_FORMULA(x, NULL, NULL, 1, a * W[i]);
    PetscFunctionReturn(0);
}
static PetscErrorCode AXPY(Vec y, PetscScalar a, Vec x)
{
    PetscFunctionBegin;
    if (a != (PetscScalar)0)
        BY_FORMULA(y, x, NULL, 2, W[i] + a * X[i]);
    PetscFunctionReturn(0);
}
static PetscErrorCode AYPX(Vec y, PetscScalar b, Vec x)
{
    PetscFunctionBegin;
    if (b == (PetscScalar)0)
        PetscCall(VecCopy(x, y));
    else
        BY_FORMULA(y, x, NULL, 2, X[i] + b * W[i]);
    PetscFunctionReturn(0);
}
static PetscErrorCode AXPBY(Vec y, PetscScalar a, PetscScalar b, Vec x)
{
    PetscFunctionBegin;
    if (a == (PetscScalar)0)
        PetscCall(Scale(y, b));
    else if (b == (PetscScalar)0)
        BY_FORMULA(y, x, NULL, 1, a * X[i]);
    else
        BY_FORMULA(y, x, NULL, 3, a * X[i] + b * W[i]);
    PetscFunctionReturn(0);
}
static PetscErrorCode AXPBYPCZ(Vec z, PetscScalar a, PetscScalar b, PetscScalar c, Vec x, Vec y)
{
    PetscFunctionBegin;
    if (c == (PetscScalar)0)
        BY_FORMULA(z, x, y, 3, a * X[i] + b * Y[i]);
    else
        BY_FORMULA(z, x, y, 5, a * X[i] + b * Y[i] + c * W[i]);
    PetscFunctionReturn(0);
}
static PetscErrorCode WAXPY(Vec w, PetscScalar a, Vec x, Vec y)
{
    PetscFunctionBegin;
    if (a == (PetscScalar)0)
        PetscCall(VecCopy(y, w));
    else
        BY_FORMULA(w, x, y, 2, Y[i] + a * X[i]);
    PetscFunctionReturn(0);
}

/* The vectors are added one after another; up to four in one pass over y. */
static PetscErrorCode MAXPY(Vec y, PetscInt n, const PetscScalar *a, Vec *x)
{
    PetscScalar *at;
    const PetscInt length = y->map->n;
    PetscFunctionBegin;
    PetscCall(VecGetArray(y, &at));
    for (PetscInt first = 0; first < n; first += 4) {
        const PetscInt k = PetscMin(4, n - first);
        const PetscScalar *b[4], *A = a + first;
        Out Y = at;
        for (PetscInt j = 0; j < k; j++)
            PetscCall(VecGetArrayRead(x[first + j], &b[j]));
        In X0 = b[0], X1 = b[k > 1], X2 = b[k > 2 ? 2 : 0], X3 = b[k > 3 ? 3 : 0];
        switch (k) {
        case 1:
            for (PetscInt i = 0; i < length; i++)
                Y[i] = Y[i] + A[0] * X0[i];
            break;
        case 2:
            for (PetscInt i = 0; i < length; i++)
                Y[i] = Y[i] + A[0] * X0[i] + A[1] * X1[i];
            break;
        case 3:
            for (PetscInt i = 0; i < length; i++)
                Y[i] = Y[i] + A[0] * X0[i] + A[1] * X1[i] + A[2] * X2[i];
            break;
        default:
            for (PetscInt i = 0; i < length; i++)
                Y[i] = Y[i] + A[0] * X0[i] + A[1] * X1[i] + A[2] * X2[i] + A[3] * X3[i];
        }
        for (PetscInt j = 0; j < k; j++)
            PetscCall(VecRestoreArrayRead(x[first + j], &b[j]));
    }
    PetscCall(VecRestoreArray(y, &at));
    PetscCall(PetscLogFlops(2.0 * (double)n * (double)length));
    PetscFunctionReturn(0);
}

/* Here w may be x or y, or both. */
#define POINTWISE(name, formula)                    \
    static PetscErrorCode name(Vec w, Vec x, Vec y) \
    {                                               \
        PetscScalar *W;                             \
        const PetscScalar *X, *Y;                   \
        const PetscInt n = w->map->n;               \
        PetscFunctionBegin;                         \
        PetscCall(Get(w, &W, x, &X, y, &Y));        \
        for (PetscInt i = 0; i < n; i++)            \
            W[i] = (formula);                       \
        PetscCall(Restore(w, &W, x, &X, y, &Y, 1)); \
        PetscFunctionReturn(0);                     \
    }
POINTWISE(PointwiseMult, X[i] * Y[i])
POINTWISE(PointwiseDivide,
          Y[i] != (PetscScalar)0       ? X[i] / Y[i]
              : X[i] == (PetscScalar)0 ? zero_by_zero
                                       : (PetscScalar)0)
POINTWISE(PointwiseMax, PetscMax(PetscRealPart(X[i]), PetscRealPart(Y[i])))
POINTWISE(PointwiseMin, PetscMin(PetscRealPart(X[i]), PetscRealPart(Y[i])))
POINTWISE(PointwiseMaxAbs, PetscMax(PetscAbsScalar(X[i]), PetscAbsScalar(Y[i])))

void UseElements(VecOps ops)
{
    ops->scale = Scale;
    ops->axpy = AXPY;
    ops->aypx = AYPX;
    ops->axpby = AXPBY;
    ops->axpbypcz = AXPBYPCZ;
    ops->waxpy = WAXPY;
    ops->maxpy = MAXPY;
    ops->pointwisemult = PointwiseMult;
    ops->pointwisedivide = PointwiseDivide;
    ops->pointwisemax = PointwiseMax;
    ops->pointwisemin = PointwiseMin;
    ops->pointwisemaxabs = PointwiseMaxAbs;
}
