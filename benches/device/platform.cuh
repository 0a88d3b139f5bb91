// What the kernels use of the platform: CUDA, HIP, or on the host a simulated device (simulated.hpp).
//
// All threads of a warp (of 32, also where the hardware's are longer) call warp_* and sync_warp()
// together, and all of a block sync_block(). Nothing else synchronises.
#pragma once

#if defined(__CUDACC__) || defined(__HIPCC__)

#define DEVICE __device__ __forceinline__
#define RARE __device__ __noinline__
#define KERNEL(threads, blocks) __global__ void __launch_bounds__(threads, blocks)
#define SHARED __shared__
#define UNROLL _Pragma("unroll")

DEVICE int thread_index() { return threadIdx.x; }
DEVICE int block_index() { return blockIdx.x; }
DEVICE int block_count() { return gridDim.x; }
DEVICE void sync_block() { __syncthreads(); }
// What another block may have written.
#ifdef __HIPCC__
DEVICE void sync_warp() { __threadfence_block(); }
template <class T> DEVICE T load_of_blocks(const T *from) { return *(const volatile T *)from; }
// Adds one: what its block wrote before it, all see whose ticket is a later one. Returns what was there.
DEVICE unsigned take_ticket(unsigned *to)
{
    __threadfence();
    unsigned before = atomicAdd(to, 1);
    __threadfence();
    return before;
}
#else
DEVICE void sync_warp() { __syncwarp(); }
DEVICE unsigned take_ticket(unsigned *to)
{
    unsigned before;
    asm volatile("atom.acq_rel.gpu.global.add.u32 %0, [%1], 1;" : "=r"(before) : "l"(__cvta_generic_to_global(to)) : "memory");
    return before;
}
template <class T> DEVICE T load_of_blocks(const T *from) { return __ldcg(from); }
#endif

// Each rounded once, never contracted.
DEVICE double add(double a, double b) { return __dadd_rn(a, b); }
DEVICE double multiply(double a, double b) { return __dmul_rn(a, b); }
DEVICE double multiply_add(double a, double b, double c) { return __fma_rn(a, b, c); }

DEVICE long long bits_of(double x) { return __double_as_longlong(x); }
DEVICE double of_bits(long long bits) { return __longlong_as_double(bits); }
DEVICE unsigned high_word(double x) { return (unsigned)__double2hiint(x); }
DEVICE unsigned low_word(double x) { return (unsigned)__double2loint(x); }
DEVICE unsigned bits_of_float(float x) { return __float_as_uint(x); }
// The upper half of the product.
DEVICE unsigned long long multiply_high(unsigned long long a, unsigned long long b) { return __umul64hi(a, b); }
DEVICE int leading_zeros(unsigned long long x) { return __clzll((long long)x); }

// Of words in shared memory; return what was there before. (In CUDA C++ an address that has been
// through a function that is not inlined is a generic one, and slower.)
#ifdef __HIPCC__
DEVICE unsigned atomic_add(unsigned *to, unsigned x) { return atomicAdd(to, x); }
DEVICE void atomic_max(int *to, int x) { atomicMax(to, x); }
#else
DEVICE unsigned atomic_add(unsigned *to, unsigned x)
{
    unsigned before, place = (unsigned)__cvta_generic_to_shared(to);
    asm volatile("atom.shared.add.u32 %0, [%1], %2;" : "=r"(before) : "r"(place), "r"(x) : "memory");
    return before;
}
DEVICE void atomic_max(int *to, int x)
{
    unsigned place = (unsigned)__cvta_generic_to_shared(to);
    asm volatile("red.shared.max.s32 [%0], %1;" : : "r"(place), "r"(x) : "memory");
}
#endif
DEVICE unsigned atomic_subtract(unsigned *from, unsigned x) { return atomic_add(from, 0 - x); }
// In global memory.
DEVICE void atomic_add(long long *to, long long x)
{
    atomicAdd((unsigned long long *)to, (unsigned long long)x);
}

#ifdef __HIPCC__
template <class T> DEVICE T from_lane(T x, int mask) { return __shfl_xor(x, mask, 32); }
#else
template <class T> DEVICE T from_lane(T x, int mask) { return __shfl_xor_sync(~0u, x, mask); }
#endif

#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800
DEVICE int warp_max(int x) { return __reduce_max_sync(~0u, x); }
DEVICE unsigned warp_or(unsigned x) { return __reduce_or_sync(~0u, x); }
// (Of 27 bits, 27 and the rest: 32 of each do not overflow.)
DEVICE long long warp_sum(long long x)
{
    const unsigned mask = (1u << 27) - 1;
    unsigned low = __reduce_add_sync(~0u, (unsigned)x & mask);
    unsigned middle = __reduce_add_sync(~0u, (unsigned)(x >> 27) & mask);
    int high = __reduce_add_sync(~0u, (int)(x >> 54));
    return (long long)(((unsigned long long)(long long)high << 54) + ((unsigned long long)middle << 27) + low);
}
#else
DEVICE int warp_max(int x)
{
    for (int mask = 16; mask > 0; mask /= 2) {
        int other = from_lane(x, mask);
        x = other > x ? other : x;
    }
    return x;
}

DEVICE unsigned warp_or(unsigned x)
{
    for (int mask = 16; mask > 0; mask /= 2)
        x |= from_lane(x, mask);
    return x;
}

DEVICE long long warp_sum(long long x)
{
    for (int mask = 16; mask > 0; mask /= 2)
        x += from_lane(x, mask);
    return x;
}
#endif

#else
#include "simulated.hpp"
#endif
