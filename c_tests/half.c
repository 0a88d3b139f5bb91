/* Half floats (MPIX_C_FLOAT16 of MPICH, Intel MPI and Open MPI 5): the binary tree over the ranks, each
 * operation by way of float and rounded to half. Skipped where the MPI or the
 * compiler has no such type. */
#include "driver.h"
#include "oracle.h"
#include "values.h"

#ifdef OPEN_MPI
#include <mpi-ext.h>
#endif

#include <math.h>
#include <stdint.h>
#include <string.h>

#if defined(MPIX_C_FLOAT16) && defined(__FLT16_MANT_DIG__)

typedef _Float16 half;

static half from_bits(uint16_t bits)
{
    half number;
    memcpy(&number, &bits, 2);
    return number;
}

static half canonical(half number) { return isnan((float)number) ? from_bits(0x7e00) : number; }

/* Any bits at all: subnormals, infinities and NaNs are common among halves. */
static void fill(void *element, int rank, size_t index)
{
    uint16_t bits = (uint16_t)noise(30, rank, index);
    if (index % 3) /* tame: between 1/16 and 16 */
        bits = (uint16_t)((bits & 0x83ff) | ((11 + bits % 9) << 10));
    half number = from_bits(bits);
    memcpy(element, &number, 2);
}

static void add(void *result, const void *left, const void *right)
{
    *(half *)result = (half)((float)*(const half *)left + (float)*(const half *)right);
}

static void multiply(void *result, const void *left, const void *right)
{
    *(half *)result = (half)((float)*(const half *)left * (float)*(const half *)right);
}

static void minimum(void *result, const void *left, const void *right)
{
    *(half *)result = (half)oracle_minimum(*(const half *)left, *(const half *)right);
}

static void maximum(void *result, const void *left, const void *right)
{
    *(half *)result = (half)oracle_maximum(*(const half *)left, *(const half *)right);
}

#define EXPECT(combine)                                                              \
    static void expect_##combine(void *result, const void *contributions, int ranks) \
    {                                                                                \
        oracle_tree(result, contributions, ranks, 2, combine);                       \
        *(half *)result = canonical(*(half *)result);                                \
    }
EXPECT(add)
EXPECT(multiply)
EXPECT(minimum)
EXPECT(maximum)

int main(int argc, char **argv)
{
    start(&argc, &argv);
    if (MPIX_C_FLOAT16 == MPI_DATATYPE_NULL)
        return skip("this MPI has no half floats");
    const struct operation operations[] = {
        {"SUM", MPIX_C_FLOAT16, MPI_SUM, 2, 2, fill, expect_add, 1},
        {"PROD", MPIX_C_FLOAT16, MPI_PROD, 2, 2, fill, expect_multiply, 1},
        {"MIN", MPIX_C_FLOAT16, MPI_MIN, 2, 2, fill, expect_minimum, 1},
        {"MAX", MPIX_C_FLOAT16, MPI_MAX, 2, 2, fill, expect_maximum, 1},
    };
    for (size_t i = 0; i < sizeof operations / sizeof *operations; i++)
        check_operation(&operations[i]);
    return finish();
}

#else

int main(int argc, char **argv)
{
    start(&argc, &argv);
    return skip("this MPI has no half floats");
}

#endif
