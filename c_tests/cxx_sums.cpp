// The headers for C++: products, norms, statistics and sets of sums are those of an exact evaluation
// in integers, for each type of elements and with masks; lengths that differ are said on all ranks.
#include "driver.h"

#include <samebits.hpp>

#include <array>
#include <cmath>
#include <cstring>
#include <numeric>

static int rank, ranks;
static const MPI_Comm world = MPI_COMM_WORLD;
static const int TOTAL = 600;

template <class T> static bool same(const T &a, const T &b) { return std::memcmp(&a, &b, sizeof a) == 0; }

// Small integers: sums of their products are exact in any order, as a plain loop computes them.
static int integer(std::size_t i, int which) { return int((i + 1) * (which + 2) * 7919 % 19) - 9; }

template <class T> struct element {
    static T make(std::size_t i, int which) { return T(integer(i, which)); }
};
template <class T> struct element<std::complex<T>> {
    static std::complex<T> make(std::size_t i, int which)
    {
        return {T(integer(i, which)), T(integer(i + 100, which))};
    }
};

template <class T> static T conjugate(const T &x) { return x; }
template <class T> static std::complex<T> conjugate(const std::complex<T> &x) { return std::conj(x); }

// The elements from first to last of a vector of TOTAL elements.
template <class T> static std::vector<T> elements(std::size_t first, std::size_t last, int which)
{
    std::vector<T> x;
    for (std::size_t i = first; i < last; i++)
        x.push_back(element<T>::make(i, which));
    return x;
}

template <class T> static void check(const char *name)
{
    using real = samebits::detail::real_t<T>;
    const std::size_t first = std::size_t(rank) * TOTAL / ranks, last = std::size_t(rank + 1) * TOTAL / ranks;
    const auto x = elements<T>(first, last, 0), y = elements<T>(first, last, 1),
               w = elements<T>(first, last, 2);
    std::vector<unsigned char> which;
    std::vector<int> weights;
    std::vector<std::int64_t> indices(x.size());
    std::iota(indices.rbegin(), indices.rend(), 0);
    for (std::size_t i = first; i < last; i++) {
        which.push_back(static_cast<unsigned char>(i % 3 ? i % 250 + 1 : 0));
        weights.push_back(int(i) - 5);
    }
    T sum{}, dot{}, conjugated{}, weighted{}, weighted_y{}, conjugated_y{}, by_number{}, masked{};
    real squares = 0, magnitudes = 0, weighted_squares = 0;
    int count = 0;
    for (int i = 0; i < TOTAL; i++) {
        const T a = element<T>::make(i, 0), b = element<T>::make(i, 1), c = element<T>::make(i, 2);
        sum += a;
        dot += a * b;
        conjugated += conjugate(a) * b;
        squares += std::norm(a);
        by_number += real(int(i) - 5) * a;
        if (i % 3 == 0)
            continue;
        count++;
        masked += a;
        magnitudes += std::abs(std::real(a)) + std::abs(std::imag(a));
        weighted += c * a;
        weighted_y += c * a * b;
        conjugated_y += conjugate(c * a) * b;
        weighted_squares += std::norm(a * c);
    }
#define SAME(got, wanted) CHECK(same(got, T(wanted)), "%s: %s", name, #got)
#define SAME_REAL(got, wanted) CHECK(same(got, real(wanted)), "%s: %s", name, #got)
    const std::vector<samebits::view<T>> both{x, y};
    SAME(samebits::dot(x, y, world), dot);
    SAME(samebits::dot(samebits::view(x), samebits::view(y.data(), y.size()), world), dot);
    SAME(samebits::conjugated_dot(x, y, world), conjugated);
    SAME(samebits::dots(y, {x, y}, world)[0], dot);
    SAME(samebits::dots(x, both, world)[1], dot);
    SAME(samebits::conjugated_dots(x, {y}, world).at(0), conjugated);
    SAME_REAL(samebits::norm2(x, world), std::sqrt(squares));
    SAME_REAL(samebits::sum_abs(x, which, world), magnitudes);
    SAME(samebits::weighted_sum(x, w, which, world), weighted);
    SAME(samebits::weighted_sum(x, weights, world), by_number);
    SAME(samebits::weighted_dot(x, y, w, which, world), weighted_y);
    SAME(samebits::weighted_conjugated_dot(x, y, w, which, world), conjugated_y);
    SAME_REAL(samebits::weighted_squares(x, w, which, world), weighted_squares);
    SAME(samebits::mean(x, which, world), masked / real(count));
    SAME(samebits::mean(x, world), sum / real(TOTAL));
    CHECK(std::abs(samebits::variance(x, 1, world) - (squares - std::norm(sum) / TOTAL) / (TOTAL - 1)) < 1e-3,
          "%s: variance", name);
    CHECK(std::isnan(samebits::variance(x, which, count, world)), "%s: variance of too few", name);

    samebits::sums<T> sums(5), others(5);
    for (std::size_t i = 0; i < x.size(); i++) {
        sums.add(0, x[i]);
        sums.add_product(1, x[i], y[i]);
    }
    others.add(2, x);
    others.add_strided(3, x.data(), 2, (x.size() + 1) / 2);
    if (!x.empty())
        others.add_strided(3, x.data() + 1, 2, x.size() / 2);
    others.add_indexed(0, x.data(), indices);
    others.add_products(1, y, x);
    others.add_weighted(2, x, weights);
    others.add_conjugated_products(4, x, y);
    sums.merge(others);
    others = std::move(sums);
    const std::vector<T> results = others.allreduce(world);
    const T wanted[] = {sum + sum, dot + dot, sum + by_number, sum, conjugated};
    CHECK(others.size() == 5 && results.size() == 5, "%s: five sums", name);
    for (int i = 0; i < 5; i++)
        SAME(results[std::size_t(i)], wanted[i]);
    auto later = others.iallreduce(world);
    others.clear();
    SAME(others.value(1), 0);
    CHECK(later.wait().size() == 5 && same(later.wait()[4], conjugated), "%s: sums later", name);

    // Nonblocking ones, all under way at once.
    auto i_dot = samebits::idot(x, y, world), i_conjugated = samebits::iconjugated_dot(x, y, world);
    auto i_dots = samebits::idots(y, {x, y}, world),
         i_conjugated_dots = samebits::iconjugated_dots(x, {y}, world);
    auto i_norm = samebits::inorm2(x, world), i_magnitudes = samebits::isum_abs(x, which, world);
    auto i_weighted = samebits::iweighted_sum(x, w, which, world);
    auto i_by_number = samebits::iweighted_sum(x, weights, world);
    auto i_weighted_y = samebits::iweighted_dot(x, y, w, which, world);
    auto i_conjugated_y = samebits::iweighted_conjugated_dot(x, y, w, which, world);
    auto i_squares = samebits::iweighted_squares(x, w, which, world);
    auto i_masked = samebits::imean(x, which, world), i_mean = samebits::imean(x, world);
    auto i_variance = samebits::ivariance(x, 1, world), i_nan = samebits::ivariance(x, which, count, world);
    {
        auto left = samebits::idot(x, y, world);
    }
    MPI_Request several[] = {i_dot.request(), i_norm.request()};
    MPI_Waitall(2, several, MPI_STATUSES_IGNORE);
    i_dot.request() = i_norm.request() = MPI_REQUEST_NULL;
    while (!i_weighted.test())
        continue;
    auto moved = std::move(i_mean);
    SAME(i_dot.wait(), dot);
    SAME(i_conjugated.wait(), conjugated);
    SAME(i_dots.wait()[0], dot);
    SAME(i_conjugated_dots.wait().at(0), conjugated);
    SAME_REAL(i_norm.wait(), std::sqrt(squares));
    SAME_REAL(i_magnitudes.wait(), magnitudes);
    SAME(i_weighted.wait(), weighted);
    SAME(i_by_number.wait(), by_number);
    SAME(i_weighted_y.wait(), weighted_y);
    SAME(i_conjugated_y.wait(), conjugated_y);
    SAME_REAL(i_squares.wait(), weighted_squares);
    SAME(i_masked.wait(), masked / real(count));
    SAME(moved.wait(), sum / real(TOTAL));
    SAME_REAL(i_variance.wait(), samebits::variance(x, 1, world));
    CHECK(std::isnan(i_nan.wait()), "%s: variance of too few, later", name);
}

// A matrix whose row i has the entries i, i - 1, ... of x, i % 5 of them.
template <class T, class I> static void check_sparse(const char *name)
{
    const auto x = elements<T>(0, 30, 0), values = elements<T>(0, 100, 1);
    std::vector<T> y(30, T(7)), wanted;
    std::vector<I> pointers{0}, columns;
    for (I i = 0; i < 30; i++) {
        std::vector<T> own;
        for (I k = 0; k < i % 5; k++) {
            columns.push_back(i - k);
            own.push_back(x[std::size_t(i - k)]);
        }
        wanted.push_back(samebits::dot(own, samebits::view(values.data() + pointers.back(), own.size())));
        pointers.push_back(I(columns.size()));
    }
    const samebits::view<T> entries(values.data(), columns.size());
    samebits::csr_multiply(pointers, columns, entries, x, y);
    CHECK(y == wanted, "%s: a sparse matrix with indices of %d bytes", name, int(sizeof(I)));
    y.resize(2);
    samebits::csr_multiply(samebits::view(pointers.data() + 10, 3), columns, entries, x, y);
    CHECK(y[0] == wanted[10] && y[1] == wanted[11], "%s: two of its rows", name);
    int caught = 0;
    try {
        samebits::csr_multiply(pointers, columns, entries, x, y);
    } catch (const samebits::error &error) {
        caught += std::strstr(error.what(), "y has 2 elements, and row_pointers has 31") != nullptr;
    }
    y.resize(30);
    try {
        samebits::csr_multiply(pointers, samebits::view(columns.data(), 5), samebits::view(values.data(), 5),
                               x, y);
    } catch (const samebits::error &error) {
        caught += std::strstr(error.what(), "values has 5 elements") != nullptr;
    }
    CHECK(caught == 2, "%s: %d of 2 errors", name, caught);
}

static void check_errors(void)
{
    const std::vector<double> x(4, 1.0), y(std::size_t(rank == 0 ? 3 : 4), 1.0);
    const std::array<bool, 3> which{true, false, true};
    int caught = 0;
    MPI_Comm_set_errhandler(world, MPI_ERRORS_RETURN);
    try {
        samebits::dot(x, y, world);
    } catch (const samebits::error &error) {
        caught += rank != 0 || !std::strcmp(error.what(), "samebits::dot: x has 4 elements, and y has 3");
    }
    try {
        samebits::mean(x, which, world);
    } catch (const samebits::error &error) {
        caught += !std::strcmp(error.what(), "samebits::mean: x has 4 elements, and the mask has 3") &&
            !std::strcmp(error.what(), samebits_error_message());
    }
    try {
        (void)samebits::imean(x, which, world);
    } catch (const samebits::error &error) {
        caught += !std::strcmp(error.what(), "samebits::imean: x has 4 elements, and the mask has 3");
    }
    try {
        samebits::sums<double>(2).add(2, x);
    } catch (const samebits::error &) {
        caught++;
    }
    CHECK(caught == 4, "%d of 4 errors", caught);
    MPI_Comm_set_errhandler(world, MPI_ERRORS_ARE_FATAL);
}

int main(int argc, char **argv)
{
    start(&argc, &argv);
    MPI_Comm_rank(world, &rank);
    MPI_Comm_size(world, &ranks);
    check<float>("float");
    check<double>("double");
    check<std::complex<float>>("complex<float>");
    check<std::complex<double>>("complex<double>");
    check_sparse<float, std::int32_t>("float");
    check_sparse<double, std::int64_t>("double");
    check_sparse<std::complex<float>, std::int64_t>("complex<float>");
    check_sparse<std::complex<double>, std::int32_t>("complex<double>");
    check_errors();
    return finish();
}
