#include "oracle.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static void node(char *result, const char *leaves, int n, size_t size, combine_function *combine, long x,
                 int y)
{
    if (y == 0) {
        memcpy(result, leaves + (size_t)x * size, size);
        return;
    }
    long middle = x + (1L << (y - 1));
    if (middle >= n) {
        node(result, leaves, n, size, combine, x, y - 1);
        return;
    }
    char *left = malloc(size), *right = malloc(size);
    node(left, leaves, n, size, combine, x, y - 1);
    node(right, leaves, n, size, combine, middle, y - 1);
    memset(result, 0, size);
    combine(result, left, right);
    free(left);
    free(right);
}

void oracle_tree(void *result, const void *leaves, int n, size_t size, combine_function *combine)
{
    int height = 0;
    while ((1L << height) < n)
        height++;
    node(result, leaves, n, size, combine, 0, height);
}

/* A fixed-point number: bits[i] is the number of times 2^(i - LOWEST) occurs, in two's
 * complement of `high - low` bits once `carry` has been called. What lies outside of these
 * is zero. */
enum { LOWEST = 1074, NUMBER_BITS = 2200, CARRIES = 64 /* as many summands as there are */ };

struct number {
    int bits[NUMBER_BITS], low, high;
};

static struct number *zero(void)
{
    struct number *number = calloc(1, sizeof *number);
    number->low = NUMBER_BITS;
    return number;
}

/* Adds (or takes away) integer * 2^(position - LOWEST), bit by bit. */
static void add_bits(struct number *number, uint64_t integer, int position, int sign)
{
    for (int i = 0; i < 64; i++)
        if (integer >> i & 1)
            number->bits[position + i] += sign;
    if (position < number->low)
        number->low = position;
    if (position + 53 + CARRIES > number->high)
        number->high = position + 53 + CARRIES;
}

static void add_double(struct number *number, double summand)
{
    uint64_t raw;
    memcpy(&raw, &summand, 8);
    int exponent = raw >> 52 & 0x7ff;
    uint64_t fraction = raw & ((1ull << 52) - 1);
    int sign = raw >> 63 ? -1 : 1;
    if (exponent == 0)
        add_bits(number, fraction, 0, sign);
    else
        add_bits(number, fraction | 1ull << 52, exponent - 1, sign);
}

/* Makes every bit 0 or 1; returns whether the number is negative, of which it
 * then holds the magnitude. */
static int carry(struct number *number)
{
    int *bits = number->bits;
    for (int pass = 0;; pass++) {
        int over = 0;
        for (int i = number->low; i < number->high; i++) {
            int sum = bits[i] + over;
            bits[i] = sum & 1;
            over = (sum - bits[i]) / 2;
        }
        if (over == 0)
            return pass > 0;
        /* A borrow is left over: negative. Negate and add one: ~x + 1. */
        for (int i = number->low; i < number->high; i++)
            bits[i] = 1 - bits[i];
        bits[number->low] += 1;
    }
}

/* The number with `precision` significant bits, of which the lowest may not be
 * below 2^(lowest - LOWEST), as a double (which is exact for a float). */
static double rounded(const struct number *number, int precision, int lowest)
{
    const int *bits = number->bits;
    int top = number->high - 1;
    while (top >= 0 && !bits[top])
        top--;
    if (top < 0)
        return 0.0;
    int unit = top - precision + 1 > lowest ? top - precision + 1 : lowest;
    uint64_t kept = 0;
    for (int i = top; i >= unit; i--)
        kept = kept << 1 | (uint64_t)bits[i];
    int half = unit > 0 ? bits[unit - 1] : 0, below = 0;
    for (int i = number->low; i < unit - 1; i++)
        below |= bits[i];
    if (half && (below || (kept & 1)))
        kept++;
    return ldexp((double)kept, unit - LOWEST);
}

struct special {
    int nan, plus, minus, all_minus_zero;
};

static struct special no_special(void) { return (struct special){0, 0, 0, 1}; }

static void note(struct special *special, double number)
{
    special->nan |= isnan(number);
    special->plus |= isinf(number) && number > 0;
    special->minus |= isinf(number) && number < 0;
    special->all_minus_zero &= number == 0 && signbit(number);
}

static int is_special(const struct special *special, double *result)
{
    if (special->nan || (special->plus && special->minus))
        *result = canonical_double(NAN);
    else if (special->plus)
        *result = INFINITY;
    else if (special->minus)
        *result = -INFINITY;
    else if (special->all_minus_zero)
        *result = -0.0;
    else
        return 0;
    return 1;
}

double oracle_sum_double(const double *numbers, int n, int stride)
{
    struct number *number = zero();
    struct special special = no_special();
    for (int i = 0; i < n; i++) {
        note(&special, numbers[i * stride]);
        if (isfinite(numbers[i * stride]))
            add_double(number, numbers[i * stride]);
    }
    double result;
    if (!is_special(&special, &result)) {
        int negative = carry(number);
        result = rounded(number, 53, 0);
        result = negative ? -result : result;
    }
    free(number);
    return result;
}

float oracle_sum_float(const float *numbers, int n, int stride)
{
    struct number *number = zero();
    struct special special = no_special();
    for (int i = 0; i < n; i++) {
        note(&special, numbers[i * stride]);
        if (isfinite(numbers[i * stride]))
            add_double(number, numbers[i * stride]);
    }
    double result;
    if (!is_special(&special, &result)) {
        int negative = carry(number);
        /* At most 24 bits: a float, or beyond the largest one. */
        result = rounded(number, 24, LOWEST - 149);
        if (result > 3.4028234663852886e38)
            result = INFINITY;
        result = negative ? -result : result;
    }
    free(number);
    return canonical_float((float)result);
}

int oracle_precedes(long double a, long double b)
{
    return a < b || (a == 0 && b == 0 && signbit(a) && !signbit(b));
}

long double oracle_minimum(long double a, long double b)
{
    if (isnan(a) || isnan(b))
        return canonical_long_double(NAN);
    return oracle_precedes(a, b) ? a : b;
}

long double oracle_maximum(long double a, long double b)
{
    if (isnan(a) || isnan(b))
        return canonical_long_double(NAN);
    return oracle_precedes(a, b) ? b : a;
}

double canonical_double(double number)
{
    if (isnan(number)) {
        uint64_t bits = 0x7ff8000000000000u;
        memcpy(&number, &bits, 8);
    }
    return number;
}

float canonical_float(float number)
{
    if (isnan(number)) {
        uint32_t bits = 0x7fc00000u;
        memcpy(&number, &bits, 4);
    }
    return number;
}

long double canonical_long_double(long double number)
{
    if (isnan(number)) {
#if defined(__x86_64__)
        unsigned char bits[16] = {0, 0, 0, 0, 0, 0, 0, 0xc0, 0xff, 0x7f};
#else
        unsigned char bits[16] = {[13] = 0x80, [14] = 0xff, [15] = 0x7f};
#endif
        memcpy(&number, bits, sizeof bits);
    }
    return number;
}
