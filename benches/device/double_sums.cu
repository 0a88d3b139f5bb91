#define VARIANTS
#include "variants.hpp"

// Numbers a load; first levels, levels, chains, loads, whether ahead, threads, blocks.
std::vector<Variant> double_sums()
{
    return {
        ROW(Numbers<double>, 2, 2, 3, 2, 4, 0, 1024, 1),
        ROW(Numbers<double>, 2, 2, 3, 2, 6, 1, 512, 1),
    };
}
