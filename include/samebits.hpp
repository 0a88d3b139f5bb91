// samebits for C++17 and newer: the functions of samebits.h on ranges, with results as values and
// errors as exceptions. Header only; a program includes this file and links with samebits.
//
//     std::vector<double> x = ...;                           // this rank's share of a vector
//     double sum = samebits::allreduce(x, MPI_COMM_WORLD);   // the same bits on any number of ranks
//
// A range is anything that std::data and std::size take: std::vector, std::array, std::span, an
// array. A pointer and a length are samebits::view(pointer, n). What samebits.h says of a function
// also holds for the one of the same name here. docs/cpp.md has examples.
//
// samebits/kokkos.hpp, which needs Kokkos, is included by itself.

#ifndef SAMEBITS_HPP
#define SAMEBITS_HPP

#include <samebits/accumulator.hpp>
#include <samebits/arrays.hpp>
#include <samebits/element.hpp>
#include <samebits/local.hpp>
#include <samebits/nonblocking.hpp>
#include <samebits/sparse.hpp>
#include <samebits/sums.hpp>
#include <samebits/vectors.hpp>

#endif // SAMEBITS_HPP
