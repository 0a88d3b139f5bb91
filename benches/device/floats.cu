#define VARIANTS
#include "variants.hpp"

// Numbers a load, levels, chains, loads, threads, blocks, chunks.
std::vector<Variant> float_kernels()
{
    return {
        ROW(Numbers<float>, 4, 2, 2, 2, 256, 4, true),
        ROW(Numbers<float>, 4, 2, 2, 2, 256, 4, false),
        ROW(Numbers<float>, 4, 3, 2, 2, 256, 4, true),
        ROW(Numbers<float>, 4, 2, 1, 2, 256, 5, true),
        ROW(Numbers<float>, 4, 2, 2, 4, 256, 3, true),
        ROW(Numbers<float>, 4, 2, 2, 1, 256, 6, true),
        ROW(Products<float>, 4, 2, 2, 2, 256, 4, true),
        ROW(Products<float>, 4, 3, 2, 2, 256, 4, true),
        ROW(Products<float>, 4, 2, 1, 1, 256, 6, true),
        ROW(Products<float>, 4, 2, 2, 2, 256, 3, true),
    };
}
