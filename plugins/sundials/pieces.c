/* What a vector is made of: N_Vector_Parallel has one piece on each rank; MPIManyVector and MPIPlusX
 * have those of their subvectors, which may have subvectors themselves. */
#include "plugin.h"

static N_Vector_ID id_of(N_Vector v) { return v->ops->nvgetvectorid(v); }

bool is_parallel(N_Vector v) { return id_of(v) == SUNDIALS_NVEC_PARALLEL; }

bool is_many(N_Vector v)
{
    return id_of(v) == SUNDIALS_NVEC_MPIMANYVECTOR || id_of(v) == SUNDIALS_NVEC_MPIPLUSX;
}

/* Vectors of this process alone whose elements lie in the host's memory. */
static bool is_local(N_Vector v)
{
    N_Vector_ID id = id_of(v);
    return id == SUNDIALS_NVEC_SERIAL || id == SUNDIALS_NVEC_OPENMP || id == SUNDIALS_NVEC_PTHREADS;
}

static const struct _N_VectorContent_MPIManyVector *many(N_Vector v) { return v->content; }

static const struct _N_VectorContent_Parallel *parallel(N_Vector v) { return v->content; }

/* The vectors that v is made of, and their number; 0 if it has elements of its own. */
static N_Vector *subvectors(N_Vector v, sunindextype *count)
{
    *count = 0;
    if (is_many(v)) {
        *count = many(v)->num_subvectors;
        return many(v)->subvec_array;
    }
    if (id_of(v) == SUNDIALS_NVEC_MANYVECTOR) {
        const struct _N_VectorContent_ManyVector *content = v->content;
        *count = content->num_subvectors;
        return content->subvec_array;
    }
    return NULL;
}

static N_Vector subvector(N_Vector v, sunindextype i)
{
    sunindextype count;
    return v ? subvectors(v, &count)[i] : NULL;
}

static const sunrealtype *elements(N_Vector v) { return v ? v->ops->nvgetarraypointer(v) : NULL; }

static struct piece piece_of(N_Vector x, N_Vector y, N_Vector z)
{
    sunindextype n = is_parallel(x) ? parallel(x)->local_length : x->ops->nvgetlength(x);
    return (struct piece){elements(x), elements(y), elements(z), (size_t)n};
}

void each_piece(N_Vector x, N_Vector y, N_Vector z, visitor *visit, void *state)
{
    sunindextype count;
    if (!subvectors(x, &count)) {
        struct piece piece = piece_of(x, y, z);
        visit(&piece, state);
    }
    for (sunindextype i = 0; i < count; i++)
        each_piece(subvector(x, i), subvector(y, i), subvector(z, i), visit, state);
}

bool single_piece(N_Vector x, N_Vector y, N_Vector z, struct piece *piece)
{
    sunindextype count;
    while (subvectors(x, &count)) {
        if (count != 1)
            return false;
        x = subvector(x, 0), y = subvector(y, 0), z = subvector(z, 0);
    }
    *piece = piece_of(x, y, z);
    return true;
}

MPI_Comm comm_of(N_Vector v)
{
    MPI_Comm comm = is_parallel(v) ? parallel(v)->comm : many(v)->comm;
    /* SUNDIALS's own operations do not communicate then. */
    return comm == MPI_COMM_NULL ? MPI_COMM_SELF : comm;
}

sunindextype length_of(N_Vector v)
{
    return is_parallel(v) ? parallel(v)->global_length : many(v)->global_length;
}

N_Vector first_foreign(N_Vector v)
{
    sunindextype count;
    N_Vector *parts = subvectors(v, &count);
    for (sunindextype i = 0; i < count; i++) {
        N_Vector found = first_foreign(parts[i]);
        if (found)
            return found;
    }
    return parts || is_local(v) || is_parallel(v) ? NULL : v;
}

const char *kind_of(N_Vector v)
{
    /* What an ID is called where somebody has to find it in a program. */
    static const struct {
        N_Vector_ID id;
        const char *name;
    } kinds[] = {
        {SUNDIALS_NVEC_SERIAL, "N_Vector_Serial"},
        {SUNDIALS_NVEC_PARALLEL, "N_Vector_Parallel"},
        {SUNDIALS_NVEC_OPENMP, "N_Vector_OpenMP"},
        {SUNDIALS_NVEC_PTHREADS, "N_Vector_Pthreads"},
        {SUNDIALS_NVEC_PARHYP, "N_Vector_ParHyp"},
        {SUNDIALS_NVEC_PETSC, "N_Vector_Petsc"},
        {SUNDIALS_NVEC_CUDA, "N_Vector_Cuda"},
        {SUNDIALS_NVEC_HIP, "N_Vector_Hip"},
        {SUNDIALS_NVEC_SYCL, "N_Vector_Sycl"},
        {SUNDIALS_NVEC_RAJA, "N_Vector_Raja"},
        {SUNDIALS_NVEC_OPENMPDEV, "N_Vector_OpenMPDEV"},
        {SUNDIALS_NVEC_TRILINOS, "N_Vector_Trilinos"},
        {SUNDIALS_NVEC_MANYVECTOR, "N_Vector_ManyVector"},
        {SUNDIALS_NVEC_MPIMANYVECTOR, "N_Vector_MPIManyVector"},
        {SUNDIALS_NVEC_MPIPLUSX, "N_Vector_MPIPlusX"},
        {SUNDIALS_NVEC_CUSTOM, "an N_Vector of the program's own"},
    };
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (kinds[i].id == id_of(v))
            return kinds[i].name;
    return "an N_Vector of a kind that the plug-in does not know";
}
