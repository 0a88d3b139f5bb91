// The end of a kernel: threads' totals become a warp's, a block's and the device's words, one a level,
// and the last block rounds them. Where levels begin at different exponents, or a superaccumulator
// holds something, all of it goes there.
#pragma once
#include "levels.cuh"
#include "rounding.cuh"

// The exponent of word w of levels that begin at this one. (Word 0 takes carries.)
DEVICE int exponent_of_word(int exponent, int w) { return exponent - STEP * (w - 1) - 52; }

// The warp's words, in its lane 0; by all of its threads.
template <int LEVELS, class Range> DEVICE void merge_warp(Thread<LEVELS, Range> &thread)
{
    Shared<Range> &sum = *thread.sum;
    bool large = false;
    for (int l = 0; l < LEVELS; l++)
        large = large || thread.totals[l] >= 1ll << 56 || thread.totals[l] <= -(1ll << 56);
    int most = warp_max(thread.exponent), least = -warp_max(-thread.exponent);
    if (large || most != least)
        deposit_totals(thread);
    long long words[LEVELS + 1];
    words[0] = 0;
UNROLL
    for (int l = 0; l < LEVELS; l++)
        words[l + 1] = warp_sum(thread.totals[l]);
UNROLL
    for (int w = LEVELS; w > 0; w--) {
        words[w - 1] += words[w] >> STEP;
        words[w] &= (1ll << STEP) - 1;
    }
    unsigned seen = warp_or(thread.seen);
    if (thread_index() % 32 == 0) {
        int warp = thread_index() / 32;
        sum.exponents[warp] = most;
        sum.seens[warp] = seen;
UNROLL
        for (int w = 0; w <= LEVELS; w++)
            sum.words[w][warp] = words[w];
    }
}

// The sum of a word over the warps.
template <class Range> DEVICE long long word_of_block(const Shared<Range> &sum, int w, int warps)
{
    long long all = 0;
    for (int warp = 0; warp < warps; warp++)
        all += sum.words[w][warp];
    return all;
}

// Writes the block's sum to global memory; by all threads.
template <int LEVELS, class Range>
DEVICE void merge_block(Shared<Range> &sum, Global<Range> &global, int threads)
{
    const int warps = threads / 32, digits = Range::DIGITS;
    bool alike = true;
    unsigned seen = 0;
    for (int warp = 0; warp < warps; warp++) {
        alike = alike && sum.exponents[warp] == sum.exponents[0];
        seen |= sum.seens[warp];
    }
    if (!alike) {
        seen |= SEEN_DIGITS;
        for (int i = thread_index(); i < warps * (LEVELS + 1); i += threads) {
            int warp = i % warps, w = i / warps;
            add_signed(sum, sum.words[w][warp], exponent_of_word(sum.exponents[warp], w));
        }
        sync_block();
    }
    if (seen & SEEN_DIGITS) {
        gather(sum, threads);
        sync_block();
        for (int i = thread_index(); i < digits; i += threads) {
            long long all = sum.sums[i + 1], digit = i + 1 < digits ? all & 0xffffffff : all;
            digit += sum.sums[i] >> 32;
            if (digit != 0)
                atomic_add(&global.digits[i], digit);
        }
    }
    if (thread_index() <= LEVELS)
        global.words[thread_index()][block_index()] = alike ? word_of_block(sum, thread_index(), warps) : 0;
    if (thread_index() == 0) {
        global.exponents[block_index()] = sum.exponents[0];
        global.seen[block_index()] = seen;
    }
}

// What the last block does: the sum of all blocks' words and digits, rounded.
template <class T, int LEVELS, class Range>
DEVICE void merge_device(Shared<Range> &sum, Global<Range> &global, T *result, int threads)
{
    typedef Format<T> F;
    const int warps = threads / 32, digits = Range::DIGITS;
    long long words[LEVELS + 1] = {};
    int most = -4096, least = 4096;
    unsigned seen = 0;
    // (Some blocks at once: a load takes as long as everything else here.)
    enum { AT_ONCE = 4 };
    for (int first = thread_index(); first < block_count(); first += AT_ONCE * threads) {
UNROLL
        for (int k = 0; k < AT_ONCE; k++) {
            int block = first + k * threads;
            if (block >= block_count())
                continue;
            int exponent = load_of_blocks(&global.exponents[block]);
            most = exponent > most ? exponent : most;
            least = exponent < least ? exponent : least;
            seen |= load_of_blocks(&global.seen[block]);
UNROLL
            for (int w = 0; w <= LEVELS; w++)
                words[w] += load_of_blocks(&global.words[w][block]);
        }
    }
    most = warp_max(most);
    least = -warp_max(-least);
    seen = warp_or(seen);
UNROLL
    for (int w = 0; w <= LEVELS; w++)
        words[w] = warp_sum(words[w]);
    if (thread_index() % 32 == 0) {
        int warp = thread_index() / 32;
        sum.exponents[warp] = most;
        sum.least[warp] = least;
        sum.seens[warp] = seen;
UNROLL
        for (int w = 0; w <= LEVELS; w++)
            sum.words[w][warp] = words[w];
    }
    sync_block();
    for (int warp = 0; warp < warps; warp++) {
        most = sum.exponents[warp] > most ? sum.exponents[warp] : most;
        least = sum.least[warp] < least ? sum.least[warp] : least;
        seen |= sum.seens[warp];
    }
    bool in_digits = most != least || seen & SEEN_DIGITS;
    if (in_digits) {
        clear(sum, threads);
        if (thread_index() == 0)
            sum.to = sum.below = 0;
        sync_block();
        for (int block = thread_index(); block < block_count(); block += threads)
            for (int w = 0; w <= LEVELS; w++)
                add_signed(sum, load_of_blocks(&global.words[w][block]),
                           exponent_of_word(load_of_blocks(&global.exponents[block]), w));
        sync_block();
        gather(sum, threads);
        for (int i = thread_index(); i < digits + 2; i += threads) {
            long long &all = sum.sums[i + 1];
            if (i < digits) {
                all += load_of_blocks(&global.digits[i]);
                global.digits[i] = 0;
            } else {
                all = 0;
            }
            if (all != 0) {
                atomic_max(&sum.to, i + 1);
                atomic_max(&sum.below, digits - i);
            }
        }
        sync_block();
    }
    if (thread_index() != 0)
        return;
    const unsigned long long infinity = (unsigned long long)F::LIMIT << (F::PRECISION - 1);
    const unsigned infinities = SEEN_INFINITY | SEEN_MINUS_INFINITY;
    T sum_of_all;
    if (seen & SEEN_NAN || (seen & infinities) == infinities) {
        sum_of_all = F::of(infinity | 1ull << (F::PRECISION - 2));
    } else if (seen & infinities) {
        sum_of_all = F::of(infinity | (unsigned long long)(seen & SEEN_MINUS_INFINITY ? 1 : 0) << F::SIGN);
    } else if (!(seen & SEEN_OTHER_THAN_MINUS_ZERO)) {
        sum_of_all = F::of(1ull << F::SIGN);
    } else if (in_digits) {
        sum_of_all = rounded_digits<T>(sum.sums + 1, digits - sum.below, sum.to, Range::LOWEST);
    } else {
UNROLL
        for (int w = 0; w <= LEVELS; w++)
            words[w] = word_of_block(sum, w, warps);
        sum_of_all = rounded<T, LEVELS + 1, STEP>(words, exponent_of_word(most, LEVELS));
    }
    *result = sum_of_all;
    global.blocks_done = 0;
}

// By all threads of all blocks, last.
template <class T, int LEVELS, class Range>
DEVICE void merge(Thread<LEVELS, Range> &thread, Global<Range> &global, T *result, int threads)
{
    Shared<Range> &sum = *thread.sum;
    merge_warp(thread);
    sync_block();
    merge_block<LEVELS>(sum, global, threads);
    sync_block();
    if (thread_index() == 0) {
        fence();
        sum.is_last = atomic_add(&global.blocks_done, 1) + 1 == (unsigned)block_count();
        fence();
    }
    sync_block();
    if (sum.is_last)
        merge_device<T, LEVELS>(sum, global, result, threads);
}
