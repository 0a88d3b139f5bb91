#!/usr/bin/env bash
# A CMake project whose compilers are the MPI's wrappers, which name the MPI library
# themselves, last.
set -u
# shellcheck source=tests/packages/package.sh
. "$(dirname "$0")/package.sh"
install_to "$PWD/prefix"
consumer wrappers "$PWD/prefix" "C;CXX;Fortran" MPI -DCMAKE_C_COMPILER="mpicc.$TEST_MPI" \
    -DCMAKE_CXX_COMPILER="mpicxx.$TEST_MPI" -DCMAKE_Fortran_COMPILER="mpifort.$TEST_MPI"
finish
