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

// Written from the table of functions, by `make header`, from here on.

template <class X, class T = detail::element_t<X>>
[[nodiscard]] pending<T> idot(const X &x, detail::only_t<T> y, MPI_Comm comm)
{
    const detail::nonblocking way("samebits::idot", comm);
    return detail::dot<T>(way, x, y);
}

template <class X, class T = detail::element_t<X>>
[[nodiscard]] pending<T> iconjugated_dot(const X &x, detail::only_t<T> y, MPI_Comm comm)
{
    const detail::nonblocking way("samebits::iconjugated_dot", comm);
    return detail::conjugated_dot<T>(way, x, y);
}

template <class X, class T = detail::element_t<X>>
[[nodiscard]] pending<std::vector<T>> idots(const X &x, const std::vector<detail::only_t<T>> &ys,
                                            MPI_Comm comm)
{
    const detail::nonblocking way("samebits::idots", comm);
    return detail::dots<T>(way, x, ys);
}

template <class X, class T = detail::element_t<X>>
[[nodiscard]] pending<std::vector<T>> iconjugated_dots(const X &x, const std::vector<detail::only_t<T>> &ys,
                                                       MPI_Comm comm)
{
    const detail::nonblocking way("samebits::iconjugated_dots", comm);
    return detail::conjugated_dots<T>(way, x, ys);
}

template <class X, class T = detail::element_t<X>>
[[nodiscard]] pending<detail::real_t<T>> inorm2(const X &x, MPI_Comm comm)
{
    const detail::nonblocking way("samebits::inorm2", comm);
    return detail::norm2<T>(way, x);
}

template <class X, class T = detail::element_t<X>>
[[nodiscard]] pending<detail::real_t<T>> isum_abs(const X &x, MPI_Comm comm)
{
    const detail::nonblocking way("samebits::isum_abs", comm);
    return detail::sum_abs<T>(way, x, nullptr);
}
template <class X, class T = detail::element_t<X>>
[[nodiscard]] pending<detail::real_t<T>> isum_abs(const X &x, const mask &which, MPI_Comm comm)
{
    const detail::nonblocking way("samebits::isum_abs", comm);
    return detail::sum_abs<T>(way, x, &which);
}

template <class X, class Weights, class T = detail::element_t<X>>
[[nodiscard]] pending<T> iweighted_sum(const X &x, const Weights &w, MPI_Comm comm)
{
    const detail::nonblocking way("samebits::iweighted_sum", comm);
    return detail::weighted_sum<T, detail::element_t<Weights>>(way, x, w, nullptr);
}
template <class X, class Weights, class T = detail::element_t<X>>
[[nodiscard]] pending<T> iweighted_sum(const X &x, const Weights &w, const mask &which, MPI_Comm comm)
{
    const detail::nonblocking way("samebits::iweighted_sum", comm);
    return detail::weighted_sum<T, detail::element_t<Weights>>(way, x, w, &which);
}

template <class X, class T = detail::element_t<X>>
[[nodiscard]] pending<detail::real_t<T>> iweighted_squares(const X &x, detail::only_t<T> w, MPI_Comm comm)
{
    const detail::nonblocking way("samebits::iweighted_squares", comm);
    return detail::weighted_squares<T>(way, x, w, nullptr);
}
template <class X, class T = detail::element_t<X>>
[[nodiscard]] pending<detail::real_t<T>> iweighted_squares(const X &x, detail::only_t<T> w, const mask &which,
                                                           MPI_Comm comm)
{
    const detail::nonblocking way("samebits::iweighted_squares", comm);
    return detail::weighted_squares<T>(way, x, w, &which);
}

template <class X, class T = detail::element_t<X>>
[[nodiscard]] pending<T> iweighted_dot(const X &x, detail::only_t<T> y, detail::only_t<T> w, MPI_Comm comm)
{
    const detail::nonblocking way("samebits::iweighted_dot", comm);
    return detail::weighted_dot<T>(way, x, y, w, nullptr);
}
template <class X, class T = detail::element_t<X>>
[[nodiscard]] pending<T> iweighted_dot(const X &x, detail::only_t<T> y, detail::only_t<T> w,
                                       const mask &which, MPI_Comm comm)
{
    const detail::nonblocking way("samebits::iweighted_dot", comm);
    return detail::weighted_dot<T>(way, x, y, w, &which);
}

template <class X, class T = detail::element_t<X>>
[[nodiscard]] pending<T> iweighted_conjugated_dot(const X &x, detail::only_t<T> y, detail::only_t<T> w,
                                                  MPI_Comm comm)
{
    const detail::nonblocking way("samebits::iweighted_conjugated_dot", comm);
    return detail::weighted_conjugated_dot<T>(way, x, y, w, nullptr);
}
template <class X, class T = detail::element_t<X>>
[[nodiscard]] pending<T> iweighted_conjugated_dot(const X &x, detail::only_t<T> y, detail::only_t<T> w,
                                                  const mask &which, MPI_Comm comm)
{
    const detail::nonblocking way("samebits::iweighted_conjugated_dot", comm);
    return detail::weighted_conjugated_dot<T>(way, x, y, w, &which);
}

template <class X, class T = detail::element_t<X>>
[[nodiscard]] pending<T> imean(const X &x, MPI_Comm comm)
{
    const detail::nonblocking way("samebits::imean", comm);
    return detail::mean<T>(way, x, nullptr);
}
template <class X, class T = detail::element_t<X>>
[[nodiscard]] pending<T> imean(const X &x, const mask &which, MPI_Comm comm)
{
    const detail::nonblocking way("samebits::imean", comm);
    return detail::mean<T>(way, x, &which);
}

template <class X, class T = detail::element_t<X>>
[[nodiscard]] pending<detail::real_t<T>> ivariance(const X &x, int ddof, MPI_Comm comm)
{
    const detail::nonblocking way("samebits::ivariance", comm);
    return detail::variance<T>(way, x, nullptr, ddof);
}
template <class X, class T = detail::element_t<X>>
[[nodiscard]] pending<detail::real_t<T>> ivariance(const X &x, const mask &which, int ddof, MPI_Comm comm)
{
    const detail::nonblocking way("samebits::ivariance", comm);
    return detail::variance<T>(way, x, &which, ddof);
}

} // namespace samebits

#endif // SAMEBITS_NONBLOCKING_HPP
