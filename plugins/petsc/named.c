/* Says, once, on the first rank, what in a program depends on the number of ranks by its nature, and
 * what to take instead: when it is set up. */
#include <petsc/private/dmimpl.h>
#include <petsc/private/kspimpl.h>
#include <petsc/private/pcimpl.h>
#include <petsc/private/snesimpl.h>
#include "plugin.h"

PetscErrorCode Say(MPI_Comm comm, PetscBool *said, const char *what, const char *why, const char *instead)
{
    PetscMPIInt ranks, all;
    PetscFunctionBegin;
    PetscCallMPI(MPI_Comm_size(comm, &ranks));
    PetscCallMPI(MPI_Comm_size(PETSC_COMM_WORLD, &all));
    /* What is inside of another (a block's solver) has been named with that. */
    if (*said || ranks != all)
        PetscFunctionReturn(0);
    PetscCall(PetscFPrintf(comm, PETSC_STDERR,
                           "samebits: %s depends on the number of ranks: %s; instead: %s\n", what, why,
                           instead));
    *said = PETSC_TRUE;
    PetscFunctionReturn(0);
}

/* ---- Preconditioners ---- */
typedef struct {
    const char *type, *why, *instead;
    PetscErrorCode (*create)(PC), (*setup)(PC);
    PetscBool said;
} Preconditioner;
#define JACOBI "-pc_type jacobi, or multigrid of a DMDA (docs/petsc.md)"
#define IN_ORDER "its sweep follows the numbering of the unknowns, and stops at each rank's rows"
#define DIRECT "which package factors the matrix, and in which order, changes with it"
#define DOMAINS "its subdomains are those of the ranks"
#define COARSENS "it coarsens rank by rank"
static Preconditioner preconditioners[] = {
    {PCBJACOBI, "its blocks are the ranks' rows", JACOBI, NULL, NULL, PETSC_FALSE},
    {PCVPBJACOBI, "its blocks are divided by rank", JACOBI, NULL, NULL, PETSC_FALSE},
    {PCASM, DOMAINS, JACOBI, NULL, NULL, PETSC_FALSE},
    {PCGASM, DOMAINS, JACOBI, NULL, NULL, PETSC_FALSE},
    {PCBDDC, DOMAINS, JACOBI, NULL, NULL, PETSC_FALSE},
    {PCNN, DOMAINS, JACOBI, NULL, NULL, PETSC_FALSE},
    {PCSOR, IN_ORDER, JACOBI, NULL, NULL, PETSC_FALSE},
    {PCEISENSTAT, IN_ORDER, JACOBI, NULL, NULL, PETSC_FALSE},
    {PCKACZMARZ, IN_ORDER, JACOBI, NULL, NULL, PETSC_FALSE},
    {PCILU, IN_ORDER, JACOBI, NULL, NULL, PETSC_FALSE},
    {PCICC, IN_ORDER, JACOBI, NULL, NULL, PETSC_FALSE},
    {PCLU, DIRECT, "-ksp_type cg or gmres, " JACOBI, NULL, NULL, PETSC_FALSE},
    {PCCHOLESKY, DIRECT, "-ksp_type cg or gmres, " JACOBI, NULL, NULL, PETSC_FALSE},
    {PCREDUNDANT, "it factors the matrix in the numbering of the unknowns",
     "-mg_coarse_ksp_type chebyshev or cg, -mg_coarse_pc_type jacobi", NULL, NULL, PETSC_FALSE},
    {PCTELESCOPE, "it changes the numbering of the unknowns", JACOBI, NULL, NULL, PETSC_FALSE},
    {PCGAMG, COARSENS, JACOBI, NULL, NULL, PETSC_FALSE},
    {PCEXOTIC, DOMAINS, JACOBI, NULL, NULL, PETSC_FALSE},
    {PCSVD, DIRECT, "-ksp_type cg or gmres, " JACOBI, NULL, NULL, PETSC_FALSE},
    {"hpddm", DOMAINS, JACOBI, NULL, NULL, PETSC_FALSE},
    {"hypre", COARSENS, JACOBI, NULL, NULL, PETSC_FALSE},
    {"ml", COARSENS, JACOBI, NULL, NULL, PETSC_FALSE},
    {"pfmg", "it is computed outside of PETSc", JACOBI, NULL, NULL, PETSC_FALSE},
    {"syspfmg", "it is computed outside of PETSc", JACOBI, NULL, NULL, PETSC_FALSE},
    {"smg", "it is computed outside of PETSc", JACOBI, NULL, NULL, PETSC_FALSE},
    {"spai", "it is computed outside of PETSc", JACOBI, NULL, NULL, PETSC_FALSE},
    {"parms", "it is computed outside of PETSc", JACOBI, NULL, NULL, PETSC_FALSE},
    {"tfs", "it is computed outside of PETSc's vectors", JACOBI, NULL, NULL, PETSC_FALSE},
};

static Preconditioner *KindOf(PC pc)
{
    for (size_t i = 0; i < PETSC_STATIC_ARRAY_LENGTH(preconditioners); i++)
        if (!strcmp(((PetscObject)pc)->type_name, preconditioners[i].type))
            return &preconditioners[i];
    return NULL;
}
static PetscErrorCode SetUpPC(PC pc)
{
    char name[64];
    Preconditioner *kind = KindOf(pc);
    PetscFunctionBegin;
    PetscCall(PetscSNPrintf(name, sizeof name, "the preconditioner %s", kind->type));
    PetscCall(Say(PetscObjectComm((PetscObject)pc), &kind->said, name, kind->why, kind->instead));
    if (kind->setup)
        PetscCall(kind->setup(pc));
    PetscFunctionReturn(0);
}
static PetscErrorCode CreatePC(PC pc)
{
    Preconditioner *kind = KindOf(pc);
    PetscFunctionBegin;
    PetscCall(kind->create(pc));
    kind->setup = pc->ops->setup;
    pc->ops->setup = SetUpPC;
    PetscFunctionReturn(0);
}

/* ---- Krylov methods ---- */
typedef struct {
    const char *type, *what, *why, *instead;
    PetscErrorCode (*create)(KSP), (*setup)(KSP);
    PetscBool said;
} Solver;
#define OWN_LOOPS "it adds up in loops of its own"
static Solver solvers[] = {
    {KSPCHEBYSHEV, "the estimate of Chebyshev's bounds",
     "it starts from noise by the number of an unknown, which in a DMDA changes with it",
     "-ksp_chebyshev_eigenvalues MIN,MAX (-mg_levels_ksp_chebyshev_eigenvalues)", NULL, NULL, PETSC_FALSE},
    {KSPFBCGSR, "the solver fbcgsr", OWN_LOOPS, "-ksp_type bcgs or fbcgs", NULL, NULL, PETSC_FALSE},
    {KSPIBCGS, "the solver ibcgs", OWN_LOOPS, "-ksp_type bcgs or pipebcgs", NULL, NULL, PETSC_FALSE},
    {KSPPIPECG2, "the solver pipecg2", OWN_LOOPS, "-ksp_type pipecg", NULL, NULL, PETSC_FALSE},
};

static PetscErrorCode SetUpKSP(KSP ksp)
{
    Solver *kind = solvers;
    KSP estimates = ksp;
    PetscFunctionBegin;
    while (strcmp(((PetscObject)ksp)->type_name, kind->type))
        kind++;
    if (kind->setup)
        PetscCall(kind->setup(ksp));
    if (kind == solvers)
        PetscCall(KSPChebyshevEstEigGetKSP(ksp, &estimates));
    if (estimates)
        PetscCall(Say(PetscObjectComm((PetscObject)ksp), &kind->said, kind->what, kind->why, kind->instead));
    PetscFunctionReturn(0);
}
static PetscErrorCode CreateKSP(KSP ksp, Solver *kind)
{
    PetscFunctionBegin;
    PetscCall(kind->create(ksp));
    kind->setup = ksp->ops->setup;
    ksp->ops->setup = SetUpKSP;
    PetscFunctionReturn(0);
}
/* A solver learns its type only when it has been created. */
#define CREATE(number) \
    static PetscErrorCode CreateKSP##number(KSP ksp) { return CreateKSP(ksp, &solvers[number]); }
/* clang-format off */
CREATE(0) CREATE(1) CREATE(2) CREATE(3)
    /* clang-format on */
    static PetscErrorCode (*const create_solvers[])(KSP) = {CreateKSP0, CreateKSP1, CreateKSP2, CreateKSP3};

/* ---- Nonlinear solvers ---- */
typedef struct {
    const char *type, *why, *instead;
    PetscErrorCode (*create)(SNES), (*setup)(SNES);
    PetscBool said;
} NonlinearSolver;
static NonlinearSolver nonlinear_solvers[] = {
    {SNESVINEWTONRSLS, OWN_LOOPS, "-snes_type newtonls, without bounds", NULL, NULL, PETSC_FALSE},
    {SNESVINEWTONSSLS, OWN_LOOPS, "-snes_type newtonls, without bounds", NULL, NULL, PETSC_FALSE},
    {SNESNASM, DOMAINS, "-snes_type newtonls", NULL, NULL, PETSC_FALSE},
    {SNESASPIN, DOMAINS, "-snes_type newtonls", NULL, NULL, PETSC_FALSE},
    {SNESNGS, IN_ORDER, "-snes_type newtonls or ngmres", NULL, NULL, PETSC_FALSE},
};

static PetscErrorCode SetUpSNES(SNES snes)
{
    char name[64];
    NonlinearSolver *kind = nonlinear_solvers;
    PetscFunctionBegin;
    while (strcmp(((PetscObject)snes)->type_name, kind->type))
        kind++;
    PetscCall(PetscSNPrintf(name, sizeof name, "the nonlinear solver %s", kind->type));
    PetscCall(Say(PetscObjectComm((PetscObject)snes), &kind->said, name, kind->why, kind->instead));
    if (kind->setup)
        PetscCall(kind->setup(snes));
    PetscFunctionReturn(0);
}
static PetscErrorCode CreateSNES(SNES snes, NonlinearSolver *kind)
{
    PetscFunctionBegin;
    PetscCall(kind->create(snes));
    kind->setup = snes->ops->setup;
    snes->ops->setup = SetUpSNES;
    PetscFunctionReturn(0);
}
#define CREATE_SNES(number)                                  \
    static PetscErrorCode CreateSNES##number(SNES snes)      \
    {                                                        \
        return CreateSNES(snes, &nonlinear_solvers[number]); \
    }
/* clang-format off */
CREATE_SNES(0) CREATE_SNES(1) CREATE_SNES(2) CREATE_SNES(3) CREATE_SNES(4)
    /* clang-format on */
    static PetscErrorCode (*const create_nonlinear_solvers[])(SNES) = {CreateSNES0, CreateSNES1, CreateSNES2,
                                                                       CreateSNES3, CreateSNES4};

/* ---- Interpolation of several unknowns per point ----
 * DMDA makes a matrix of type maij of it, which multiplies in an order of its own: aij instead. */
static PetscErrorCode (*create_dmda)(DM), (*interpolation)(DM, DM, Mat *, Vec *);
static PetscErrorCode Interpolation(DM coarse, DM fine, Mat *A, Vec *scale)
{
    PetscBool sequential, parallel;
    Mat maij;
    PetscFunctionBegin;
    PetscCall(interpolation(coarse, fine, A, scale));
    PetscCall(PetscObjectTypeCompare((PetscObject)*A, MATSEQMAIJ, &sequential));
    PetscCall(PetscObjectTypeCompare((PetscObject)*A, MATMPIMAIJ, &parallel));
    if (sequential || parallel) {
        maij = *A;
        PetscCall(MatConvert(maij, sequential ? MATSEQAIJ : MATMPIAIJ, MAT_INITIAL_MATRIX, A));
        PetscCall(MatDestroy(&maij));
    }
    PetscFunctionReturn(0);
}
static PetscErrorCode CreateDMDA(DM dm)
{
    PetscFunctionBegin;
    PetscCall(create_dmda(dm));
    interpolation = dm->ops->createinterpolation;
    dm->ops->createinterpolation = Interpolation;
    PetscFunctionReturn(0);
}

PetscErrorCode NameWhatDepends(void)
{
    PetscFunctionBegin;
    PetscCall(DMInitializePackage()); /* whose own entries would replace ours later */
    PetscCall(KSPInitializePackage());
    PetscCall(PCInitializePackage());
    PetscCall(SNESInitializePackage());
    for (size_t i = 0; i < PETSC_STATIC_ARRAY_LENGTH(preconditioners); i++) {
        Preconditioner *kind = &preconditioners[i];
        PetscCall(PetscFunctionListFind(PCList, kind->type, &kind->create));
        if (kind->create)
            PetscCall(PCRegister(kind->type, CreatePC));
    }
    for (size_t i = 0; i < PETSC_STATIC_ARRAY_LENGTH(solvers); i++) {
        PetscCall(PetscFunctionListFind(KSPList, solvers[i].type, &solvers[i].create));
        if (solvers[i].create)
            PetscCall(KSPRegister(solvers[i].type, create_solvers[i]));
    }
    for (size_t i = 0; i < PETSC_STATIC_ARRAY_LENGTH(nonlinear_solvers); i++) {
        PetscCall(PetscFunctionListFind(SNESList, nonlinear_solvers[i].type, &nonlinear_solvers[i].create));
        if (nonlinear_solvers[i].create)
            PetscCall(SNESRegister(nonlinear_solvers[i].type, create_nonlinear_solvers[i]));
    }
    PetscCall(PetscFunctionListFind(DMList, DMDA, &create_dmda));
    if (create_dmda)
        PetscCall(DMRegister(DMDA, CreateDMDA));
    PetscFunctionReturn(0);
}
