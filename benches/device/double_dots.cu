#define VARIANTS
#include "variants.hpp"

// Numbers a load, levels, chains, loads, threads, blocks, chunks.
std::vector<Variant> double_dots()
{
    return {
        ROW(Products<double>, 2, 3, 2, 2, 256, 4, true),
        ROW(Products<double>, 2, 3, 2, 2, 256, 4, false),
        ROW(Products<double>, 2, 4, 2, 2, 256, 3, true),
        ROW(Products<double>, 2, 3, 1, 2, 256, 4, true),
        ROW(Products<double>, 2, 3, 2, 2, 256, 3, true),
        ROW(Products<double>, 2, 3, 1, 4, 256, 3, true),
        ROW(Products<double>, 2, 4, 1, 2, 256, 4, true),
        ROW(Products<double>, 2, 3, 2, 2, 128, 6, true),
        ROW(Products<double>, 1, 3, 2, 4, 256, 4, true),
    };
}
