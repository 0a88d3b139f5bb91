/* The functions of NVIDIA's driver that the tests call, by the names of their symbols, as cuda.h
 * declares them. No header of CUDA is needed, and the driver is loaded when a test asks for it. */
#ifndef CUDA_H
#define CUDA_H

#include <stddef.h>
#include <stdint.h>

typedef void *cu_context;
typedef void *cu_stream;
typedef uintptr_t cu_address; /* of a device */

/* Each returns a CUresult. */
#define CUDA_FUNCTIONS(X)                                                  \
    X(cuInit, (unsigned))                                                  \
    X(cuDriverGetVersion, (int *))                                         \
    X(cuDeviceGetCount, (int *))                                           \
    X(cuDeviceGetName, (char *, int, int))                                 \
    X(cuDevicePrimaryCtxRetain, (cu_context *, int))                       \
    X(cuDevicePrimaryCtxRelease_v2, (int))                                 \
    X(cuDevicePrimaryCtxReset_v2, (int))                                   \
    X(cuCtxCreate_v2, (cu_context *, unsigned, int))                       \
    X(cuCtxDestroy_v2, (cu_context))                                       \
    X(cuCtxGetCurrent, (cu_context *))                                     \
    X(cuCtxPushCurrent_v2, (cu_context))                                   \
    X(cuCtxPopCurrent_v2, (cu_context *))                                  \
    X(cuPointerGetAttribute, (void *, int, cu_address))                    \
    X(cuPointerGetAttributes, (unsigned, int *, void **, cu_address))      \
    X(cuMemAlloc_v2, (cu_address *, size_t))                               \
    X(cuMemFree_v2, (cu_address))                                          \
    X(cuMemAllocAsync, (cu_address *, size_t, cu_stream))                  \
    X(cuMemFreeAsync, (cu_address, cu_stream))                             \
    X(cuMemAllocManaged, (cu_address *, size_t, unsigned))                 \
    X(cuMemHostAlloc, (void **, size_t, unsigned))                         \
    X(cuMemFreeHost, (void *))                                             \
    X(cuMemHostRegister_v2, (void *, size_t, unsigned))                    \
    X(cuMemHostUnregister, (void *))                                       \
    X(cuMemcpyDtoH_v2, (void *, cu_address, size_t))                       \
    X(cuMemcpyHtoD_v2, (cu_address, const void *, size_t))                 \
    X(cuMemcpyDtoDAsync_v2, (cu_address, cu_address, size_t, cu_stream))   \
    X(cuMemcpyDtoHAsync_v2, (void *, cu_address, size_t, cu_stream))       \
    X(cuMemcpyHtoDAsync_v2, (cu_address, const void *, size_t, cu_stream)) \
    X(cuStreamCreate, (cu_stream *, unsigned))                             \
    X(cuStreamDestroy_v2, (cu_stream))                                     \
    X(cuStreamSynchronize, (cu_stream))                                    \
    X(cuLaunchHostFunc, (cu_stream, void (*)(void *), void *))

struct cuda {
#define CUDA_MEMBER(name, arguments) int(*name) arguments;
    CUDA_FUNCTIONS(CUDA_MEMBER)
#undef CUDA_MEMBER
};

/* After load_cuda. */
extern struct cuda cuda;

/* Loads the driver: TEST_CUDA in the environment, or libcuda.so.1. Returns NULL, or why not. */
const char *load_cuda(void);

/* Ends the program with a message if a function returned an error. */
#define CU(call) cuda_checked(call, #call, __FILE__, __LINE__)
void cuda_checked(int code, const char *call, const char *file, int line);

/* CU_STREAM_LEGACY, CU_STREAM_PER_THREAD, CU_STREAM_NON_BLOCKING, CU_MEM_ATTACH_GLOBAL. */
#define LEGACY_STREAM ((cu_stream)1)
#define PER_THREAD_STREAM ((cu_stream)2)
enum { STREAM_BLOCKING = 0, STREAM_NON_BLOCKING = 1, ATTACH_GLOBAL = 1 };

/* CUpointer_attribute, CUmemorytype. */
enum { CONTEXT = 1, MEMORY_TYPE = 2, IS_MANAGED = 8, DEVICE_ORDINAL = 9 };
enum { TYPE_HOST = 1, TYPE_DEVICE = 2 };

#endif
