// Products, norms and statistics of distributed vectors: exact, rounded once.
//
// All are collective. The vectors of a call have the same length on a rank; lengths may differ between
// ranks, and be 0. An element counts where the mask, if there is one, is not 0.

#ifndef SAMEBITS_VECTORS_HPP
#define SAMEBITS_VECTORS_HPP

#include <samebits/element.hpp>

#include <vector>

namespace samebits {

// Which elements count: from a range of bool, char, unsigned char or std::byte.
class mask {
  public:
    template <class Range, class = std::enable_if_t<sizeof(detail::element_t<Range>) == 1>>
    mask(const Range &range)
        : data_(reinterpret_cast<const unsigned char *>(std::data(range))), size_(std::size(range))
    {
    }

    const unsigned char *data() const noexcept { return data_; }
    std::size_t size() const noexcept { return size_; }

  private:
    const unsigned char *data_;
    std::size_t size_;
};

namespace detail {

// The result of a C function, which stores it.
template <class Result, class Call>
Result stored(Call call)
{
    Result result{};
    check(call(&result));
    return result;
}

inline const unsigned char *bytes(MPI_Comm comm, std::size_t n, const mask *which)
{
    if (which == nullptr)
        return nullptr;
    check_same_size(comm, "x", n, "the mask", which->size());
    return which->data();
}

template <class T>
std::vector<const void *> columns(MPI_Comm comm, std::size_t n, const std::vector<view<T>> &ys)
{
    std::vector<const void *> data;
    for (const view<T> &y : ys) {
        check_same_size(comm, "x", n, "a y", y.size());
        data.push_back(y.data());
    }
    return data;
}

template <class T>
T weighted_dot(view<T> x, view<T> y, view<T> w, const mask *which, MPI_Comm comm, bool conjugate)
{
    check_same_size(comm, "x", x.size(), "y", y.size());
    check_same_size(comm, "x", x.size(), "w", w.size());
    const unsigned char *counts = bytes(comm, x.size(), which);
    const auto function =
        conjugate ? samebits_allreduce_weighted_conjugated_dot : samebits_allreduce_weighted_dot;
    return stored<T>([&](void *result) {
        return function(x.data(), y.data(), w.data(), counts, x.size(), result, datatype<T>::get(), comm);
    });
}

template <class W, class T>
T weighted_sum(view<T> x, view<W> w, const mask *which, MPI_Comm comm)
{
    static_assert(std::is_same_v<W, T> || std::is_same_v<W, real_t<T>> ||
                      (std::is_integral_v<W> && (sizeof(W) == 4 || sizeof(W) == 8)),
                  "weights are of the type of the elements, of their components', or integers of 4 or 8 bytes");
    check_same_size(comm, "x", x.size(), "w", w.size());
    const unsigned char *counts = bytes(comm, x.size(), which);
    return stored<T>([&](void *result) {
        return samebits_allreduce_weighted_sum(x.data(), w.data(), datatype<W>::get(), counts, x.size(), result,
                                               datatype<T>::get(), comm);
    });
}

template <class T>
real_t<T> weighted_squares(view<T> x, view<T> w, const mask *which, MPI_Comm comm)
{
    check_same_size(comm, "x", x.size(), "w", w.size());
    const unsigned char *counts = bytes(comm, x.size(), which);
    return stored<real_t<T>>([&](void *result) {
        return samebits_allreduce_weighted_squares(x.data(), w.data(), counts, x.size(), result,
                                                   datatype<T>::get(), comm);
    });
}

template <class T>
real_t<T> sum_abs(view<T> x, const mask *which, MPI_Comm comm)
{
    const unsigned char *counts = bytes(comm, x.size(), which);
    return stored<real_t<T>>([&](void *result) {
        return samebits_allreduce_sum_abs(x.data(), counts, x.size(), result, datatype<T>::get(), comm);
    });
}

template <class T>
T mean(view<T> x, const mask *which, MPI_Comm comm)
{
    const unsigned char *counts = bytes(comm, x.size(), which);
    return stored<T>([&](void *result) {
        return samebits_allreduce_mean(x.data(), counts, x.size(), result, datatype<T>::get(), comm);
    });
}

template <class T>
real_t<T> variance(view<T> x, const mask *which, int ddof, MPI_Comm comm)
{
    const unsigned char *counts = bytes(comm, x.size(), which);
    return stored<real_t<T>>([&](void *result) {
        return samebits_allreduce_variance(x.data(), counts, x.size(), ddof, result, datatype<T>::get(), comm);
    });
}

} // namespace detail

// The sum of x[i]*y[i].
template <class X, class T = detail::element_t<X>>
T dot(const X &x, detail::only_t<T> y, MPI_Comm comm)
{
    detail::check_element<T>();
    detail::check_same_size(comm, "x", std::size(x), "y", y.size());
    return detail::stored<T>([&](void *result) {
        return samebits_allreduce_dot(std::data(x), y.data(), y.size(), result, datatype<T>::get(), comm);
    });
}

// The sum of conj(x[i])*y[i].
template <class X, class T = detail::element_t<X>>
T conjugated_dot(const X &x, detail::only_t<T> y, MPI_Comm comm)
{
    detail::check_element<T>();
    detail::check_same_size(comm, "x", std::size(x), "y", y.size());
    return detail::stored<T>([&](void *result) {
        return samebits_allreduce_conjugated_dot(std::data(x), y.data(), y.size(), result, datatype<T>::get(),
                                                 comm);
    });
}

// The dot products of x with each y, in one exchange: dots(x, {y0, y1}, comm).
template <class X, class T = detail::element_t<X>>
std::vector<T> dots(const X &x, const std::vector<detail::only_t<T>> &ys, MPI_Comm comm)
{
    detail::check_element<T>();
    const std::vector<const void *> data = detail::columns<T>(comm, std::size(x), ys);
    std::vector<T> results(ys.size());
    detail::check(samebits_allreduce_dots(static_cast<int>(ys.size()), std::data(x), data.data(), std::size(x),
                                          results.data(), datatype<T>::get(), comm));
    return results;
}

// The same with the conjugate of x.
template <class X, class T = detail::element_t<X>>
std::vector<T> conjugated_dots(const X &x, const std::vector<detail::only_t<T>> &ys, MPI_Comm comm)
{
    detail::check_element<T>();
    const std::vector<const void *> data = detail::columns<T>(comm, std::size(x), ys);
    std::vector<T> results(ys.size());
    detail::check(samebits_allreduce_conjugated_dots(static_cast<int>(ys.size()), std::data(x), data.data(),
                                                     std::size(x), results.data(), datatype<T>::get(), comm));
    return results;
}

// The Euclidean norm.
template <class X, class T = detail::element_t<X>>
detail::real_t<T> norm2(const X &x, MPI_Comm comm)
{
    detail::check_element<T>();
    return detail::stored<detail::real_t<T>>([&](void *result) {
        return samebits_allreduce_norm2(std::data(x), std::size(x), result, datatype<T>::get(), comm);
    });
}

// The sum of magnitudes; |re| + |im| of complex elements.
template <class X, class T = detail::element_t<X>>
detail::real_t<T> sum_abs(const X &x, MPI_Comm comm)
{
    return detail::sum_abs<T>(x, nullptr, comm);
}
template <class X, class T = detail::element_t<X>>
detail::real_t<T> sum_abs(const X &x, const mask &which, MPI_Comm comm)
{
    return detail::sum_abs<T>(x, &which, comm);
}

// The sum of w[i]*x[i], of exact products; the weights may be integers, or real where x is complex.
template <class X, class W, class T = detail::element_t<X>>
T weighted_sum(const X &x, const W &w, MPI_Comm comm)
{
    return detail::weighted_sum<detail::element_t<W>, T>(x, w, nullptr, comm);
}
template <class X, class W, class T = detail::element_t<X>>
T weighted_sum(const X &x, const W &w, const mask &which, MPI_Comm comm)
{
    return detail::weighted_sum<detail::element_t<W>, T>(x, w, &which, comm);
}

// The sum of |x[i]*w[i]|^2, where x[i]*w[i] is rounded as in a loop.
template <class X, class T = detail::element_t<X>>
detail::real_t<T> weighted_squares(const X &x, detail::only_t<T> w, MPI_Comm comm)
{
    return detail::weighted_squares<T>(x, w, nullptr, comm);
}
template <class X, class T = detail::element_t<X>>
detail::real_t<T> weighted_squares(const X &x, detail::only_t<T> w, const mask &which, MPI_Comm comm)
{
    return detail::weighted_squares<T>(x, w, &which, comm);
}

// The sum of (w[i]*x[i])*y[i], where w[i]*x[i] is rounded as in a loop.
template <class X, class T = detail::element_t<X>>
T weighted_dot(const X &x, detail::only_t<T> y, detail::only_t<T> w, MPI_Comm comm)
{
    return detail::weighted_dot<T>(x, y, w, nullptr, comm, false);
}
template <class X, class T = detail::element_t<X>>
T weighted_dot(const X &x, detail::only_t<T> y, detail::only_t<T> w, const mask &which, MPI_Comm comm)
{
    return detail::weighted_dot<T>(x, y, w, &which, comm, false);
}

// The sum of conj(w[i]*x[i])*y[i], likewise.
template <class X, class T = detail::element_t<X>>
T weighted_conjugated_dot(const X &x, detail::only_t<T> y, detail::only_t<T> w, MPI_Comm comm)
{
    return detail::weighted_dot<T>(x, y, w, nullptr, comm, true);
}
template <class X, class T = detail::element_t<X>>
T weighted_conjugated_dot(const X &x, detail::only_t<T> y, detail::only_t<T> w, const mask &which, MPI_Comm comm)
{
    return detail::weighted_dot<T>(x, y, w, &which, comm, true);
}

// The mean of the elements that count.
template <class X, class T = detail::element_t<X>>
T mean(const X &x, MPI_Comm comm)
{
    return detail::mean<T>(x, nullptr, comm);
}
template <class X, class T = detail::element_t<X>>
T mean(const X &x, const mask &which, MPI_Comm comm)
{
    return detail::mean<T>(x, &which, comm);
}

// The variance of the N elements that count: the squared distances from the mean, divided by N - ddof.
template <class X, class T = detail::element_t<X>>
detail::real_t<T> variance(const X &x, int ddof, MPI_Comm comm)
{
    return detail::variance<T>(x, nullptr, ddof, comm);
}
template <class X, class T = detail::element_t<X>>
detail::real_t<T> variance(const X &x, const mask &which, int ddof, MPI_Comm comm)
{
    return detail::variance<T>(x, &which, ddof, comm);
}

} // namespace samebits

#endif // SAMEBITS_VECTORS_HPP
