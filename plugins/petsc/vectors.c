/* Makes every vector of PETSc's types "seq" and "mpi" ours, whichever call creates it. */
#define _GNU_SOURCE /* dl_iterate_phdr, dladdr */
#include <dlfcn.h>
#include <link.h>
#include <sys/mman.h>
#include <unistd.h>
#include "plugin.h"

static PetscErrorCode (*create_seq)(Vec), (*create_mpi)(Vec); /* PETSc's */
static struct _VecOps native_seq, native_mpi;
PetscScalar zero_by_zero;

const struct _VecOps *NativeVec(Vec x)
{
    return strncmp(((PetscObject)x)->type_name, VECSEQ, strlen(VECSEQ)) ? &native_mpi : &native_seq;
}

static void UseOurs(VecOps ops)
{
    UseReductions(ops);
    UseElements(ops);
    UseVectorAssembly(ops);
}

static PetscErrorCode CreateSeq(Vec x)
{
    PetscFunctionBegin;
    PetscCall(create_seq(x));
    UseOurs(x->ops);
    PetscFunctionReturn(0);
}
static PetscErrorCode CreateMPI(Vec x)
{
    PetscFunctionBegin;
    PetscCall(create_mpi(x));
    UseOurs(x->ops);
    PetscFunctionReturn(0);
}

/* VecCreateMPIWithArray, VecCreateSeqWithArray, VecCreateGhost and VecGetSubVector do not ask the
 * registry: they copy a table that is private to PETSc. It is found in PETSc's data by its contents,
 * which a new vector has a copy of. */
typedef struct {
    const char *inside; /* an address in the library */
    const struct _VecOps *contents;
    VecOps found;
    PetscBool read_only; /* where the compiler has seen that PETSc does not write to it */
} Search;

static int SearchObject(struct dl_phdr_info *object, size_t size, void *pointer)
{
    Search *search = pointer;
    uintptr_t read_only = 0, read_only_end = 0, inside = (uintptr_t)search->inside;
    PetscBool this_one = PETSC_FALSE;
    (void)size;
    for (int i = 0; i < object->dlpi_phnum; i++) {
        const ElfW(Phdr) *part = &object->dlpi_phdr[i];
        const uintptr_t start = object->dlpi_addr + part->p_vaddr;
        if (part->p_type == PT_LOAD && inside >= start && inside < start + part->p_memsz)
            this_one = PETSC_TRUE;
        if (part->p_type == PT_GNU_RELRO) {
            read_only = start;
            read_only_end = start + part->p_memsz;
        }
    }
    if (!this_one)
        return 0;
    for (int i = 0; i < object->dlpi_phnum; i++) {
        const ElfW(Phdr) *part = &object->dlpi_phdr[i];
        if (part->p_type != PT_LOAD || !(part->p_flags & PF_W))
            continue;
        const uintptr_t first = object->dlpi_addr + part->p_vaddr;
        const uintptr_t step = sizeof(void *), end = first + part->p_filesz;
        for (uintptr_t at = (first + step - 1) / step * step; at + sizeof(struct _VecOps) <= end; at += step)
            if (!memcmp((const void *)at, search->contents, sizeof(struct _VecOps))) {
                search->found = (VecOps)at;
                search->read_only =
                    at < read_only_end && at + sizeof(struct _VecOps) > read_only ? PETSC_TRUE : PETSC_FALSE;
                return 1;
            }
    }
    return 1;
}

static PetscErrorCode UseOursInTable(const struct _VecOps *contents, const char *calls)
{
    Search search = {.contents = contents};
    Dl_info of;
    PetscFunctionBegin;
    if (dladdr((const void *)(uintptr_t)contents->duplicate, &of)) {
        search.inside = (const char *)(uintptr_t)contents->duplicate;
        dl_iterate_phdr(SearchObject, &search);
    }
    if (search.found && search.read_only) {
        const uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE), at = (uintptr_t)search.found;
        char *const first = (char *)(at / page * page);
        const size_t length = at + sizeof(struct _VecOps) - at / page * page;
        if (mprotect(first, length, PROT_READ | PROT_WRITE))
            search.found = NULL;
        else {
            UseOurs(search.found);
            PetscCheck(!mprotect(first, length, PROT_READ), PETSC_COMM_SELF, PETSC_ERR_SYS,
                       "samebits: PETSc's table of operations cannot be protected again");
        }
    } else if (search.found)
        UseOurs(search.found);
    if (!search.found)
        PetscCall(PetscFPrintf(PETSC_COMM_WORLD, PETSC_STDERR,
                               "samebits: vectors of %s keep PETSc's operations, whose table was not found\n",
                               calls));
    PetscFunctionReturn(0);
}

static PetscErrorCode DivideZeros(void)
{
    Vec x; /* of zeros */
    const PetscScalar *a;
    PetscFunctionBegin;
    PetscCall(VecCreateSeq(PETSC_COMM_SELF, 1, &x));
    PetscCall(native_seq.pointwisedivide(x, x, x));
    PetscCall(VecGetArrayRead(x, &a));
    zero_by_zero = a[0];
    PetscCall(VecRestoreArrayRead(x, &a));
    PetscCall(VecDestroy(&x));
    PetscFunctionReturn(0);
}

static PetscErrorCode Keep(PetscErrorCode (*create)(Vec), struct _VecOps *native)
{
    Vec x;
    PetscFunctionBegin;
    PetscCall(VecCreate(PETSC_COMM_SELF, &x));
    PetscCall(VecSetSizes(x, 1, 1));
    PetscCall(create(x));
    PetscCall(PetscMemcpy(native, x->ops, sizeof *native));
    PetscCall(VecDestroy(&x));
    PetscFunctionReturn(0);
}

PetscErrorCode VectorsOfOurs(void)
{
    PetscFunctionBegin;
    PetscCall(PetscFunctionListFind(VecList, VECSEQ, &create_seq));
    PetscCall(PetscFunctionListFind(VecList, VECMPI, &create_mpi));
    PetscCheck(create_seq && create_mpi, PETSC_COMM_SELF, PETSC_ERR_SUP,
               "samebits: this PETSc has no vectors of type %s or %s", VECSEQ, VECMPI);
#if PETSC_VERSION_GE(3, 20, 0) /* which may put operations by BLAS into each vector, beside the table's */
    PetscCall(PetscOptionsSetValue(NULL, "-vec_mdot_use_gemv", "0"));
    PetscCall(PetscOptionsSetValue(NULL, "-vec_maxpy_use_gemv", "0"));
#endif
    if (!native_seq.duplicate) { /* tables stay changed where PETSc is initialised again */
        PetscCall(Keep(create_seq, &native_seq));
        PetscCall(Keep(create_mpi, &native_mpi));
        PetscCall(DivideZeros());
        PetscCall(UseOursInTable(&native_seq, "VecCreateSeqWithArray"));
        PetscCall(UseOursInTable(&native_mpi, "VecCreateMPIWithArray and VecCreateGhost"));
    }
    PetscCall(VecRegister(VECSEQ, CreateSeq)); /* and so "standard", which is one of these */
    PetscCall(VecRegister(VECMPI, CreateMPI));
    PetscFunctionReturn(0);
}
