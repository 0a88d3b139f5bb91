#define VARIANTS
#include "variants.hpp"

// Numbers a load; first levels, levels, chains, loads, threads, blocks.
std::vector<Variant> double_dots()
{
    return {
        ROW(Products<double>, 2, 3, 5, 1, 2, 256, 4),
        ROW(Products<double>, 2, 3, 5, 1, 2, 512, 2),
        ROW(Products<double>, 2, 3, 5, 2, 2, 256, 3),
    };
}
