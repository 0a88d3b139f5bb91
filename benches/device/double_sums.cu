#define VARIANTS
#include "variants.hpp"

// Numbers a load, levels, chains, loads, threads, blocks, chunks.
std::vector<Variant> double_sums()
{
    return {
        ROW(Numbers<double>, 2, 3, 2, 4, 256, 4, true),
        ROW(Numbers<double>, 2, 3, 2, 4, 256, 4, false),
        ROW(Numbers<double>, 2, 2, 2, 4, 256, 4, true),
        ROW(Numbers<double>, 2, 4, 2, 4, 256, 3, true),
        ROW(Numbers<double>, 2, 3, 1, 4, 256, 4, true),
        ROW(Numbers<double>, 2, 3, 4, 4, 256, 2, true),
        ROW(Numbers<double>, 2, 3, 2, 2, 256, 6, true),
        ROW(Numbers<double>, 2, 3, 1, 2, 256, 6, true),
        ROW(Numbers<double>, 2, 3, 2, 6, 256, 3, true),
        ROW(Numbers<double>, 2, 3, 2, 4, 512, 2, true),
        ROW(Numbers<double>, 2, 3, 2, 4, 128, 8, true),
        ROW(Numbers<double>, 1, 3, 2, 8, 256, 4, true),
    };
}
