#!/usr/bin/env bash
# Measures the kernels of the tree over a row of numbers (benches/kernels), without
# MPI: each that this processor has; the order-free sums; the fastest sum in any order, and
# std::accumulate.
# What may be set, as variables of the environment or of make
# (`make bench-kernels DATATYPE=float`):
#
#     DATATYPE     double         double or float
#     SIZES        "230 4096 100000 21000000"
#                                 elements of a row: small; in the first-level cache; in
#                                 the second-level cache; in memory
#     OFFSET       0              elements from a cache line's start to the row's
#     REPETITIONS  200            of each size; fewer where they take long
#     FORMAT       table          table or csv
#
# Timings mean something on idle machines only.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

[ $# -eq 0 ] || {
    echo "kernels: takes variables, no arguments, and got \"$*\"" >&2
    exit 2
}
mkdir -p target/benches
export ACCUMULATE=$PWD/target/benches/libaccumulate.so
g++ -std=c++11 -O2 -Wall -Wextra -shared -fPIC -o "$ACCUMULATE" benches/kernels/accumulate.cpp
scripts/cargo.sh bench --quiet --locked --bench kernels
