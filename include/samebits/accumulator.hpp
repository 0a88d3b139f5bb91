// A sum to which numbers and products of numbers are added one by one (samebits_accumulator).

#ifndef SAMEBITS_ACCUMULATOR_HPP
#define SAMEBITS_ACCUMULATOR_HPP

#include <samebits/element.hpp>

#include <utility>
#include <vector>

namespace samebits
{

// How an accumulator sums: samebits::exact, samebits::binned(3), samebits::prerounded(n, 3).
struct arithmetic {
    const char *name;
    int levels;
    std::uint64_t summands;

    // Its name in samebits_accumulator_create.
    std::string text() const { return levels == 0 ? name : name + (":" + std::to_string(levels)); }
};

// The exact sum, rounded once.
inline constexpr arithmetic exact{"exact", 0, 0};

// ReproBLAS's sum with so many bins, 2 to 4.
constexpr arithmetic binned(int bins = 3) { return {"binned", bins, 0}; }

// The pre-rounded sum of that many summands at most in all accumulators that are merged, with so
// many levels, 1 to 4.
constexpr arithmetic prerounded(std::uint64_t summands, int levels = 3)
{
    return {"prerounded", levels, summands};
}

// The elements T are float, double or their complex types. Made after MPI_Init, and used by one
// thread at a time. A moved-from accumulator can only be destroyed or assigned to.
template <class T> class accumulator
{
  public:
    explicit accumulator(const samebits::arithmetic &how = exact)
    {
        detail::check_element<T>();
        detail::check(
            samebits_accumulator_create(how.text().c_str(), how.summands, datatype<T>::get(), &sum_));
    }

    accumulator(accumulator &&other) noexcept : sum_(std::exchange(other.sum_, nullptr)) {}
    accumulator &operator=(accumulator &&other) noexcept
    {
        accumulator(std::move(other)).swap(*this);
        return *this;
    }
    ~accumulator() { samebits_accumulator_free(&sum_); }

    // Adds an element.
    void add(const T &value) { detail::check(samebits_accumulator_add(sum_, &value)); }
    accumulator &operator+=(const T &value)
    {
        add(value);
        return *this;
    }

    // Adds all elements of a range.
    void add(view<T> values)
    {
        detail::check(samebits_accumulator_add_array(sum_, values.data(), values.size()));
    }

    // Adds the products x[i]*y[i], exact ones if the accumulator is.
    void add_products(view<T> x, view<T> y)
    {
        detail::check_same_size(x.size(), "y", y.size());
        detail::check(samebits_accumulator_add_products(sum_, x.data(), y.data(), x.size()));
    }

    // Adds the products conj(x[i])*y[i].
    void add_conjugated_products(view<T> x, view<T> y)
    {
        detail::check_same_size(x.size(), "y", y.size());
        detail::check(samebits_accumulator_add_conjugated_products(sum_, x.data(), y.data(), x.size()));
    }

    // Adds the contents of another accumulator that was made alike.
    void merge(const accumulator &other) { detail::check(samebits_accumulator_merge(sum_, other.sum_)); }
    accumulator &operator+=(const accumulator &other)
    {
        merge(other);
        return *this;
    }

    // Merges the accumulators of all ranks, on every rank. Collective.
    void allreduce(MPI_Comm comm) { detail::check(samebits_accumulator_allreduce(sum_, comm)); }

    // The same, on the root; the others keep theirs. Collective.
    void reduce(int root, MPI_Comm comm) { detail::check(samebits_accumulator_reduce(sum_, root, comm)); }

    // The sum, rounded.
    T value() const
    {
        T value{};
        detail::check(samebits_accumulator_value(sum_, &value));
        return value;
    }

    // Removes all summands.
    void clear() { detail::check(samebits_accumulator_clear(sum_)); }

    // As bytes, which are the same on every machine.
    std::vector<unsigned char> write() const
    {
        std::size_t size = 0;
        detail::check(samebits_accumulator_size(sum_, &size));
        std::vector<unsigned char> bytes(size);
        detail::check(samebits_accumulator_write(sum_, bytes.data(), size));
        return bytes;
    }

    // Replaces the contents by those that an accumulator made alike has written.
    void read(view<unsigned char> bytes)
    {
        detail::check(samebits_accumulator_read(sum_, bytes.data(), bytes.size()));
    }

    void swap(accumulator &other) noexcept { std::swap(sum_, other.sum_); }

    // The accumulator for the functions of samebits.h, which stays with this object.
    samebits_accumulator *get() const noexcept { return sum_; }

  private:
    samebits_accumulator *sum_ = nullptr;
};

} // namespace samebits

#endif // SAMEBITS_ACCUMULATOR_HPP
