// A device on the host: blocks one after the other in a random order, each with its threads as
// coroutines, of which a random one goes on wherever threads wait for one another, and before atomic
// operations now and then. A program that depends on an order shows in its results; threads that
// wait for ones that do not come end the program.
#pragma once
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <ucontext.h>
#include <vector>

#define DEVICE inline
#define RARE inline
#define KERNEL(threads, blocks) void
#define SHARED static
#define UNROLL

namespace simulated
{

inline uint64_t random_state = 1;
inline uint64_t random_number()
{
    uint64_t z = random_state += 0x9e3779b97f4a7c15u;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
}

enum { STACK = 64 << 10, WARP = 32 };

struct Coroutine {
    ucontext_t context;
    std::vector<char> stack = std::vector<char>(STACK);
    bool done = false;
    // What it waits for: a barrier's generation, of the block or of its warp.
    const int *waits_for = nullptr;
    int generation = 0;
};

struct Barrier {
    int arrived = 0, generation = 0;
};

inline std::vector<Coroutine> threads;
inline ucontext_t scheduler;
inline std::vector<Barrier> warps;
inline Barrier whole;
inline std::vector<long long> slots;
inline std::function<void()> body;
inline int current, block, blocks, left; // left: threads that are not done

inline void yield() { swapcontext(&threads[current].context, &scheduler); }

inline void wait(Barrier &barrier, int all)
{
    Coroutine &self = threads[current];
    self.generation = barrier.generation;
    if (++barrier.arrived == all) {
        barrier.arrived = 0;
        barrier.generation++;
    }
    self.waits_for = &barrier.generation;
    yield();
    self.waits_for = nullptr;
}

inline void now_and_then()
{
    if (random_number() % 8 == 0)
        yield();
}

inline void start()
{
    body();
    threads[current].done = true;
    yield();
}

inline void run_block()
{
    const int n = left = (int)threads.size();
    whole = Barrier();
    warps.assign(n / WARP, Barrier());
    for (Coroutine &thread : threads) {
        thread.done = false;
        thread.waits_for = nullptr;
        getcontext(&thread.context);
        thread.context.uc_stack.ss_sp = thread.stack.data();
        thread.context.uc_stack.ss_size = STACK;
        thread.context.uc_link = nullptr;
        makecontext(&thread.context, start, 0);
    }
    while (left > 0) {
        int from = (int)(random_number() % n), i = 0;
        for (; i < n; i++) {
            Coroutine &thread = threads[(from + i) % n];
            if (!thread.done && (!thread.waits_for || *thread.waits_for != thread.generation))
                break;
        }
        if (i == n) {
            fprintf(stderr, "threads wait for others that do not come\n");
            abort();
        }
        current = (from + i) % n;
        swapcontext(&scheduler, &threads[current].context);
        left -= threads[current].done ? 1 : 0;
    }
}

// Runs a kernel on so many blocks of so many threads.
template <class Kernel> void launch(int grid, int block_threads, Kernel kernel)
{
    if ((int)threads.size() != block_threads) {
        threads.clear();
        threads.resize(block_threads);
        slots.assign(block_threads, 0);
    }
    body = kernel;
    blocks = grid;
    std::vector<int> order(grid);
    for (int i = 0; i < grid; i++) {
        int j = (int)(random_number() % (i + 1));
        order[i] = order[j];
        order[j] = i;
    }
    for (int i : order) {
        block = i;
        run_block();
    }
}

// What f makes of the values of a warp's lanes.
template <class T, class F> T in_warp(T x, F f)
{
    int first = current / WARP * WARP;
    slots[current] = (long long)x;
    wait(warps[current / WARP], WARP);
    T all = (T)slots[first];
    for (int i = 1; i < WARP; i++)
        all = f(all, (T)slots[first + i]);
    wait(warps[current / WARP], WARP);
    return all;
}

template <class T> T bits(const void *from)
{
    T to;
    memcpy(&to, from, sizeof to);
    return to;
}

} // namespace simulated

inline int thread_index() { return simulated::current; }
inline int block_index() { return simulated::block; }
inline int block_count() { return simulated::blocks; }
inline void sync_block() { simulated::wait(simulated::whole, (int)simulated::threads.size()); }
inline void sync_warp()
{
    simulated::wait(simulated::warps[simulated::current / simulated::WARP], simulated::WARP);
}
template <class T> T load_of_blocks(const T *from) { return *from; }

// (Compiled with -ffp-contract=off.)
inline double add(double a, double b) { return a + b; }
inline double multiply(double a, double b) { return a * b; }
inline double multiply_add(double a, double b, double c) { return std::fma(a, b, c); }

inline long long bits_of(double x) { return simulated::bits<long long>(&x); }
inline double of_bits(long long x) { return simulated::bits<double>(&x); }
inline unsigned high_word(double x) { return (unsigned)((unsigned long long)bits_of(x) >> 32); }
inline unsigned low_word(double x) { return (unsigned)bits_of(x); }
inline unsigned bits_of_float(float x) { return simulated::bits<unsigned>(&x); }
inline unsigned long long multiply_high(unsigned long long a, unsigned long long b)
{
    return (unsigned long long)((unsigned __int128)a * b >> 64);
}
inline int leading_zeros(unsigned long long x) { return x == 0 ? 64 : __builtin_clzll(x); }

inline unsigned atomic_add(unsigned *to, unsigned x)
{
    simulated::now_and_then();
    unsigned before = *to;
    *to += x;
    return before;
}
inline unsigned atomic_subtract(unsigned *from, unsigned x) { return atomic_add(from, 0 - x); }
inline unsigned take_ticket(unsigned *to) { return atomic_add(to, 1); }
inline void atomic_max(int *to, int x)
{
    simulated::now_and_then();
    *to = x > *to ? x : *to;
}
inline void atomic_add(long long *to, long long x)
{
    simulated::now_and_then();
    *to = (long long)((unsigned long long)*to + (unsigned long long)x);
}

inline int warp_max(int x)
{
    return simulated::in_warp(x, [](int a, int b) { return a > b ? a : b; });
}
inline unsigned warp_or(unsigned x)
{
    return simulated::in_warp(x, [](unsigned a, unsigned b) { return a | b; });
}
inline long long warp_sum(long long x)
{
    return simulated::in_warp(x, [](long long a, long long b) { return a + b; });
}
