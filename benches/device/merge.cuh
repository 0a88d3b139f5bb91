// The end of a kernel: threads' totals become a warp's, a block's and the device's words, one a level,
// and the last block rounds them. Where levels begin at different exponents, or a superaccumulator
// holds something, all of it goes there.
#pragma once
#include "levels.cuh"
#include "rounding.cuh"

// The exponent of word w of levels that begin at this one. (Word 0 takes carries.)
DEVICE int exponent_of_word(int exponent, int w) { return exponent - STEP * (w - 1) - 52; }

// The warp's words, in its lane 0; by all of its threads.
template <int LEVELS, class Range> DEVICE void merge_warp(Thread<LEVELS, Range> &thread, Shared<Range> &sum)
{
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

// Adds the block's sum to global memory; by its first warp. After it the device may have all sums.
template <int LEVELS, class Range>
DEVICE void merge_block(Shared<Range> &sum, Global<Range> &global, int warps)
{
    const int lane = thread_index(), warp = lane < warps ? lane : 0, digits = Range::DIGITS;
    int exponent = sum.exponents[warp];
    unsigned seen = warp_or(sum.seens[warp]);
    bool alike = warp_max(exponent) == -warp_max(-exponent);
    long long words[LEVELS + 1];
UNROLL
    for (int w = 0; w <= LEVELS; w++)
        words[w] = lane < warps ? sum.words[w][lane] : 0;
    if (alike) {
UNROLL
        for (int w = 0; w <= LEVELS; w++)
            words[w] = warp_sum(words[w]);
    } else {
        seen |= SEEN_DIGITS;
UNROLL
        for (int w = 0; w <= LEVELS; w++) {
            add_signed(sum, words[w], exponent_of_word(exponent, w));
            words[w] = 0;
        }
        sync_warp();
    }
    if (seen & SEEN_DIGITS) {
        gather(sum, 32);
        sync_warp();
        for (int i = lane; i < digits; i += 32) {
            long long all = sum.sums[i + 1], digit = i + 1 < digits ? all & 0xffffffff : all;
            digit += sum.sums[i] >> 32;
            if (digit != 0)
                atomic_add(&global.digits[i], digit);
        }
    }
UNROLL
    for (int w = 0; w <= LEVELS; w++)
        if (lane == w)
            global.words[w][block_index()] = words[w];
    if (lane == 0) {
        global.exponents[block_index()] = exponent;
        global.seen[block_index()] = seen;
    }
}

// What the last block's first warp does: the sum of all blocks' words and digits, rounded.
template <class T, int LEVELS, class Range>
DEVICE void merge_device(Shared<Range> &sum, Global<Range> &global, T *result)
{
    typedef Format<T> F;
    const int lane = thread_index(), digits = Range::DIGITS;
    long long words[LEVELS + 1] = {};
    int most = -4096, least = 4096;
    unsigned seen = 0;
    // (Some blocks at once: a load takes as long as everything else here.)
    enum { AT_ONCE = 5 };
    for (int first = lane; first < block_count(); first += AT_ONCE * 32) {
        long long some[LEVELS + 1][AT_ONCE];
        int exponents[AT_ONCE];
        unsigned seens[AT_ONCE];
UNROLL
        for (int k = 0; k < AT_ONCE; k++) {
            // Past the last block, its first one again, and nothing of its words.
            int block = first + 32 * k, place = block < block_count() ? block : 0;
            exponents[k] = load_of_blocks(&global.exponents[place]);
            seens[k] = load_of_blocks(&global.seen[place]);
UNROLL
            for (int w = 0; w <= LEVELS; w++)
                some[w][k] = load_of_blocks(&global.words[w][place]);
        }
UNROLL
        for (int k = 0; k < AT_ONCE; k++) {
            most = exponents[k] > most ? exponents[k] : most;
            least = exponents[k] < least ? exponents[k] : least;
            seen |= seens[k];
UNROLL
            for (int w = 0; w <= LEVELS; w++)
                words[w] += first + 32 * k < block_count() ? some[w][k] : 0;
        }
    }
    most = warp_max(most);
    least = -warp_max(-least);
    seen = warp_or(seen);
    bool in_digits = most != least || seen & SEEN_DIGITS;
    if (most == least) {
UNROLL
        for (int w = 0; w <= LEVELS; w++)
            words[w] = warp_sum(words[w]);
    }
    if (in_digits) {
        clear(sum, 32);
        if (lane == 0)
            sum.to = sum.below = 0;
        sync_warp();
        if (most != least) {
            for (int block = lane; block < block_count(); block += 32)
                for (int w = 0; w <= LEVELS; w++)
                    add_signed(sum, load_of_blocks(&global.words[w][block]),
                               exponent_of_word(load_of_blocks(&global.exponents[block]), w));
        } else if (lane == 0) {
            for (int w = 0; w <= LEVELS; w++)
                add_signed(sum, words[w], exponent_of_word(most, w));
        }
        sync_warp();
        gather(sum, 32);
        for (int i = lane; i < digits + 2; i += 32) {
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
        sync_warp();
    }
    if (lane != 0)
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
        sum_of_all = rounded<T, LEVELS + 1, STEP>(words, exponent_of_word(most, LEVELS));
    }
    *result = sum_of_all;
    global.blocks_done = 0;
}

// By all threads of all blocks, last. Behind the barrier one warp goes on: no other one waits for it.
// (The block's sum is thread.sum; as a parameter the compiler knows that it lies in shared memory.)
template <class T, int LEVELS, class Range>
DEVICE void merge(Thread<LEVELS, Range> &thread, Shared<Range> &sum, Global<Range> &global, T *result, int threads)
{
    merge_warp(thread, sum);
    sync_block();
    if (thread_index() >= 32)
        return;
    merge_block<LEVELS>(sum, global, threads / 32);
    sync_warp();
    if (thread_index() == 0)
        sum.is_last = take_ticket(&global.blocks_done) + 1 == (unsigned)block_count();
    sync_warp();
    if (sum.is_last)
        merge_device<T, LEVELS>(sum, global, result);
}
