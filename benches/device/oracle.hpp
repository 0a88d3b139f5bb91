// The exact sum as one integer in two's complement, and its rounding bit by bit: slow, and obviously
// right. Shares nothing with the kernels.
#pragma once
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <vector>

class Oracle
{
  public:
    enum { LOWEST = -2200, BITS = 4480, DIGITS = BITS / 32 };

    void add(double x) { add_product(x, 1.0); }

    void add_product(double x, double y)
    {
        empty = false;
        double rounded = x * y; // of non-finite factors, and the sign of a zero
        if (!std::isfinite(x) || !std::isfinite(y)) {
            nan |= std::isnan(rounded);
            plus |= rounded == INFINITY;
            minus |= rounded == -INFINITY;
            return;
        }
        only_minus_zero &= (x == 0 || y == 0) && std::signbit(x) != std::signbit(y);
        int ex, ey;
        __int128 product = (__int128)(int64_t)std::ldexp(std::frexp(x, &ex), 53) *
            (int64_t)std::ldexp(std::frexp(y, &ey), 53);
        bool negative = product < 0;
        unsigned __int128 size = negative ? -(unsigned __int128)product : (unsigned __int128)product;
        // Bits below the lowest are zeros of a subnormal's.
        int position = ex + ey - 106 - LOWEST;
        for (; position < 0; position++)
            size >>= 1;
        for (int i = 0; i < 5; i++) {
            int bit = 32 * i - position % 32;
            uint32_t digit = (uint32_t)(bit >= 0 ? (bit < 128 ? size >> bit : 0) : size << -bit);
            digits[position / 32 + i] += negative ? -(int64_t)digit : (int64_t)digit;
        }
        if (++unsettled == 1 << 29)
            settle();
    }

    void merge(Oracle other)
    {
        settle();
        other.settle();
        for (int i = 0; i < DIGITS; i++)
            digits[i] += other.digits[i];
        nan |= other.nan, plus |= other.plus, minus |= other.minus;
        only_minus_zero &= other.only_minus_zero, empty &= other.empty;
        settle();
    }

    // As bits of a format with so many bits of a significand, and of such an exponent field.
    uint64_t rounded(int precision, int exponent_bits)
    {
        const uint64_t limit = (1u << exponent_bits) - 1, infinity = limit << (precision - 1);
        const uint64_t sign = 1ull << (precision - 1 + exponent_bits);
        if (nan || (plus && minus))
            return infinity | 1ull << (precision - 2);
        if (plus || minus)
            return infinity | (minus ? sign : 0);
        if (only_minus_zero && !empty)
            return sign;
        settle();
        bool negative = digits[DIGITS - 1] < 0;
        if (negative) {
            for (int64_t &digit : digits)
                digit = -digit;
            settle();
        }
        int top = BITS - 1;
        while (top >= 0 && !bit(top))
            top--;
        uint64_t result = 0;
        if (top >= 0) {
            int bias = (1 << (exponent_bits - 1)) - 1, smallest = 2 - bias - precision - LOWEST;
            int unit = std::max(top - precision + 1, smallest);
            uint64_t significand = 0;
            for (int i = top; i >= unit; i--)
                significand = 2 * significand + bit(i);
            bool more = false;
            for (int i = 0; i < unit - 1; i++)
                more |= bit(i);
            if (bit(unit - 1) && (more || significand % 2 == 1))
                significand++;
            if (significand >> precision)
                significand /= 2, unit++;
            bool normal = significand >> (precision - 1);
            uint64_t field = normal ? (uint64_t)(unit - smallest) + 1 : 0;
            result = field >= limit ? infinity
                                    : field << (precision - 1) | (significand & ~(1ull << (precision - 1)));
        }
        return result | (negative && result != 0 ? sign : 0);
    }

    template <class T> uint64_t rounded() { return sizeof(T) == 8 ? rounded(53, 11) : rounded(24, 8); }

  private:
    int64_t digits[DIGITS] = {};
    int unsettled = 0;
    bool nan = false, plus = false, minus = false, only_minus_zero = true, empty = true;

    bool bit(int i) const { return digits[i / 32] >> i % 32 & 1; }

    // All digits but the last one in 0 .. 2^32.
    void settle()
    {
        int64_t carry = 0;
        for (int i = 0; i < DIGITS; i++) {
            int64_t all = digits[i] + carry;
            digits[i] = i < DIGITS - 1 ? all & 0xffffffff : all;
            carry = all >> 32;
        }
        unsettled = 0;
    }
};

template <class T> uint64_t bits_of_number(T x)
{
    uint64_t bits = 0;
    memcpy(&bits, &x, sizeof x);
    return bits;
}
