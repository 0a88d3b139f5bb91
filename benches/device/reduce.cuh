// The exact sum of n numbers, or of n products, in one pass: by threads in levels, merged by warps and
// blocks as integers into a superaccumulator, which the last block rounds. The result's bits depend
// on nothing but the numbers.
#pragma once
#include "levels.cuh"

// How a kernel does it; no result depends on it.
template <int LEVELS_, int CHAINS_, int LOADS_, int THREADS_, int BLOCKS_, bool CHUNKS_>
struct Shape {
    enum {
        LEVELS = LEVELS_,
        CHAINS = CHAINS_,
        LOADS = LOADS_,     // loads of a batch
        THREADS = THREADS_, // of a block
        BLOCKS = BLOCKS_,   // of a multiprocessor, at least
        CHUNKS = CHUNKS_    // whether a block's numbers lie in one row
    };
};

// What one load takes.
template <class T, int N> struct alignas(N * sizeof(T)) Vector {
    T of[N];
};

// What is summed: numbers of T, or products. A double stands for one, or with PAIRS a pair does.
template <class T> struct Numbers {
    typedef T Element;
    typedef OfNumbers Range;
    enum { OPERANDS = 1, PAIRS = 0 };
    static DEVICE double value(T x, T) { return x; }
};

template <class T> struct Products;
// (The product of two floats is a double.)
template <> struct Products<float> {
    typedef float Element;
    typedef OfNumbers Range;
    enum { OPERANDS = 2, PAIRS = 0 };
    static DEVICE double value(float x, float y) { return multiply(x, y); }
};
template <> struct Products<double> {
    typedef double Element;
    typedef OfProducts Range;
    enum { OPERANDS = 2, PAIRS = 1 };
    static DEVICE double value(double x, double) { return x; }
};

// Of n loads, those that this thread takes: from, from + step, … below to.
struct Part {
    long long from, to, step;
};

template <class S> DEVICE Part part(long long loads)
{
    Part mine;
    if (S::CHUNKS) {
        mine.from = loads * block_index() / block_count() + thread_index();
        mine.to = loads * (block_index() + 1) / block_count();
        mine.step = S::THREADS;
    } else {
        mine.from = (long long)block_index() * S::THREADS + thread_index();
        mine.to = loads;
        mine.step = (long long)block_count() * S::THREADS;
    }
    return mine;
}

// The slow path, for a batch. (Its numbers go to memory here, so that they can stay in registers
// elsewhere.)
template <class What, int LEVELS, class Range>
DEVICE void redo(Thread<LEVELS, Range> &thread, const double *x, const double *y, int n)
{
    if constexpr (What::PAIRS)
        add_products_slowly(thread, x, y, n);
    else
        add_slowly(thread, x, n);
}

// Numbers of one load; with N > 1 the addresses are multiples of the load's bytes.
template <class What, class S, int N>
DEVICE void reduce(const typename What::Element *x, const typename What::Element *y, long long n,
                   Global<typename What::Range> *global, typename What::Element *result)
{
    typedef typename What::Element T;
    typedef typename What::Range Range;
    typedef Vector<T, N> Load;
    enum { LEVELS = S::LEVELS, LOADS = S::LOADS, BATCH = LOADS * N };
    SHARED Shared<Range> sum;
    clear(sum, S::THREADS);
    sync_block();

    Thread<LEVELS, Range> thread = {&sum, {}, 0, 0, 1, 0};
    const long long loads = n / N;
    Part mine = part<S>(loads);
    const Load *xs = (const Load *)x, *ys = What::OPERANDS == 2 ? (const Load *)y : xs;
    Levels<LEVELS, S::CHAINS> levels;
    bool begun = false, only_minus_zeros = true;
    unsigned binade = 0;
    // All threads of a warp begin alike.
    for (long long i = mine.from; ; i += LOADS * mine.step) {
        double a[BATCH], b[BATCH];
        bool some = i < mine.to;
        if (begun && !some)
            break;
        Load left[LOADS], right[LOADS];
        if (i + (LOADS - 1) * mine.step < mine.to) {
UNROLL
            for (int k = 0; k < LOADS; k++) {
                left[k] = xs[i + k * mine.step];
                if (What::OPERANDS == 2)
                    right[k] = ys[i + k * mine.step];
            }
        } else {
            // Past the end: -0.0, which changes no sum.
UNROLL
            for (int k = 0; k < LOADS; k++) {
                bool there = i + k * mine.step < mine.to;
UNROLL
                for (int j = 0; j < N; j++) {
                    left[k].of[j] = T(-0.0);
                    right[k].of[j] = T(0.0);
                }
                if (there) {
                    left[k] = xs[i + k * mine.step];
                    if (What::OPERANDS == 2)
                        right[k] = ys[i + k * mine.step];
                }
            }
        }
UNROLL
        for (int k = 0; k < LOADS; k++)
UNROLL
            for (int j = 0; j < N; j++) {
                a[k * N + j] = What::value(left[k].of[j], right[k].of[j]);
                b[k * N + j] = What::PAIRS ? (double)right[k].of[j] : 0.0;
            }
        if (!begun) {
            int largest = 0;
UNROLL
            for (int e = 0; e < BATCH; e++) {
                double first = What::PAIRS ? multiply(a[e], b[e]) : a[e];
                int field = (int)(high_word(first) >> 20 & 0x7ff);
                largest = field > largest && field < 0x7ff ? field : largest;
            }
            thread.exponent = first_level<LEVELS>(warp_max(largest));
            levels.empty(thread.exponent);
            binade = (unsigned)(1023 + thread.exponent) << 20;
            begun = true;
        }
        const Levels<LEVELS, S::CHAINS> before = levels;
        unsigned left_binade = 0, rest = 0, smallest = ~0u;
UNROLL
        for (int e = 0; e < BATCH; e++) {
            const int c = e % S::CHAINS;
            if constexpr (What::PAIRS) {
                double product = multiply(a[e], b[e]), error = multiply_add(a[e], b[e], -product);
                unsigned magnitude = high_word(product) & 0x7fffffff;
                smallest = magnitude < smallest ? magnitude : smallest;
                double left_of_product = levels.add_to(0, c, product);
                left_binade |= high_word(levels.level[0][c]) ^ binade;
                double left_of_error = levels.add_to(1, c, error);
                rest |= (high_word(left_of_product) | high_word(left_of_error)) & 0x7fffffff;
                rest |= low_word(left_of_product) | low_word(left_of_error);
            } else {
                double left_of_it = levels.add_to(0, c, a[e]);
                left_binade |= high_word(levels.level[0][c]) ^ binade;
                rest |= (high_word(left_of_it) & 0x7fffffff) | low_word(left_of_it);
            }
        }
        bool misfit = (left_binade & 0xfff00000u) != 0 || rest != 0 || levels.near_ends(thread.exponent);
        if constexpr (What::PAIRS) {
            // Below, an error may be no double; unless a factor is zero.
            if (smallest < SMALLEST_PRODUCT) {
UNROLL
                for (int e = 0; e < BATCH; e++) {
                    unsigned magnitude = high_word(multiply(a[e], b[e])) & 0x7fffffff;
                    misfit = misfit || (magnitude < SMALLEST_PRODUCT && a[e] != 0 && b[e] != 0);
                }
            }
        }
        if (only_minus_zeros) {
UNROLL
            for (int e = 0; e < BATCH; e++) {
                double number = What::PAIRS ? multiply(a[e], b[e]) : a[e];
                only_minus_zeros = only_minus_zeros && bits_of(number) == bits_of(-0.0);
            }
        }
        if (misfit) {
            before.add_to_totals(thread);
            double x_of_batch[BATCH], y_of_batch[BATCH];
UNROLL
            for (int e = 0; e < BATCH; e++) {
                x_of_batch[e] = a[e];
                y_of_batch[e] = b[e];
            }
            redo<What>(thread, x_of_batch, y_of_batch, BATCH);
            levels.empty(thread.exponent);
            binade = (unsigned)(1023 + thread.exponent) << 20;
        }
    }
    levels.add_to_totals(thread);
    if (!only_minus_zeros)
        thread.seen |= SEEN_OTHER_THAN_MINUS_ZERO;
    long long behind = loads * N + (long long)block_index() * S::THREADS + thread_index();
    if (behind < n) {
        double one = What::value(x[behind], What::OPERANDS == 2 ? y[behind] : x[behind]);
        double other = What::PAIRS ? (double)y[behind] : 0.0;
        redo<What>(thread, &one, &other, 1);
    }
    merge(thread);
    // (Of no numbers the sum is +0.0.)
    if (n == 0 && block_index() == 0 && thread_index() == 0)
        atomic_or(&sum.seen, SEEN_OTHER_THAN_MINUS_ZERO);
    finish<T>(sum, *global, result, S::THREADS);
}

template <class What, class S, int N>
KERNEL(S::THREADS, S::BLOCKS)
reduce_kernel(const typename What::Element *x, const typename What::Element *y, long long n,
              Global<typename What::Range> *global, typename What::Element *result)
{
    reduce<What, S, N>(x, y, n, global, result);
}
