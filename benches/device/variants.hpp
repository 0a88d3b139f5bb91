// Kernels that the benchmark compares, as a table.
#pragma once
#include <cuda_runtime.h>
#include <vector>

// One kernel: what it sums and how.
struct Variant {
    const char *shape;
    bool products;
    int element;            // bytes
    int of_a_load, threads; // elements of a load, threads of a block
    const void *kernel;
    // (grid, stream, x, y, n, global, result)
    void (*launch)(int, cudaStream_t, const void *, const void *, long long, void *, void *);
};

std::vector<Variant> double_sums();
std::vector<Variant> double_dots();
std::vector<Variant> float_kernels();

// CUB's: plain, and its gpu_to_gpu. Of doubles, or else of floats. With no memory, the bytes it needs.
cudaError_t cub_sum(bool doubles, void *memory, size_t &bytes, const void *x, void *result, long long n,
                    cudaStream_t stream);
cudaError_t cub_same_bits(bool doubles, const void *x, void *result, long long n, cudaStream_t stream);

#ifdef VARIANTS
#include "reduce.cuh"

template <class What, class S, int N>
void launch(int grid, cudaStream_t stream, const void *x, const void *y, long long n, void *global,
            void *result)
{
    typedef typename What::Element T;
    reduce_kernel<What, S, N><<<grid, S::THREADS, 0, stream>>>(
        (const T *)x, (const T *)y, n, (Global<typename What::Range> *)global, (T *)result);
}

template <class What, class S, int N> Variant variant(const char *shape)
{
    typedef typename What::Element T;
    Variant made = {shape,
                    What::OPERANDS == 2,
                    (int)sizeof(T),
                    N,
                    S::THREADS,
                    (const void *)reduce_kernel<What, S, N>,
                    launch<What, S, N>};
    return made;
}
#define ROW(what, n, ...) variant<what, Shape<__VA_ARGS__>, n>(#n " " #__VA_ARGS__)
#endif
