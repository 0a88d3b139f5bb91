// Sets of exact sums that loops add to (samebits_sums), and a sum for each thread of a loop.

#ifndef SAMEBITS_SUMS_HPP
#define SAMEBITS_SUMS_HPP

#include <samebits/pending.hpp>

#include <utility>
#include <vector>

namespace samebits
{

namespace detail
{

// Adds one element: most often it only waits in a buffer.
template <class T> void add_to(samebits_sums *sums, int i, const T &value) noexcept
{
    if constexpr (std::is_same_v<T, double>)
        samebits_sums_add_double(sums, i, value);
    else if constexpr (std::is_same_v<T, float>)
        samebits_sums_add_float(sums, i, value);
    else
        samebits_sums_add_complex(sums, i, value.real(), value.imag());
}

template <class T> void add_product_to(samebits_sums *sums, int i, const T &x, const T &y) noexcept
{
    if constexpr (std::is_same_v<T, double>)
        samebits_sums_add_product_double(sums, i, x, y);
    else if constexpr (std::is_same_v<T, float>)
        samebits_sums_add_product_float(sums, i, x, y);
    else
        samebits_sums_add_products(sums, i, &x, &y, 1);
}

} // namespace detail

// k exact sums of elements T, numbered from 0, that are reduced over ranks in one exchange. Made after
// MPI_Init. A number i is not checked where a single element is added. One thread at a time adds
// single elements; ranges may be added, and other sets merged, by several threads. Nobody adds while
// a set is read, reduced or cleared. A set that was moved from can only be destroyed or assigned to.
template <class T> class sums
{
  public:
    explicit sums(int k) : size_(k)
    {
        detail::check_element<T>();
        detail::check(samebits_sums_create(k, datatype<T>::get(), &sums_));
    }

    sums(sums &&other) noexcept : sums_(std::exchange(other.sums_, nullptr)), size_(other.size_) {}
    sums &operator=(sums &&other) noexcept
    {
        sums(std::move(other)).swap(*this);
        return *this;
    }
    ~sums() { samebits_sums_free(&sums_); }

    // How many sums there are.
    int size() const noexcept { return size_; }

    // Adds an element, or the exact product of two, to the sum i.
    void add(int i, const T &value) noexcept { detail::add_to(sums_, i, value); }
    void add_product(int i, const T &x, const T &y) noexcept { detail::add_product_to(sums_, i, x, y); }

    // Adds all elements of a range.
    void add(int i, view<T> x) { detail::check(samebits_sums_add_array(sums_, i, x.data(), x.size())); }

    // Adds n elements, each that many elements behind the one before.
    void add_strided(int i, const T *x, std::ptrdiff_t stride, std::size_t n)
    {
        detail::check(samebits_sums_add_strided(sums_, i, x, stride, n));
    }

    // Adds the elements with these indices.
    void add_indexed(int i, const T *x, view<std::int64_t> indices)
    {
        detail::check(samebits_sums_add_indexed(sums_, i, x, indices.data(), indices.size()));
    }

    // Adds the exact products x[j]*y[j].
    void add_products(int i, view<T> x, view<T> y)
    {
        detail::check_same_size(x.size(), "y", y.size());
        detail::check(samebits_sums_add_products(sums_, i, x.data(), y.data(), x.size()));
    }

    // Adds the exact products conj(x[j])*y[j].
    void add_conjugated_products(int i, view<T> x, view<T> y)
    {
        detail::check_same_size(x.size(), "y", y.size());
        detail::check(samebits_sums_add_conjugated_products(sums_, i, x.data(), y.data(), x.size()));
    }

    // Adds the exact products w[j]*x[j]; the weights may be integers, or real where x is complex.
    template <class Weights, class W = detail::element_t<Weights>>
    void add_weighted(int i, view<T> x, const Weights &w)
    {
        detail::check_same_size(x.size(), "w", std::size(w));
        detail::check(
            samebits_sums_add_weighted(sums_, i, x.data(), std::data(w), datatype<W>::get(), x.size()));
    }

    // Adds the contents of another set of as many sums. Several threads may merge into one set.
    void merge(const sums &other) { detail::check(samebits_sums_merge(sums_, other.sums_)); }

    // This rank's sum i, rounded.
    T value(int i) const
    {
        T value{};
        detail::check(samebits_sums_value(sums_, i, &value));
        return value;
    }

    // The sums over all ranks, rounded. Collective. What this rank has added stays.
    std::vector<T> allreduce(MPI_Comm comm) const
    {
        return over_ranks(detail::blocking{"samebits::sums::allreduce", comm});
    }

    // Starts the same. The set may be filled further, cleared or destroyed at once.
    [[nodiscard]] pending<std::vector<T>> iallreduce(MPI_Comm comm) const
    {
        return over_ranks(detail::nonblocking{"samebits::sums::iallreduce", comm});
    }

    // Removes all summands.
    void clear() { detail::check(samebits_sums_clear(sums_)); }

    void swap(sums &other) noexcept
    {
        std::swap(sums_, other.sums_);
        std::swap(size_, other.size_);
    }

    // The set for the functions of samebits.h, which stays with this object.
    samebits_sums *get() const noexcept { return sums_; }

  private:
    template <class Way> auto over_ranks(const Way &way) const
    {
        std::vector<T> results(static_cast<std::size_t>(size_));
        return way(samebits_sums_allreduce, samebits_sums_iallreduce, std::move(results), sums_,
                   detail::here{});
    }

    samebits_sums *sums_ = nullptr;
    int size_ = 0;
};

// One exact sum that a thread adds to by itself: no function that adds or merges throws or calls MPI.
// So it may be the variable of a reduction: the sum over all threads has the same bits for any number
// of them, and however a loop is cut.
//
//     samebits::local_sum<double> sum;
//     #pragma omp parallel for reduction(+ : sum)
//     for (std::size_t i = 0; i < x.size(); i++)
//         sum.add_product(x[i], y[i]);
//     double total = sum.allreduce(MPI_COMM_WORLD);
//
// Used after MPI_Init. A sum that was moved from is empty.
template <class T> class local_sum
{
  public:
    local_sum() noexcept = default;
    local_sum(local_sum &&other) noexcept
        : sum_(std::exchange(other.sum_, nullptr)), failed_(std::exchange(other.failed_, MPI_SUCCESS))
    {
    }
    local_sum &operator=(local_sum &&other) noexcept
    {
        std::swap(sum_, other.sum_);
        std::swap(failed_, other.failed_);
        return *this;
    }
    ~local_sum() { samebits_sums_free(&sum_); }

    // Adds an element, or the exact product of two.
    void add(const T &value) noexcept
    {
        if (is_made())
            detail::add_to(sum_, 0, value);
    }
    void add_product(const T &x, const T &y) noexcept
    {
        if (is_made())
            detail::add_product_to(sum_, 0, x, y);
    }
    local_sum &operator+=(const T &value) noexcept
    {
        add(value);
        return *this;
    }

    // Adds what another sum has. One thread at a time merges into a sum.
    void merge(const local_sum &other) noexcept
    {
        if (other.failed_ != MPI_SUCCESS)
            failed_ = other.failed_;
        else if (other.sum_ != nullptr && is_made())
            failed_ = samebits_sums_merge(sum_, other.sum_);
    }

    // This rank's sum, rounded. Throws if anything has failed before.
    T value() const
    {
        T value{};
        if (failed_ != MPI_SUCCESS)
            throw error(failed_, failure);
        if (sum_ != nullptr)
            detail::check(samebits_sums_value(sum_, 0, &value));
        return value;
    }

    // The sum over all ranks, rounded. Collective. What this rank has added stays.
    T allreduce(MPI_Comm comm)
    {
        T result{};
        if (!is_made())
            detail::refuse({"samebits::local_sum::allreduce", comm}, failed_, failure);
        detail::check(samebits_sums_allreduce(sum_, &result, comm));
        return result;
    }

    // Removes all summands.
    void clear() noexcept { *this = local_sum(); }

  private:
    static constexpr const char *failure = "a thread could not create its sum: is MPI initialised?";

    // The set is made when the first summand comes.
    bool is_made() noexcept
    {
        detail::check_element<T>();
        if (sum_ == nullptr && failed_ == MPI_SUCCESS)
            failed_ = samebits_sums_create(1, datatype<T>::get(), &sum_);
        return sum_ != nullptr;
    }

    samebits_sums *sum_ = nullptr;
    int failed_ = MPI_SUCCESS;
};

} // namespace samebits

#ifdef _OPENMP
#pragma omp declare reduction(+                                                            \
                              : samebits::local_sum <float>, samebits::local_sum <double>, \
                                samebits::local_sum <std::complex <float>>,                \
                                samebits::local_sum <std::complex <double>>                \
                              : omp_out.merge(omp_in))
#endif

#endif // SAMEBITS_SUMS_HPP
