/* Steps in time whose length is chosen by a weighted norm of the error: the exact norm of error/tolerance.
 * From version 3.20 on it is an operation of vectors. Before, PETSc adds it up in a loop of its own, and
 * it is only computed here where a method leaves it to the choice of the step. */
#include <petsc/private/tsimpl.h>
#include <petscdm.h>
#include "plugin.h"

PETSC_EXTERN PetscErrorCode TSAdaptCreate_Basic(TSAdapt);
PETSC_EXTERN PetscErrorCode TSAdaptCreate_DSP(TSAdapt);
PETSC_EXTERN PetscErrorCode TSAdaptCreate_GLEE(TSAdapt);
typedef PetscErrorCode Choose(TSAdapt, TS, PetscReal, PetscInt *, PetscReal *, PetscBool *, PetscReal *,
                              PetscReal *, PetscReal *);
typedef struct {
    TSAdaptType type;
    PetscErrorCode (*create)(TSAdapt);
    PetscBool own_norm; /* it asks for the norm of what it has computed itself */
    Choose *choose;
} Adapt;
static Adapt adapts[] = {{TSADAPTBASIC, TSAdaptCreate_Basic, PETSC_FALSE, NULL},
                         {TSADAPTDSP, TSAdaptCreate_DSP, PETSC_FALSE, NULL},
                         {TSADAPTGLEE, TSAdaptCreate_GLEE, PETSC_TRUE, NULL}};

static Adapt *AdaptOf(TSAdapt adapt)
{
    for (size_t i = 0; i < PETSC_STATIC_ARRAY_LENGTH(adapts); i++)
        if (!strcmp(((PetscObject)adapt)->type_name, adapts[i].type))
            return &adapts[i];
    return NULL;
}

/* An array that may be missing. */
static PetscErrorCode GetRead(Vec x, const PetscScalar **a)
{
    PetscFunctionBegin;
    *a = NULL;
    if (x)
        PetscCall(VecGetArrayRead(x, a));
    PetscFunctionReturn(0);
}
static PetscErrorCode RestoreRead(Vec x, const PetscScalar **a)
{
    PetscFunctionBegin;
    if (x)
        PetscCall(VecRestoreArrayRead(x, a));
    PetscFunctionReturn(0);
}

/* The norm of n quotients of this rank, over all ranks, and how many there are. */
static PetscErrorCode NormOf(const PetscReal *quotients, PetscInt n, NormType type, MPI_Comm comm,
                             PetscReal *norm, PetscInt *all)
{
    PetscFunctionBegin;
    if (type == NORM_INFINITY) {
        Extreme largest = {0, NOWHERE};
        for (PetscInt i = 0; i < n; i++)
            largest = ExtremeOf(largest, (Extreme){(double)quotients[i], 0});
        PetscCall(ExtremeOfAll(&largest, comm));
        *norm = (PetscReal)largest.value;
    } else
        CallSamebits(samebits_allreduce_norm2(quotients, (size_t)n, norm, MPIU_REAL, comm));
    PetscCallMPI(MPI_Allreduce(&n, all, 1, MPIU_INT, MPI_SUM, comm));
    PetscFunctionReturn(0);
}

/* The norms of error/tolerance, where the tolerance is the sum of both, the absolute one, and the
 * relative one, if that is not zero. The error is y - u, or e. */
PetscErrorCode ErrorNorms(Vec u, Vec y, Vec e, NormType type, PetscReal atol, Vec vatol, PetscReal rtol,
                          Vec vrtol, PetscReal least, PetscReal *norm, PetscInt *n, PetscReal *norma,
                          PetscInt *na, PetscReal *normr, PetscInt *nr)
{
    const PetscScalar *U, *Y, *E, *A, *R;
    PetscReal *by_both, *by_absolute, *by_relative;
    MPI_Comm comm = PetscObjectComm((PetscObject)u);
    PetscInt length, counts[3] = {0, 0, 0};
    PetscFunctionBegin;
    PetscCall(VecGetLocalSize(u, &length));
    PetscCall(PetscMalloc3(length, &by_both, length, &by_absolute, length, &by_relative));
    PetscCall(VecGetArrayRead(u, &U));
    PetscCall(VecGetArrayRead(y, &Y));
    PetscCall(GetRead(e, &E));
    PetscCall(GetRead(vatol, &A));
    PetscCall(GetRead(vrtol, &R));
    for (PetscInt i = 0; i < length; i++) {
        const PetscReal u_size = PetscAbsScalar(U[i]), y_size = PetscAbsScalar(Y[i]);
        const PetscReal error = PetscAbsScalar(E ? E[i] : Y[i] - U[i]);
        const PetscReal absolute = A ? PetscRealPart(A[i]) : atol;
        const PetscReal relative = (R ? PetscRealPart(R[i]) : rtol) * PetscMax(u_size, y_size);
        if (u_size < least || y_size < least)
            continue;
        if (absolute + relative > 0)
            by_both[counts[0]++] = error / (absolute + relative);
        if (absolute > 0)
            by_absolute[counts[1]++] = error / absolute;
        if (relative > 0)
            by_relative[counts[2]++] = error / relative;
    }
    PetscCall(RestoreRead(vrtol, &R));
    PetscCall(RestoreRead(vatol, &A));
    PetscCall(RestoreRead(e, &E));
    PetscCall(VecRestoreArrayRead(y, &Y));
    PetscCall(VecRestoreArrayRead(u, &U));
    PetscCall(NormOf(by_both, counts[0], type, comm, norm, n));
    PetscCall(NormOf(by_absolute, counts[1], type, comm, norma, na));
    PetscCall(NormOf(by_relative, counts[2], type, comm, normr, nr));
    PetscCall(PetscFree3(by_both, by_absolute, by_relative));
    PetscFunctionReturn(0);
}

/* For methods that can evaluate a step at a lower order, which PETSc would do itself otherwise. */
static PetscErrorCode ErrorOfStep(TS ts, NormType type, PetscInt *order, PetscReal *norm)
{
    Vec lower;
    DM dm;
    PetscReal a, r;
    PetscInt n, na, nr;
    PetscFunctionBegin;
    PetscCheck(ts->adapt->candidates.n >= 1, PetscObjectComm((PetscObject)ts), PETSC_ERR_ARG_WRONGSTATE,
               "No candidate has been registered");
    PetscCheck(ts->adapt->candidates.inuse_set, PetscObjectComm((PetscObject)ts), PETSC_ERR_ARG_WRONGSTATE,
               "The scheme in use is not among the %" PetscInt_FMT " candidates", ts->adapt->candidates.n);
    *order = ts->adapt->candidates.order[0];
    PetscCall(TSGetDM(ts, &dm));
    PetscCall(DMGetGlobalVector(dm, &lower));
    PetscCall(TSEvaluateStep(ts, *order - 1, lower, NULL));
    PetscCall(ErrorNorms(ts->vec_sol, lower, NULL, type, ts->atol, ts->vatol, ts->rtol, ts->vrtol,
                         ts->adapt->ignore_max, norm, &n, &a, &na, &r, &nr));
    if (n)
        *norm = PetscSqrtReal(PetscSqr(*norm) / (PetscReal)n);
    PetscCheck(!PetscIsInfOrNanReal(*norm), PetscObjectComm((PetscObject)ts), PETSC_ERR_FP,
               "samebits: the weighted norm of a step's error is not finite");
    PetscCall(DMRestoreGlobalVector(dm, &lower));
    PetscFunctionReturn(0);
}

static PetscErrorCode ChooseStep(TSAdapt adapt, TS ts, PetscReal h, PetscInt *next, PetscReal *next_h,
                                 PetscBool *accept, PetscReal *error, PetscReal *absolute,
                                 PetscReal *relative)
{
    static PetscBool said = PETSC_FALSE;
    const Adapt *kind = AdaptOf(adapt);
    PetscBool ours = PETSC_FALSE;
    PetscFunctionBegin;
    if (!VECTORS_HAVE_ERROR_NORMS && adapt->wnormtype != NORM_INFINITY) {
        if (!kind->own_norm && !ts->ops->evaluatewlte && ts->ops->evaluatestep)
            ours = PETSC_TRUE;
        else
            PetscCall(Say(PetscObjectComm((PetscObject)adapt), &said, "the choice of the time step",
                          "TSErrorWeightedNorm adds up in loops of its own",
                          "-ts_adapt_wnormtype infinity, or -ts_adapt_type none"));
    }
    if (ours)
        ts->ops->evaluatewlte = ErrorOfStep;
    PetscCall(kind->choose(adapt, ts, h, next, next_h, accept, error, absolute, relative));
    if (ours)
        ts->ops->evaluatewlte = NULL;
    PetscFunctionReturn(0);
}
static PetscErrorCode CreateAdapt(TSAdapt adapt)
{
    Adapt *kind = AdaptOf(adapt);
    PetscFunctionBegin;
    PetscCall(kind->create(adapt));
    kind->choose = adapt->ops->choose;
    adapt->ops->choose = ChooseStep;
    PetscFunctionReturn(0);
}

PetscErrorCode StepsOfOurs(void)
{
    PetscFunctionBegin;
    PetscCall(TSInitializePackage()); /* whose own entries would replace ours later */
    for (size_t i = 0; i < PETSC_STATIC_ARRAY_LENGTH(adapts); i++)
        PetscCall(TSAdaptRegister(adapts[i].type, CreateAdapt));
    PetscFunctionReturn(0);
}
