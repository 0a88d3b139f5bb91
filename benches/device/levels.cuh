// A thread's sum in levels: doubles that stay in one binade each, so that an addition to one is
// Dekker's FastTwoSum, three operations, and what it rounds off goes on to the next level. A level's
// total is then an integer multiple of its unit, the difference of two bit patterns.
//
// Nothing is known of the numbers beforehand. The first ones say where the levels begin; each batch
// proves afterwards that its sum was exact: the first level never left its binade, the others were
// far from its ends, and nothing was left below the last one. Otherwise the batch is done again, a
// number at a time, with what does not fit going to the superaccumulator; if half of it does not, the
// levels begin elsewhere from then on. Where they begin changes no result.
//
// Cost: 3 additions a number and level. Levels l cover 42 l - 11 bits below the largest number.
#pragma once
#include "superaccumulator.cuh"

enum {
    // Bits of a level above what is added to it, of the first and of the others: some 2^ROOM
    // numbers can be added.
    FIRST_ROOM = 12,
    ROOM = 10,
    // From one level's exponent to the next one's.
    STEP = 52 - ROOM,
    // Exponents of first levels are so many apart, and so mostly the same in all blocks.
    GRAIN = 8
};

const unsigned EXPONENT = 0x7ff00000u;
// High words of products from 2^-960 on: their errors are doubles.
const unsigned SMALLEST_PRODUCT = (1023 - 960) << 20;

// The empty level with this exponent: 1.5 · 2^exponent. Its unit is 2^(exponent - 52).
DEVICE double empty_level(int exponent)
{
    return of_bits((long long)(1023 + exponent) << 52 | 1ll << 51);
}

// The exponent of the first level for numbers with such an exponent field, at most.
template <int LEVELS> DEVICE int first_level(int field)
{
    int exponent = (field + 2 + FIRST_ROOM + GRAIN - 1) / GRAIN * GRAIN - 1023;
    const int most = 1023, least = -1022 + STEP * (LEVELS - 1);
    return exponent > most ? most : exponent < least ? least : exponent;
}

// What a thread needs beside levels in registers, and only where a batch did not fit, and at the end.
template <int LEVELS, class Range> struct Thread {
    Shared<Range> *sum;
    long long totals[LEVELS]; // multiples of the levels' units, below 2^62
    int exponent;             // of the first level
    int misfits, patience;    // batches that did not fit, and how many before the levels move
    unsigned seen;
};

template <int LEVELS, class Range> DEVICE void deposit_totals(Thread<LEVELS, Range> &thread)
{
    thread.seen |= SEEN_DIGITS;
    for (int l = 0; l < LEVELS; l++) {
        add_signed(*thread.sum, thread.totals[l], thread.exponent - STEP * l - 52);
        thread.totals[l] = 0;
    }
}

// What a batch of numbers in the slow path does to the levels.
struct Fit {
    int numbers, misfits, largest;
};

template <int LEVELS, class Range>
DEVICE void add_one(Thread<LEVELS, Range> &thread, double x, Fit &fit)
{
    int field = (int)(high_word(x) >> 20 & 0x7ff);
    if (field == 0x7ff) {
        bool minus = high_word(x) >> 31 != 0;
        thread.seen |= x != x ? SEEN_NAN : minus ? SEEN_MINUS_INFINITY : SEEN_INFINITY;
        thread.seen |= SEEN_OTHER_THAN_MINUS_ZERO;
        return;
    }
    if (bits_of(x) != bits_of(-0.0))
        thread.seen |= SEEN_OTHER_THAN_MINUS_ZERO;
    if (x == 0)
        return;
    fit.numbers++;
    fit.largest = field > fit.largest ? field : fit.largest;
    if (field - 1023 > thread.exponent - 2) {
        add_number(*thread.sum, x);
        thread.seen |= SEEN_DIGITS;
        fit.misfits++;
        return;
    }
    // Bits below the last level's unit: all of it goes to one place.
    Finite parts = parts_of(x);
    int below = thread.exponent - STEP * (LEVELS - 1) - 52 - parts.exponent;
    if (below > 52 || (below > 0 && (parts.integer & ((1ull << below) - 1)) != 0)) {
        add_number(*thread.sum, x);
        thread.seen |= SEEN_DIGITS;
        fit.misfits++;
        return;
    }
    for (int l = 0; l < LEVELS; l++) {
        double empty = empty_level(thread.exponent - STEP * l), level = add(empty, x);
        thread.totals[l] += bits_of(level) - bits_of(empty);
        x = add(x, -add(level, -empty));
    }
}

// After a batch in the slow path: keeps the totals in range, and moves the levels if much did not fit.
template <int LEVELS, class Range> DEVICE void adapt(Thread<LEVELS, Range> &thread, const Fit &fit)
{
    bool large = false;
    for (int l = 0; l < LEVELS; l++)
        large = large || thread.totals[l] >= 1ll << 61 || thread.totals[l] <= -(1ll << 61);
    int exponent = first_level<LEVELS>(fit.largest);
    bool move = fit.numbers > 0 && 2 * fit.misfits >= fit.numbers && exponent != thread.exponent &&
                ++thread.misfits >= thread.patience;
    if (large || move)
        deposit_totals(thread);
    if (move) {
        thread.exponent = exponent;
        thread.misfits = 0;
        thread.patience = thread.patience < 512 ? 2 * thread.patience : thread.patience;
    }
}

// The product of two doubles: two summands where its error is a double.
template <int LEVELS>
DEVICE void add_one_product(Thread<LEVELS, OfProducts> &thread, double x, double y, Fit &fit)
{
    double product = multiply(x, y);
    bool finite = (high_word(x) & EXPONENT) != EXPONENT && (high_word(y) & EXPONENT) != EXPONENT;
    bool zero = x == 0 || y == 0, large = (high_word(product) & EXPONENT) == EXPONENT;
    if (finite && !zero && (large || (high_word(product) & ~(1u << 31)) < SMALLEST_PRODUCT)) {
        add_product(*thread.sum, x, y);
        thread.seen |= SEEN_OTHER_THAN_MINUS_ZERO | SEEN_DIGITS;
        fit.numbers++;
        return;
    }
    add_one(thread, product, fit);
    if (finite && !zero)
        add_one(thread, multiply_add(x, y, -product), fit);
}

// Levels in registers: in each of several chains, so that additions need not wait for one another.
template <int LEVELS, int CHAINS> struct Levels {
    double level[LEVELS][CHAINS];

    DEVICE void empty(int exponent)
    {
UNROLL
        for (int l = 0; l < LEVELS; l++)
UNROLL
            for (int c = 0; c < CHAINS; c++)
                level[l][c] = empty_level(exponent - STEP * l);
    }

    // Adds a number to some levels and returns what is left of it.
    template <int FROM, int TO> DEVICE double add_to(int chain, double x)
    {
UNROLL
        for (int l = FROM; l < TO; l++) {
            double before = level[l][chain], after = add(before, x);
            x = add(x, -add(after, -before));
            level[l][chain] = after;
        }
        return x;
    }

    // Not zero where a level but the first is not in the middle half of its binade: its two highest
    // bits are then alike.
    DEVICE bool near_ends(int exponent) const
    {
        unsigned near = 0;
UNROLL
        for (int l = 1; l < LEVELS; l++)
UNROLL
            for (int c = 0; c < CHAINS; c++) {
                unsigned high = high_word(level[l][c]);
                // Adding a quarter takes [1.25, 1.75) to [1.5, 2), whose highest bit is set.
                unsigned moved = high + (1u << 18);
                near |= (moved ^ ((unsigned)(1023 + exponent - STEP * l) << 20 | 1u << 19)) & 0xfff80000u;
            }
        return near != 0;
    }

    template <class Range> DEVICE void add_to_totals(Thread<LEVELS, Range> &thread) const
    {
UNROLL
        for (int l = 0; l < LEVELS; l++) {
            long long empty = bits_of(empty_level(thread.exponent - STEP * l));
UNROLL
            for (int c = 0; c < CHAINS; c++)
                thread.totals[l] += bits_of(level[l][c]) - empty;
        }
    }
};
