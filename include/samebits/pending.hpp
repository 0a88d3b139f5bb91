// What nonblocking functions return, and the two ways to call what blocks or not.

#ifndef SAMEBITS_PENDING_HPP
#define SAMEBITS_PENDING_HPP

#include <samebits/element.hpp>

#include <memory>
#include <utility>
#include <vector>

namespace samebits
{
namespace detail
{

template <class T> void *place_of(T &result) noexcept { return &result; }
template <class T> void *place_of(std::vector<T> &results) noexcept { return results.data(); }

struct nonblocking;

} // namespace detail

// The result of a nonblocking call, which is there when its request completes. The vectors of the call
// may be changed or destroyed at once. Moved, not copied; one that was moved from can only be destroyed
// or assigned to. The destructor waits for a request that is not complete.
template <class Result> class pending
{
  public:
    pending(pending &&other) noexcept
        : result_(std::move(other.result_)), request_(std::exchange(other.request_, MPI_REQUEST_NULL))
    {
    }
    pending &operator=(pending &&other) noexcept
    {
        std::swap(result_, other.result_);
        std::swap(request_, other.request_);
        return *this;
    }
    ~pending()
    {
        if (request_ != MPI_REQUEST_NULL)
            MPI_Wait(&request_, MPI_STATUS_IGNORE);
    }

    // Waits until the request is complete; the result.
    Result wait()
    {
        detail::check(MPI_Wait(&request_, MPI_STATUS_IGNORE));
        return *result_;
    }

    // Whether the request is complete, so that wait() returns at once.
    bool test()
    {
        int complete = 0;
        detail::check(MPI_Test(&request_, &complete, MPI_STATUS_IGNORE));
        return complete != 0;
    }

    // The request, which any function of MPI's may complete; it is MPI_REQUEST_NULL then.
    MPI_Request &request() noexcept { return request_; }

  private:
    friend detail::nonblocking;
    explicit pending(Result &&result) : result_(new Result(std::move(result))) {}

    std::unique_ptr<Result> result_; // whose place stays where it is
    MPI_Request request_ = MPI_REQUEST_NULL;
};

namespace detail
{

// Stands among the arguments of a call for the place of its result.
struct here {
};
inline void *argument(here, void *place) noexcept { return place; }
template <class T> T argument(T value, void *) noexcept { return value; }

// Ways to call one of two functions, whose arguments are these and the communicator.

struct blocking : call {
    blocking(const char *called, MPI_Comm over) : call{called, over, false} {}

    template <class Blocking, class Nonblocking, class Result, class... Arguments>
    Result operator()(Blocking function, Nonblocking, Result result, Arguments... arguments) const
    {
        check(function(argument(arguments, place_of(result))..., comm));
        return result;
    }
};

struct nonblocking : call {
    nonblocking(const char *called, MPI_Comm over) : call{called, over, true} {}

    template <class Blocking, class Nonblocking, class Result, class... Arguments>
    pending<Result> operator()(Blocking, Nonblocking function, Result result, Arguments... arguments) const
    {
        pending<Result> started(std::move(result));
        check(function(argument(arguments, place_of(*started.result_))..., comm, &started.request_));
        return started;
    }
};

} // namespace detail
} // namespace samebits

#endif // SAMEBITS_PENDING_HPP
