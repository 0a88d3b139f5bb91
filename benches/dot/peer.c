#include "peer.h"

/* As a BLAS has them: vectorised for the machine at hand, and reassociated. */
#pragma GCC optimize("O3", "fast-math")
#if defined(__x86_64__)
#define BEST __attribute__((target_clones("avx512f", "avx2,fma", "default")))
#else
#define BEST
#endif

BEST double peer_dot(const double *x, const double *y, size_t n)
{
    double sum = 0;
    for (size_t i = 0; i < n; i++)
        sum += x[i] * y[i];
    return sum;
}

BEST void peer_dots(const double *x, const double *const ys[8], size_t n, double results[8])
{
    enum { BLOCK = 2048 }; /* of x stays in the first-level cache */
    for (int k = 0; k < 8; k++)
        results[k] = 0;
    for (size_t from = 0; from < n; from += BLOCK) {
        size_t end = n - from < BLOCK ? n : from + BLOCK;
        for (int k = 0; k < 8; k++) {
            double sum = 0;
            const double *y = ys[k];
            for (size_t i = from; i < end; i++)
                sum += x[i] * y[i];
            results[k] += sum;
        }
    }
}

void peer_sums(const double *x, size_t n, double results[8])
{
    for (int k = 0; k < 8; k++)
        results[k] = 0;
    for (size_t i = 0; i < n; i++)
        results[i % 8] += x[i];
}
