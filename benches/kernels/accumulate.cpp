// The sum that a C++ program has without further thought. Compiled with -O2, it may
// not be reassociated.

#include <cstddef>
#include <numeric>

extern "C" double accumulate_double(const double *elements, std::size_t n)
{
    return std::accumulate(elements, elements + n, 0.0);
}

extern "C" float accumulate_float(const float *elements, std::size_t n)
{
    return std::accumulate(elements, elements + n, 0.0f);
}
