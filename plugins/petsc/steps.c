/* Steps in time whose length is chosen by a weighted norm of the error. PETSc adds it up in a loop of its
 * own; where a method leaves it to the choice of the step, it is computed here: the exact sum of the
 * squares of error/tolerance, rounded once. */
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
        if (!strcmp(((PetscObject)adapt)->type_name, adapts[i].type)) return &adapts[i];
    return NULL;
}

/* The tolerances of all elements, or one for all. */
static PetscErrorCode Tolerances(Vec of_elements, const PetscScalar **t)
{
    PetscFunctionBegin;
    *t = NULL;
    if (of_elements) PetscCall(VecGetArrayRead(of_elements, t));
    PetscFunctionReturn(0);
}
static PetscErrorCode RestoreTolerances(Vec of_elements, const PetscScalar **t)
{
    PetscFunctionBegin;
    if (of_elements) PetscCall(VecRestoreArrayRead(of_elements, t));
    PetscFunctionReturn(0);
}

/* The root of the mean of the squares of |y - u| / tolerance. */
static PetscErrorCode WeightedNorm(TS ts, Vec u, Vec y, PetscReal *norm)
{
    const PetscScalar *a, *b, *absolute, *relative;
    const PetscReal least = ts->adapt->ignore_max; /* smaller elements do not count */
    MPI_Comm comm = PetscObjectComm((PetscObject)u);
    PetscReal *errors, squares;
    PetscInt n, counted = 0, all;
    PetscFunctionBegin;
    PetscCall(VecGetLocalSize(u, &n));
    PetscCall(PetscMalloc1(n, &errors));
    PetscCall(VecGetArrayRead(u, &a));
    PetscCall(VecGetArrayRead(y, &b));
    PetscCall(Tolerances(ts->vatol, &absolute));
    PetscCall(Tolerances(ts->vrtol, &relative));
    for (PetscInt i = 0; i < n; i++) {
        const PetscReal u_size = PetscAbsScalar(a[i]), y_size = PetscAbsScalar(b[i]);
        if (u_size < least || y_size < least) continue;
        const PetscReal by = (absolute ? PetscRealPart(absolute[i]) : ts->atol) +
                             (relative ? PetscRealPart(relative[i]) : ts->rtol) * PetscMax(u_size, y_size);
        if (by > 0) errors[counted++] = PetscAbsScalar(b[i] - a[i]) / by;
    }
    PetscCall(RestoreTolerances(ts->vrtol, &relative));
    PetscCall(RestoreTolerances(ts->vatol, &absolute));
    PetscCall(VecRestoreArrayRead(y, &b));
    PetscCall(VecRestoreArrayRead(u, &a));
    CallSamebits(samebits_allreduce_dot(errors, errors, (size_t)counted, &squares, MPIU_REAL, comm));
    PetscCallMPI(MPI_Allreduce(&counted, &all, 1, MPIU_INT, MPI_SUM, comm));
    PetscCall(PetscFree(errors));
    *norm = all ? PetscSqrtReal(squares / (PetscReal)all) : 0;
    PetscCheck(!PetscIsInfOrNanReal(*norm), comm, PETSC_ERR_FP,
               "samebits: the weighted norm of a step's error is not finite");
    PetscFunctionReturn(0);
}

/* For methods that can evaluate a step at a lower order, which PETSc would do itself otherwise. */
static PetscErrorCode ErrorOfStep(TS ts, NormType type, PetscInt *order, PetscReal *norm)
{
    Vec lower;
    DM dm;
    PetscFunctionBegin;
    (void)type;
    PetscCheck(ts->adapt->candidates.n >= 1, PetscObjectComm((PetscObject)ts), PETSC_ERR_ARG_WRONGSTATE,
               "No candidate has been registered");
    PetscCheck(ts->adapt->candidates.inuse_set, PetscObjectComm((PetscObject)ts), PETSC_ERR_ARG_WRONGSTATE,
               "The scheme in use is not among the %" PetscInt_FMT " candidates", ts->adapt->candidates.n);
    *order = ts->adapt->candidates.order[0];
    PetscCall(TSGetDM(ts, &dm));
    PetscCall(DMGetGlobalVector(dm, &lower));
    PetscCall(TSEvaluateStep(ts, *order - 1, lower, NULL));
    PetscCall(WeightedNorm(ts, ts->vec_sol, lower, norm));
    PetscCall(DMRestoreGlobalVector(dm, &lower));
    PetscFunctionReturn(0);
}

static PetscErrorCode ChooseStep(TSAdapt adapt, TS ts, PetscReal h, PetscInt *next, PetscReal *next_h,
                                 PetscBool *accept, PetscReal *error, PetscReal *absolute, PetscReal *relative)
{
    static PetscBool said = PETSC_FALSE;
    const Adapt *kind = AdaptOf(adapt);
    PetscBool ours = PETSC_FALSE;
    PetscFunctionBegin;
    if (adapt->wnormtype != NORM_INFINITY) {
        if (!kind->own_norm && !ts->ops->evaluatewlte && ts->ops->evaluatestep) ours = PETSC_TRUE;
        else
            PetscCall(Say(PetscObjectComm((PetscObject)adapt), &said, "the choice of the time step",
                          "TSErrorWeightedNorm adds up in loops of its own",
                          "-ts_adapt_wnormtype infinity, or -ts_adapt_type none"));
    }
    if (ours) ts->ops->evaluatewlte = ErrorOfStep;
    PetscCall(kind->choose(adapt, ts, h, next, next_h, accept, error, absolute, relative));
    if (ours) ts->ops->evaluatewlte = NULL;
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
