/* Dot products, norms, sums and extrema of vectors. Each sum is the exact one, rounded once. */
#include "plugin.h"

typedef int DotFunction(const void *, const void *, size_t, void *, MPI_Datatype, MPI_Comm);
typedef int DotsFunction(int, const void *, const void *const *, size_t, void *, MPI_Datatype, MPI_Comm);

/* PETSc's x . y is the sum of x[i] conj(y[i]). */
static PetscErrorCode DotWith(DotFunction *dot, Vec x, Vec y, PetscScalar *z)
{
    const PetscScalar *a, *b;
    PetscFunctionBegin;
    PetscCall(VecGetArrayRead(x, &a));
    PetscCall(VecGetArrayRead(y, &b));
    CallSamebits(dot(b, a, (size_t)x->map->n, z, MPIU_SCALAR, PetscObjectComm((PetscObject)x)));
    PetscCall(VecRestoreArrayRead(y, &b));
    PetscCall(VecRestoreArrayRead(x, &a));
    PetscCall(PetscLogFlops(2.0 * (double)x->map->n));
    PetscFunctionReturn(0);
}

static PetscErrorCode DotsWith(DotsFunction *dots, Vec x, PetscInt n, const Vec y[], PetscScalar *z)
{
    const PetscScalar *a, **b;
    PetscFunctionBegin;
    PetscCall(PetscMalloc1(n, &b));
    PetscCall(VecGetArrayRead(x, &a));
    for (PetscInt i = 0; i < n; i++)
        PetscCall(VecGetArrayRead(y[i], &b[i]));
    CallSamebits(dots((int)n, a, (const void *const *)b, (size_t)x->map->n, z, MPIU_SCALAR,
                      PetscObjectComm((PetscObject)x)));
    for (PetscInt i = 0; i < n; i++)
        PetscCall(VecRestoreArrayRead(y[i], &b[i]));
    PetscCall(VecRestoreArrayRead(x, &a));
    PetscCall(PetscFree(b));
    PetscCall(PetscLogFlops(2.0 * (double)n * (double)x->map->n));
    PetscFunctionReturn(0);
}

static PetscErrorCode Dot(Vec x, Vec y, PetscScalar *z)
{
    return DotWith(samebits_allreduce_conjugated_dot, x, y, z);
}
static PetscErrorCode TDot(Vec x, Vec y, PetscScalar *z) { return DotWith(samebits_allreduce_dot, x, y, z); }
static PetscErrorCode MDot(Vec x, PetscInt n, const Vec y[], PetscScalar *z)
{
    PetscFunctionBegin;
    PetscCall(DotsWith(samebits_allreduce_conjugated_dots, x, n, y, z));
    for (PetscInt i = 0; i < n; i++)
        z[i] = PetscConj(z[i]); /* samebits conjugates x */
    PetscFunctionReturn(0);
}
static PetscErrorCode MTDot(Vec x, PetscInt n, const Vec y[], PetscScalar *z)
{
    return DotsWith(samebits_allreduce_dots, x, n, y, z);
}

static PetscErrorCode DotNorm2(Vec x, Vec y, PetscScalar *dot, PetscScalar *square)
{
    const Vec of[] = {x, y};
    PetscScalar z[2];
    PetscFunctionBegin;
    PetscCall(MDot(y, 2, of, z)); /* y . x and y . y */
    *dot = PetscConj(z[0]);
    *square = z[1];
    PetscFunctionReturn(0);
}

/* Sums the magnitudes; of complex elements samebits would sum |re| + |im|. */
static PetscErrorCode Norm1(Vec x, PetscReal *norm)
{
    const PetscScalar *a;
    MPI_Comm comm = PetscObjectComm((PetscObject)x);
    const size_t n = (size_t)x->map->n;
    PetscFunctionBegin;
    PetscCall(VecGetArrayRead(x, &a));
    if (PetscDefined(USE_COMPLEX)) {
        PetscReal *magnitudes;
        PetscCall(PetscMalloc1(n, &magnitudes));
        for (size_t i = 0; i < n; i++)
            magnitudes[i] = PetscAbsScalar(a[i]);
        CallSamebits(samebits_allreduce_sum_abs(magnitudes, NULL, n, norm, MPIU_REAL, comm));
        PetscCall(PetscFree(magnitudes));
    } else
        CallSamebits(samebits_allreduce_sum_abs(a, NULL, n, norm, MPIU_SCALAR, comm));
    PetscCall(VecRestoreArrayRead(x, &a));
    PetscFunctionReturn(0);
}

static PetscErrorCode Norm2(Vec x, PetscReal *norm)
{
    const PetscScalar *a;
    PetscFunctionBegin;
    PetscCall(VecGetArrayRead(x, &a));
    CallSamebits(
        samebits_allreduce_norm2(a, (size_t)x->map->n, norm, MPIU_SCALAR, PetscObjectComm((PetscObject)x)));
    PetscCall(VecRestoreArrayRead(x, &a));
    PetscCall(PetscLogFlops(2.0 * (double)x->map->n));
    PetscFunctionReturn(0);
}

/* What the largest element is, by one of these. */
static double real_of(PetscScalar x) { return (double)PetscRealPart(x); }
static double negative_of(PetscScalar x) { return -(double)PetscRealPart(x); }
static double magnitude_of(PetscScalar x) { return (double)PetscAbsScalar(x); }

static PetscErrorCode Largest(Vec x, double (*of)(PetscScalar), Extreme *largest)
{
    const PetscScalar *a;
    PetscFunctionBegin;
    *largest = (Extreme){0, NOWHERE};
    PetscCall(VecGetArrayRead(x, &a));
    for (PetscInt i = 0; i < x->map->n; i++)
        *largest = ExtremeOf(*largest, (Extreme){of(a[i]), (int64_t)(x->map->rstart + i)});
    PetscCall(VecRestoreArrayRead(x, &a));
    PetscCall(ExtremeOfAll(largest, PetscObjectComm((PetscObject)x)));
    PetscFunctionReturn(0);
}

static PetscErrorCode Max(Vec x, PetscInt *place, PetscReal *value)
{
    Extreme max;
    PetscFunctionBegin;
    PetscCall(Largest(x, real_of, &max));
    *value = max.place == NOWHERE ? PETSC_MIN_REAL : (PetscReal)max.value;
    if (place)
        *place = (PetscInt)max.place;
    PetscFunctionReturn(0);
}
static PetscErrorCode Min(Vec x, PetscInt *place, PetscReal *value)
{
    Extreme min;
    PetscFunctionBegin;
    PetscCall(Largest(x, negative_of, &min));
    *value = min.place == NOWHERE ? PETSC_MAX_REAL : (PetscReal)-min.value;
    if (place)
        *place = (PetscInt)min.place;
    PetscFunctionReturn(0);
}
static PetscErrorCode NormInfinity(Vec x, PetscReal *norm)
{
    Extreme max;
    PetscFunctionBegin;
    PetscCall(Largest(x, magnitude_of, &max));
    *norm = (PetscReal)max.value;
    PetscFunctionReturn(0);
}

static PetscErrorCode MaxPointwiseDivide(Vec x, Vec y, PetscReal *max)
{
    const PetscScalar *a, *b;
    Extreme largest = {0, NOWHERE};
    PetscFunctionBegin;
    PetscCall(VecGetArrayRead(x, &a));
    PetscCall(VecGetArrayRead(y, &b));
    for (PetscInt i = 0; i < x->map->n; i++) {
        PetscScalar quotient = b[i] != (PetscScalar)0 ? a[i] / b[i] : a[i];
        largest = ExtremeOf(largest, (Extreme){magnitude_of(quotient), (int64_t)(x->map->rstart + i)});
    }
    PetscCall(VecRestoreArrayRead(y, &b));
    PetscCall(VecRestoreArrayRead(x, &a));
    PetscCall(ExtremeOfAll(&largest, PetscObjectComm((PetscObject)x)));
    *max = (PetscReal)largest.value;
    PetscFunctionReturn(0);
}

static PetscErrorCode Norm(Vec x, NormType type, PetscReal *norm)
{
    PetscFunctionBegin;
    switch (type) {
    case NORM_1: PetscCall(Norm1(x, norm)); break;
    case NORM_2:
    case NORM_FROBENIUS: PetscCall(Norm2(x, norm)); break;
    case NORM_INFINITY: PetscCall(NormInfinity(x, norm)); break;
    case NORM_1_AND_2:
        PetscCall(Norm1(x, &norm[0]));
        PetscCall(Norm2(x, &norm[1]));
        break;
    default:
        SETERRQ(PetscObjectComm((PetscObject)x), PETSC_ERR_ARG_OUTOFRANGE,
                "samebits: unknown norm %d; accepted: NORM_1, NORM_2, NORM_FROBENIUS, NORM_INFINITY, "
                "NORM_1_AND_2",
                (int)type);
    }
    PetscFunctionReturn(0);
}

/* Operations of which PETSc adds up what each rank returns (VecDotBegin and its relatives, VecSum,
 * some solvers): the first rank returns the whole, and the others -0.0, which changes no sum. */
static PetscErrorCode Once(Vec x, PetscInt n, PetscScalar *z)
{
    PetscMPIInt rank;
    PetscFunctionBegin;
    PetscCallMPI(MPI_Comm_rank(PetscObjectComm((PetscObject)x), &rank));
    for (PetscInt i = 0; rank && i < n; i++)
        z[i] = -(PetscScalar)0;
    PetscFunctionReturn(0);
}
static PetscErrorCode DotOnce(Vec x, Vec y, PetscScalar *z)
{
    PetscFunctionBegin;
    PetscCall(Dot(x, y, z));
    PetscCall(Once(x, 1, z));
    PetscFunctionReturn(0);
}
static PetscErrorCode TDotOnce(Vec x, Vec y, PetscScalar *z)
{
    PetscFunctionBegin;
    PetscCall(TDot(x, y, z));
    PetscCall(Once(x, 1, z));
    PetscFunctionReturn(0);
}
static PetscErrorCode MDotOnce(Vec x, PetscInt n, const Vec y[], PetscScalar *z)
{
    PetscFunctionBegin;
    PetscCall(MDot(x, n, y, z));
    PetscCall(Once(x, n, z));
    PetscFunctionReturn(0);
}
static PetscErrorCode MTDotOnce(Vec x, PetscInt n, const Vec y[], PetscScalar *z)
{
    PetscFunctionBegin;
    PetscCall(MTDot(x, n, y, z));
    PetscCall(Once(x, n, z));
    PetscFunctionReturn(0);
}
static PetscErrorCode NormOnce(Vec x, NormType type, PetscReal *norm)
{
    PetscMPIInt rank;
    PetscFunctionBegin;
    PetscCall(Norm(x, type, norm));
    PetscCallMPI(MPI_Comm_rank(PetscObjectComm((PetscObject)x), &rank));
    if (rank && type != NORM_INFINITY) /* of which PETSc takes the largest */
        for (int i = 0; i < (type == NORM_1_AND_2 ? 2 : 1); i++)
            norm[i] = 0;
    PetscFunctionReturn(0);
}
static PetscErrorCode SumOnce(Vec x, PetscScalar *z)
{
    const PetscScalar *a;
    samebits_accumulator *sum = NULL;
    PetscFunctionBegin;
    CallSamebits(samebits_accumulator_create("exact", 0, MPIU_SCALAR, &sum));
    PetscCall(VecGetArrayRead(x, &a));
    CallSamebits(samebits_accumulator_add_array(sum, a, (size_t)x->map->n));
    PetscCall(VecRestoreArrayRead(x, &a));
    CallSamebits(samebits_accumulator_allreduce(sum, PetscObjectComm((PetscObject)x)));
    CallSamebits(samebits_accumulator_value(sum, z));
    CallSamebits(samebits_accumulator_free(&sum));
    PetscCall(Once(x, 1, z));
    PetscFunctionReturn(0);
}

/* Random elements by their global index, from one number of the first rank's generator. */
static double uniform(uint64_t key, uint64_t i)
{
    uint64_t z = key + (i + 1) * 0x9e3779b97f4a7c15u; /* splitmix64 */
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return (double)((z ^ (z >> 31)) >> 11) * 0x1p-53;
}

static PetscErrorCode SetRandom(Vec x, PetscRandom random)
{
    PetscScalar low, high, *a;
    PetscReal first;
    double drawn;
    uint64_t key;
    PetscFunctionBegin;
    PetscCall(PetscRandomGetValueReal(random, &first));
    drawn = (double)first;
    PetscCallMPI(MPI_Bcast(&drawn, 1, MPI_DOUBLE, 0, PetscObjectComm((PetscObject)x)));
    PetscCall(PetscMemcpy(&key, &drawn, sizeof key));
    PetscCall(PetscRandomGetInterval(random, &low, &high));
    PetscCall(VecGetArrayWrite(x, &a));
    for (PetscInt i = 0; i < x->map->n; i++) {
        uint64_t at = 2 * (uint64_t)(x->map->rstart + i);
        PetscReal real = (PetscReal)uniform(key, at) * PetscRealPart(high - low);
        a[i] = low + real;
#if defined(PETSC_USE_COMPLEX)
        a[i] += PETSC_i * (PetscReal)uniform(key, at + 1) * PetscImaginaryPart(high - low);
#endif
    }
    PetscCall(VecRestoreArrayWrite(x, &a));
    PetscFunctionReturn(0);
}

void UseReductions(VecOps ops)
{
    ops->dot = Dot;
    ops->tdot = TDot;
    ops->mdot = MDot;
    ops->mtdot = MTDot;
    ops->dotnorm2 = DotNorm2;
    ops->norm = Norm;
    ops->max = Max;
    ops->min = Min;
    ops->maxpointwisedivide = MaxPointwiseDivide;
    ops->dot_local = DotOnce;
    ops->tdot_local = TDotOnce;
    ops->mdot_local = MDotOnce;
    ops->mtdot_local = MTDotOnce;
    ops->norm_local = NormOnce;
    ops->sum = SumOnce;
    ops->setrandom = SetRandom;
#if VECTORS_HAVE_ERROR_NORMS
    ops->errorwnorm = ErrorNorms;
#endif
}
