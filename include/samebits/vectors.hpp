// Products, norms and statistics of distributed vectors: exact, rounded once.
//
// All are collective. The vectors of a call have the same length on a rank; lengths may differ between
// ranks, and be 0. An element counts where the mask, if there is one, is not 0.

#ifndef SAMEBITS_VECTORS_HPP
#define SAMEBITS_VECTORS_HPP

#include <samebits/vector_calls.hpp>

namespace samebits
{

// Written from the table of functions, by `make header`, from here on.

// The sum of x*y, of exact products.
template <class X, class T = detail::element_t<X>>
T dot(const X &x, detail::only_t<T> y, MPI_Comm comm)
{
    const detail::blocking way("samebits::dot", comm);
    return detail::dot<T>(way, x, y);
}

// The sum of conj(x)*y, of exact products.
template <class X, class T = detail::element_t<X>>
T conjugated_dot(const X &x, detail::only_t<T> y, MPI_Comm comm)
{
    const detail::blocking way("samebits::conjugated_dot", comm);
    return detail::conjugated_dot<T>(way, x, y);
}

// The dot products of x with several vectors, in one exchange.
template <class X, class T = detail::element_t<X>>
std::vector<T> dots(const X &x, const std::vector<detail::only_t<T>> &ys, MPI_Comm comm)
{
    const detail::blocking way("samebits::dots", comm);
    return detail::dots<T>(way, x, ys);
}

// The dot products of conj(x) with several vectors, in one exchange.
template <class X, class T = detail::element_t<X>>
std::vector<T> conjugated_dots(const X &x, const std::vector<detail::only_t<T>> &ys, MPI_Comm comm)
{
    const detail::blocking way("samebits::conjugated_dots", comm);
    return detail::conjugated_dots<T>(way, x, ys);
}

// The Euclidean norm. The result is real.
template <class X, class T = detail::element_t<X>>
detail::real_t<T> norm2(const X &x, MPI_Comm comm)
{
    const detail::blocking way("samebits::norm2", comm);
    return detail::norm2<T>(way, x);
}

// The sum of magnitudes, |re| + |im| of complex elements. The result is real.
template <class X, class T = detail::element_t<X>>
detail::real_t<T> sum_abs(const X &x, MPI_Comm comm)
{
    const detail::blocking way("samebits::sum_abs", comm);
    return detail::sum_abs<T>(way, x, nullptr);
}
template <class X, class T = detail::element_t<X>>
detail::real_t<T> sum_abs(const X &x, const mask &which, MPI_Comm comm)
{
    const detail::blocking way("samebits::sum_abs", comm);
    return detail::sum_abs<T>(way, x, &which);
}

// The sum of w*x, of exact products; weights are of the type of x, of its real type, or integers of 4 or 8
// bytes.
template <class X, class Weights, class T = detail::element_t<X>>
T weighted_sum(const X &x, const Weights &w, MPI_Comm comm)
{
    const detail::blocking way("samebits::weighted_sum", comm);
    return detail::weighted_sum<T, detail::element_t<Weights>>(way, x, w, nullptr);
}
template <class X, class Weights, class T = detail::element_t<X>>
T weighted_sum(const X &x, const Weights &w, const mask &which, MPI_Comm comm)
{
    const detail::blocking way("samebits::weighted_sum", comm);
    return detail::weighted_sum<T, detail::element_t<Weights>>(way, x, w, &which);
}

// The sum of |x*w|^2, where x*w is rounded as in a loop. The result is real.
template <class X, class T = detail::element_t<X>>
detail::real_t<T> weighted_squares(const X &x, detail::only_t<T> w, MPI_Comm comm)
{
    const detail::blocking way("samebits::weighted_squares", comm);
    return detail::weighted_squares<T>(way, x, w, nullptr);
}
template <class X, class T = detail::element_t<X>>
detail::real_t<T> weighted_squares(const X &x, detail::only_t<T> w, const mask &which, MPI_Comm comm)
{
    const detail::blocking way("samebits::weighted_squares", comm);
    return detail::weighted_squares<T>(way, x, w, &which);
}

// The sum of (w*x)*y, where w*x is rounded as in a loop.
template <class X, class T = detail::element_t<X>>
T weighted_dot(const X &x, detail::only_t<T> y, detail::only_t<T> w, MPI_Comm comm)
{
    const detail::blocking way("samebits::weighted_dot", comm);
    return detail::weighted_dot<T>(way, x, y, w, nullptr);
}
template <class X, class T = detail::element_t<X>>
T weighted_dot(const X &x, detail::only_t<T> y, detail::only_t<T> w, const mask &which, MPI_Comm comm)
{
    const detail::blocking way("samebits::weighted_dot", comm);
    return detail::weighted_dot<T>(way, x, y, w, &which);
}

// The sum of conj(w*x)*y, where w*x is rounded as in a loop.
template <class X, class T = detail::element_t<X>>
T weighted_conjugated_dot(const X &x, detail::only_t<T> y, detail::only_t<T> w, MPI_Comm comm)
{
    const detail::blocking way("samebits::weighted_conjugated_dot", comm);
    return detail::weighted_conjugated_dot<T>(way, x, y, w, nullptr);
}
template <class X, class T = detail::element_t<X>>
T weighted_conjugated_dot(const X &x, detail::only_t<T> y, detail::only_t<T> w, const mask &which,
                          MPI_Comm comm)
{
    const detail::blocking way("samebits::weighted_conjugated_dot", comm);
    return detail::weighted_conjugated_dot<T>(way, x, y, w, &which);
}

// The mean of the elements that count.
template <class X, class T = detail::element_t<X>>
T mean(const X &x, MPI_Comm comm)
{
    const detail::blocking way("samebits::mean", comm);
    return detail::mean<T>(way, x, nullptr);
}
template <class X, class T = detail::element_t<X>>
T mean(const X &x, const mask &which, MPI_Comm comm)
{
    const detail::blocking way("samebits::mean", comm);
    return detail::mean<T>(way, x, &which);
}

// The variance of the N elements that count: the squared distances from the mean, divided by N - ddof; NaN
// where that is not positive. The result is real.
template <class X, class T = detail::element_t<X>>
detail::real_t<T> variance(const X &x, int ddof, MPI_Comm comm)
{
    const detail::blocking way("samebits::variance", comm);
    return detail::variance<T>(way, x, nullptr, ddof);
}
template <class X, class T = detail::element_t<X>>
detail::real_t<T> variance(const X &x, const mask &which, int ddof, MPI_Comm comm)
{
    const detail::blocking way("samebits::variance", comm);
    return detail::variance<T>(way, x, &which, ddof);
}

} // namespace samebits

#endif // SAMEBITS_VECTORS_HPP
