/* How vectors get the plug-in's operations. Preloaded, these functions are called in place of
 * SUNDIALS's, from programs, from its Fortran modules and from one of its libraries to another. Clones
 * have the operations of the vector that they are cloned from. */
#define _GNU_SOURCE
#include "plugin.h"

#include <dlfcn.h>
#include <link.h>
#include <nvector/nvector_mpiplusx.h>

#define EXPORT __attribute__((visibility("default")))

/* ---- SUNDIALS's own functions ---- */

/* The function that would have been called; if SUNDIALS was opened later, and for some library alone
 * (as Python does), the one that the caller's library sees. */
static void *next_of(const char *name, void *caller)
{
    Dl_info info;
    struct link_map *map;
    void *found = dlsym(RTLD_NEXT, name);
    if (!found && dladdr1(caller, &info, (void **)&map, RTLD_DL_LINKMAP) && map->l_name && *map->l_name) {
        void *library = dlopen(map->l_name, RTLD_LAZY | RTLD_NOLOAD);
        found = library ? dlsym(library, name) : NULL;
        if (library)
            dlclose(library);
    }
    if (!found) {
        static bool said;
        say_once(&said, "SUNDIALS's %s is not found behind libsamebits_sundials.so", name);
    }
    return found;
}

/* Declares `next`, SUNDIALS's own function of that name. */
#define NEXT(name) __typeof__(&name) next = (__typeof__(&name))next_of(#name, __builtin_return_address(0))

/* ---- Vectors ---- */

static void foreign(N_Vector part, N_Vector whole)
{
    static bool said_of[64]; /* by ID */
    bool *said = &said_of[(unsigned)part->ops->nvgetvectorid(part) % 64];
    if (part == whole)
        say_once(said, "%s is used, which the plug-in does not cover: its sums depend on the number of ranks",
                 kind_of(part));
    else
        say_once(said,
                 "%s is part of an %s, whose sums therefore depend on the number of ranks: the plug-in takes "
                 "those of N_Vector_Parallel, Serial, OpenMP, Pthreads and ManyVector",
                 kind_of(part), kind_of(whole));
}

static bool between_groups(N_Vector v)
{
    static bool said;
    int inter = 0;
    MPI_Comm_test_inter(comm_of(v), &inter);
    if (inter)
        say_once(&said,
                 "an %s is on an intercommunicator, which the plug-in does not cover: its sums depend on the "
                 "number of ranks",
                 kind_of(v));
    return inter;
}

static void take(N_Vector v)
{
    if (!v || !v->ops || !v->ops->nvgetvectorid || !(is_parallel(v) || is_many(v)))
        return;
    seen();
    if (!usable())
        return;
    N_Vector part = first_foreign(v);
    if (part)
        foreign(part, v);
    else if (!between_groups(v))
        take_operations(v);
}

/* A vector that the integrators clone, and that may have come by another way. */
static void notice(N_Vector v)
{
    if (!v || !v->ops || !v->ops->nvgetvectorid || has_our_operations(v))
        return;
    take(v);
    N_Vector_ID id = v->ops->nvgetvectorid(v);
    bool distributed = id == SUNDIALS_NVEC_PARHYP || id == SUNDIALS_NVEC_PETSC ||
        id == SUNDIALS_NVEC_TRILINOS || (id == SUNDIALS_NVEC_CUSTOM && v->ops->nvgetcommunicator);
    if (distributed) {
        seen();
        foreign(v, v);
    }
}

/* ---- Constructors ---- */

/* (An MPI of another kind has handles of another size, which must not be handed on: usable comes first.) */
#define CONSTRUCT(name, parameters, arguments)     \
    EXPORT N_Vector name parameters                \
    {                                              \
        NEXT(name);                                \
        usable();                                  \
        N_Vector v = next ? next arguments : NULL; \
        take(v);                                   \
        return v;                                  \
    }
CONSTRUCT(N_VNewEmpty_Parallel, (MPI_Comm comm, sunindextype local, sunindextype global, SUNContext context),
          (comm, local, global, context))
CONSTRUCT(N_VNew_Parallel, (MPI_Comm comm, sunindextype local, sunindextype global, SUNContext context),
          (comm, local, global, context))
CONSTRUCT(N_VMake_Parallel,
          (MPI_Comm comm, sunindextype local, sunindextype global, sunrealtype *data, SUNContext context),
          (comm, local, global, data, context))
CONSTRUCT(N_VMake_MPIManyVector, (MPI_Comm comm, sunindextype count, N_Vector *parts, SUNContext context),
          (comm, count, parts, context))
CONSTRUCT(N_VNew_MPIManyVector, (sunindextype count, N_Vector *parts, SUNContext context),
          (count, parts, context))
CONSTRUCT(N_VMake_MPIPlusX, (MPI_Comm comm, N_Vector part, SUNContext context), (comm, part, context))

#define CLONE(name)                   \
    EXPORT N_Vector name(N_Vector w)  \
    {                                 \
        NEXT(name);                   \
        notice(w);                    \
        return next ? next(w) : NULL; \
    }
CLONE(N_VClone)
CLONE(N_VCloneEmpty)

/* ---- What enables operations that were not ---- */

#define ENABLE(name)                                      \
    EXPORT int name(N_Vector v, sunbooleantype on)        \
    {                                                     \
        NEXT(name);                                       \
        bool ours = v && v->ops && has_our_operations(v); \
        int error = next ? next(v, on) : -1;              \
        if (ours)                                         \
            take(v);                                      \
        return error;                                     \
    }
#define ENABLE_BOTH(name) ENABLE(name##_Parallel) ENABLE(name##_MPIManyVector)
ENABLE_BOTH(N_VEnableFusedOps)
ENABLE_BOTH(N_VEnableDotProdMulti)
ENABLE_BOTH(N_VEnableWrmsNormVectorArray)
ENABLE_BOTH(N_VEnableWrmsNormMaskVectorArray)

/* KINSOL does without it if the vectors have none, and so does no one else in SUNDIALS 6; a program
 * that calls it itself gets the sum of what its ranks have rounded, as it would without the plug-in. */
EXPORT int N_VDotProdMultiAllReduce(int n, N_Vector x, sunrealtype *sums)
{
    NEXT(N_VDotProdMultiAllReduce);
    if (!x->ops->nvdotprodmultiallreduce && has_our_operations(x)) {
        static bool said;
        say_once(
            &said,
            "N_VDotProdMultiAllReduce adds up dot products that each rank has computed of its own elements: "
            "these sums depend on the number of ranks. N_VDotProdMulti does not");
        MPI_Comm comm = comm_of(x);
        return MPI_Allreduce(MPI_IN_PLACE, sums, n, SAMEBITS_REAL, MPI_SUM, comm) == MPI_SUCCESS ? 0 : -1;
    }
    return next ? next(n, x, sums) : -1;
}
