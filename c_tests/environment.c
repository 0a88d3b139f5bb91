/* The caller's floating-point environment: it does not touch the bits, and it is
 * exactly as before after the call: rounding mode, flush to zero, denormals are
 * zero, enabled traps, x87 control word and the sticky flags of both units. */
#define _GNU_SOURCE
#include "driver.h"
#include "oracle.h"
#include "values.h"

#include <fenv.h>
#include <string.h>

#if defined(__x86_64__)

#include <immintrin.h>

struct units {
    unsigned mxcsr;
    unsigned short control, status;
};

/* The x87 unit's environment in memory, in 64-bit mode. */
struct x87_image {
    unsigned short control, unused, status, rest[11];
};

static struct units units(void)
{
    struct units now;
    now.mxcsr = _mm_getcsr();
    __asm__ volatile("fnstcw %0" : "=m"(now.control));
    __asm__ volatile("fnstsw %0" : "=m"(now.status));
    return now;
}

static void set_units(struct units to)
{
    struct x87_image image;
    __asm__ volatile("fnstenv %0" : "=m"(image));
    image.control = to.control;
    image.status = to.status;
    __asm__ volatile("fldenv %0" : : "m"(image));
    _mm_setcsr(to.mxcsr);
}

/* Slices even without SAMEBITS_SCHEDULE: more than 64 KiB from two ranks. */
enum { COUNT = 9000, FLUSH = 0x8000, DENORMALS = 0x0040 };

/* Exceptions in MXCSR: flags in bits 0 to 5, masks in bits 7 to 12. */
enum { INVALID = 1, DENORMAL = 2, ZERO = 4, OVERFLOWED = 8, UNDERFLOWED = 16, INEXACT = 32 };

/* Reduces in an environment, and checks bits and environment. */
static void check_in(const char *name, struct units set, int root, int count, MPI_Datatype type, MPI_Op op,
                     size_t size, const void *send, const void *want)
{
    static char recv[COUNT * 16];
    int rank;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    look_at_counters();
    struct units outside = units();
    set_units(set);
    struct units before = units();
    if (root < 0)
        MPI_Allreduce(send, recv, count, type, op, MPI_COMM_WORLD);
    else
        MPI_Reduce(send, recv, count, type, op, root, MPI_COMM_WORLD);
    struct units after = units();
    set_units(outside);
    check_counters(1, 1, name);
    if (!with_samebits())
        return;
    for (int i = 0; i < count && (root < 0 || rank == root); i++)
        CHECK(memcmp(recv + i * size, (const char *)want + i * size, size) == 0,
              "%s: element %d of %d has other bits", name, i, count);
    CHECK(after.mxcsr == before.mxcsr, "%s: MXCSR %#x became %#x", name, before.mxcsr, after.mxcsr);
    CHECK(after.control == before.control, "%s: x87 control word %#x became %#x", name, before.control,
          after.control);
    /* Bits 0 to 7: the exception flags. */
    CHECK((after.status & 0xff) == (before.status & 0xff), "%s: x87 flags %#x became %#x", name,
          before.status, after.status);
}

static double double_send[COUNT], double_want[COUNT];
static float float_send[COUNT], float_want[COUNT];
static long double long_send[COUNT], long_want[COUNT];

static void multiply_long(void *result, const void *left, const void *right)
{
    *(long double *)result = *(const long double *)left * *(const long double *)right;
}

static void prepare(void)
{
    int rank, ranks;
    fenv_t outside;
    fegetenv(&outside);
    fesetenv(FE_DFL_ENV);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    for (int i = 0; i < COUNT; i++) {
        double doubles[64];
        float floats[64];
        static long double longs[64];
        memset(longs, 0, sizeof longs);
        for (int r = 0; r < ranks; r++) {
            doubles[r] = hostile_double(r, i);
            floats[r] = hostile_float(r, i);
            longs[r] = hostile_long_double(r, i);
        }
        double_send[i] = doubles[rank];
        float_send[i] = floats[rank];
        memcpy(&long_send[i], &longs[rank], sizeof longs[0]);
        double_want[i] = oracle_sum_double(doubles, ranks, 1);
        float_want[i] = oracle_sum_float(floats, ranks, 1);
        oracle_tree(&long_want[i], longs, ranks, sizeof longs[0], multiply_long);
        long_want[i] = canonical_long_double(long_want[i]);
    }
    fesetenv(&outside);
}

static void check_units(const char *name, struct units set)
{
    static const int counts[] = {1, 260, COUNT};
    int ranks;
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
        int n = counts[i];
        for (int root = -1; root < ranks; root += ranks) {
            check_in(name, set, root, n, MPI_DOUBLE, MPI_SUM, 8, double_send, double_want);
            check_in(name, set, root, n, MPI_FLOAT, MPI_SUM, 4, float_send, float_want);
            check_in(name, set, root, n, MPI_LONG_DOUBLE, MPI_PROD, 16, long_send, long_want);
        }
    }
}

static void check_all(const char *name, unsigned mxcsr, unsigned short control)
{
    struct units set = {mxcsr, control, 0};
    check_units(name, set);
}

int main(int argc, char **argv)
{
    start(&argc, &argv);
#ifdef __FAST_MATH__
    CHECK(_mm_getcsr() & FLUSH, "-ffast-math did not set flush to zero");
#endif
    prepare();
    const unsigned plain = 0x1f80;
    const unsigned short full = 0x037f;
    struct units as_started = units();
    /* First, because the first reduction does more than a later one. Without the
     * library the MPI library's own additions would trap on these values. */
    if (with_samebits()) {
        const unsigned usual = INVALID | ZERO | OVERFLOWED, all = 0x3f;
        check_all("every trap enabled", plain & ~(all << 7), full & ~all);
        check_all("the usual traps enabled", plain & ~(usual << 7), full & ~usual);
        check_all("underflow and inexact trap", plain & ~((UNDERFLOWED | INEXACT) << 7),
                  full & ~(UNDERFLOWED | INEXACT));
        check_all("denormal operands trap", plain & ~(DENORMAL << 7), full & ~DENORMAL);
        check_all("every trap, upward", (plain & ~(all << 7)) | 0x4000, (full & ~all) | 0x0800);
    }
    check_units("as the program was started", as_started);
    check_all("default", plain, full);
    check_all("downward", plain | 0x2000, full | 0x0400);
    check_all("upward", plain | 0x4000, full | 0x0800);
    check_all("toward zero", plain | 0x6000, full | 0x0c00);
    check_all("flush to zero", plain | FLUSH, full);
    check_all("denormals are zero", plain | DENORMALS, full);
    check_all("as -ffast-math leaves it", plain | FLUSH | DENORMALS, full);
    check_all("x87 in double precision", plain, 0x027f);
    check_all("x87 in single precision", plain, 0x007f);
    /* Sticky flags, not the same in both units. */
    for (unsigned flags = 1; flags <= 0x3f; flags = 2 * flags + 1) {
        struct units set = {plain | flags, full, (unsigned short)flags};
        check_units("flags raised", set);
        struct units other = {plain | INEXACT, full, (unsigned short)(0x3f & ~flags)};
        check_units("other flags raised", other);
    }
    return finish();
}

#else

int main(int argc, char **argv)
{
    start(&argc, &argv);
    return skip("this test knows x86-64's floating-point units only");
}

#endif
