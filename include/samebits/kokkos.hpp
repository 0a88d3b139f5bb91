// A reducer for Kokkos: an exact sum over a parallel loop, and over the ranks.
//
//     samebits::kokkos::sum<double> dot;
//     Kokkos::parallel_reduce(n, KOKKOS_LAMBDA(int i, samebits::kokkos::partial<double> &own) {
//         own.add_product(x(i), y(i));
//     }, dot);
//     double result = dot.allreduce(MPI_COMM_WORLD);
//
// The bits are the same for any number of threads, and however Kokkos cuts the loop. For execution
// spaces of the host (Serial, OpenMP, Threads): the sums are in its memory.

#ifndef SAMEBITS_KOKKOS_HPP
#define SAMEBITS_KOKKOS_HPP

#include <samebits/sums.hpp>

#include <Kokkos_Core.hpp>

#include <deque>
#include <memory>
#include <mutex>

namespace samebits
{
namespace kokkos
{

// What one thread of a loop adds to: a reference, which Kokkos may copy and forget.
template <class T> class partial
{
  public:
    void add(const T &value) const noexcept { sum_->add(value); }
    void add_product(const T &x, const T &y) const noexcept { sum_->add_product(x, y); }
    const partial &operator+=(const T &value) const noexcept
    {
        add(value);
        return *this;
    }

    partial() = default;
    explicit partial(local_sum<T> *sum) noexcept : sum_(sum) {}

  private:
    local_sum<T> *sum_;
};

// The reducer; copies of it are the same sum. Each thread gets a sum of its own when Kokkos has it
// initialise its value, and nothing is left to do when Kokkos joins two: all of them are added when
// the total is asked for. Nothing may run over this sum then.
template <class T> class sum
{
  public:
    using reducer = sum;
    using value_type = partial<T>;
    using result_view_type =
        Kokkos::View<value_type, Kokkos::HostSpace, Kokkos::MemoryTraits<Kokkos::Unmanaged>>;

    sum() : shared_(std::make_shared<state>()) {}

    void init(value_type &value) const noexcept { value = shared_->of_a_thread(); }
    void join(value_type &, const value_type &) const noexcept {}
    void join(volatile value_type &, const volatile value_type &) const noexcept {}
    value_type &reference() const noexcept { return shared_->result; }
    result_view_type view() const { return result_view_type(&shared_->result); }
    bool references_scalar() const noexcept { return true; }

    // This rank's sum, rounded.
    T value() const { return shared_->total().value(); }

    // The sum over all ranks, rounded. Collective. What this rank has added stays.
    T allreduce(MPI_Comm comm) const { return shared_->total().allreduce(comm); }

    // Removes all summands.
    void clear() const { shared_->total().clear(); }

  private:
    struct state {
        value_type of_a_thread() noexcept
        {
            const std::lock_guard<std::mutex> lock(mutex);
            if (used == threads.size())
                threads.emplace_back();
            return value_type(&threads[used++]);
        }

        local_sum<T> &total()
        {
            const std::lock_guard<std::mutex> lock(mutex);
            for (; used > 0; used--) {
                all.merge(threads[used - 1]);
                threads[used - 1].clear();
            }
            return all;
        }

        std::mutex mutex;
        std::deque<local_sum<T>> threads; // which stay where they are when there are more
        std::size_t used = 0;
        local_sum<T> all;
        value_type result;
    };

    std::shared_ptr<state> shared_;
};

} // namespace kokkos
} // namespace samebits

#endif // SAMEBITS_KOKKOS_HPP
