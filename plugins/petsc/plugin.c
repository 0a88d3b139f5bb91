/* libsamebits_petsc.so: makes the vectors and matrices of a PETSc program independent of the number
 * of ranks. PETSc loads it where the option -dll_append names it. */
#include "plugin.h"

PETSC_EXTERN PetscErrorCode PetscDLLibraryRegister_samebits_petsc(void)
{
    PetscFunctionBegin;
    PetscCall(VectorsOfOurs());
    PetscCall(MatricesOfOurs());
    PetscCall(NameWhatDepends());
    PetscFunctionReturn(0);
}
