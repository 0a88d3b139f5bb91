// A superaccumulator (Kulisch; in carry-save form, Neal 2015): an exact sum as one long fixed-point
// number of 32-bit digits, the lowest worth 2^LOWEST. In shared memory a digit is two words, what is
// in it and what was carried out of it, since atomics of 32 bits are the fast ones there; in global
// memory it is one of 64 bits, to which a block adds digits of at most 34. It takes what does not fit
// levels; most sums never touch it.
#pragma once
#include "platform.cuh"

// What has been seen, beside finite summands; and whether a superaccumulator holds some of them.
enum {
    SEEN_NAN = 1,
    SEEN_INFINITY = 2,
    SEEN_MINUS_INFINITY = 4,
    SEEN_OTHER_THAN_MINUS_ZERO = 8,
    SEEN_DIGITS = 16
};

// Of a kernel, at most: levels and one more word for their carries, blocks, and warps of a block.
enum { WORDS = 6, BLOCKS = 2048, WARPS = 32 };

// Of doubles, and of products of two: digits for every bit, and for carries.
struct OfNumbers {
    enum { DIGITS = 68, LOWEST = -1074 };
};
struct OfProducts {
    enum { DIGITS = 134, LOWEST = -2162 };
};

// In global memory. Digits and blocks_done are zero before the first use, and the kernel leaves them
// zero; a block writes what its levels hold to a place of its own. (Digits come last, so that one place
// serves numbers and products, one after the other.)
template <class Range> struct Global {
    unsigned blocks_done, seen[BLOCKS];
    int exponents[BLOCKS];
    long long words[WORDS][BLOCKS];
    long long digits[Range::DIGITS];
};

// In shared memory. Several copies of the digits, so that fewer lanes of a warp meet in one word.
template <class Range> struct Shared {
    enum { DIGITS = Range::DIGITS, COPIES = 4 };
    unsigned digits[DIGITS * COPIES], carries[DIGITS * COPIES];
    long long sums[DIGITS + 3]; // a zero, the digits, and room for carries
    long long words[WORDS][WARPS];
    int exponents[WARPS], to, below;
    unsigned seen, seens[WARPS], is_last;
};

template <class Range> DEVICE void clear(Shared<Range> &sum, int threads)
{
    for (int i = thread_index(); i < sum.DIGITS * sum.COPIES; i += threads)
        sum.digits[i] = sum.carries[i] = 0;
}

template <class Range> DEVICE void add_digit(Shared<Range> &sum, int i, unsigned digit, bool negative)
{
    if (digit == 0)
        return;
    i = i * sum.COPIES + thread_index() % sum.COPIES;
    if (negative) {
        if (atomic_subtract(&sum.digits[i], digit) < digit)
            atomic_subtract(&sum.carries[i], 1);
    } else if (atomic_add(&sum.digits[i], digit) > ~digit) {
        atomic_add(&sum.carries[i], 1);
    }
}

// Adds ±integer · 2^exponent. (Bits below the lowest are zero.)
template <class Range>
DEVICE void add_integer(Shared<Range> &sum, unsigned long long integer, int exponent, bool negative)
{
    if (integer == 0)
        return;
    int position = exponent - Range::LOWEST;
    if (position < 0) {
        integer >>= -position;
        position = 0;
    }
    int i = position / 32, shift = position % 32;
    unsigned long long low = integer << shift;
    add_digit(sum, i, (unsigned)low, negative);
    add_digit(sum, i + 1, (unsigned)(low >> 32), negative);
    add_digit(sum, i + 2, shift == 0 ? 0 : (unsigned)(integer >> (64 - shift)), negative);
}

template <class Range> RARE void add_signed(Shared<Range> &sum, long long integer, int exponent)
{
    unsigned long long bits = (unsigned long long)integer;
    add_integer(sum, integer < 0 ? 0 - bits : bits, exponent, integer < 0);
}

// A finite number as ±integer · 2^exponent.
struct Finite {
    unsigned long long integer;
    int exponent;
    bool negative;
};

DEVICE Finite parts_of(double x)
{
    unsigned long long bits = (unsigned long long)bits_of(x), fraction = bits & ((1ull << 52) - 1);
    int field = (int)(bits >> 52 & 0x7ff);
    Finite number = {field == 0 ? fraction : fraction | 1ull << 52, (field == 0 ? 1 : field) - 1075,
                     bits >> 63 != 0};
    return number;
}

template <class Range> DEVICE void add_number(Shared<Range> &sum, double x)
{
    Finite number = parts_of(x);
    add_integer(sum, number.integer, number.exponent, number.negative);
}

// Adds x · y, however small or large.
DEVICE void add_product(Shared<OfProducts> &sum, double x, double y)
{
    Finite a = parts_of(x), b = parts_of(y);
    bool negative = a.negative != b.negative;
    int exponent = a.exponent + b.exponent;
    add_integer(sum, a.integer * b.integer, exponent, negative);
    add_integer(sum, multiply_high(a.integer, b.integer), exponent + 64, negative);
}

// By so many threads of a block: sum.sums[i + 1] is digit i, with its carries.
template <class Range> DEVICE void gather(Shared<Range> &sum, int threads)
{
    for (int i = thread_index(); i < sum.DIGITS; i += threads) {
        long long all = 0;
        for (int copy = 0; copy < sum.COPIES; copy++) {
            int word = i * sum.COPIES + copy;
            all += (long long)(int)sum.carries[word] * (1ll << 32) + sum.digits[word];
        }
        sum.sums[i + 1] = all;
    }
    if (thread_index() == 0)
        sum.sums[0] = 0;
}
