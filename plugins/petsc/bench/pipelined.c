/* The time of an iteration of PETSc's pipelined solvers on a 2-D Laplace problem: by the MPI library's own
 * MPI_Iallreduce and MPI_Allreduce, and by samebits, which is preloaded, in turn, in one run. A time is that
 * of the slowest rank. Shown are medians, their ratio, and the quartiles of the ratios of two solutions
 * one after the other. All of samebits' solutions must have the same bits.
 *
 *     pipelined -solvers pipecg,pgmres ... [-n POINTS] [-iterations N] [-repetitions N] [-csv]
 *
 * Run it by plugins/petsc/bench/pipelined.sh. */
#define _GNU_SOURCE /* RTLD_NEXT */
#include <dlfcn.h>
#include "../../../benches/support/timing.h"
#include "../test/laplacian.h"

#undef MPI_Allreduce /* which PETSc's headers count */
#undef MPI_Iallreduce
#define SOLVERS_MAX 32
enum { NATIVE, OURS, LIBRARIES };
static int library = OURS;

/* The program's functions come first, and pass calls on to one of the two. (PMPI_ functions are looked up,
 * since samebits warns of programs that import them.) */
typedef int Allreduce(const void *, void *, int, MPI_Datatype, MPI_Op, MPI_Comm);
typedef int Iallreduce(const void *, void *, int, MPI_Datatype, MPI_Op, MPI_Comm, MPI_Request *);
static Allreduce *allreduce[LIBRARIES];
static Iallreduce *iallreduce[LIBRARIES];

static void *function(const char *name)
{
    void *found = dlsym(RTLD_NEXT, name);
    if (!found) {
        fprintf(stderr, "pipelined: there is no %s\n", name);
        exit(1);
    }
    return found;
}

static void find_libraries(void)
{
    allreduce[NATIVE] = (Allreduce *)function("PMPI_Allreduce");
    allreduce[OURS] = (Allreduce *)function("MPI_Allreduce");
    iallreduce[NATIVE] = (Iallreduce *)function("PMPI_Iallreduce");
    iallreduce[OURS] = (Iallreduce *)function("MPI_Iallreduce");
}

int MPI_Allreduce(const void *from, void *to, int n, MPI_Datatype type, MPI_Op op, MPI_Comm comm)
{
    return allreduce[library](from, to, n, type, op, comm);
}
int MPI_Iallreduce(const void *from, void *to, int n, MPI_Datatype type, MPI_Op op, MPI_Comm comm,
                   MPI_Request *request)
{
    return iallreduce[library](from, to, n, type, op, comm, request);
}

static uint64_t reproduced(void)
{
    static uint64_t (*counter)(void);
    if (!counter)
        counter = (uint64_t(*)(void))function("samebits_calls_reproduced");
    return counter();
}

/* Microseconds an iteration, by a new solver: what PETSc's pipelcg computes depends on what it was used for. */
static PetscErrorCode solution(const char *solver, Mat A, PetscInt iterations, Vec b, Vec x, double *time)
{
    KSP ksp;
    PetscInt made;
    PetscFunctionBegin;
    PetscCall(solver_of(solver, A, &ksp));
    PetscCall(KSPSetTolerances(ksp, 1e-50, 1e-50, PETSC_DEFAULT, iterations)); /* never reached */
    PetscCall(KSPSetUp(ksp));
    PetscCallMPI(MPI_Barrier(PETSC_COMM_WORLD));
    *time = now();
    PetscCall(KSPSolve(ksp, b, x));
    *time = now() - *time;
    PetscCallMPI(allreduce[NATIVE](MPI_IN_PLACE, time, 1, MPI_DOUBLE, MPI_MAX, PETSC_COMM_WORLD));
    PetscCall(KSPGetIterationNumber(ksp, &made));
    *time *= 1e6 / (double)PetscMax(made, 1);
    PetscCall(KSPDestroy(&ksp));
    PetscFunctionReturn(0);
}

static PetscErrorCode compare(const char *solver, Mat A, Vec b, PetscInt iterations, PetscInt repetitions,
                              PetscBool csv)
{
    Vec x, first;
    double *times[LIBRARIES], *ratios;
    struct spread spread[LIBRARIES], ratio;
    PetscFunctionBegin;
    PetscCall(VecDuplicate(b, &x));
    PetscCall(VecDuplicate(b, &first));
    PetscCall(PetscMalloc3(repetitions, &times[NATIVE], repetitions, &times[OURS], repetitions, &ratios));
    for (PetscInt i = -1; i < repetitions; i++) { /* the first one warms up */
        for (int turn = 0; turn < LIBRARIES; turn++) {
            PetscBool equal = PETSC_TRUE;
            const uint64_t before = reproduced();
            double time;
            library = in_turn((int)i + 1, turn, LIBRARIES);
            PetscCall(solution(solver, A, iterations, b, x, &time));
            PetscCheck((library == OURS) == (reproduced() > before), PETSC_COMM_WORLD, PETSC_ERR_PLIB,
                       "the other library has performed %s", solver);
            if (library == OURS && i < 0)
                PetscCall(VecCopy(x, first));
            else if (library == OURS)
                PetscCall(VecEqual(x, first, &equal));
            PetscCheck(equal, PETSC_COMM_WORLD, PETSC_ERR_PLIB, "%s has several results", solver);
            if (i >= 0)
                times[library][i] = time;
        }
        if (i >= 0)
            ratios[i] = times[OURS][i] / times[NATIVE][i];
    }
    library = OURS;
    ratio = spread_of(ratios, (int)repetitions, 25);
    for (int which = 0; which < LIBRARIES; which++)
        spread[which] = spread_of(times[which], (int)repetitions, 25);
    PetscCall(PetscPrintf(PETSC_COMM_WORLD,
                          csv ? "%s,%.3f,%.3f,%.3f,%.3f,%.3f,%.3f,%.3f,%.3f,%.3f\n"
                              : "%-12s %9.2f %9.2f %9.2f  %9.2f %9.2f %9.2f  %6.3f %6.3f %6.3f\n",
                          solver, spread[NATIVE].low, spread[NATIVE].median, spread[NATIVE].high,
                          spread[OURS].low, spread[OURS].median, spread[OURS].high,
                          spread[OURS].median / spread[NATIVE].median, ratio.low, ratio.high));
    PetscCall(PetscFree3(times[NATIVE], times[OURS], ratios));
    PetscCall(VecDestroy(&first));
    PetscCall(VecDestroy(&x));
    PetscFunctionReturn(0);
}

int main(int argc, char **argv)
{
    Mat A;
    Vec b;
    PetscInt points = 100, iterations = 100, repetitions = 30, solvers = SOLVERS_MAX;
    PetscReal norm;
    char *solver[SOLVERS_MAX];
    PetscBool given, csv = PETSC_FALSE;
    find_libraries();
    PetscCall(PetscInitialize(&argc, &argv, NULL, NULL));
    PetscCall(PetscOptionsGetInt(NULL, NULL, "-n", &points, NULL));
    PetscCall(PetscOptionsGetInt(NULL, NULL, "-iterations", &iterations, NULL));
    PetscCall(PetscOptionsGetInt(NULL, NULL, "-repetitions", &repetitions, NULL));
    PetscCall(PetscOptionsGetBool(NULL, NULL, "-csv", &csv, NULL));
    PetscCall(PetscOptionsGetStringArray(NULL, NULL, "-solvers", solver, &solvers, &given));
    PetscCall(laplacian(points, &A));
    PetscCall(MatCreateVecs(A, NULL, &b));
    PetscCall(fill(b));
    PetscCall(
        PetscPrintf(PETSC_COMM_WORLD,
                    csv ? "solver,mpi_p25_us,mpi_median_us,mpi_p75_us,ours_p25_us,ours_median_us,"
                          "ours_p75_us,ratio,ratio_p25,ratio_p75\n"
                        : "                  MPI's own [us]                 ours [us]\n"
                          "solver            25 %%    median      75 %%       25 %%    median      75 %%   "
                          "ratio   25 %%   75 %%\n"));
    for (PetscInt i = 0; i < solvers; i++) {
        PetscCall(compare(solver[i], A, b, iterations, repetitions, csv));
        PetscCall(PetscFree(solver[i]));
    }
    PetscCall(VecDestroy(&b));
    PetscCall(MatDestroy(&A));
    PetscCall(PetscFinalize());
    return 0;
}
