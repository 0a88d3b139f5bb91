// A C++ program: std::vector and std::complex, with MPI's C++ datatypes.
#include "driver.h"
#include "oracle.h"
#include "values.h"

#include <complex>
#include <vector>

template <typename T, double Number(int, size_t)>
static void check_complex(MPI_Datatype type, T sum(const T *, int, int), const char *name)
{
    int rank, ranks;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    const int count = 520;
    auto number = [](int r, int i) { return std::complex<T>(T(Number(r, i)), T(Number(r, i + 1))); };
    std::vector<std::complex<T>> in(count), out(count), column(ranks);
    for (int i = 0; i < count; i++)
        in[i] = number(rank, i);
    look_at_counters();
    MPI_Allreduce(in.data(), out.data(), count, type, MPI_SUM, MPI_COMM_WORLD);
    check_counters(1, 1, name);
    MPI_Allreduce(MPI_IN_PLACE, in.data(), count, type, MPI_SUM, MPI_COMM_WORLD);
    check_counters(1, 1, name);
    if (!with_samebits())
        return;
    CHECK(in == out, "%s: in place differs", name);
    for (int i = 0; i < count; i++) {
        for (int r = 0; r < ranks; r++)
            column[r] = number(r, i);
        const T *numbers = reinterpret_cast<const T *>(column.data());
        CHECK(out[i].real() == sum(numbers, ranks, 2) && out[i].imag() == sum(numbers + 1, ranks, 2),
              "%s: element %d", name, i);
    }
}

// Finite numbers, so that == compares them.
static double finite(int rank, size_t index) { return hostile_float(rank, index % 7); }

int main(int argc, char **argv)
{
    start(&argc, &argv);
    check_complex<double, finite>(MPI_CXX_DOUBLE_COMPLEX, oracle_sum_double, "complex<double>");
    check_complex<float, finite>(MPI_CXX_FLOAT_COMPLEX, oracle_sum_float, "complex<float>");
    return finish();
}
