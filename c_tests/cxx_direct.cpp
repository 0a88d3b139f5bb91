// The headers for C++: each function gives the bits of the one of samebits.h, on ranges of all kinds;
// objects can be moved; errors are exceptions, on all ranks, also where one rank's lengths differ.
#include "driver.h"

#include <samebits.hpp>

#include <array>
#include <cmath>
#include <cstring>
#include <numeric>
#include <vector>
#if __has_include(<span>)
#include <span>
#endif

static int rank, ranks;
static const MPI_Comm world = MPI_COMM_WORLD;

template <class T> static bool same(const T &a, const T &b) { return std::memcmp(&a, &b, sizeof a) == 0; }

template <class T> static T number(std::size_t i)
{
    double x = std::ldexp(1 + double(i * 2654435761u % 1000003) / 1000003, int(i * 37 % 60) - 30);
    return T(float(i % 3 == 1 ? -x : x));
}
template <> std::complex<float> number(std::size_t i) { return {number<float>(i), number<float>(i + 5)}; }
template <> std::complex<double> number(std::size_t i) { return {number<double>(i), number<double>(i + 5)}; }

enum { TOTAL = 1000 };

// This rank's share of an array of TOTAL elements.
template <class T> static std::vector<T> share(std::size_t shift = 0)
{
    std::vector<T> x;
    for (std::size_t i = std::size_t(rank) * TOTAL / ranks; i < std::size_t(rank + 1) * TOTAL / ranks; i++)
        x.push_back(number<T>(i + shift));
    return x;
}

template <class T> static std::vector<T> whole(std::size_t shift = 0)
{
    std::vector<T> x;
    for (std::size_t i = 0; i < TOTAL; i++)
        x.push_back(number<T>(i + shift));
    return x;
}

// The sum of some elements by the C function, on this rank alone.
template <class T> static T sum_of(const std::vector<T> &x)
{
    samebits_accumulator *sum = nullptr;
    T value{};
    samebits_accumulator_create("exact", 0, samebits::datatype<T>::get(), &sum);
    samebits_accumulator_add_array(sum, x.data(), x.size());
    samebits_accumulator_value(sum, &value);
    samebits_accumulator_free(&sum);
    return value;
}

template <class T> static void check_arrays(const char *name)
{
    const std::vector<T> x = share<T>(), y = share<T>(7);
    const T of_x = sum_of(whole<T>()), of_y = sum_of(whole<T>(7));
    CHECK(same(samebits::allreduce(x, world), of_x), "%s: a vector", name);
    CHECK(same(samebits::allreduce(samebits::view(x.data(), x.size()), MPI_SUM, world), of_x), "%s: a view",
          name);
#ifdef __cpp_lib_span
    CHECK(same(samebits::allreduce(std::span(x), world), of_x), "%s: a span", name);
#endif
    const std::array<T, 2> two{number<T>(1), number<T>(2)};
    const T pair[2] = {number<T>(1), number<T>(2)};
    CHECK(same(samebits::allreduce(two, world), samebits::allreduce(pair, world)), "%s: an array", name);
    const std::optional<T> reduced = samebits::reduce(x, MPI_SUM, ranks - 1, world);
    CHECK(reduced.has_value() == (rank == ranks - 1) && (!reduced || same(*reduced, of_x)), "%s: reduce",
          name);
    const std::vector<T> both = samebits::allreduce_arrays<T>({x, y}, MPI_SUM, world);
    CHECK(both.size() == 2 && same(both[0], of_x) && same(both[1], of_y), "%s: two arrays", name);
    const std::uint64_t start = std::uint64_t(rank) * TOTAL / ranks;
    CHECK(same(samebits::allreduce_region(x, start, MPI_SUM, world), of_x), "%s: a region", name);

    const std::vector<T> all = whole<T>();
    const std::size_t half = x.size() / 2;
    const std::vector<std::size_t> lengths{x.size() - half, half};
    std::vector<T> turned(x.begin() + std::ptrdiff_t(half), x.end()); // its second half comes first
    turned.insert(turned.end(), x.begin(), x.begin() + std::ptrdiff_t(half));
    const std::vector<std::uint64_t> starts{start + half, start};
    CHECK(same(samebits::allreduce_pieces(turned, starts, lengths, MPI_SUM, world), of_x), "%s: pieces",
          name);
    auto pieces = samebits::plan<T>::of_pieces(starts, lengths, MPI_SUM, world);
    CHECK(same(pieces.allreduce({turned})[0], of_x), "%s: a plan of pieces", name);
    CHECK(same(samebits::sum(all), of_x), "%s: a local sum", name);
    CHECK(same(samebits::dot(pair, two), samebits::dot(two, samebits::view(pair))), "%s: a local dot product",
          name);
    CHECK(std::imag(samebits::conjugated_dot(all, all)) == 0, "%s: a local square", name);

    samebits::plan<T> first({x.size(), y.size()}, MPI_SUM, world),
        plan({{start}, {x.size()}, MPI_SUM, world});
    const std::vector<T> planned = first.allreduce({x, y});
    CHECK(planned.size() == 2 && same(planned[0], of_x) && same(planned[1], of_y), "%s: a plan", name);
    CHECK(same(plan.allreduce({x})[0], of_x), "%s: a plan of regions", name);
    const std::vector<T> more = rank == 0 ? whole<T>() : x;
    const std::vector<T> counted = first.allreduce_counts({more, y});
    CHECK(same(counted[0], samebits::allreduce(more, world)), "%s: other lengths", name);
    CHECK(same(first.allreduce({more, y})[0], counted[0]), "%s: the plan is for these", name);
    first.allreduce_counts({x, y});
    plan = std::move(first);
    const auto at_root = plan.reduce({x, y}, 0);
    CHECK(at_root.has_value() == (rank == 0) && (!at_root || same((*at_root)[1], of_y)), "%s: a moved plan",
          name);
}

template <class T> static void check_accumulators(const char *name)
{
    const std::vector<T> x = share<T>(), y = share<T>(7);
    samebits::accumulator<T> sum, other;
    for (const T &value : x)
        sum += value;
    other.add(x);
    CHECK(same(sum.value(), other.value()) && sum.write() == other.write(), "%s: one by one, and a range",
          name);
    sum.allreduce(world);
    CHECK(same(sum.value(), sum_of(whole<T>())), "%s: over ranks", name);

    std::vector<samebits::accumulator<T>> sums;
    for (const auto &how : {samebits::exact, samebits::binned(2), samebits::prerounded(4 * TOTAL)})
        sums.emplace_back(how);
    for (auto &each : sums) {
        each.add_products(x, y);
        each.reduce(0, world);
        const std::vector<T> all_x = whole<T>(), all_y = whole<T>(7);
        samebits::accumulator<T> alone(&each == &sums[0]       ? samebits::exact
                                           : &each == &sums[1] ? samebits::binned(2)
                                                               : samebits::prerounded(4 * TOTAL));
        alone.add_products(all_x, all_y);
        CHECK(rank != 0 || each.write() == alone.write(), "%s: products", name);
    }
    other.clear();
    other.read(sum.write());
    other += sum;
    CHECK(same(other.value(), sum.value() + sum.value()), "%s: read and merged", name);
    sum = std::move(other);
    sum.clear();
    sum.add_conjugated_products(x, x);
    CHECK(std::imag(sum.value()) == 0, "%s: conjugated products", name);
}

// Calls that fail: each throws on every rank, with a code and a sentence.
template <class Call> static void check_throws(const char *name, const char *words, Call call)
{
    try {
        call();
        CHECK(false, "%s: no exception", name);
    } catch (const samebits::error &error) {
        CHECK(error.code() != MPI_SUCCESS, "%s: its code", name);
        CHECK(std::strstr(error.what(), words) != nullptr, "%s: \"%s\" has no \"%s\"", name, error.what(),
              words);
    }
}

static void check_errors(void)
{
    const std::vector<double> x(3, 1.0);
    const std::vector<int> bits(3, 1);
    MPI_Comm_set_errhandler(world, MPI_ERRORS_RETURN);
    check_throws("an operator", "", [&] { samebits::allreduce(x, MPI_BAND, world); });
    samebits::plan<double> plan({3}, MPI_SUM, world);
    check_throws("a share's length", rank == 0 ? "has 2 elements" : "",
                 [&] { plan.allreduce({rank == 0 ? samebits::view(x.data(), 2) : samebits::view(x)}); });
    CHECK(plan.allreduce({x})[0] == 3 * ranks, "the plan after an error");
    check_throws("an arithmetic", "binned", [] { samebits::accumulator<double> sum(samebits::binned(9)); });
    check_throws("other bytes", "",
                 [] { samebits::accumulator<double>().read(std::vector<unsigned char>(3)); });
    check_throws("lengths", "x has 3 elements, and y has 2",
                 [&] { samebits::accumulator<double>().add_products(x, samebits::view(x.data(), 2)); });
    CHECK(samebits::allreduce(bits, MPI_SUM, world) == 3 * ranks, "integers");
    MPI_Comm_set_errhandler(world, MPI_ERRORS_ARE_FATAL);
}

int main(int argc, char **argv)
{
    start(&argc, &argv);
    MPI_Comm_rank(world, &rank);
    MPI_Comm_size(world, &ranks);
    check_arrays<float>("float");
    check_arrays<double>("double");
    check_arrays<std::complex<float>>("complex<float>");
    check_arrays<std::complex<double>>("complex<double>");
    check_accumulators<float>("float");
    check_accumulators<double>("double");
    check_accumulators<std::complex<float>>("complex<float>");
    check_accumulators<std::complex<double>>("complex<double>");
    check_errors();
    return finish();
}
