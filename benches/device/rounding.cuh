// One rounding, to nearest even, of sums in words and in digits.
#pragma once
#include "platform.cuh"

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

// Of a finite sum other than zero, the highest 64 bits, the first of them set, the last one worth
// 2^exponent; and whether more bits follow.
struct Window {
    unsigned long long bits;
    int exponent;
    bool more, negative;
};

template <class T> DEVICE T rounded(const Window &sum)
{
    typedef Format<T> F;
    const unsigned long long infinity = (unsigned long long)F::LIMIT << (F::PRECISION - 1);
    const int least = F::LOWEST, highest = sum.exponent + 64 - F::PRECISION;
    // The result's unit is 2^(exponent + shift).
    int unit = highest > least ? highest : least, shift = unit - sum.exponent;
    unsigned long long significand = shift < 64 ? sum.bits >> shift : 0, magnitude;
    bool half = shift <= 64 && (sum.bits >> (shift - 1) & 1) != 0;
    bool more = sum.more || (shift <= 64 && (sum.bits & ((1ull << (shift - 1)) - 1)) != 0);
    // (A significand with its highest bit adds one to the exponent's field.)
    int field = unit - least < F::LIMIT ? unit - least : (int)F::LIMIT;
    magnitude = ((unsigned long long)field << (F::PRECISION - 1)) + significand;
    magnitude += half && (more || (significand & 1) != 0) ? 1 : 0;
    magnitude = magnitude < infinity ? magnitude : infinity;
    return F::of(magnitude | (unsigned long long)(sum.negative && magnitude != 0) << F::SIGN);
}

// Words, each worth 2^STEP of the one behind it, the last one in 2^exponent.
template <class T, int COUNT, int STEP> DEVICE T rounded(long long *words, int exponent)
{
    const long long mask = (1ll << STEP) - 1;
    bool negative = false;
    for (int pass = 0; pass < 2; pass++) {
UNROLL
        for (int l = COUNT - 1; l > 0; l--) {
            words[l - 1] += words[l] >> STEP;
            words[l] &= mask;
        }
        if (words[0] >= 0)
            break;
        negative = true;
UNROLL
        for (int l = 0; l < COUNT; l++)
            words[l] = -words[l];
    }
    Window sum = {0, 0, false, negative};
    int empty = 64; // bits of the window
UNROLL
    for (int l = 0; l < COUNT; l++) {
        unsigned long long word = (unsigned long long)words[l];
        if (sum.bits == 0) {
            if (word != 0) {
                empty = leading_zeros(word);
                sum.bits = word << empty;
                sum.exponent = exponent + STEP * (COUNT - 1 - l) - empty;
            }
        } else if (empty >= STEP) {
            empty -= STEP;
            sum.bits |= word << empty;
        } else {
            sum.bits |= word >> (STEP - empty);
            sum.more = sum.more || (word & ((1ull << (STEP - empty)) - 1)) != 0;
            empty = 0;
        }
    }
    return sum.bits == 0 ? Format<T>::of(0) : rounded<T>(sum);
}

// Digits of 32 bits and signed carries, digit 0 worth 2^exponent. Those below `from` and from `to` on
// are zero, and there are two more behind `to`.
template <class T> RARE T rounded_digits(long long *digits, int from, int to, int exponent)
{
    const long long mask = 0xffffffff;
    long long carry = 0;
    for (int i = from; i < to + 2; i++) {
        long long all = digits[i] + carry;
        digits[i] = all & mask;
        carry = all >> 32;
    }
    Window sum = {0, 0, false, carry < 0};
    int top = -1;
    carry = 1;
    for (int i = from; i < to + 2; i++) {
        if (sum.negative) {
            long long all = (digits[i] ^ mask) + carry;
            digits[i] = all & mask;
            carry = all >> 32;
        }
        if (digits[i] != 0)
            top = i;
    }
    if (top < 0)
        return Format<T>::of(0);
    unsigned long long first = (unsigned long long)digits[top];
    int empty = leading_zeros(first);
    sum.exponent = exponent + 32 * top - empty;
    sum.bits = first << empty;
    for (int i = top - 1; i >= from; i--) {
        unsigned long long digit = (unsigned long long)digits[i];
        if (empty >= 32) {
            empty -= 32;
            sum.bits |= digit << empty;
        } else {
            sum.bits |= digit >> (32 - empty);
            sum.more = sum.more || (digit & ((1ull << (32 - empty)) - 1)) != 0;
            empty = 0;
        }
    }
    return rounded<T>(sum);
}
