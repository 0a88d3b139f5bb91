/* The caller's floating-point environment: it does not touch the bits, and it is
 * exactly as before after the call: rounding mode, flush to zero, denormals are
 * zero, enabled traps, x87 control word and the sticky flags of both units. */
#define _GNU_SOURCE
#include "driver.h"
#include "oracle.h"
#include "values.h"

#include <fenv.h>
#include <stdio.h>
#include <string.h>

#if defined(__x86_64__)

#include <immintrin.h>

struct units {
    unsigned mxcsr;
    unsigned short control, status;
};

static struct units units(void)
{
    struct units now;
    now.mxcsr = _mm_getcsr();
    __asm__ volatile("fnstcw %0" : "=m"(now.control));
    __asm__ volatile("fnstsw %0" : "=m"(now.status));
    return now;
}

static void set_units(unsigned mxcsr, unsigned short control)
{
    __asm__ volatile("fldcw %0" : : "m"(control));
    _mm_setcsr(mxcsr);
}

enum { COUNT = 260, FLUSH = 0x8000, DENORMALS = 0x0040 };

/* Reduces in an environment, and checks bits and environment. */
static void check_in(const char *name, unsigned mxcsr, unsigned short control, MPI_Datatype type,
                     MPI_Op op, size_t size, const void *send, const void *want)
{
    static char recv[COUNT * 32];
    struct units outside = units();
    set_units(mxcsr, control);
    struct units before = units();
    MPI_Allreduce(send, recv, COUNT, type, op, MPI_COMM_WORLD);
    struct units after = units();
    fesetenv(FE_DFL_ENV);
    set_units(outside.mxcsr, outside.control);
    if (!with_samebits())
        return;
    for (int i = 0; i < COUNT; i++)
        CHECK(memcmp(recv + i * size, (const char *)want + i * size, size) == 0,
              "%s: element %d has other bits", name, i);
    CHECK(after.mxcsr == before.mxcsr, "%s: MXCSR %#x became %#x", name, before.mxcsr, after.mxcsr);
    CHECK(after.control == before.control, "%s: x87 control word %#x became %#x", name,
          before.control, after.control);
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
}

static void check_all(const char *name, unsigned mxcsr, unsigned short control)
{
    check_in(name, mxcsr, control, MPI_DOUBLE, MPI_SUM, 8, double_send, double_want);
    check_in(name, mxcsr, control, MPI_FLOAT, MPI_SUM, 4, float_send, float_want);
    check_in(name, mxcsr, control, MPI_LONG_DOUBLE, MPI_PROD, 16, long_send, long_want);
}

int main(int argc, char **argv)
{
    start(&argc, &argv);
    prepare();
    const unsigned plain = 0x1f80;
    const unsigned short full = 0x037f;
    check_all("default", plain, full);
    check_all("downward", plain | 0x2000, full | 0x0400);
    check_all("upward", plain | 0x4000, full | 0x0800);
    check_all("toward zero", plain | 0x6000, full | 0x0c00);
    check_all("flush to zero", plain | FLUSH, full);
    check_all("denormals are zero", plain | DENORMALS, full);
    check_all("as -ffast-math leaves it", plain | FLUSH | DENORMALS, full);
    check_all("x87 in double precision", plain, 0x027f);
    check_all("x87 in single precision", plain, 0x007f);
    check_all("all flags raised", plain | 0x003f, full);
    check_all("the inexact flag raised", plain | 0x0020, full);
    /* Invalid, division by zero and overflow trap. Without the library the MPI
     * library's own additions would trap on these values. */
    if (with_samebits())
        check_all("traps enabled", plain & ~0x0680u, full & ~0x000d);
    return finish();
}

#else

int main(int argc, char **argv)
{
    start(&argc, &argv);
    printf("this test knows x86-64's floating-point units only\n");
    MPI_Finalize();
    return 77;
}

#endif
