/* What a program that uses SUNDIALS computes, to the bit, without changing the program. Preloaded, this
 * steps in front of what integrators return by, and appends a line to $SUNDIALS_DIGEST each time: the
 * function, the time reached, and a digest of the solution's elements. The digest is a sum of integers,
 * so that it does not depend on which rank has which element. The last line has the time that rank 0
 * spent in these functions. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <inttypes.h>
#include <mpi.h>
#include <nvector/nvector_mpimanyvector.h>
#include <nvector/nvector_parallel.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static double spent;

static uint64_t scramble(uint64_t bits)
{
    bits = (bits ^ (bits >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    bits = (bits ^ (bits >> 27)) * UINT64_C(0x94d049bb133111eb);
    return bits ^ (bits >> 31);
}

static uint64_t digest(N_Vector v)
{
    uint64_t sum = 0;
    N_Vector_ID id = v->ops->nvgetvectorid(v);
    if (id == SUNDIALS_NVEC_MPIMANYVECTOR || id == SUNDIALS_NVEC_MPIPLUSX) {
        struct _N_VectorContent_MPIManyVector *content = v->content;
        for (sunindextype i = 0; i < content->num_subvectors; i++)
            sum += digest(content->subvec_array[i]) * (uint64_t)(2 * i + 1);
        return sum;
    }
    const realtype *data = v->ops->nvgetarraypointer(v);
    sunindextype n = id == SUNDIALS_NVEC_PARALLEL ? NV_LOCLENGTH_P(v) : v->ops->nvgetlength(v);
    for (sunindextype i = 0; i < n; i++) {
        uint64_t bits = 0;
        memcpy(&bits, &data[i], sizeof data[i]);
        sum += scramble(bits + UINT64_C(0x9e3779b97f4a7c15));
    }
    return sum;
}

static void print(const char *format, const char *name, double at, uint64_t value)
{
    static FILE *file;
    int rank;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank != 0)
        return;
    if (!file && !(file = fopen(getenv("SUNDIALS_DIGEST"), "w"))) {
        perror(getenv("SUNDIALS_DIGEST"));
        MPI_Abort(MPI_COMM_WORLD, 1);
    }
    fprintf(file, format, name, at, value);
    fflush(file);
}

static void record(const char *name, double at, N_Vector v)
{
    uint64_t mine = digest(v), all = 0;
    MPI_Reduce(&mine, &all, 1, MPI_UINT64_T, MPI_SUM, 0, MPI_COMM_WORLD);
    print("%s %a %016" PRIx64 "\n", name, at, all);
}

#define CALL(name, parameters, arguments, at, solution)  \
    int name parameters;                                 \
    int name parameters                                  \
    {                                                    \
        int(*next) parameters = dlsym(RTLD_NEXT, #name); \
        double start = MPI_Wtime();                      \
        int error = next arguments;                      \
        spent += MPI_Wtime() - start;                    \
        record(#name, at, solution);                     \
        return error;                                    \
    }

#define INTEGRATE(name)                                                                                    \
    CALL(name, (void *memory, realtype end, N_Vector y, realtype *t, int task), (memory, end, y, t, task), \
         (double)*t, y)
INTEGRATE(CVode)
INTEGRATE(ARKStepEvolve)
INTEGRATE(ERKStepEvolve)
INTEGRATE(MRIStepEvolve)

#define GET(name) CALL(name, (void *memory, realtype *t, N_Vector y), (memory, t, y), (double)*t, y)
GET(CVodeGetQuad)
GET(IDAGetQuad)

#define GET_ONE(name) \
    CALL(name, (void *memory, realtype *t, int i, N_Vector y), (memory, t, i, y), (double)*t, y)
GET_ONE(CVodeGetSens1)
GET_ONE(IDAGetSens1)

#define GET_ALL(name) CALL(name, (void *memory, realtype *t, N_Vector *y), (memory, t, y), (double)*t, y[0])
GET_ALL(CVodeGetSens)

#define GET_BACK(name) \
    CALL(name, (void *memory, int i, realtype *t, N_Vector y), (memory, i, t, y), (double)*t, y)
GET_BACK(CVodeGetB)

CALL(CVodeF, (void *memory, realtype end, N_Vector y, realtype *t, int task, int *points),
     (memory, end, y, t, task, points), (double)*t, y)
CALL(IDASolve, (void *memory, realtype end, realtype *t, N_Vector y, N_Vector derivative, int task),
     (memory, end, t, y, derivative, task), (double)*t, y)
CALL(KINSol, (void *memory, N_Vector y, int strategy, N_Vector y_scale, N_Vector f_scale),
     (memory, y, strategy, y_scale, f_scale), 0.0, y)

int MPI_Finalize(void)
{
    int (*next)(void) = dlsym(RTLD_NEXT, "MPI_Finalize");
    if (spent > 0)
        print("%s %.6f %" PRIu64 "\n", "seconds", spent, 0);
    return next();
}
