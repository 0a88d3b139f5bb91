#include "level_oracle.h"
#include "oracle.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef __int128 integer;

/* integer * 2^exponent, as it is. */
struct exact {
    integer significand;
    int exponent;
};

enum { MOST = 4 };

struct ladder {
    int levels, away;
    int unit[MOST]; /* exponents */
};

/* The nearest multiple of 2^unit to what is left, in such units; takes it away. */
static integer take(struct exact *left, int unit, int away)
{
    int shift = unit - left->exponent;
    if (shift <= 0) {
        integer all = left->significand * ((integer)1 << -shift);
        left->significand = 0;
        return all;
    }
    if (shift > 100)
        return 0;
    integer one = (integer)1 << shift, magnitude = left->significand;
    int negative = magnitude < 0;
    if (negative)
        magnitude = -magnitude;
    integer below = magnitude >> shift, rest = magnitude & (one - 1);
    if (2 * rest > one || (2 * rest == one && (away || below % 2 == 1)))
        below++;
    integer taken = negative ? -below : below;
    left->significand -= taken * one;
    return taken;
}

static struct exact exact_of(double number)
{
    int exponent;
    double fraction = frexp(number, &exponent);
    struct exact exact = {(integer)ldexp(fraction, 53), exponent - 53};
    return exact;
}

/* The least a with N / (1 - 2 N 2^-52) <= 2^a. */
static int log_alpha(uint64_t summands)
{
    int a = 0;
    while (((integer)summands << 52) > ((((integer)1 << 52) - 2 * (integer)summands) << a))
        a++;
    return a;
}

static struct exact rounded(struct exact sum)
{
    integer magnitude = sum.significand < 0 ? -sum.significand : sum.significand;
    int drop = 0;
    while (magnitude >> drop >= (integer)1 << 53)
        drop++;
    struct exact left = sum;
    if (drop > 0) {
        left.exponent = 0;
        sum.significand = take(&left, drop, 0);
        sum.exponent += drop;
    }
    return sum;
}

/* Rounded to 53 bits, the exponent being any. */
static struct exact add(struct exact a, struct exact b)
{
    if (a.significand == 0)
        return b;
    if (b.significand == 0)
        return a;
    struct exact high = a.exponent >= b.exponent ? a : b, low = a.exponent >= b.exponent ? b : a;
    /* Both have 53 bits at most: the lower one's sign is enough where it is far below. */
    while (high.exponent > low.exponent && high.significand < (integer)1 << 120 &&
           high.significand > -((integer)1 << 120)) {
        high.significand *= 2;
        high.exponent--;
    }
    if (high.exponent > low.exponent)
        low.significand = low.significand < 0 ? -1 : 1;
    high.significand += low.significand;
    return rounded(high);
}

static double to_double(struct exact sum) { return ldexp((double)sum.significand, sum.exponent); }

/* The names' number. */
static int levels_of(const char *arithmetic) { return atoi(strchr(arithmetic, ':') + 1); }

/* The totals of the levels. */
static void deposit(const double *numbers, size_t n, const struct ladder *ladder, integer *totals)
{
    for (int i = 0; i < ladder->levels; i++)
        totals[i] = 0;
    for (size_t j = 0; j < n; j++) {
        struct exact left = exact_of(numbers[j]);
        for (int i = 0; i < ladder->levels; i++)
            totals[i] += take(&left, ladder->unit[i], ladder->away);
    }
}

static double prerounded(const double *numbers, size_t n, int levels, int sweeps, double largest,
                         uint64_t summands)
{
    struct ladder ladder = {levels, 0, {0}};
    integer totals[MOST] = {0};
    int above, alpha = log_alpha(summands);
    if (frexp(largest, &above) == 0.5) /* a power of two */
        above--;
    int first = alpha + above - 52; /* epsilon alpha M_2 */
    if (sweeps == 1) {
        /* N^1 = 2^1023; down as long as the next one still does, else up. */
        int extractor = 1023;
        while (extractor < alpha + above)
            extractor += 52 - alpha;
        while (extractor - (52 - alpha) >= alpha + above)
            extractor -= 52 - alpha;
        first = extractor - 52;
    }
    for (int i = 0; i < levels; i++)
        ladder.unit[i] = first - (52 - alpha) * i;
    deposit(numbers, n, &ladder, totals);
    struct exact sum = {totals[levels - 1], ladder.unit[levels - 1]};
    for (int i = levels - 2; i >= 0; i--)
        sum = add(sum, (struct exact){totals[i], ladder.unit[i]});
    return to_double(sum) + 0.0;
}

static double binned(const double *numbers, size_t n, int fold, int of_floats, double largest)
{
    int width = of_floats ? 13 : 40, last = of_floats ? 20 : 51, carry = of_floats ? 21 : 50;
    struct ladder ladder = {fold, 1, {0}};
    integer totals[MOST] = {0};
    int exponent;
    frexp(largest, &exponent);
    int first = ((of_floats ? 128 : 1024) - exponent) / width;
    first = first > last ? last : first;
    for (int i = 0; i < fold; i++)
        ladder.unit[i] = (of_floats ? 116 : 985) - width * (first + i > last ? last : first + i);
    deposit(numbers, n, &ladder, totals);
    int scale = !of_floats && first <= 3 ? 66 : 0;
    double c[MOST] = {0}, p[MOST] = {0};
    for (int i = 0; i < fold; i++) {
        integer low = totals[i] & (((integer)1 << carry) - 1), high = totals[i] - low;
        c[i] = ldexp((double)(high >> carry), carry + ladder.unit[i] - scale);
        p[i] = ldexp((double)low, ladder.unit[i] - scale);
    }
    double sum = c[0];
    for (int i = 1; i < fold; i++) {
        sum += c[i];
        sum += p[i - 1];
    }
    sum += p[fold - 1];
    return ldexp(sum, scale);
}

static double oracle_levels(const char *arithmetic, const double *numbers, size_t n, int of_floats,
                            uint64_t summands)
{
    double largest = 0, special = 0;
    for (size_t i = 0; i < n; i++) {
        if (!isfinite(numbers[i]))
            special += numbers[i];
        else if (fabs(numbers[i]) > largest)
            largest = fabs(numbers[i]);
    }
    if (special != 0)
        return canonical_double(special);
    if (largest == 0)
        return 0;
    int levels = levels_of(arithmetic);
    if (strncmp(arithmetic, "binned:", 7) == 0)
        return binned(numbers, n, levels, of_floats, largest);
    int sweeps = strncmp(arithmetic, "prerounded2:", 12) == 0 ? 2 : 1;
    return prerounded(numbers, n, levels, sweeps, largest, summands);
}

double oracle_levels_double(const char *arithmetic, const double *numbers, size_t n, size_t stride,
                            uint64_t summands)
{
    double *row = malloc(n * sizeof *row + 1);
    for (size_t i = 0; i < n; i++)
        row[i] = numbers[i * stride];
    double sum = oracle_levels(arithmetic, row, n, 0, summands);
    free(row);
    return sum;
}

float oracle_levels_float(const char *arithmetic, const float *numbers, size_t n, size_t stride,
                          uint64_t summands)
{
    double *row = malloc(n * sizeof *row + 1);
    for (size_t i = 0; i < n; i++)
        row[i] = numbers[i * stride];
    double sum = oracle_levels(arithmetic, row, n, 1, summands);
    free(row);
    return canonical_float((float)sum);
}
