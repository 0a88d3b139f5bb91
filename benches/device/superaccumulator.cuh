// A superaccumulator (Kulisch; in carry-save form, Neal 2015): an exact sum as one long fixed-point
// number of 32-bit digits, the lowest worth 2^LOWEST. In shared memory a digit is two words, what is
// in it and what was carried out of it, since atomics of 32 bits are the fast ones there; in global
// memory it is one of 64 bits, to which a block adds digits of at most 34.
#pragma once
#include "platform.cuh"

// What has been seen, beside finite summands.
enum { SEEN_NAN = 1, SEEN_INFINITY = 2, SEEN_MINUS_INFINITY = 4, SEEN_OTHER_THAN_MINUS_ZERO = 8 };

// Of doubles, and of products of two: digits for every bit, and for carries.
struct OfNumbers {
    enum { DIGITS = 68, LOWEST = -1074 };
};
struct OfProducts {
    enum { DIGITS = 134, LOWEST = -2162 };
};

// In global memory; zero before the first use, and the kernel leaves it zero.
template <class Range> struct Global {
    long long digits[Range::DIGITS];
    unsigned seen, blocks_done;
};

// In shared memory. Several copies, so that fewer lanes of a warp meet in one word.
template <class Range> struct Shared {
    enum { DIGITS = Range::DIGITS, COPIES = 4 };
    unsigned digits[DIGITS * COPIES], carries[DIGITS * COPIES], seen, is_last;
    long long sums[DIGITS + 2];
};

template <class Range> DEVICE void clear(Shared<Range> &sum, int threads)
{
    for (int i = thread_index(); i < sum.DIGITS * sum.COPIES; i += threads)
        sum.digits[i] = sum.carries[i] = 0;
    if (thread_index() == 0)
        sum.seen = 0;
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

template <class Range> DEVICE void add_signed(Shared<Range> &sum, long long integer, int exponent)
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
    unsigned long long low = b.integer & 0xffffffffu, high = b.integer >> 32;
    add_integer(sum, a.integer & 0xffffffffu ? (a.integer & 0xffffffffu) * low : 0, exponent, negative);
    add_integer(sum, (a.integer >> 32) * low, exponent + 32, negative);
    add_integer(sum, (a.integer & 0xffffffffu) * high, exponent + 32, negative);
    add_integer(sum, (a.integer >> 32) * high, exponent + 64, negative);
}

// A format of results.
template <class T> struct Format;
template <> struct Format<double> {
    enum { PRECISION = 53, LOWEST = -1074, LIMIT = 0x7ff, SIGN = 63 };
    static DEVICE double of(unsigned long long bits) { return of_bits((long long)bits); }
};
template <> struct Format<float> {
    enum { PRECISION = 24, LOWEST = -149, LIMIT = 0xff, SIGN = 31 };
    static DEVICE float of(unsigned long long bits)
    {
        union {
            unsigned bits;
            float number;
        } both = {(unsigned)bits};
        return both.number;
    }
};

// The digits of sum.sums, rounded once to T, to nearest even. Digits below `from` and from `to` on are
// zero, and there are two more behind `to`.
template <class T, class Range> RARE T rounded(Shared<Range> &sum, unsigned seen, int from, int to)
{
    typedef Format<T> F;
    const unsigned long long infinity = (unsigned long long)F::LIMIT << (F::PRECISION - 1);
    const unsigned infinities = SEEN_INFINITY | SEEN_MINUS_INFINITY;
    if (seen & SEEN_NAN || (seen & infinities) == infinities)
        return F::of(infinity | 1ull << (F::PRECISION - 2));
    if (seen & infinities)
        return F::of(infinity | (unsigned long long)(seen & SEEN_MINUS_INFINITY ? 1 : 0) << F::SIGN);
    if (!(seen & SEEN_OTHER_THAN_MINUS_ZERO))
        return F::of(1ull << F::SIGN);
    long long *digits = sum.sums, carry = 0;
    for (int i = from; i < to + 2; i++) {
        long long all = digits[i] + carry;
        digits[i] = all & 0xffffffff;
        carry = all >> 32;
    }
    bool negative = carry < 0;
    int top = -1;
    carry = 1;
    for (int i = from; i < to + 2; i++) {
        if (negative) {
            long long all = (digits[i] ^ 0xffffffff) + carry;
            digits[i] = all & 0xffffffff;
            carry = all >> 32;
        }
        if (digits[i] != 0)
            top = i;
    }
    if (top < 0)
        return F::of(0);
    // The unit of the result is bit `unit`.
    int bits = 32 * top + 32 - leading_zeros((unsigned)digits[top]);
    int smallest = F::LOWEST - Range::LOWEST;
    int unit = bits - F::PRECISION > smallest ? bits - F::PRECISION : smallest;
    unsigned long long significand = 0;
    for (int i = top; i >= from && 32 * i + 31 >= unit; i--) {
        int position = 32 * i - unit;
        unsigned long long digit = (unsigned long long)digits[i];
        significand |= position >= 0 ? digit << position : digit >> -position;
    }
    bool half = false, more = false;
    if (unit > 0) {
        int below = unit - 1;
        half = below / 32 >= from && below / 32 <= top && digits[below / 32] >> below % 32 & 1;
        for (int i = from; i <= top && 32 * i < below; i++) {
            long long mask = 32 * i + 32 <= below ? 0xffffffff : (1ll << below % 32) - 1;
            more = more || (digits[i] & mask) != 0;
        }
    }
    // (A significand with its highest bit adds one to the exponent's field.)
    long long field = unit - smallest < F::LIMIT ? unit - smallest : F::LIMIT;
    unsigned long long magnitude = ((unsigned long long)field << (F::PRECISION - 1)) + significand;
    magnitude += half && (more || (significand & 1)) ? 1 : 0;
    magnitude = magnitude < infinity ? magnitude : infinity;
    return F::of(magnitude | (unsigned long long)(negative && magnitude != 0) << F::SIGN);
}

// The end of a kernel, by all threads: adds the block's sum to the global one, and the last block
// rounds that to `result` and clears it.
template <class T, class Range>
DEVICE void finish(Shared<Range> &sum, Global<Range> &global, T *result, int threads)
{
    const int digits = Range::DIGITS;
    sync_block();
    for (int i = thread_index(); i < digits; i += threads) {
        long long all = 0;
        for (int copy = 0; copy < sum.COPIES; copy++) {
            int word = i * sum.COPIES + copy;
            all += (long long)(int)sum.carries[word] * (1ll << 32) + sum.digits[word];
        }
        sum.sums[i] = all;
    }
    sync_block();
    for (int i = thread_index(); i < digits; i += threads) {
        long long digit = i + 1 < digits ? sum.sums[i] & 0xffffffff : sum.sums[i];
        digit += i > 0 ? sum.sums[i - 1] >> 32 : 0;
        if (digit != 0)
            atomic_add(&global.digits[i], digit);
    }
    if (thread_index() == 0 && sum.seen != 0)
        atomic_or(&global.seen, sum.seen);
    fence();
    sync_block();
    if (thread_index() == 0)
        sum.is_last = atomic_add(&global.blocks_done, 1) + 1 == (unsigned)block_count();
    sync_block();
    if (!sum.is_last)
        return;
    fence();
    volatile Global<Range> &all = global;
    int from = digits, to = 0;
    for (int i = thread_index(); i < digits + 2; i += threads) {
        long long digit = i < digits ? all.digits[i] : 0;
        sum.sums[i] = digit;
        if (digit != 0) {
            all.digits[i] = 0;
            from = i < from ? i : from;
            to = i + 1;
        }
    }
    // The digits that are not zero, of all threads: in words that are free by now.
    sync_block();
    int warp = thread_index() / 32;
    int first = -warp_max(-from), last = warp_max(to);
    if (thread_index() % 32 == 0) {
        sum.digits[warp] = (unsigned)first;
        sum.carries[warp] = (unsigned)last;
    }
    sync_block();
    if (thread_index() == 0) {
        for (int i = 1; i < threads / 32; i++) {
            first = (int)sum.digits[i] < first ? (int)sum.digits[i] : first;
            last = (int)sum.carries[i] > last ? (int)sum.carries[i] : last;
        }
        *result = rounded<T>(sum, all.seen, first, last);
        all.seen = 0;
        all.blocks_done = 0;
    }
}
