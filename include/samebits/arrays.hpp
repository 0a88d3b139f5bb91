// Distributed arrays, each reduced to one element: at once, or by a plan.

#ifndef SAMEBITS_ARRAYS_HPP
#define SAMEBITS_ARRAYS_HPP

#include <samebits/element.hpp>

#include <numeric>
#include <optional>
#include <utility>
#include <vector>

namespace samebits
{
namespace detail
{

inline std::size_t total(const std::vector<std::size_t> &lengths)
{
    return std::accumulate(lengths.begin(), lengths.end(), std::size_t{0});
}

inline void check_pieces(const call &call, const std::vector<std::uint64_t> &starts,
                         const std::vector<std::size_t> &lengths)
{
    check_same_size(call, "the list starts", starts.size(), "the list lengths", lengths.size());
}

} // namespace detail

// samebits_allreduce_array: reduces an array, whose shares are in rank order, to one element.
template <class Range, class T = detail::element_t<Range>>
T allreduce(const Range &local, MPI_Op op, MPI_Comm comm)
{
    T result{};
    detail::check(
        samebits_allreduce_array(std::data(local), std::size(local), &result, datatype<T>::get(), op, comm));
    return result;
}

// The sum of an array.
template <class Range, class T = detail::element_t<Range>> T allreduce(const Range &local, MPI_Comm comm)
{
    return allreduce(local, MPI_SUM, comm);
}

// samebits_reduce_array: the ranks other than root get nothing.
template <class Range, class T = detail::element_t<Range>>
std::optional<T> reduce(const Range &local, MPI_Op op, int root, MPI_Comm comm)
{
    T result{};
    int rank = MPI_PROC_NULL;
    detail::check(samebits_reduce_array(std::data(local), std::size(local), &result, datatype<T>::get(), op,
                                        root, comm));
    MPI_Comm_rank(comm, &rank);
    return rank == root ? std::optional<T>(result) : std::nullopt;
}

// samebits_allreduce_arrays: several arrays at the latency of one; the first type is that of their
// elements: allreduce_arrays<double>({x, y}, MPI_SUM, comm).
template <class T>
std::vector<T> allreduce_arrays(const std::vector<view<T>> &locals, MPI_Op op, MPI_Comm comm)
{
    std::vector<const void *> data;
    std::vector<std::size_t> n;
    for (const view<T> &local : locals) {
        data.push_back(local.data());
        n.push_back(local.size());
    }
    std::vector<T> results(locals.size());
    detail::check(samebits_allreduce_arrays(static_cast<int>(locals.size()), data.data(), n.data(),
                                            results.data(), datatype<T>::get(), op, comm));
    return results;
}

// samebits_allreduce_region: shares in any order; the first element here is that with the index start.
template <class Range, class T = detail::element_t<Range>>
T allreduce_region(const Range &local, std::uint64_t start, MPI_Op op, MPI_Comm comm)
{
    T result{};
    detail::check(samebits_allreduce_region(std::data(local), start, std::size(local), &result,
                                            datatype<T>::get(), op, comm));
    return result;
}

// samebits_allreduce_pieces: shares that are several runs of indices, one after another in local.
template <class Range, class T = detail::element_t<Range>>
T allreduce_pieces(const Range &local, const std::vector<std::uint64_t> &starts,
                   const std::vector<std::size_t> &lengths, MPI_Op op, MPI_Comm comm)
{
    T result{};
    const detail::call call{"samebits::allreduce_pieces", comm};
    detail::check_pieces(call, starts, lengths);
    detail::check_same_size(call, "local", std::size(local), "the list of pieces", detail::total(lengths));
    detail::check(samebits_allreduce_pieces(std::data(local), static_cast<int>(starts.size()), starts.data(),
                                            lengths.data(), &result, datatype<T>::get(), op, comm));
    return result;
}

// A prepared reduction of arrays of elements T whose shares stay as they are (samebits_plan). It
// must be destroyed before its communicator is freed. A plan that was moved from can only be
// destroyed or assigned to.
template <class T> class plan
{
  public:
    // This rank has so many elements of each array, in rank order.
    plan(const std::vector<std::size_t> &lengths, MPI_Op op, MPI_Comm comm) : lengths_(lengths), comm_(comm)
    {
        detail::check(samebits_plan_arrays(static_cast<int>(lengths.size()), lengths.data(),
                                           datatype<T>::get(), op, comm, &plan_));
    }

    // This rank has the elements of each array from starts[i] on.
    plan(const std::vector<std::uint64_t> &starts, const std::vector<std::size_t> &lengths, MPI_Op op,
         MPI_Comm comm)
        : lengths_(lengths), comm_(comm)
    {
        detail::check_pieces({"samebits::plan", comm}, starts, lengths);
        detail::check(samebits_plan_regions(static_cast<int>(lengths.size()), starts.data(), lengths.data(),
                                            datatype<T>::get(), op, comm, &plan_));
    }

    // Of one array, of which this rank has several runs of indices.
    static plan of_pieces(const std::vector<std::uint64_t> &starts, const std::vector<std::size_t> &lengths,
                          MPI_Op op, MPI_Comm comm)
    {
        plan made;
        detail::check_pieces({"samebits::plan::of_pieces", comm}, starts, lengths);
        detail::check(samebits_plan_pieces(static_cast<int>(starts.size()), starts.data(), lengths.data(),
                                           datatype<T>::get(), op, comm, &made.plan_));
        made.lengths_ = {detail::total(lengths)};
        made.comm_ = comm;
        return made;
    }

    plan(plan &&other) noexcept { swap(other); }
    plan &operator=(plan &&other) noexcept
    {
        plan(std::move(other)).swap(*this);
        return *this;
    }
    ~plan() { samebits_plan_free(&plan_); }

    // The result of each array, on all ranks.
    std::vector<T> allreduce(const std::vector<view<T>> &locals)
    {
        std::vector<T> results(lengths_.size());
        const std::vector<const void *> data = checked("samebits::plan::allreduce", locals);
        detail::check(samebits_plan_allreduce(plan_, data.data(), results.data()));
        return results;
    }

    // The result of each array on the root, and nothing on the other ranks.
    std::optional<std::vector<T>> reduce(const std::vector<view<T>> &locals, int root)
    {
        std::vector<T> results(lengths_.size());
        const std::vector<const void *> data = checked("samebits::plan::reduce", locals);
        int rank = MPI_PROC_NULL;
        detail::check(samebits_plan_reduce(plan_, data.data(), results.data(), root));
        MPI_Comm_rank(comm_, &rank);
        return rank == root ? std::optional<std::vector<T>>(std::move(results)) : std::nullopt;
    }

    // The same as allreduce, where the lengths of the shares may have changed. The plan is for these
    // afterwards. Not for regions and pieces.
    std::vector<T> allreduce_counts(const std::vector<view<T>> &locals)
    {
        check_arrays({"samebits::plan::allreduce_counts", comm_}, locals);
        std::vector<std::size_t> lengths;
        for (const view<T> &local : locals)
            lengths.push_back(local.size());
        std::vector<T> results(lengths.size());
        detail::check(
            samebits_plan_allreduce_counts(plan_, addresses(locals).data(), lengths.data(), results.data()));
        lengths_ = std::move(lengths);
        return results;
    }

    // The plan for the functions of samebits.h, which stays with this object.
    samebits_plan *get() const noexcept { return plan_; }

  private:
    plan() = default;

    static std::vector<const void *> addresses(const std::vector<view<T>> &locals)
    {
        std::vector<const void *> data;
        for (const view<T> &local : locals)
            data.push_back(local.data());
        return data;
    }

    void check_arrays(const detail::call &call, const std::vector<view<T>> &locals) const
    {
        detail::check_same_size(call, "the list of shares", locals.size(), "the plan", lengths_.size());
    }

    std::vector<const void *> checked(const char *name, const std::vector<view<T>> &locals) const
    {
        const detail::call call{name, comm_};
        check_arrays(call, locals);
        for (std::size_t i = 0; i < locals.size(); i++)
            detail::check_same_size(call, "a share", locals[i].size(), "the plan", lengths_[i]);
        return addresses(locals);
    }

    void swap(plan &other) noexcept
    {
        std::swap(plan_, other.plan_);
        std::swap(lengths_, other.lengths_);
        std::swap(comm_, other.comm_);
    }

    samebits_plan *plan_ = nullptr;
    std::vector<std::size_t> lengths_;
    MPI_Comm comm_ = MPI_COMM_NULL;
};

} // namespace samebits

#endif // SAMEBITS_ARRAYS_HPP
