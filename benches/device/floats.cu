#define VARIANTS
#include "variants.hpp"

// Numbers a load; first levels, levels, chains, loads, threads, blocks.
std::vector<Variant> float_kernels()
{
    return {
        ROW(Numbers<float>, 4, 2, 2, 2, 4, 256, 4),
        ROW(Numbers<float>, 4, 2, 2, 2, 2, 256, 4),
        ROW(Numbers<float>, 4, 2, 2, 1, 4, 256, 4),
        ROW(Products<float>, 4, 2, 4, 1, 2, 256, 4),
        ROW(Products<float>, 4, 2, 4, 2, 2, 256, 3),
    };
}
