#define _GNU_SOURCE
#include "cuda.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>

struct cuda cuda;

const char *load_cuda(void)
{
    static char missing[200];
    const char *path = getenv("TEST_CUDA");
    void *driver = dlopen(path ? path : "libcuda.so.1", RTLD_NOW | RTLD_LOCAL);
    if (!driver)
        return dlerror();
#define CUDA_LOOK_UP(name, arguments)                                     \
    *(void **)&cuda.name = dlsym(driver, #name);                          \
    if (!cuda.name) {                                                     \
        snprintf(missing, sizeof missing, "the driver has no %s", #name); \
        return missing;                                                   \
    }
    CUDA_FUNCTIONS(CUDA_LOOK_UP)
    return NULL;
}

void cuda_checked(int code, const char *call, const char *file, int line)
{
    if (code == 0)
        return;
    fprintf(stderr, "FAILED %s:%d: error %d of %s\n", file, line, code, call);
    exit(1);
}
