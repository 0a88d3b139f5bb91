#include "variants.hpp"

#include <cub/device/device_reduce.cuh>
#ifdef HAVE_GPU_TO_GPU
#include <cuda/execution>
#endif

cudaError_t cub_sum(bool doubles, void *memory, size_t &bytes, const void *x, void *result, long long n,
                    cudaStream_t stream)
{
    if (doubles)
        return cub::DeviceReduce::Sum(memory, bytes, (const double *)x, (double *)result, n, stream);
    return cub::DeviceReduce::Sum(memory, bytes, (const float *)x, (float *)result, n, stream);
}

cudaError_t cub_same_bits(bool doubles, const void *x, void *result, long long n, cudaStream_t stream)
{
#ifdef HAVE_GPU_TO_GPU
    auto environment = cuda::std::execution::env{
        cuda::stream_ref{stream},
        cuda::execution::require(cuda::execution::determinism::gpu_to_gpu)};
    if (doubles)
        return cub::DeviceReduce::Reduce((const double *)x, (double *)result, n, cuda::std::plus<double>{}, 0.0,
                                         environment);
    return cub::DeviceReduce::Reduce((const float *)x, (float *)result, n, cuda::std::plus<float>{}, 0.0f,
                                     environment);
#else
    (void)doubles, (void)x, (void)result, (void)n, (void)stream;
    return cudaErrorNotSupported;
#endif
}
