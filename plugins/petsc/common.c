/* Extrema over all ranks, data that belong to an object of PETSc's, and summands on their way to
 * the rank that owns their row. */
#include "plugin.h"

Extreme ExtremeOf(Extreme a, Extreme b)
{
    if (a.place == NOWHERE)
        return b;
    if (b.place == NOWHERE)
        return a;
    const int a_nan = a.value != a.value, b_nan = b.value != b.value;
    if (a_nan != b_nan)
        return a_nan ? a : b;
    if (!a_nan && a.value != b.value)
        return a.value > b.value ? a : b;
    return a.place <= b.place ? a : b;
}

static void MPIAPI Merge(void *in, void *inout, int *n, MPI_Datatype *type)
{
    const Extreme *from = in;
    Extreme *into = inout;
    (void)type;
    for (int i = 0; i < *n; i++)
        into[i] = ExtremeOf(from[i], into[i]);
}

static MPI_Datatype extreme_type = MPI_DATATYPE_NULL;
static MPI_Op extreme_op = MPI_OP_NULL;
static PetscErrorCode FreeHandles(void)
{
    PetscFunctionBegin;
    PetscCallMPI(MPI_Type_free(&extreme_type));
    PetscCallMPI(MPI_Op_free(&extreme_op));
    PetscFunctionReturn(0);
}

PetscErrorCode ExtremeOfAll(Extreme *extreme, MPI_Comm comm)
{
    PetscMPIInt ranks;
    PetscFunctionBegin;
    PetscCallMPI(MPI_Comm_size(comm, &ranks));
    if (ranks == 1)
        PetscFunctionReturn(0);
    if (extreme_op == MPI_OP_NULL) {
        PetscCallMPI(MPI_Type_contiguous(sizeof(Extreme), MPI_BYTE, &extreme_type));
        PetscCallMPI(MPI_Type_commit(&extreme_type));
        PetscCallMPI(MPI_Op_create(Merge, 1, &extreme_op));
        PetscCall(PetscRegisterFinalize(FreeHandles));
    }
    PetscCallMPI(MPI_Allreduce(MPI_IN_PLACE, extreme, 1, extreme_type, extreme_op, comm));
    PetscFunctionReturn(0);
}

typedef struct {
    PetscObject owner;
    PetscErrorCode (*release)(void *);
    void *data;
} Owned;

static PetscErrorCode Release(void *pointer)
{
    Owned *owned = pointer;
    PetscFunctionBegin;
    PetscCall(owned->release(owned->data));
    PetscCall(PetscFree(owned->data));
    PetscCall(PetscFree(owned));
    PetscFunctionReturn(0);
}

#if PETSC_VERSION_GE(3, 23, 0)
/* Declared with void * in some versions, and with void ** in others. */
static PetscErrorCode ReleaseAt(void **pointer) { return Release(*pointer); }
#define SetRelease(container) PetscContainerSetCtxDestroy(container, (PetscCtxDestroyFn *)ReleaseAt)
#else
#define SetRelease(container) PetscContainerSetUserDestroy(container, Release)
#endif

PetscErrorCode Belonging(PetscObject object, size_t bytes, PetscErrorCode (*release)(void *),
                         PetscBool create, void *pointer)
{
    static const char name[] = "samebits";
    PetscContainer container = NULL;
    Owned *owned = NULL;
    PetscFunctionBegin;
    *(void **)pointer = NULL;
    PetscCall(PetscObjectQuery(object, name, (PetscObject *)&container));
    if (container)
        PetscCall(PetscContainerGetPointer(container, (void **)&owned));
    if (owned && owned->owner == object)
        *(void **)pointer = owned->data;
    else if (create) { /* VecDuplicate shares what is composed with the original */
        PetscCall(PetscNew(&owned));
        PetscCall(PetscCalloc(bytes, &owned->data));
        owned->owner = object;
        owned->release = release;
        PetscCall(PetscContainerCreate(PETSC_COMM_SELF, &container));
        PetscCall(PetscContainerSetPointer(container, owned));
        PetscCall(SetRelease(container));
        PetscCall(PetscObjectCompose(object, name, (PetscObject)container));
        PetscCall(PetscContainerDestroy(&container)); /* the object has a reference */
        *(void **)pointer = owned->data;
    }
    PetscFunctionReturn(0);
}

PetscErrorCode SummandsAdd(Summands *all, PetscInt row, PetscInt column, PetscScalar value)
{
    PetscFunctionBegin;
    if (all->n == all->room) {
        all->room = 2 * all->room + 64;
        PetscCall(PetscRealloc(all->room * sizeof *all->at, &all->at));
    }
    all->at[all->n++] = (Summand){row, column, value};
    PetscFunctionReturn(0);
}

PetscErrorCode SummandsFree(Summands *all)
{
    PetscFunctionBegin;
    PetscCall(PetscFree(all->at));
    all->n = all->room = 0;
    PetscFunctionReturn(0);
}

static int ByRow(const void *a, const void *b)
{
    const PetscInt x = ((const Summand *)a)->row, y = ((const Summand *)b)->row;
    return x < y ? -1 : x > y;
}

/* Sends the summands in `others` to the owners of their rows, and appends what comes to `own`. */
PetscErrorCode SummandsSend(MPI_Comm comm, PetscLayout rows, Summands *others, Summands *own)
{
    PetscMPIInt to = 0, from, tag, *to_ranks, *from_ranks, ranks;
    PetscInt *to_counts, *from_counts = NULL;
    MPI_Request *requests;
    MPI_Datatype type;
    size_t at = 0;
    PetscFunctionBegin;
    PetscCallMPI(MPI_Comm_size(comm, &ranks));
    if (ranks == 1)
        PetscFunctionReturn(0);
    if (others->n)
        qsort(others->at, others->n, sizeof *others->at, ByRow);
    PetscCall(PetscMalloc2(ranks, &to_ranks, ranks, &to_counts));
    while (at < others->n) {
        PetscMPIInt owner;
        const size_t first = at;
        PetscCall(PetscLayoutFindOwner(rows, others->at[at].row, &owner));
        while (at < others->n && others->at[at].row < rows->range[owner + 1])
            at++;
        to_ranks[to] = owner;
        to_counts[to++] = (PetscInt)(at - first);
    }
    PetscCall(PetscCommBuildTwoSided(comm, 1, MPIU_INT, to, to_ranks, to_counts, &from, &from_ranks,
                                     (void *)&from_counts));
    PetscCall(PetscCommGetNewTag(comm, &tag));
    PetscCall(PetscMalloc1((size_t)(to + from), &requests));
    PetscCallMPI(MPI_Type_contiguous(sizeof(Summand), MPI_BYTE, &type));
    PetscCallMPI(MPI_Type_commit(&type));
    size_t coming = 0;
    for (PetscMPIInt i = 0; i < from; i++)
        coming += (size_t)from_counts[i];
    if (own->n + coming > own->room) {
        own->room = own->n + coming;
        PetscCall(PetscRealloc(own->room * sizeof *own->at, &own->at));
    }
    for (PetscMPIInt i = 0; i < from; i++) {
        PetscMPIInt n;
        PetscCall(PetscMPIIntCast(from_counts[i], &n));
        PetscCallMPI(MPI_Irecv(own->at + own->n, n, type, from_ranks[i], tag, comm, &requests[i]));
        own->n += (size_t)n;
    }
    at = 0;
    for (PetscMPIInt i = 0; i < to; i++) {
        PetscMPIInt n;
        PetscCall(PetscMPIIntCast(to_counts[i], &n));
        PetscCallMPI(MPI_Isend(others->at + at, n, type, to_ranks[i], tag, comm, &requests[from + i]));
        at += (size_t)n;
    }
    PetscCallMPI(MPI_Waitall(from + to, requests, MPI_STATUSES_IGNORE));
    PetscCallMPI(MPI_Type_free(&type));
    PetscCall(PetscFree(requests));
    PetscCall(PetscFree(from_ranks));
    PetscCall(PetscFree(from_counts));
    PetscCall(PetscFree2(to_ranks, to_counts));
    PetscCall(SummandsFree(others));
    PetscFunctionReturn(0);
}

/* Sorts by row: those of row first + i are sorted[starts[i]] to sorted[starts[i + 1] - 1]. */
PetscErrorCode SummandsByRow(const Summands *all, PetscInt first, PetscInt rows, size_t **starts,
                             Summand **sorted)
{
    size_t *s;
    PetscFunctionBegin;
    PetscCall(PetscCalloc1((size_t)rows + 2, starts));
    PetscCall(PetscMalloc1(all->n, sorted));
    s = *starts + 1;
    for (size_t k = 0; k < all->n; k++)
        s[all->at[k].row - first + 1]++;
    for (PetscInt i = 0; i < rows; i++)
        s[i + 1] += s[i];
    for (size_t k = 0; k < all->n; k++)
        (*sorted)[s[all->at[k].row - first]++] = all->at[k];
    PetscFunctionReturn(0);
}

PetscScalar ExactSum(const PetscScalar *x, size_t n)
{
    PetscScalar sum = 0;
#if defined(PETSC_USE_COMPLEX)
    SUM_COMPLEX(x, n, &sum);
#else
    sum = SUM_REALS(x, n);
#endif
    return sum;
}
