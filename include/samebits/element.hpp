// What the other headers of samebits share: errors, datatypes, and ranges of elements.

#ifndef SAMEBITS_ELEMENT_HPP
#define SAMEBITS_ELEMENT_HPP

#include <samebits.h>

#include <complex>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <iterator>
#include <stdexcept>
#include <string>
#include <type_traits>

// For these headers only: takes part in whichever collective function the other ranks call, so that
// all ranks return an error.
extern "C" int samebits_b_refuse(MPI_Comm comm, const char *name, int error, const char *reason);

namespace samebits
{

// A function has failed. A function over a communicator calls the communicator's error handler
// first, and by default that ends the job: exceptions are for communicators whose handler is
// MPI_ERRORS_RETURN. All ranks then throw.
class error : public std::runtime_error
{
  public:
    explicit error(int code) : error(code, samebits_error_message()) {}
    error(int code, const std::string &why) : std::runtime_error(why), code_(code) {}

    // The MPI error code.
    int code() const noexcept { return code_; }

  private:
    int code_;
};

// The MPI datatype of a type: samebits::datatype<T>::get(). Programs may specialise it for types
// of their own, whose operators are user-defined.
template <class T> struct datatype;

#define SAMEBITS_DATATYPE(Type, name)              \
    template <> struct datatype<Type> {            \
        static MPI_Datatype get() { return name; } \
    };
SAMEBITS_DATATYPE(float, MPI_FLOAT)
SAMEBITS_DATATYPE(double, MPI_DOUBLE)
SAMEBITS_DATATYPE(long double, MPI_LONG_DOUBLE)
SAMEBITS_DATATYPE(std::complex<float>, MPI_C_FLOAT_COMPLEX)
SAMEBITS_DATATYPE(std::complex<double>, MPI_C_DOUBLE_COMPLEX)
SAMEBITS_DATATYPE(signed char, MPI_SIGNED_CHAR)
SAMEBITS_DATATYPE(unsigned char, MPI_UNSIGNED_CHAR)
SAMEBITS_DATATYPE(short, MPI_SHORT)
SAMEBITS_DATATYPE(unsigned short, MPI_UNSIGNED_SHORT)
SAMEBITS_DATATYPE(int, MPI_INT)
SAMEBITS_DATATYPE(unsigned, MPI_UNSIGNED)
SAMEBITS_DATATYPE(long, MPI_LONG)
SAMEBITS_DATATYPE(unsigned long, MPI_UNSIGNED_LONG)
SAMEBITS_DATATYPE(long long, MPI_LONG_LONG)
SAMEBITS_DATATYPE(unsigned long long, MPI_UNSIGNED_LONG_LONG)
#undef SAMEBITS_DATATYPE

// A pointer and a number of elements, to which every range of elements of type T converts.
template <class T> class view
{
  public:
    view(const T *data, std::size_t size) noexcept : data_(data), size_(size) {}

    template <class Range,
              class = std::enable_if_t<
                  std::is_convertible_v<decltype(std::data(std::declval<const Range &>())), const T *>>>
    view(const Range &range) : view(std::data(range), std::size(range))
    {
    }

    const T *data() const noexcept { return data_; }
    std::size_t size() const noexcept { return size_; }

  private:
    const T *data_;
    std::size_t size_;
};

template <class Range>
view(const Range &)
    -> view<std::remove_cv_t<std::remove_pointer_t<decltype(std::data(std::declval<const Range &>()))>>>;

namespace detail
{

template <class Range>
using element_t = std::remove_cv_t<std::remove_pointer_t<decltype(std::data(std::declval<const Range &>()))>>;

template <class T> struct real {
    using type = T;
};
template <class T> struct real<std::complex<T>> {
    using type = T;
};
// The type of a component: of norms, and of sums of magnitudes.
template <class T> using real_t = typename real<T>::type;

template <class T> constexpr void check_element()
{
    static_assert(
        std::is_same_v<real_t<T>, float> || std::is_same_v<real_t<T>, double>,
        "the elements of exact sums are float, double, std::complex<float> or std::complex<double>");
}

inline void check(int code)
{
    if (code != MPI_SUCCESS)
        throw error(code);
}

// What the program calls, over a communicator.
struct call {
    const char *name;
    MPI_Comm comm;
    bool nonblocking = false;
};

// The arguments of this rank are wrong, as the C function cannot see: all ranks get an error, and none
// waits. But a nonblocking call only starts nothing.
[[noreturn]] inline void refuse(const call &call, int code, const std::string &why)
{
    if (!call.nonblocking)
        samebits_b_refuse(call.comm, call.name, code, why.c_str());
    throw error(code, std::string(call.name) + ": " + why);
}

// A view of elements T, from which a template does not deduce T.
template <class T> struct only {
    using type = view<T>;
};
template <class T> using only_t = typename only<T>::type;

inline std::string other_size(const char *x, std::size_t of_x, const char *y, std::size_t of_y)
{
    return std::string(x) + " has " + std::to_string(of_x) + " elements, and " + y + " has " +
        std::to_string(of_y);
}

// For functions that are not collective.
inline void check_same_size(std::size_t of_x, const char *y, std::size_t of_y)
{
    if (of_x != of_y)
        throw error(MPI_ERR_COUNT, other_size("x", of_x, y, of_y));
}

inline void check_same_size(const call &call, const char *x, std::size_t of_x, const char *y,
                            std::size_t of_y)
{
    if (of_x != of_y)
        refuse(call, MPI_ERR_COUNT, other_size(x, of_x, y, of_y));
}

} // namespace detail
} // namespace samebits

#endif // SAMEBITS_ELEMENT_HPP
