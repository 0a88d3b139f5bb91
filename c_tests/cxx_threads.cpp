// Sums of threads, by OpenMP and by Kokkos: the same bits for any number of threads and any cut.
#include "driver.h"

#include <samebits.hpp>
#ifdef TEST_KOKKOS
#include <samebits/kokkos.hpp>
#endif

#include <cmath>
#include <cstring>
#include <omp.h>
#include <thread>

static const MPI_Comm world = MPI_COMM_WORLD;
enum { LENGTH = 5000 };
static int rank, ranks;

// Numbers of all magnitudes, whose products overflow a plain sum's precision by far.
template <class T> static T number(int i)
{
    const double x = std::ldexp(1 + double(i * 7919 % 10007) / 10007, i * 37 % 80 - 40);
    return T(float(i % 3 == 1 ? -x : x));
}

template <class T> static bool same(const T &a, const T &b) { return std::memcmp(&a, &b, sizeof a) == 0; }

// All elements, each on one rank.
template <class T> static T by_accumulator(bool products)
{
    samebits::accumulator<T> sum;
    for (int i = 0; i < LENGTH; i++) {
        const T x = number<T>(i), y = number<T>(LENGTH - i);
        if (products)
            sum.add_products(samebits::view(&x, 1), samebits::view(&y, 1));
        else
            sum.add(x);
    }
    return sum.value();
}

template <class T> static void check_openmp(const char *name)
{
    const T wanted = by_accumulator<T>(false), wanted_dot = by_accumulator<T>(true);
    for (int threads : {1, 2, 3, 7}) {
        samebits::local_sum<T> sum, dot;
#pragma omp parallel for reduction(+ : sum, dot) num_threads(threads) schedule(dynamic, 11)
        for (int i = 0; i < LENGTH; i++) {
            if (i % ranks != rank)
                continue;
            sum += number<T>(i);
            dot.add_product(number<T>(i), number<T>(LENGTH - i));
        }
        CHECK(same(sum.allreduce(world), wanted), "%s: %d threads", name, threads);
        CHECK(same(dot.allreduce(world), wanted_dot), "%s: products, %d threads", name, threads);
        sum.clear();
        CHECK(same(sum.value(), T()) && same(sum.allreduce(world), T()), "%s: cleared", name);
    }
}

#ifdef TEST_KOKKOS
template <class T> static void check_kokkos(const char *name)
{
    const T wanted = by_accumulator<T>(true);
    const int own_rank = rank, all_ranks = ranks;
    using partial = samebits::kokkos::partial<T>;
    samebits::kokkos::sum<T> dot;
    for (int time = 0; time < 2; time++) {
        Kokkos::parallel_reduce(
            "dot", LENGTH,
            KOKKOS_LAMBDA(int i, partial &own) {
                if (i % all_ranks == own_rank)
                    own.add_product(number<T>(i), number<T>(LENGTH - i));
            },
            dot);
        CHECK(same(dot.allreduce(world), wanted), "%s: Kokkos", name);
        dot.clear();
    }

    // Threads as an execution space has them, which Debian's Kokkos lacks.
    std::vector<std::thread> threads;
    for (int t = 0; t < 3; t++)
        threads.emplace_back([=] {
            partial own, other;
            dot.init(own);
            dot.init(other);
            for (int i = t; i < LENGTH; i += 3)
                if (i % all_ranks == own_rank)
                    (i % 2 ? own : other).add_product(number<T>(i), number<T>(LENGTH - i));
            dot.join(own, other);
        });
    for (auto &thread : threads)
        thread.join();
    CHECK(same(dot.allreduce(world), wanted), "%s: threads that join", name);
}
#endif

int main(int argc, char **argv)
{
    start(&argc, &argv);
    MPI_Comm_rank(world, &rank);
    MPI_Comm_size(world, &ranks);
    omp_set_dynamic(0);
    check_openmp<float>("float");
    check_openmp<double>("double");
    check_openmp<std::complex<float>>("complex<float>");
    check_openmp<std::complex<double>>("complex<double>");
#ifdef TEST_KOKKOS
    Kokkos::initialize(argc, argv);
    check_kokkos<double>("double");
    check_kokkos<std::complex<float>>("complex<float>");
    Kokkos::finalize();
#endif
    return finish();
}
