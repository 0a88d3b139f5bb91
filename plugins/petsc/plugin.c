/* libsamebits_petsc.so: makes the vectors and matrices of a PETSc program independent of the number
 * of ranks. PETSc loads it where the option -dll_append names it. */
#include "plugin.h"

static PetscBool registered = PETSC_FALSE;

static PetscErrorCode Forget(void) /* PETSc empties its registries when it is finalised */
{
    registered = PETSC_FALSE;
    return 0;
}

PETSC_EXTERN PetscErrorCode PetscDLLibraryRegister_samebits_petsc(void)
{
    PetscFunctionBegin;
    if (registered) PetscFunctionReturn(0); /* the option names it twice */
    PetscCall(VectorsOfOurs());
    PetscCall(MatricesOfOurs());
    PetscCall(NameWhatDepends());
    PetscCall(PetscRegisterFinalize(Forget));
    registered = PETSC_TRUE;
    PetscFunctionReturn(0);
}
