#define VARIANTS
#include "variants.hpp"

// Numbers a load; first levels, levels, chains, loads, whether ahead, threads, blocks.
std::vector<Variant> float_kernels()
{
    return {
        ROW(Numbers<float>, 4, 2, 2, 2, 4, 0, 1024, 1),
        ROW(Numbers<float>, 4, 2, 2, 2, 6, 1, 512, 1),
        ROW(Products<float>, 4, 2, 4, 1, 2, 0, 1024, 1),
        ROW(Products<float>, 4, 2, 4, 2, 3, 1, 512, 1),
    };
}
