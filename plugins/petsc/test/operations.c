/* Prints the results of all vector and matrix operations that the plug-in replaces, in hexadecimal, for
 * all kinds of values, or that of -values integers|wide|special|zeros|tiny: the output must not depend
 * on the number of ranks, nor on -cut even|first|uneven. Of integers it must be that of PETSc itself, but
 * for sums of the magnitudes of complex numbers, which are no integers. */
#include <petscksp.h>

enum { N = 97, COLUMNS = 61, MANY = 6 };
static const char *cuts[] = {"even", "first", "uneven", "Cut", "", NULL};
static const char *kinds[] = {"integers", "wide", "special", "zeros", "tiny", "Kind", "", NULL};
enum { KINDS = 5 };
static PetscEnum cut = (PetscEnum)0, kind = (PetscEnum)0;
static PetscMPIInt rank, ranks;

/* Number k of the stream `which`: always the same one. */
static uint64_t bits(uint64_t which, uint64_t k)
{
    uint64_t z = which * 0x9e3779b97f4a7c15u + (k + 1) * 0xd1342543de82ef95u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}
static double number(uint64_t which, uint64_t k)
{
    const uint64_t b = bits(which, k);
    const double unit = (double)(b >> 11) * 0x1p-53 - 0.5;
    switch ((int)kind) {
    case 0: return (double)(b % 17) - 8;
    case 1: return ldexp(unit, (int)(b % 101) - 50);
    case 2:
        if (k % 41 == 7)
            return k % 2 ? INFINITY : -INFINITY;
        if (k % 53 == 11 && which % 3 == 2)
            return NAN;
        return ldexp(unit, (int)(b % 1900) - 950);
    case 3: return b % 5 ? -0.0 : 0.0;
    default: return ldexp(unit, -1040 + (int)(b % 40));
    }
}
static PetscScalar scalar(uint64_t which, uint64_t k)
{
#if defined(PETSC_USE_COMPLEX)
    return PetscCMPLX(number(which, k), number(which + 100, k));
#else
    return number(which, k);
#endif
}

static void print(const char *name, int n, const PetscScalar *z)
{
    if (rank)
        return;
    printf("%s", name);
    for (int i = 0; i < n; i++) {
        const double parts[] = {PetscRealPart(z[i]), PetscImaginaryPart(z[i])};
        for (int j = 0; j < (PetscDefined(USE_COMPLEX) ? 2 : 1); j++)
            if (parts[j] != parts[j])
                printf(" nan");
            else
                printf(" %a", parts[j]);
    }
    printf("\n");
}
static void print_reals(const char *name, int n, const PetscReal *z)
{
    PetscScalar s[8];
    for (int i = 0; i < n; i++)
        s[i] = z[i];
    print(name, n, s);
}

/* A digest of all elements; NaNs count as one. */
static PetscErrorCode print_vector(const char *name, Vec x)
{
    VecScatter scatter;
    Vec all;
    const PetscScalar *a;
    PetscFunctionBegin;
    PetscCall(VecScatterCreateToZero(x, &scatter, &all));
    PetscCall(VecScatterBegin(scatter, x, all, INSERT_VALUES, SCATTER_FORWARD));
    PetscCall(VecScatterEnd(scatter, x, all, INSERT_VALUES, SCATTER_FORWARD));
    PetscCall(VecGetArrayRead(all, &a));
    if (!rank) {
        PetscInt n;
        uint64_t hash = 14695981039346656037u;
        PetscCall(VecGetLocalSize(all, &n));
        n *= sizeof(PetscScalar) / sizeof(PetscReal);
        for (PetscInt i = 0; i < n; i++) {
            double value = ((const PetscReal *)a)[i];
            uint64_t b = 1;
            if (value == value)
                memcpy(&b, &value, sizeof b);
            hash = (hash ^ b) * 1099511628211u;
        }
        printf("%s %016llx\n", name, (unsigned long long)hash);
    }
    PetscCall(VecRestoreArrayRead(all, &a));
    PetscCall(VecScatterDestroy(&scatter));
    PetscCall(VecDestroy(&all));
    PetscFunctionReturn(0);
}

static PetscInt share(PetscInt n)
{
    if ((int)cut == 1)
        return rank ? 0 : n;
    if ((int)cut == 2) { /* the first rank has none, if there are others */
        PetscInt parts = ranks > 1 ? ranks * (ranks - 1) / 2 : 1, begin = rank * (rank - 1) / 2;
        return ranks > 1 ? n * (begin + rank) / parts - n * begin / parts : n;
    }
    return n / ranks + (rank < n % ranks);
}
static PetscErrorCode vector(PetscInt n, uint64_t which, Vec *x)
{
    PetscInt first, last;
    PetscFunctionBegin;
    PetscCall(VecCreate(PETSC_COMM_WORLD, x));
    PetscCall(VecSetSizes(*x, share(n), n));
    PetscCall(VecSetFromOptions(*x));
    PetscCall(VecGetOwnershipRange(*x, &first, &last));
    for (PetscInt i = first; i < last; i++)
        PetscCall(VecSetValue(*x, i, scalar(which, (uint64_t)i), INSERT_VALUES));
    PetscCall(VecAssemblyBegin(*x));
    PetscCall(VecAssemblyEnd(*x));
    PetscFunctionReturn(0);
}

static PetscErrorCode reductions(Vec x, Vec y[], const char *of)
{
    PetscScalar z[MANY], w[MANY];
    PetscReal r[8];
    PetscInt at;
    PetscFunctionBegin;
    if (!rank)
        printf("-- %s\n", of);
    PetscCall(VecDot(x, y[0], z));
    print("VecDot", 1, z);
    PetscCall(VecTDot(x, y[0], z));
    print("VecTDot", 1, z);
    PetscCall(VecMDot(x, MANY, y, z));
    print("VecMDot", MANY, z);
    PetscCall(VecMTDot(x, MANY, y, z));
    print("VecMTDot", MANY, z);
    PetscCall(VecDotNorm2(x, y[1], z, r));
    print("VecDotNorm2", 1, z);
    print_reals("", 1, r);
    PetscCall(VecNorm(x, NORM_1, r));
    print_reals("VecNorm of magnitudes", 1, r);
    PetscCall(VecNorm(x, NORM_2, r));
    print_reals("NORM_2", 1, r);
    PetscCall(VecNorm(x, NORM_INFINITY, r));
    print_reals("NORM_INFINITY", 1, r);
    PetscCall(VecNorm(y[2], NORM_1_AND_2, r));
    print_reals("VecNorm of magnitudes", 1, r);
    print_reals("VecNorm", 1, r + 1);
    PetscCall(VecSum(x, z));
    print("VecSum", 1, z);
    PetscCall(VecMean(x, z));
    print("VecMean", 1, z);
    PetscCall(VecMax(x, &at, r));
    r[1] = at;
    print_reals("VecMax", 2, r);
    PetscCall(VecMin(x, &at, r));
    r[1] = at;
    print_reals("VecMin", 2, r);
    PetscCall(VecMaxPointwiseDivide(x, y[0], r));
    print_reals("VecMaxPointwiseDivide", 1, r);
    PetscCall(VecDotBegin(x, y[0], z));
    PetscCall(VecNormBegin(y[3], NORM_2, r));
    PetscCall(VecMDotBegin(x, MANY, y, w));
    PetscCall(VecNormBegin(y[4], NORM_INFINITY, r + 1));
    PetscCall(PetscCommSplitReductionBegin(PetscObjectComm((PetscObject)x)));
    PetscCall(VecDotEnd(x, y[0], z));
    print("VecDotEnd", 1, z);
    PetscCall(VecNormEnd(y[3], NORM_2, r));
    PetscCall(VecMDotEnd(x, MANY, y, w));
    print("VecMDotEnd", MANY, w);
    PetscCall(VecNormEnd(y[4], NORM_INFINITY, r + 1));
    print_reals("VecNormEnd", 2, r);
    PetscFunctionReturn(0);
}

#define ELEMENTS(name, call)     \
    PetscCall(VecCopy(y[0], w)); \
    PetscCall(call);             \
    PetscCall(print_vector(name, w))
static PetscErrorCode elements(Vec x, Vec y[])
{
    Vec w;
    const PetscScalar a = scalar(50, 0), b = scalar(50, 1), c = scalar(50, 2);
    PetscScalar many[MANY];
    PetscFunctionBegin;
    for (int i = 0; i < MANY; i++)
        many[i] = scalar(51, i);
    PetscCall(VecDuplicate(x, &w));
    ELEMENTS("VecScale", VecScale(w, a));
    ELEMENTS("VecAXPY", VecAXPY(w, a, x));
    ELEMENTS("VecAYPX", VecAYPX(w, a, x));
    ELEMENTS("VecAXPBY", VecAXPBY(w, a, b, x));
    ELEMENTS("VecAXPBY, 0 of y", VecAXPBY(w, a, 0, x));
    ELEMENTS("VecAXPBYPCZ", VecAXPBYPCZ(w, a, b, c, x, y[1]));
    ELEMENTS("VecAXPBYPCZ, 0 of z", VecAXPBYPCZ(w, a, b, 0, x, y[1]));
    ELEMENTS("VecWAXPY", VecWAXPY(w, a, x, y[1]));
    ELEMENTS("VecPointwiseMult", VecPointwiseMult(w, x, y[1]));
    ELEMENTS("VecPointwiseMult in place", VecPointwiseMult(w, w, y[1]));
    ELEMENTS("VecPointwiseDivide", VecPointwiseDivide(w, x, y[1]));
    ELEMENTS("VecPointwiseMax", VecPointwiseMax(w, x, y[1]));
    ELEMENTS("VecPointwiseMin", VecPointwiseMin(w, x, y[1]));
    ELEMENTS("VecPointwiseMaxAbs", VecPointwiseMaxAbs(w, x, y[1]));
    ELEMENTS("VecReciprocal", VecReciprocal(w));
    ELEMENTS("VecAbs", VecAbs(w));
    ELEMENTS("VecShift", VecShift(w, a));
    for (int k = 1; k < MANY; k++) {
        ELEMENTS("VecMAXPY", VecMAXPY(w, k, many, y + 1));
    }
    PetscCall(VecDestroy(&w));
    PetscFunctionReturn(0);
}

/* Vectors that PETSc makes without asking its registry. */
static PetscErrorCode past_the_registry(Vec x, Vec y[])
{
    Vec with_array, ghosted, many[MANY];
    PetscScalar *array;
    const PetscInt ghosts[] = {0, N / 2, N - 1};
    PetscFunctionBegin;
    PetscCall(VecGetArray(x, &array));
    PetscCall(VecCreateMPIWithArray(PETSC_COMM_WORLD, 1, share(N), N, array, &with_array));
    PetscCall(VecCreateGhost(PETSC_COMM_WORLD, share(N), N, 3, ghosts, &ghosted));
    PetscCall(VecRestoreArray(x, &array));
    for (int i = 0; i < MANY; i++) {
        PetscCall(VecDuplicate(i % 2 ? with_array : ghosted, &many[i]));
        PetscCall(VecGetArray(y[i], &array));
        PetscScalar *to;
        PetscCall(VecGetArray(many[i], &to));
        PetscCall(PetscArraycpy(to, array, share(N)));
        PetscCall(VecRestoreArray(many[i], &to));
        PetscCall(VecRestoreArray(y[i], &array));
    }
    PetscCall(reductions(with_array, many, "VecCreateMPIWithArray"));
    PetscCall(elements(with_array, many));
    for (int i = 0; i < MANY; i++)
        PetscCall(VecDestroy(&many[i]));
    PetscCall(VecDestroy(&with_array));
    PetscCall(VecDestroy(&ghosted));
    PetscFunctionReturn(0);
}

/* Summands from all ranks: number k is added by rank k % ranks, forwards or backwards. */
static PetscErrorCode added_vector(Vec x)
{
    PetscFunctionBegin;
    for (int again = 0; again < 2; again++) {
        for (PetscInt k = rank; k < 40 * N; k += ranks)
            PetscCall(VecSetValue(x, (PetscInt)(bits(60, (uint64_t)k) % N),
                                  scalar(61 + (uint64_t)again, (uint64_t)k), ADD_VALUES));
        PetscCall(VecAssemblyBegin(x));
        PetscCall(VecAssemblyEnd(x));
        PetscCall(print_vector("VecSetValues, ADD_VALUES", x));
    }
    PetscFunctionReturn(0);
}

static PetscErrorCode fill(Mat A)
{
    PetscInt m, n;
    PetscFunctionBegin;
    PetscCall(MatGetSize(A, &m, &n));
    for (PetscInt k = rank; k < 12 * m; k += ranks) { /* blocks of 2 x 3 that overlap */
        PetscScalar v[6];
        PetscInt rows[2], columns[3];
        for (int i = 0; i < 2; i++)
            rows[i] = (PetscInt)(bits(70, (uint64_t)(k + i)) % (uint64_t)m);
        for (int j = 0; j < 3; j++)
            columns[j] =
                (PetscInt)(bits(71, (uint64_t)(k + j)) % (uint64_t)(n < 12 ? n : n / 2 + k % (n / 2)));
        for (int i = 0; i < 6; i++)
            v[i] = scalar(72, (uint64_t)(6 * k + i));
        PetscCall(MatSetValues(A, 2, rows, 3, columns, v, ADD_VALUES));
    }
    PetscCall(MatAssemblyBegin(A, MAT_FINAL_ASSEMBLY));
    PetscCall(MatAssemblyEnd(A, MAT_FINAL_ASSEMBLY));
    PetscFunctionReturn(0);
}

static PetscErrorCode matrix(PetscInt m, PetscInt n, PetscBool by_column, Mat *A)
{
    PetscFunctionBegin;
    PetscCall(MatCreate(PETSC_COMM_WORLD, A));
    PetscCall(MatSetSizes(*A, share(m), share(n), m, n));
    PetscCall(MatSetFromOptions(*A));
    PetscCall(MatSetUp(*A));
    PetscCall(MatSetOption(*A, MAT_NEW_NONZERO_ALLOCATION_ERR, PETSC_FALSE));
    if (by_column)
        PetscCall(MatSetOption(*A, MAT_ROW_ORIENTED, PETSC_FALSE));
    PetscCall(fill(*A));
    PetscFunctionReturn(0);
}

static PetscErrorCode products(Mat A, const char *of)
{
    static const NormType norms[] = {NORM_1, NORM_INFINITY, NORM_FROBENIUS};
    Vec x, y, z, w;
    PetscInt m, n;
    PetscReal norm[3];
    PetscFunctionBegin;
    if (!rank)
        printf("-- %s\n", of);
    PetscCall(MatGetSize(A, &m, &n));
    PetscCall(vector(n, 80, &x));
    PetscCall(vector(m, 81, &y));
    PetscCall(VecDuplicate(x, &w));
    PetscCall(VecDuplicate(y, &z));
    PetscCall(MatMult(A, x, z));
    PetscCall(print_vector("MatMult", z));
    for (int again = 0; again < 10; again++)
        PetscCall(MatMult(A, x, z)); /* then the matrix is prepared for it */
    PetscCall(print_vector("MatMult", z));
    PetscCall(MatMultAdd(A, x, y, z));
    PetscCall(print_vector("MatMultAdd", z));
    PetscCall(VecCopy(y, z));
    PetscCall(MatMultAdd(A, x, z, z));
    PetscCall(print_vector("MatMultAdd in place", z));
    PetscCall(MatMultTranspose(A, y, w));
    PetscCall(print_vector("MatMultTranspose", w));
    PetscCall(MatMultHermitianTranspose(A, y, w));
    PetscCall(print_vector("MatMultHermitianTranspose", w));
    PetscCall(MatMultTransposeAdd(A, y, x, w));
    PetscCall(print_vector("MatMultTransposeAdd", w));
    for (int i = 0; i < 3; i++)
        PetscCall(MatNorm(A, norms[i], &norm[i]));
    print_reals("MatNorm of magnitudes", 2, norm);
    print_reals("MatNorm", 1, norm + 2);
    if (m == n) {
        PetscCall(MatGetDiagonal(A, z));
        PetscCall(print_vector("MatGetDiagonal", z));
    }
    PetscCall(VecDestroy(&x));
    PetscCall(VecDestroy(&y));
    PetscCall(VecDestroy(&z));
    PetscCall(VecDestroy(&w));
    PetscFunctionReturn(0);
}

static PetscErrorCode all(void)
{
    Vec x, y[MANY];
    Mat A, B;
    PetscRandom random;
    PetscFunctionBegin;
    PetscCall(vector(N, 0, &x));
    for (int i = 0; i < MANY; i++)
        PetscCall(vector(N, 1 + (uint64_t)i, &y[i]));
    PetscCall(reductions(x, y, "VecCreate"));
    PetscCall(elements(x, y));
    PetscCall(past_the_registry(x, y));
    PetscCall(added_vector(x));
    if ((int)kind) {
        PetscCall(PetscRandomCreate(PETSC_COMM_WORLD, &random));
        PetscCall(VecSetRandom(x, random));
        PetscCall(print_vector("VecSetRandom", x));
        PetscCall(VecSetRandom(x, random));
        PetscCall(print_vector("VecSetRandom", x));
        PetscCall(PetscRandomDestroy(&random));
    }
    PetscCall(matrix(N, N, PETSC_FALSE, &A));
    PetscCall(products(A, "square"));
    PetscCall(MatDuplicate(A, MAT_COPY_VALUES, &B));
    PetscCall(MatScale(A, scalar(90, 0)));
    PetscCall(products(A, "scaled"));
    PetscCall(MatAXPY(A, scalar(90, 1), B, SAME_NONZERO_PATTERN));
    PetscCall(products(A, "MatAXPY"));
    PetscCall(MatShift(A, scalar(90, 2)));
    PetscCall(products(A, "shifted"));
    PetscCall(products(B, "duplicate"));
    for (PetscInt k = rank; k < N; k += ranks) /* new entries, in a matrix that was assembled */
        PetscCall(MatSetValue(B, k, (7 * k) % N, scalar(91, (uint64_t)k), ADD_VALUES));
    PetscCall(MatAssemblyBegin(B, MAT_FINAL_ASSEMBLY));
    PetscCall(MatAssemblyEnd(B, MAT_FINAL_ASSEMBLY));
    PetscCall(products(B, "assembled again"));
    PetscCall(MatDestroy(&A));
    PetscCall(MatDestroy(&B));
    PetscCall(matrix(N, COLUMNS, PETSC_TRUE, &A));
    PetscCall(products(A, "wide, by columns"));
    PetscCall(MatDuplicate(A, MAT_DO_NOT_COPY_VALUES, &B)); /* also by columns */
    PetscCall(fill(B));
    PetscCall(products(B, "duplicate, by columns"));
    PetscCall(MatDestroy(&A));
    PetscCall(MatDestroy(&B));
    PetscCall(matrix(COLUMNS, N, PETSC_FALSE, &A));
    PetscCall(products(A, "high"));
    PetscCall(MatTranspose(A, MAT_INITIAL_MATRIX, &B));
    PetscCall(products(B, "transpose"));
    PetscCall(MatDestroy(&A));
    PetscCall(MatDestroy(&B));
    PetscCall(VecDestroy(&x));
    for (int i = 0; i < MANY; i++)
        PetscCall(VecDestroy(&y[i]));
    PetscFunctionReturn(0);
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    for (int again = 0; again < 2; again++) { /* PETSc may be initialised again */
        PetscBool chosen;
        PetscCall(PetscInitialize(&argc, &argv, NULL, NULL));
        PetscCall(PetscOptionsGetEnum(NULL, NULL, "-cut", cuts, &cut, NULL));
        PetscCall(PetscOptionsGetEnum(NULL, NULL, "-values", kinds, &kind, &chosen));
        for (int k = 0; k < (chosen || again ? 1 : KINDS); k++) {
            if (!chosen)
                kind = (PetscEnum)k;
            if (!rank)
                printf("==== %s\n", kinds[kind]);
            PetscCall(all());
        }
        PetscCall(PetscFinalize());
    }
    return MPI_Finalize();
}
