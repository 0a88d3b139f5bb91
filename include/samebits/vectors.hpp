// Products, norms and statistics of distributed vectors: exact, rounded once.
//
// All are collective. The vectors of a call have the same length on a rank; lengths may differ between
// ranks, and be 0. An element counts where the mask, if there is one, is not 0.

#ifndef SAMEBITS_VECTORS_HPP
#define SAMEBITS_VECTORS_HPP

#include <samebits/vector_calls.hpp>

namespace samebits
{

// The sum of x[i]*y[i].
template <class X, class T = detail::element_t<X>>
T dot(const X &x, detail::only_t<T> y, MPI_Comm comm)
{
    return detail::dot<T>(detail::blocking("samebits::dot", comm), x, y, false);
}

// The sum of conj(x[i])*y[i].
template <class X, class T = detail::element_t<X>>
T conjugated_dot(const X &x, detail::only_t<T> y, MPI_Comm comm)
{
    return detail::dot<T>(detail::blocking("samebits::conjugated_dot", comm), x, y, true);
}

// The dot products of x with each y, in one exchange: dots(x, {y0, y1}, comm).
template <class X, class T = detail::element_t<X>>
std::vector<T> dots(const X &x, const std::vector<detail::only_t<T>> &ys, MPI_Comm comm)
{
    return detail::dots<T>(detail::blocking("samebits::dots", comm), x, ys, false);
}

// The same with the conjugate of x.
template <class X, class T = detail::element_t<X>>
std::vector<T> conjugated_dots(const X &x, const std::vector<detail::only_t<T>> &ys, MPI_Comm comm)
{
    return detail::dots<T>(detail::blocking("samebits::conjugated_dots", comm), x, ys, true);
}

// The Euclidean norm.
template <class X, class T = detail::element_t<X>>
detail::real_t<T> norm2(const X &x, MPI_Comm comm)
{
    return detail::norm2<T>(detail::blocking("samebits::norm2", comm), x);
}

// The sum of magnitudes; |re| + |im| of complex elements.
template <class X, class T = detail::element_t<X>>
detail::real_t<T> sum_abs(const X &x, MPI_Comm comm)
{
    return detail::sum_abs<T>(detail::blocking("samebits::sum_abs", comm), x, nullptr);
}
template <class X, class T = detail::element_t<X>>
detail::real_t<T> sum_abs(const X &x, const mask &which, MPI_Comm comm)
{
    return detail::sum_abs<T>(detail::blocking("samebits::sum_abs", comm), x, &which);
}

// The sum of w[i]*x[i], of exact products; the weights may be integers, or real where x is complex.
template <class X, class Weights, class T = detail::element_t<X>>
T weighted_sum(const X &x, const Weights &w, MPI_Comm comm)
{
    return detail::weighted_sum<T, detail::element_t<Weights>>(detail::blocking("samebits::weighted_sum", comm),
                                                               x, w, nullptr);
}
template <class X, class Weights, class T = detail::element_t<X>>
T weighted_sum(const X &x, const Weights &w, const mask &which, MPI_Comm comm)
{
    return detail::weighted_sum<T, detail::element_t<Weights>>(detail::blocking("samebits::weighted_sum", comm),
                                                               x, w, &which);
}

// The sum of |x[i]*w[i]|^2, where x[i]*w[i] is rounded as in a loop.
template <class X, class T = detail::element_t<X>>
detail::real_t<T> weighted_squares(const X &x, detail::only_t<T> w, MPI_Comm comm)
{
    return detail::weighted_squares<T>(detail::blocking("samebits::weighted_squares", comm), x, w, nullptr);
}
template <class X, class T = detail::element_t<X>>
detail::real_t<T> weighted_squares(const X &x, detail::only_t<T> w, const mask &which, MPI_Comm comm)
{
    return detail::weighted_squares<T>(detail::blocking("samebits::weighted_squares", comm), x, w, &which);
}

// The sum of (w[i]*x[i])*y[i], where w[i]*x[i] is rounded as in a loop.
template <class X, class T = detail::element_t<X>>
T weighted_dot(const X &x, detail::only_t<T> y, detail::only_t<T> w, MPI_Comm comm)
{
    return detail::weighted_dot<T>(detail::blocking("samebits::weighted_dot", comm), x, y, w, nullptr, false);
}
template <class X, class T = detail::element_t<X>>
T weighted_dot(const X &x, detail::only_t<T> y, detail::only_t<T> w, const mask &which, MPI_Comm comm)
{
    return detail::weighted_dot<T>(detail::blocking("samebits::weighted_dot", comm), x, y, w, &which, false);
}

// The sum of conj(w[i]*x[i])*y[i], likewise.
template <class X, class T = detail::element_t<X>>
T weighted_conjugated_dot(const X &x, detail::only_t<T> y, detail::only_t<T> w, MPI_Comm comm)
{
    return detail::weighted_dot<T>(detail::blocking("samebits::weighted_conjugated_dot", comm),
                                   x, y, w, nullptr, true);
}
template <class X, class T = detail::element_t<X>>
T weighted_conjugated_dot(const X &x, detail::only_t<T> y, detail::only_t<T> w, const mask &which, MPI_Comm comm)
{
    return detail::weighted_dot<T>(detail::blocking("samebits::weighted_conjugated_dot", comm),
                                   x, y, w, &which, true);
}

// The mean of the elements that count.
template <class X, class T = detail::element_t<X>>
T mean(const X &x, MPI_Comm comm)
{
    return detail::mean<T>(detail::blocking("samebits::mean", comm), x, nullptr);
}
template <class X, class T = detail::element_t<X>>
T mean(const X &x, const mask &which, MPI_Comm comm)
{
    return detail::mean<T>(detail::blocking("samebits::mean", comm), x, &which);
}

// The variance of the N elements that count: the squared distances from the mean, divided by N - ddof.
template <class X, class T = detail::element_t<X>>
detail::real_t<T> variance(const X &x, int ddof, MPI_Comm comm)
{
    return detail::variance<T>(detail::blocking("samebits::variance", comm), x, nullptr, ddof);
}
template <class X, class T = detail::element_t<X>>
detail::real_t<T> variance(const X &x, const mask &which, int ddof, MPI_Comm comm)
{
    return detail::variance<T>(detail::blocking("samebits::variance", comm), x, &which, ddof);
}

} // namespace samebits

#endif // SAMEBITS_VECTORS_HPP
