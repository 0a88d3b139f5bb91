/* Programs in which something is not covered: what the plug-in says is compared by test.sh.
 *
 *     words none      no vector at all
 *     words foreign   an MPIManyVector with a part of an unknown kind
 *     words single    sums of dot products that each rank has computed of its own elements
 *     words opened    SUNDIALS opened by dlopen, for this program alone, as Python does */
#include <dlfcn.h>
#include <mpi.h>
#include <nvector/nvector_mpimanyvector.h>
#include <nvector/nvector_parallel.h>
#include <nvector/nvector_serial.h>
#include <stdio.h>
#include <string.h>

static int ranks;

#if !defined(OPENED)
static SUNContext context;

static N_Vector_ID unknown(N_Vector v)
{
    (void)v;
    return SUNDIALS_NVEC_CUSTOM;
}

static double thirds(N_Vector v)
{
    N_VConst(1.0 / 3, v);
    return N_VDotProd(v, v);
}

static N_Vector part(void) { return N_VNew_Parallel(MPI_COMM_WORLD, 10, 10 * ranks, context); }

static void foreign(void)
{
    N_Vector parts[] = {part(), N_VNew_Serial(3, context)};
    parts[1]->ops->nvgetvectorid = unknown;
    N_Vector v = N_VMake_MPIManyVector(MPI_COMM_WORLD, 2, parts, context);
    printf("%a\n", thirds(v));
    N_VDestroy(v);
}

static void single(void)
{
    realtype results[2];
    N_Vector v = part(), both[] = {v, v};
    N_VConst(1, v);
    N_VDotProdMultiLocal(2, v, both, results);
    int error = N_VDotProdMultiAllReduce(2, v, results);
    printf("%d %g %g\n", error, (double)results[0], (double)results[1]);
    N_VDestroy(v);
}

#else
/* A program of its own, that is linked with no part of SUNDIALS. */
static int opened(void)
{
    void *library = dlopen("libsundials_nvecparallel.so.6", RTLD_NOW | RTLD_LOCAL);
    if (!library)
        return puts(dlerror()) < 0;
    N_Vector (*make)(MPI_Comm, sunindextype, sunindextype, SUNContext) =
        (N_Vector(*)(MPI_Comm, sunindextype, sunindextype, SUNContext))dlsym(library, "N_VNew_Parallel");
    int (*create)(void *, SUNContext *) = (int (*)(void *, SUNContext *))dlsym(library, "SUNContext_Create");
    MPI_Comm comm = MPI_COMM_WORLD;
    SUNContext context;
    create(&comm, &context);
    N_Vector v = make(comm, 10, 10 * ranks, context);
    for (int i = 0; i < 10; i++)
        ((N_VectorContent_Parallel)v->content)->data[i] = 1.0 / 3;
    printf("%a\n", (double)v->ops->nvdotprod(v, v));
    return 0;
}
#endif

int main(int argc, char **argv)
{
    const char *what = argc > 1 ? argv[1] : "";
    MPI_Init(&argc, &argv);
    MPI_Comm comm = MPI_COMM_WORLD;
    MPI_Comm_size(comm, &ranks);
#if !defined(OPENED)
    SUNContext_Create(&comm, &context);
    if (strcmp(what, "foreign") == 0)
        foreign();
    else if (strcmp(what, "single") == 0)
        single();
    SUNContext_Free(&context);
#else
    if (strcmp(what, "opened") == 0)
        opened();
#endif
    MPI_Finalize();
    return 0;
}
