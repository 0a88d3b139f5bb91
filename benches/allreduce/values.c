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

static uint64_t seed(int rank, uint64_t number) { return mixed(number) + ((uint64_t)rank << 40); }

/* Contributions are zero where a random number is below this. */
static uint64_t left_out;

void leave_out(double share) { left_out = share > 0 ? (uint64_t)(share * 0x1p64) : 0; }

static int64_t contribution(uint64_t seed, size_t element, int bits)
{
    uint64_t random = mixed(seed + element);
    if (left_out && mixed(~random) < left_out)
        return 0;
    int64_t value = (int64_t)random >> (63 - bits);
    return value >> (random & 7);
}

/* (As a double even where it is a float.) */
static double value(uint64_t seed, size_t element, int is_float)
{
    return is_float ? (double)contribution(seed, element, 24) * 0x1p-24
                    : (double)contribution(seed, element, 53) * 0x1p-53;
}

void fill(void *buffer, size_t count, int is_float, int rank, uint64_t number)
{
    uint64_t start = seed(rank, number);
    for (size_t i = 0; i < count; i++) {
        if (is_float)
            ((float *)buffer)[i] = (float)value(start, i, 1);
        else
            ((double *)buffer)[i] = value(start, i, 0);
    }
}

int is_exact_sum(const void *result, size_t count, int is_float, int ranks, uint64_t number, size_t stride,
                 size_t *wrong)
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

/* Node (rank, height) of the binary tree over the ranks, as it is defined. */
static double node(int rank, int height, int ranks, size_t element, int is_float, uint64_t number)
{
    if (height == 0)
        return value(seed(rank, number), element, is_float);
    int right = rank + (1 << (height - 1));
    double left = node(rank, height - 1, ranks, element, is_float, number);
    if (right >= ranks)
        return left;
    double sum = left + node(right, height - 1, ranks, element, is_float, number);
    /* (The sum of two floats has the same bits when it is rounded to double before.) */
    return is_float ? (double)(float)sum : sum;
}

int is_tree_sum(const void *result, size_t count, int is_float, int ranks, uint64_t number, size_t stride,
                size_t *wrong)
{
    int height = 0;
    while (1 << height < ranks)
        height++;
    for (size_t i = 0; i < count; i += stride) {
        double want = node(0, height, ranks, i, is_float, number);
        float rounded = (float)want;
        *wrong = i;
        if (is_float ? memcmp((const float *)result + i, &rounded, sizeof rounded)
                     : memcmp((const double *)result + i, &want, sizeof want))
            return 0;
    }
    return 1;
}

int is_near_sum(const void *result, size_t count, int is_float, int ranks, uint64_t number, size_t stride,
                size_t *wrong)
{
    /* No sum of some contributions is above their number: an addition errs by half a unit there. */
    double most = (double)ranks * ranks * (is_float ? 0x1p-24 : 0x1p-53);
    for (size_t i = 0; i < count; i += stride) {
        double sum = 0, got = is_float ? ((const float *)result)[i] : ((const double *)result)[i];
        for (int rank = 0; rank < ranks; rank++)
            sum += value(seed(rank, number), i, is_float);
        *wrong = i;
        /* (A sum of doubles errs here too.) */
        if (!(got - sum <= 2 * most && sum - got <= 2 * most))
            return 0;
    }
    return 1;
}
