#define VARIANTS
#include "variants.hpp"

// Numbers a load; first levels, levels, chains, loads, threads, blocks.
std::vector<Variant> double_sums()
{
    return {
        ROW(Numbers<double>, 2, 2, 3, 2, 4, 256, 4),
        ROW(Numbers<double>, 2, 2, 3, 1, 4, 256, 4),
        ROW(Numbers<double>, 2, 2, 3, 2, 4, 512, 2),
        ROW(Numbers<double>, 2, 3, 3, 2, 4, 256, 4),
    };
}
