// The functions of vectors.hpp, started: each returns at once, and its result has the same bits.
//
// Collective, in the order of nonblocking calls. The vectors have been read when a function returns. A
// rank whose arguments are wrong throws and starts nothing, and the others wait for it.
//
//     auto dot = samebits::idot(x, y, MPI_COMM_WORLD);
//     ...                                             // whatever else there is to do
//     double result = dot.wait();

#ifndef SAMEBITS_NONBLOCKING_HPP
#define SAMEBITS_NONBLOCKING_HPP

#include <samebits/vector_calls.hpp>

namespace samebits
{

template <class X, class T = detail::element_t<X>>
[[nodiscard]] pending<T> idot(const X &x, detail::only_t<T> y, MPI_Comm comm)
{
    return detail::dot<T>(detail::nonblocking("samebits::idot", comm), x, y, false);
}

template <class X, class T = detail::element_t<X>>
[[nodiscard]] pending<T> iconjugated_dot(const X &x, detail::only_t<T> y, MPI_Comm comm)
{
    return detail::dot<T>(detail::nonblocking("samebits::iconjugated_dot", comm), x, y, true);
}

template <class X, class T = detail::element_t<X>>
[[nodiscard]] pending<std::vector<T>> idots(const X &x, const std::vector<detail::only_t<T>> &ys, MPI_Comm comm)
{
    return detail::dots<T>(detail::nonblocking("samebits::idots", comm), x, ys, false);
}

template <class X, class T = detail::element_t<X>>
[[nodiscard]] pending<std::vector<T>> iconjugated_dots(const X &x, const std::vector<detail::only_t<T>> &ys,
                                                       MPI_Comm comm)
{
    return detail::dots<T>(detail::nonblocking("samebits::iconjugated_dots", comm), x, ys, true);
}

template <class X, class T = detail::element_t<X>>
[[nodiscard]] pending<detail::real_t<T>> inorm2(const X &x, MPI_Comm comm)
{
    return detail::norm2<T>(detail::nonblocking("samebits::inorm2", comm), x);
}

template <class X, class T = detail::element_t<X>>
[[nodiscard]] pending<detail::real_t<T>> isum_abs(const X &x, MPI_Comm comm)
{
    return detail::sum_abs<T>(detail::nonblocking("samebits::isum_abs", comm), x, nullptr);
}
template <class X, class T = detail::element_t<X>>
[[nodiscard]] pending<detail::real_t<T>> isum_abs(const X &x, const mask &which, MPI_Comm comm)
{
    return detail::sum_abs<T>(detail::nonblocking("samebits::isum_abs", comm), x, &which);
}

template <class X, class Weights, class T = detail::element_t<X>>
[[nodiscard]] pending<T> iweighted_sum(const X &x, const Weights &w, MPI_Comm comm)
{
    return detail::weighted_sum<T, detail::element_t<Weights>>(detail::nonblocking("samebits::iweighted_sum", comm),
                                                               x, w, nullptr);
}
template <class X, class Weights, class T = detail::element_t<X>>
[[nodiscard]] pending<T> iweighted_sum(const X &x, const Weights &w, const mask &which, MPI_Comm comm)
{
    return detail::weighted_sum<T, detail::element_t<Weights>>(detail::nonblocking("samebits::iweighted_sum", comm),
                                                               x, w, &which);
}

template <class X, class T = detail::element_t<X>>
[[nodiscard]] pending<detail::real_t<T>> iweighted_squares(const X &x, detail::only_t<T> w, MPI_Comm comm)
{
    return detail::weighted_squares<T>(detail::nonblocking("samebits::iweighted_squares", comm), x, w, nullptr);
}
template <class X, class T = detail::element_t<X>>
[[nodiscard]] pending<detail::real_t<T>> iweighted_squares(const X &x, detail::only_t<T> w, const mask &which,
                                                           MPI_Comm comm)
{
    return detail::weighted_squares<T>(detail::nonblocking("samebits::iweighted_squares", comm), x, w, &which);
}

template <class X, class T = detail::element_t<X>>
[[nodiscard]] pending<T> iweighted_dot(const X &x, detail::only_t<T> y, detail::only_t<T> w, MPI_Comm comm)
{
    return detail::weighted_dot<T>(detail::nonblocking("samebits::iweighted_dot", comm), x, y, w, nullptr, false);
}
template <class X, class T = detail::element_t<X>>
[[nodiscard]] pending<T> iweighted_dot(const X &x, detail::only_t<T> y, detail::only_t<T> w, const mask &which,
                                       MPI_Comm comm)
{
    return detail::weighted_dot<T>(detail::nonblocking("samebits::iweighted_dot", comm), x, y, w, &which, false);
}

template <class X, class T = detail::element_t<X>>
[[nodiscard]] pending<T> iweighted_conjugated_dot(const X &x, detail::only_t<T> y, detail::only_t<T> w,
                                                  MPI_Comm comm)
{
    return detail::weighted_dot<T>(detail::nonblocking("samebits::iweighted_conjugated_dot", comm),
                                   x, y, w, nullptr, true);
}
template <class X, class T = detail::element_t<X>>
[[nodiscard]] pending<T> iweighted_conjugated_dot(const X &x, detail::only_t<T> y, detail::only_t<T> w,
                                                  const mask &which, MPI_Comm comm)
{
    return detail::weighted_dot<T>(detail::nonblocking("samebits::iweighted_conjugated_dot", comm),
                                   x, y, w, &which, true);
}

template <class X, class T = detail::element_t<X>>
[[nodiscard]] pending<T> imean(const X &x, MPI_Comm comm)
{
    return detail::mean<T>(detail::nonblocking("samebits::imean", comm), x, nullptr);
}
template <class X, class T = detail::element_t<X>>
[[nodiscard]] pending<T> imean(const X &x, const mask &which, MPI_Comm comm)
{
    return detail::mean<T>(detail::nonblocking("samebits::imean", comm), x, &which);
}

template <class X, class T = detail::element_t<X>>
[[nodiscard]] pending<detail::real_t<T>> ivariance(const X &x, int ddof, MPI_Comm comm)
{
    return detail::variance<T>(detail::nonblocking("samebits::ivariance", comm), x, nullptr, ddof);
}
template <class X, class T = detail::element_t<X>>
[[nodiscard]] pending<detail::real_t<T>> ivariance(const X &x, const mask &which, int ddof, MPI_Comm comm)
{
    return detail::variance<T>(detail::nonblocking("samebits::ivariance", comm), x, &which, ddof);
}

} // namespace samebits

#endif // SAMEBITS_NONBLOCKING_HPP
