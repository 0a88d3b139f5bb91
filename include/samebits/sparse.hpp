// Sparse matrices in compressed rows, of one rank, times vectors. It communicates with no other rank,
// and may be called at any time, also before MPI_Init, in any thread.

#ifndef SAMEBITS_SPARSE_HPP
#define SAMEBITS_SPARSE_HPP

#include <samebits/element.hpp>

namespace samebits
{
namespace detail
{

#define SAMEBITS_CSR(Type, Index, name)                                                            \
    inline void csr_multiply_of(std::size_t rows, const Index *row_pointers, const Index *columns, \
                                const Type *values, const Type *x, Type *y) noexcept               \
    {                                                                                              \
        samebits_##name(rows, row_pointers, columns, values, x, y);                                \
    }
SAMEBITS_CSR(float, std::int32_t, csr_multiply_float)
SAMEBITS_CSR(float, std::int64_t, csr64_multiply_float)
SAMEBITS_CSR(double, std::int32_t, csr_multiply_double)
SAMEBITS_CSR(double, std::int64_t, csr64_multiply_double)
SAMEBITS_CSR(std::complex<float>, std::int32_t, csr_multiply_float_complex)
SAMEBITS_CSR(std::complex<float>, std::int64_t, csr64_multiply_float_complex)
SAMEBITS_CSR(std::complex<double>, std::int32_t, csr_multiply_double_complex)
SAMEBITS_CSR(std::complex<double>, std::int64_t, csr64_multiply_double_complex)
#undef SAMEBITS_CSR

} // namespace detail

// y[i] becomes the exact sum of values[k]*x[columns[k]] over k from row_pointers[i] to
// row_pointers[i+1]-1, rounded once: for each row what dot returns. The indices are std::int32_t or
// std::int64_t and count from 0. y is a range that can be written to, and no other argument. The
// columns are not checked: x must have them.
template <class Pointers, class Values, class Y, class I = detail::element_t<Pointers>,
          class T = detail::element_t<Values>>
void csr_multiply(const Pointers &row_pointers, detail::only_t<I> columns, const Values &values,
                  detail::only_t<T> x, Y &&y)
{
    detail::check_element<T>();
    static_assert(std::is_same_v<I, std::int32_t> || std::is_same_v<I, std::int64_t>,
                  "row pointers and columns are std::int32_t or std::int64_t");
    static_assert(std::is_same_v<decltype(std::data(y)), T *>, "y has elements of the type of the values");
    const view<I> pointers(row_pointers);
    const std::size_t rows = std::size(y);
    if (pointers.size() != rows + 1)
        throw error(MPI_ERR_COUNT,
                    "samebits::csr_multiply: y has " + std::to_string(rows) +
                        " elements, and row_pointers has " + std::to_string(pointers.size()) +
                        "; it must have one more than y");
    if (columns.size() != std::size(values))
        throw error(MPI_ERR_COUNT,
                    "samebits::csr_multiply: " +
                        detail::other_size("values", std::size(values), "columns", columns.size()));
    const I first = pointers.data()[0], last = pointers.data()[rows];
    if (first < 0 || last < first || static_cast<std::size_t>(last) > columns.size())
        throw error(MPI_ERR_ARG,
                    "samebits::csr_multiply: the row pointers are from " + std::to_string(first) + " to " +
                        std::to_string(last) + "; values has " + std::to_string(columns.size()) +
                        " elements");
    detail::csr_multiply_of(rows, pointers.data(), columns.data(), std::data(values), x.data(), std::data(y));
}

} // namespace samebits

#endif // SAMEBITS_SPARSE_HPP
