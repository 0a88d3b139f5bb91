#define VARIANTS
#include "variants.hpp"

// Numbers a load; first levels, levels, chains, loads, whether ahead, threads, blocks.
std::vector<Variant> double_dots()
{
    return {
        ROW(Products<double>, 2, 3, 5, 1, 2, 0, 1024, 1),
        ROW(Products<double>, 2, 3, 5, 2, 3, 1, 512, 1),
    };
}
