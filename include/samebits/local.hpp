// Sums and dot products of the elements of one rank, exact and rounded once. They communicate with
// no other rank, and may be called at any time, also before MPI_Init, in any thread.

#ifndef SAMEBITS_LOCAL_HPP
#define SAMEBITS_LOCAL_HPP

#include <samebits/element.hpp>

namespace samebits
{
namespace detail
{

inline double local_sum_of(const double *x, std::size_t n) noexcept { return samebits_sum_double(x, n); }
inline float local_sum_of(const float *x, std::size_t n) noexcept { return samebits_sum_float(x, n); }
inline std::complex<double> local_sum_of(const std::complex<double> *x, std::size_t n) noexcept
{
    std::complex<double> sum;
    samebits_sum_double_complex(x, n, &sum);
    return sum;
}
inline std::complex<float> local_sum_of(const std::complex<float> *x, std::size_t n) noexcept
{
    std::complex<float> sum;
    samebits_sum_float_complex(x, n, &sum);
    return sum;
}

inline double local_dot_of(const double *x, const double *y, std::size_t n, bool) noexcept
{
    return samebits_dot_double(x, y, n);
}
inline float local_dot_of(const float *x, const float *y, std::size_t n, bool) noexcept
{
    return samebits_dot_float(x, y, n);
}
inline std::complex<double> local_dot_of(const std::complex<double> *x, const std::complex<double> *y,
                                         std::size_t n, bool conjugate) noexcept
{
    std::complex<double> dot;
    (conjugate ? samebits_conjugated_dot_double_complex : samebits_dot_double_complex)(x, y, n, &dot);
    return dot;
}
inline std::complex<float> local_dot_of(const std::complex<float> *x, const std::complex<float> *y,
                                        std::size_t n, bool conjugate) noexcept
{
    std::complex<float> dot;
    (conjugate ? samebits_conjugated_dot_float_complex : samebits_dot_float_complex)(x, y, n, &dot);
    return dot;
}

} // namespace detail

// The sum of the elements.
template <class X, class T = detail::element_t<X>> T sum(const X &x)
{
    detail::check_element<T>();
    return detail::local_sum_of(std::data(x), std::size(x));
}

// The sum of x[i]*y[i].
template <class X, class T = detail::element_t<X>> T dot(const X &x, detail::only_t<T> y)
{
    detail::check_element<T>();
    detail::check_same_size(std::size(x), "y", y.size());
    return detail::local_dot_of(std::data(x), y.data(), y.size(), false);
}

// The sum of conj(x[i])*y[i].
template <class X, class T = detail::element_t<X>> T conjugated_dot(const X &x, detail::only_t<T> y)
{
    detail::check_element<T>();
    detail::check_same_size(std::size(x), "y", y.size());
    return detail::local_dot_of(std::data(x), y.data(), y.size(), true);
}

} // namespace samebits

#endif // SAMEBITS_LOCAL_HPP
