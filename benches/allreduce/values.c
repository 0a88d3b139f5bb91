/* A contribution is an integer of as many bits as the format's precision, times
 * a power of two that is the same for all: so the exact sum is a sum of
 * integers, and converting that rounds it once, to nearest even. Its ranks'
 * shifts differ, so that the sum needs more bits than the format has. */
#include "values.h"

#include <string.h>

/* splitmix64: a number without a pattern for each argument. */
static uint64_t mixed(uint64_t x)
{
    x += 0x9e3779b97f4a7c15u;
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
    return x ^ (x >> 31);
}

static uint64_t seed(int rank, uint64_t number)
{
    return mixed(number) + ((uint64_t)rank << 40);
}

/* Contributions are zero where a random number is below this. */
static uint64_t left_out;

void leave_out(double share)
{
    left_out = share > 0 ? (uint64_t)(share * 0x1p64) : 0;
}

static int64_t contribution(uint64_t seed, size_t element, int bits)
{
    uint64_t random = mixed(seed + element);
    if (left_out && mixed(~random) < left_out)
        return 0;
    int64_t value = (int64_t)random >> (63 - bits);
    return value >> (random & 7);
}

void fill(void *buffer, size_t count, int is_float, int rank, uint64_t number)
{
    uint64_t start = seed(rank, number);
    for (size_t i = 0; i < count; i++) {
        if (is_float)
            ((float *)buffer)[i] = (float)contribution(start, i, 24) * 0x1p-24f;
        else
            ((double *)buffer)[i] = (double)contribution(start, i, 53) * 0x1p-53;
    }
}

int is_exact_sum(const void *result, size_t count, int is_float, int ranks, uint64_t number,
                 size_t stride, size_t *wrong)
{
    for (size_t i = 0; i < count; i += stride) {
        __int128 sum = 0;
        for (int rank = 0; rank < ranks; rank++)
            sum += contribution(seed(rank, number), i, is_float ? 24 : 53);
        *wrong = i;
        if (is_float) {
            float want = (float)sum * 0x1p-24f;
            if (memcmp((const float *)result + i, &want, sizeof want) != 0)
                return 0;
        } else {
            double want = (double)sum * 0x1p-53;
            if (memcmp((const double *)result + i, &want, sizeof want) != 0)
                return 0;
        }
    }
    return 1;
}
