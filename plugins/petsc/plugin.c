/* libsamebits_petsc.so: makes the vectors and matrices of a PETSc program independent of the number
 * of ranks. PETSc loads it where the option -dll_append names it. */
#define _GNU_SOURCE /* dladdr */
#include <dlfcn.h>
#include "plugin.h"

static PetscBool registered = PETSC_FALSE;

static MPI_Comm begun = MPI_COMM_NULL;

static PetscErrorCode Forget(void) /* PETSc empties its registries when it is finalised */
{
    registered = PETSC_FALSE;
    return PetscCommDestroy(&begun);
}

/* At its first reduction samebits looks around in the program, and the ranks of a communicator compare
 * their settings at theirs. That takes milliseconds, which are not to fall into the first solver. PETSc's
 * objects have a duplicate of the program's communicator, which stays as long as somebody refers to it. */
static PetscErrorCode Begin(void)
{
    double nothing = 0;
    PetscFunctionBegin;
    PetscCall(PetscCommDuplicate(PETSC_COMM_WORLD, &begun, NULL));
    CallSamebits(samebits_allreduce_norm2(&nothing, 0, &nothing, MPI_DOUBLE, begun));
    PetscFunctionReturn(0);
}

/* What a PETSc is built with that decides how its numbers and tables lie in memory. */
typedef struct {
    int64_t major, minor;
    size_t real, index; /* bytes */
    PetscDataType scalar;
} Build;

static PetscErrorCode SizeOf(const char *type, size_t *size, PetscDataType *what)
{
    PetscBool found;
    PetscFunctionBegin;
    PetscCall(PetscDataTypeFromString(type, what, &found));
    PetscCheck(found, PETSC_COMM_SELF, PETSC_ERR_SUP, "samebits: this PETSc has no type \"%s\"", type);
    PetscCall(PetscDataTypeGetSize(*what, size));
    PetscFunctionReturn(0);
}

/* Of the library that is loaded. Its integers may be shorter than the plug-in's. */
static PetscErrorCode BuildOfLibrary(Build *build)
{
    int64_t subminor, release;
    size_t scalar;
    PetscDataType type;
    PetscFunctionBegin;
    PetscCall(PetscMemzero(build, sizeof *build));
    PetscCall(PetscGetVersionNumber((PetscInt *)&build->major, (PetscInt *)&build->minor,
                                    (PetscInt *)&subminor, (PetscInt *)&release));
    PetscCall(SizeOf("int", &build->index, &type));
    PetscCall(SizeOf("real", &build->real, &type));
    PetscCall(SizeOf("scalar", &scalar, &build->scalar));
    PetscFunctionReturn(0);
}

static void Describe(const Build *build, char text[], size_t length)
{
    snprintf(text, length, "PETSc %d.%d with %s numbers of %d bits and indices of %d bits", (int)build->major,
             (int)build->minor, build->scalar == PETSC_COMPLEX ? "complex" : "real", 8 * (int)build->real,
             8 * (int)build->index);
}

/* The plug-in of another PETSc would read numbers and tables where there are none. */
static PetscErrorCode CheckBuild(void)
{
    const Build ours = {PETSC_VERSION_MAJOR, PETSC_VERSION_MINOR, sizeof(PetscReal), sizeof(PetscInt),
                        PETSC_SCALAR};
    Build library;
    char built[128], loaded[128];
    PetscFunctionBegin;
    Describe(&ours, built, sizeof built);
    /* Python's PETSc is not seen by others: one that nobody has initialised is the plug-in's own, and
     * cannot print. */
    if (PETSC_COMM_WORLD == MPI_COMM_NULL) {
        fprintf(stderr,
                "samebits: libsamebits_petsc.so was built for %s, but the program has another PETSc\n",
                built);
        PetscFunctionReturn(PETSC_ERR_ARG_INCOMP);
    }
    PetscCall(BuildOfLibrary(&library));
    Describe(&library, loaded, sizeof loaded);
    PetscCheck(!strcmp(built, loaded), PETSC_COMM_WORLD, PETSC_ERR_ARG_INCOMP,
               "samebits: libsamebits_petsc.so was built for %s, but the program has %s; docs/petsc.md "
               "says how one is built for it",
               built, loaded);
    PetscFunctionReturn(0);
}

/* Whether a copy of the plug-in in another file is at work, whose operations ours would take for
 * PETSc's own. */
static PetscErrorCode CopyAtWork(PetscBool *at_work)
{
    PetscErrorCode (*create)(Vec);
    Dl_info ours, its;
    const char *name;
    PetscFunctionBegin;
    *at_work = PETSC_FALSE;
    PetscCall(PetscFunctionListFind(VecList, VECSEQ, &create));
    if (!create || !dladdr((const void *)(uintptr_t)create, &its))
        PetscFunctionReturn(0);
    name = strrchr(its.dli_fname, '/');
    *at_work = strcmp(name ? name + 1 : its.dli_fname, "libsamebits_petsc.so") ? PETSC_FALSE : PETSC_TRUE;
    if (*at_work && dladdr((const void *)(uintptr_t)CopyAtWork, &ours))
        PetscCall(PetscFPrintf(PETSC_COMM_WORLD, PETSC_STDERR,
                               "samebits: %s is left out, since %s is loaded\n", ours.dli_fname,
                               its.dli_fname));
    PetscFunctionReturn(0);
}

PETSC_EXTERN PetscErrorCode PetscDLLibraryRegister_samebits_petsc(void)
{
    PetscBool copy;
    const char *verbose = getenv("SAMEBITS_VERBOSE");
    PetscFunctionBegin;
    if (registered)
        PetscFunctionReturn(0); /* the option names it twice */
    PetscCall(CheckBuild());
    PetscCall(VecInitializePackage()); /* before its entries in the registry are replaced */
    PetscCall(CopyAtWork(&copy));
    if (copy)
        PetscFunctionReturn(0);
    PetscCall(VectorsOfOurs());
    PetscCall(MatricesOfOurs());
    PetscCall(StepsOfOurs());
    PetscCall(NameWhatDepends());
    PetscCall(Begin());
    PetscCall(PetscRegisterFinalize(Forget));
    registered = PETSC_TRUE;
    if (verbose && !strcmp(verbose, "1"))
        PetscCall(PetscFPrintf(
            PETSC_COMM_WORLD, PETSC_STDERR,
            "samebits: vectors and matrices of PETSc %d.%d: sums do not depend on the number of ranks\n",
            PETSC_VERSION_MAJOR, PETSC_VERSION_MINOR));
    PetscFunctionReturn(0);
}
