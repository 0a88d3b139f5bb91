// Sums over distributed vectors in either way, blocking or nonblocking: for vectors.hpp and
// nonblocking.hpp.

#ifndef SAMEBITS_VECTOR_CALLS_HPP
#define SAMEBITS_VECTOR_CALLS_HPP

#include <samebits/pending.hpp>

#include <vector>

namespace samebits
{

// Which elements count: from a range of bool, char, unsigned char or std::byte.
class mask
{
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

namespace detail
{

inline const unsigned char *bytes(const call &call, std::size_t n, const mask *which)
{
    if (which == nullptr)
        return nullptr;
    check_same_size(call, "x", n, "the mask", which->size());
    return which->data();
}

// Where each y is, all of which have the length of x.
template <class T>
std::vector<const void *> data_of(const call &call, view<T> x, const std::vector<view<T>> &ys)
{
    std::vector<const void *> data;
    for (const view<T> &y : ys) {
        check_same_size(call, "x", x.size(), "a y", y.size());
        data.push_back(y.data());
    }
    return data;
}

template <class T, class W>
constexpr void check_weight()
{
    static_assert(std::is_same_v<W, T> || std::is_same_v<W, real_t<T>> ||
                      (std::is_integral_v<W> && (sizeof(W) == 4 || sizeof(W) == 8)),
                  "weights are of the type of the elements, of their components', or integers of 4 or 8 bytes");
}

// Written from the table of functions, by `make header`, from here on.

template <class T, class Way>
auto dot(const Way &way, view<T> x, view<T> y)
{
    check_element<T>();
    check_same_size(way, "x", x.size(), "y", y.size());
    return way(samebits_allreduce_dot, samebits_iallreduce_dot, T{}, x.data(), y.data(), x.size(), here{},
               datatype<T>::get());
}

template <class T, class Way>
auto conjugated_dot(const Way &way, view<T> x, view<T> y)
{
    check_element<T>();
    check_same_size(way, "x", x.size(), "y", y.size());
    return way(samebits_allreduce_conjugated_dot, samebits_iallreduce_conjugated_dot, T{}, x.data(), y.data(),
               x.size(), here{}, datatype<T>::get());
}

template <class T, class Way>
auto dots(const Way &way, view<T> x, const std::vector<view<T>> &ys)
{
    check_element<T>();
    const std::vector<const void *> data = data_of(way, x, ys);
    return way(samebits_allreduce_dots, samebits_iallreduce_dots, std::vector<T>(ys.size()),
               static_cast<int>(ys.size()), x.data(), data.data(), x.size(), here{}, datatype<T>::get());
}

template <class T, class Way>
auto conjugated_dots(const Way &way, view<T> x, const std::vector<view<T>> &ys)
{
    check_element<T>();
    const std::vector<const void *> data = data_of(way, x, ys);
    return way(samebits_allreduce_conjugated_dots, samebits_iallreduce_conjugated_dots,
               std::vector<T>(ys.size()), static_cast<int>(ys.size()), x.data(), data.data(), x.size(),
               here{}, datatype<T>::get());
}

template <class T, class Way>
auto norm2(const Way &way, view<T> x)
{
    check_element<T>();
    return way(samebits_allreduce_norm2, samebits_iallreduce_norm2, real_t<T>{}, x.data(), x.size(), here{},
               datatype<T>::get());
}

template <class T, class Way>
auto sum_abs(const Way &way, view<T> x, const mask *which)
{
    check_element<T>();
    return way(samebits_allreduce_sum_abs, samebits_iallreduce_sum_abs, real_t<T>{}, x.data(),
               bytes(way, x.size(), which), x.size(), here{}, datatype<T>::get());
}

template <class T, class W, class Way>
auto weighted_sum(const Way &way, view<T> x, view<W> w, const mask *which)
{
    check_element<T>();
    check_weight<T, W>();
    check_same_size(way, "x", x.size(), "w", w.size());
    return way(samebits_allreduce_weighted_sum, samebits_iallreduce_weighted_sum, T{}, x.data(), w.data(),
               datatype<W>::get(), bytes(way, x.size(), which), x.size(), here{}, datatype<T>::get());
}

template <class T, class Way>
auto weighted_squares(const Way &way, view<T> x, view<T> w, const mask *which)
{
    check_element<T>();
    check_same_size(way, "x", x.size(), "w", w.size());
    return way(samebits_allreduce_weighted_squares, samebits_iallreduce_weighted_squares, real_t<T>{},
               x.data(), w.data(), bytes(way, x.size(), which), x.size(), here{}, datatype<T>::get());
}

template <class T, class Way>
auto weighted_dot(const Way &way, view<T> x, view<T> y, view<T> w, const mask *which)
{
    check_element<T>();
    check_same_size(way, "x", x.size(), "y", y.size());
    check_same_size(way, "x", x.size(), "w", w.size());
    return way(samebits_allreduce_weighted_dot, samebits_iallreduce_weighted_dot, T{}, x.data(), y.data(),
               w.data(), bytes(way, x.size(), which), x.size(), here{}, datatype<T>::get());
}

template <class T, class Way>
auto weighted_conjugated_dot(const Way &way, view<T> x, view<T> y, view<T> w, const mask *which)
{
    check_element<T>();
    check_same_size(way, "x", x.size(), "y", y.size());
    check_same_size(way, "x", x.size(), "w", w.size());
    return way(samebits_allreduce_weighted_conjugated_dot, samebits_iallreduce_weighted_conjugated_dot, T{},
               x.data(), y.data(), w.data(), bytes(way, x.size(), which), x.size(), here{},
               datatype<T>::get());
}

template <class T, class Way>
auto mean(const Way &way, view<T> x, const mask *which)
{
    check_element<T>();
    return way(samebits_allreduce_mean, samebits_iallreduce_mean, T{}, x.data(), bytes(way, x.size(), which),
               x.size(), here{}, datatype<T>::get());
}

template <class T, class Way>
auto variance(const Way &way, view<T> x, const mask *which, int ddof)
{
    check_element<T>();
    return way(samebits_allreduce_variance, samebits_iallreduce_variance, real_t<T>{}, x.data(),
               bytes(way, x.size(), which), x.size(), ddof, here{}, datatype<T>::get());
}

} // namespace detail
} // namespace samebits

#endif // SAMEBITS_VECTOR_CALLS_HPP
