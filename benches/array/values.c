/* An element is an integer of 53 bits times 2^-53, shifted down by up to 31 bits: so
 * the exact sum is a sum of integers, and converting that rounds it once, to nearest
 * even; and sums in different orders have different last digits. */
#include "values.h"

/* splitmix64: a number without a pattern for each argument. */
static uint64_t mixed(uint64_t x)
{
    x += 0x9e3779b97f4a7c15u;
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
    return x ^ (x >> 31);
}

static int64_t element(uint64_t index, int number)
{
    uint64_t random = mixed(((uint64_t)number << 48) + index);
    int64_t value = (int64_t)random >> 10;
    return value >> (random & 31);
}

void fill(double *to, uint64_t start, size_t n, int number)
{
    for (size_t i = 0; i < n; i++)
        to[i] = (double)element(start + i, number) * 0x1p-53;
}

/* Stelz 2022, chapter 2: node (x,y) is node (x,y-1) where its right child would begin
 * behind the last element. Level by level: the nodes of one level, in a row, become
 * those of the next. */
double tree_sum(double *numbers, size_t n)
{
    while (n > 1) {
        size_t pairs = n / 2;
        for (size_t i = 0; i < pairs; i++)
            numbers[i] = numbers[2 * i] + numbers[2 * i + 1];
        if (n % 2)
            numbers[pairs] = numbers[n - 1];
        n = pairs + n % 2;
    }
    return numbers[0];
}

double exact_sum(size_t n, int number)
{
    __int128 sum = 0;
    for (size_t i = 0; i < n; i++)
        sum += element(i, number);
    return (double)sum * 0x1p-53;
}
