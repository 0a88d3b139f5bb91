// The exact sum of n numbers, or of n products, in one pass: by threads in levels, merged by warps and
// blocks as integers; the last block rounds. The result's bits depend on nothing but the numbers.
#pragma once
#include "merge.cuh"

// How a kernel does it; no result depends on it.
template <int HEAD_, int LEVELS_, int CHAINS_, int LOADS_, int THREADS_, int BLOCKS_> struct Shape {
    enum {
        HEAD = HEAD_,     // levels that take everything; the others take what is left, if it is
        LEVELS = LEVELS_,
        CHAINS = CHAINS_,
        LOADS = LOADS_,     // loads of a batch
        THREADS = THREADS_, // of a block
        BLOCKS = BLOCKS_    // of a multiprocessor, at least
    };
};

// What one load takes.
template <class T, int N> struct alignas(N * sizeof(T)) Vector {
    T of[N];
};

// What is summed: numbers of T, or products. A double stands for one, or with PAIRS a pair does.
// With SHORT a level mostly takes a number whole.
template <class T> struct Numbers {
    typedef T Element;
    typedef OfNumbers Range;
    enum { OPERANDS = 1, PAIRS = 0, SHORT = sizeof(T) == 4 };
    static DEVICE double value(T x, T) { return x; }
};

template <class T> struct Products;
// (The product of two floats is a double.)
template <> struct Products<float> {
    typedef float Element;
    typedef OfNumbers Range;
    enum { OPERANDS = 2, PAIRS = 0, SHORT = 0 };
    static DEVICE double value(float x, float y) { return multiply(x, y); }
};
template <> struct Products<double> {
    typedef double Element;
    typedef OfProducts Range;
    enum { OPERANDS = 2, PAIRS = 1, SHORT = 0 };
    static DEVICE double value(double x, double) { return x; }
};

// Some of n elements: `loads` of N elements each, from `from` on, `step` loads apart; past the end,
// none.
template <class T, int N> struct Batch {
    const T *x, *y;
    long long from, step, end;
};

// The slow path, for a batch. (It reads its numbers again: where they stay in registers for it, the
// fast path has too few.)
template <class What, int LEVELS, class Range, class T, int N>
RARE void redo(Thread<LEVELS, Range> &thread, const Batch<T, N> &batch, int loads)
{
    Fit fit = {0, 0, 0};
    for (int k = 0; k < loads; k++) {
        long long load = batch.from + k * batch.step;
        for (int j = 0; j < N && load < batch.end; j++) {
            T x = batch.x[load * N + j], y = batch.y[load * N + j];
            if constexpr (What::PAIRS)
                add_one_product(thread, x, y, fit);
            else
                add_one(thread, What::value(x, y), fit);
        }
    }
    adapt(thread, fit);
}

// Zero for a zero only.
DEVICE unsigned not_zero(double x) { return (high_word(x) & 0x7fffffff) | low_word(x); }

// What no level took of a number.
template <int LEVELS, class Range> RARE void add_far(Thread<LEVELS, Range> &thread, double x)
{
    add_number(*thread.sum, x);
    thread.seen |= SEEN_DIGITS;
}

template <int LEVELS, class Range> DEVICE void add_left(Thread<LEVELS, Range> &thread, double x)
{
    if (x != 0)
        add_far(thread, x);
}

// A float's magnitude for comparisons, zero's above all others, in twice its bits.
DEVICE unsigned magnitude_unless_zero(float x) { return 2 * bits_of_float(x) - 1; }

// The least such magnitude of floats that are multiples of the unit of a level.
DEVICE unsigned least_magnitude(int exponent)
{
    int field = exponent - 52 + 23 + 127;
    return field > 0 ? ((unsigned)field << 24) - 1 : 0;
}

// N numbers a load; with N > 1 the addresses are multiples of the load's bytes.
template <class What, class S, int N>
DEVICE void reduce(const typename What::Element *x, const typename What::Element *y, long long n,
                   Global<typename What::Range> *global, typename What::Element *result)
{
    typedef typename What::Element T;
    typedef typename What::Range Range;
    typedef Vector<T, N> Load;
    static_assert(!What::SHORT || int(S::HEAD) == S::LEVELS, "nothing is left to keep");
    enum { HEAD = S::HEAD, LEVELS = S::LEVELS, LOADS = S::LOADS, BATCH = LOADS * N, PAIRS = What::PAIRS };
    SHARED Shared<Range> sum;
    clear(sum, S::THREADS);
    sync_block();

    Thread<LEVELS, Range> thread = {&sum, {}, 0, 0, 1, 0};
    const int threads = S::THREADS;
    const long long first = (long long)block_index() * threads + thread_index();
    Batch<T, N> batch = {x, What::OPERANDS == 2 ? y : x, first, (long long)block_count() * threads, n / N};
    Levels<LEVELS, S::CHAINS> levels;
    bool begun = false, only_minus_zeros = true;
    unsigned binade = 0;
    // All threads of a warp begin alike.
    for (; !begun || batch.from < batch.end; batch.from += LOADS * batch.step) {
        const Load *xs = (const Load *)batch.x + batch.from, *ys = (const Load *)batch.y + batch.from;
        Load left[LOADS], right[LOADS];
        if (batch.from + (LOADS - 1) * batch.step < batch.end) {
UNROLL
            for (int k = 0; k < LOADS; k++) {
                left[k] = xs[k * batch.step];
                if (What::OPERANDS == 2)
                    right[k] = ys[k * batch.step];
            }
        } else {
            // Past the end: -0.0, which changes no sum.
UNROLL
            for (int k = 0; k < LOADS; k++) {
                bool there = batch.from + k * batch.step < batch.end;
UNROLL
                for (int j = 0; j < N; j++) {
                    left[k].of[j] = T(-0.0);
                    right[k].of[j] = T(0.0);
                }
                if (there) {
                    left[k] = xs[k * batch.step];
                    if (What::OPERANDS == 2)
                        right[k] = ys[k * batch.step];
                }
            }
        }
        // A number, or a product, as far as it is one double.
        auto number = [&](int e) {
            T x = left[e / N].of[e % N], y = right[e / N].of[e % N];
            return PAIRS ? multiply(x, y) : What::value(x, y);
        };
        if (!begun) {
            int largest = 0;
UNROLL
            for (int e = 0; e < BATCH; e++) {
                int field = (int)(high_word(number(e)) >> 20 & 0x7ff);
                largest = field > largest && field < 0x7ff ? field : largest;
            }
            thread.exponent = first_level<LEVELS>(warp_max(largest));
            levels.empty(thread.exponent);
            binade = (unsigned)(1023 + thread.exponent) << 20;
            begun = true;
        }
        if (only_minus_zeros) {
UNROLL
            for (int e = 0; e < BATCH; e++)
                only_minus_zeros = only_minus_zeros && bits_of(number(e)) == bits_of(-0.0);
        }
        const Levels<LEVELS, S::CHAINS> before = levels;
        unsigned left_binade = 0, rest = 0;
        bool whole = false, misfit = false;
        // What is left behind the levels: of numbers, and of products' errors.
        // (Of floats there are too many in a batch to keep it.)
        double left_of[What::SHORT ? 1 : BATCH], errors[PAIRS ? BATCH : 1];
        if constexpr (What::SHORT) {
            unsigned least = ~0u;
UNROLL
            for (int e = 0; e < BATCH; e++) {
                unsigned magnitude = magnitude_unless_zero(left[e / N].of[e % N]);
                least = magnitude < least ? magnitude : least;
            }
            whole = least >= least_magnitude(thread.exponent);
        }
        if (whole) {
UNROLL
            for (int e = 0; e < BATCH; e++) {
                double &level = levels.level[0][e % S::CHAINS];
                level = add(level, number(e));
                left_binade |= high_word(level) ^ binade;
            }
        } else {
UNROLL
            for (int e = 0; e < BATCH; e++) {
                const int c = e % S::CHAINS;
                double summand = number(e);
                if constexpr (PAIRS) {
                    double factor = left[e / N].of[e % N], other = right[e / N].of[e % N];
                    errors[e] = multiply_add(factor, other, -summand);
                    // Below, an error may be no double; unless a factor is zero.
                    if ((high_word(summand) & 0x7fffffff) < SMALLEST_PRODUCT)
                        misfit = misfit || (factor != 0 && other != 0);
                }
                double &left_of_it = left_of[What::SHORT ? 0 : e];
                left_of_it = levels.template add_to<0, HEAD>(c, summand);
                left_binade |= high_word(levels.level[0][c]) ^ binade;
                rest |= not_zero(left_of_it);
                if constexpr (PAIRS) {
                    errors[e] = levels.template add_to<1, HEAD>(c, errors[e]);
                    rest |= not_zero(errors[e]);
                }
            }
            if constexpr (HEAD < LEVELS) {
                if (rest != 0) {
                    rest = 0;
UNROLL
                    for (int e = 0; e < BATCH; e++) {
                        const int c = e % S::CHAINS;
                        left_of[e] = levels.template add_to<HEAD, LEVELS>(c, left_of[e]);
                        rest |= not_zero(left_of[e]);
                        if constexpr (PAIRS) {
                            errors[e] = levels.template add_to<HEAD, LEVELS>(c, errors[e]);
                            rest |= not_zero(errors[e]);
                        }
                    }
                }
            }
        }
        misfit = misfit || (left_binade & 0xfff00000u) != 0 || levels.near_ends(thread.exponent);
        if (What::SHORT) {
            misfit = misfit || rest != 0;
        } else if (rest != 0 && !misfit) {
            // The levels are right. What is left goes to the superaccumulator, if it is of a few.
            int some = 0;
UNROLL
            for (int e = 0; e < BATCH; e++)
                some += left_of[What::SHORT ? 0 : e] != 0 || (PAIRS && errors[e * PAIRS] != 0);
            misfit = 2 * some > BATCH;
            if (!misfit) {
UNROLL
                for (int e = 0; e < BATCH; e++) {
                    add_left(thread, left_of[What::SHORT ? 0 : e]);
                    if constexpr (PAIRS)
                        add_left(thread, errors[e]);
                }
            }
        }
        if (misfit) {
            before.add_to_totals(thread);
            redo<What>(thread, batch, LOADS);
            levels.empty(thread.exponent);
            binade = (unsigned)(1023 + thread.exponent) << 20;
        }
    }
    levels.add_to_totals(thread);
    if (!only_minus_zeros)
        thread.seen |= SEEN_OTHER_THAN_MINUS_ZERO;
    Batch<T, 1> behind = {batch.x, batch.y, n / N * N + first, 0, n};
    if (behind.from < n)
        redo<What>(thread, behind, 1);
    // (Of no numbers the sum is +0.0.)
    if (n == 0)
        thread.seen |= SEEN_OTHER_THAN_MINUS_ZERO;
    merge(thread, *global, result, S::THREADS);
}

template <class What, class S, int N>
KERNEL(S::THREADS, S::BLOCKS)
reduce_kernel(const typename What::Element *x, const typename What::Element *y, long long n,
              Global<typename What::Range> *global, typename What::Element *result)
{
    reduce<What, S, N>(x, y, n, global, result);
}
